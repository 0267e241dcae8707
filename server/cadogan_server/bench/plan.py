"""The plan of a load: written by the command, read by the processes that generate it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, Self

SOCKETS_PER_ADDRESS = 200
ROOMS_PER_ADDRESS = 25
"""Sockets and rooms from one address, few enough for a server's default limits (PROTOCOL.md, Limits)."""

Choice = Literal["any", "people"]
"""The choice among legal moves: any, or preferably those that people make."""


@dataclass(frozen=True)
class Plan:
    """One load.

    Attributes:
        url: the server, such as `ws://127.0.0.1:8000/ws`; filled in with `local` and `cores` once there is a server.
        rooms, racers, watchers: number of rooms, and of players and watchers in each. Without rooms, `watchers` sockets
            only say hello.
        game, options: the game that is played.
        deal: True if the racers get ready; otherwise the rooms stay lobbies.
        play: True if they then play.
        rate: moves per second of all racers together, evenly paced; 0: each plays on as soon as it is answered.
        choice: which moves they make.
        watched_at: servers of the watchers, in turn; empty: `url`.
        first: number of the first room, or of the first socket without rooms; names, addresses and choices depend on
            it.
        local: True if the server is on this machine, where a load can use many addresses.
        cores: processors for the load; empty: any.
    """

    url: str
    rooms: int = 0
    racers: int = 0
    watchers: int = 0
    game: str = "klondike_draw1"
    options: dict[str, Any] = field(default_factory=dict)
    deal: bool = True
    play: bool = True
    rate: float = 0
    choice: Choice = "any"
    watched_at: tuple[str, ...] = ()
    first: int = 0
    local: bool = True
    cores: tuple[int, ...] = ()

    @property
    def per_room(self) -> int:
        """Sockets per room, or of a load without rooms."""
        return self.racers + self.watchers if self.rooms else 1

    @property
    def sockets(self) -> int:
        """Number of all sockets."""
        return self.rooms * self.per_room if self.rooms else self.watchers

    def address(self, number: int) -> str | None:
        """Return the address that socket `number` connects from; None: the default one."""
        if not self.local:
            return None
        group = min(SOCKETS_PER_ADDRESS, ROOMS_PER_ADDRESS * self.per_room) if self.rooms else SOCKETS_PER_ADDRESS
        place = (self.first * self.per_room + number) // max(group, 1)
        # Neighbours are in different networks, as a network has limits too.
        return f"127.{1 + place // 62500}.{1 + place % 250}.{1 + place // 250 % 250}"

    def parts(self, count: int) -> list[Plan]:
        """Divide this plan among `count` processes, each with its own rooms; among fewer if there are fewer rooms."""
        if not self.rooms or count == 1:
            return [self]
        ends = [self.rooms * number // count for number in range(count + 1)]
        return [
            replace(self, rooms=end - begin, first=self.first + begin, rate=self.rate * (end - begin) / self.rooms)
            for begin, end in pairwise(ends)
            if end > begin
        ]

    def as_json(self) -> str:
        """Return the plan as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the plan of such a line."""
        fields = json.loads(text)
        return cls(**fields | {name: tuple(fields[name]) for name in ("cores", "watched_at")})
