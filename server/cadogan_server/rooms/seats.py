"""Who sits on a seat, and how that player stands."""

from __future__ import annotations

from dataclasses import dataclass, field

from cadogan_protocol.rooms import SeatState
from cadogan_server.rooms.requests import Requests


@dataclass(slots=True)
class Standing:
    """How a player stands, as all may know it. Moments count from the start in milliseconds."""

    state: SeatState = "playing"
    progress: int = 0
    penalty: int = 0
    moves: int = 0
    ended: int | None = None


@dataclass(slots=True)
class Occupant:
    """Who sits on a seat: the player, ready or not, and which of the player's requests have been carried out."""

    seat: int
    player: str
    name: str
    bot: str = ""
    """What kind of bot sits here; "" for a person."""
    guest: bool = False
    """A bot that has come in by itself, through `cadogan bot` say: the server does not seat it again."""
    origin: tuple[str, ...] = ()
    """Marks of where a person came from, as in `Seated`."""
    ready: bool = False
    nonce_hash: str = ""
    """The promise of this player's part of the seed, "" for none."""
    nonce: str = ""
    """That part itself, once it was shown."""
    fixed: bool = False
    """Whether that part is made of the room's secret: that of a bot of the server, which shows nothing by itself."""
    requests: Requests = field(default_factory=Requests)

    @property
    def ours(self) -> bool:
        """Whether one of the server's own bots sits here."""
        return self.bot != "" and not self.guest

    @property
    def promises(self) -> bool:
        """Whether this player has promised a nonce, shown by now or not."""
        return self.nonce_hash != "" and not self.fixed

    def note(self, request: int) -> None:
        """Remember that a request has been carried out; 0 is none."""
        if request:
            self.requests.note(request)
