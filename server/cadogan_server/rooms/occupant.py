"""The player on a seat, and that player's standing."""

from __future__ import annotations

from dataclasses import dataclass, field

from cadogan_protocol.rooms import SeatState
from cadogan_server.rooms.requests import Requests


@dataclass(slots=True)
class Standing:
    """A player's standing, as everybody may know it. Moments are milliseconds from the start."""

    state: SeatState = "playing"
    progress: int = 0
    penalty: int = 0
    moves: int = 0
    ended: int | None = None


@dataclass(slots=True)
class Occupant:
    """The player on a seat: identity, readiness, and the requests that were carried out."""

    seat: int
    player: str
    name: str
    bot: str = ""
    """The kind of bot; "" for a person."""
    guest: bool = False
    """True for a bot that has come by itself, for example through `cadogan bot`: the server does not seat it again."""
    origin: tuple[str, ...] = ()
    """Marks of a person's origin, as in the record `Seated`."""
    ready: bool = False
    nonce_hash: str = ""
    """The promise of this player's nonce: its hash as hex, "" for none."""
    nonce: str = ""
    """The nonce itself as hex, once it is shown."""
    fixed: bool = False
    """True if the nonce is made from the room's secret. A bot of the server has such a nonce, and shows none itself."""
    requests: Requests = field(default_factory=Requests)

    @property
    def ours(self) -> bool:
        """True for one of the server's own bots."""
        return self.bot != "" and not self.guest

    @property
    def promises(self) -> bool:
        """True if this player has promised a nonce, shown by now or not."""
        return self.nonce_hash != "" and not self.fixed

    def note(self, request: int) -> None:
        """Remember that a request was carried out; 0 is none."""
        if request:
            self.requests.note(request)
