"""What a load is to be: written by the command, read by the processes that make it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, Self

SOCKETS_PER_ADDRESS = 200
ROOMS_PER_ADDRESS = 25
"""No more come from one address, so that a server's bounds for each need not be moved: PROTOCOL.md, Limits."""

Choice = Literal["any", "people"]
"""Which of the legal moves are made: any, or rather such as people make."""


@dataclass(frozen=True)
class Plan:
    """One load.

    Attributes:
        url: where to, as `ws://127.0.0.1:8000/ws`; with `local` and `cores` it is filled in when there is a server.
        rooms, racers, watchers: how many rooms, and how many are in each. Without rooms, `watchers` sockets that say hello
            and no more.
        game, options: what is played.
        deal: whether the racers get ready; else the rooms stay lobbies.
        play: whether they play then.
        rate: moves a second, by all racers together and evenly paced; 0: each plays on as soon as the answer is there.
        choice: which moves.
        watched_at: where the watchers go to, in turn; empty: to `url`.
        first: the number of the first room, or socket without rooms: names, addresses and choices go by it.
        local: whether the server is on this machine, where a load can come from many addresses.
        cores: the processors that the load keeps to; empty: any.
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
        """Sockets of a room; of a load without rooms, of what stands in its place."""
        return self.racers + self.watchers if self.rooms else 1

    @property
    def sockets(self) -> int:
        """All sockets."""
        return self.rooms * self.per_room if self.rooms else self.watchers

    def address(self, number: int) -> str | None:
        """Return the address that a socket of this number comes from; None: the one that there is."""
        if not self.local:
            return None
        group = min(SOCKETS_PER_ADDRESS, ROOMS_PER_ADDRESS * self.per_room) if self.rooms else SOCKETS_PER_ADDRESS
        place = (self.first * self.per_room + number) // max(group, 1)
        return f"127.{1 + place // 62500}.{1 + place // 250 % 250}.{1 + place % 250}"

    def parts(self, count: int) -> list[Plan]:
        """Return this plan as that of so many processes, each with rooms of its own; fewer where there are fewer rooms."""
        if not self.rooms or count == 1:
            return [self]
        ends = [self.rooms * number // count for number in range(count + 1)]
        return [
            replace(self, rooms=end - begin, first=self.first + begin, rate=self.rate * (end - begin) / self.rooms)
            for begin, end in pairwise(ends)
            if end > begin
        ]

    def as_json(self) -> str:
        """Return it as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the plan that a line is."""
        fields = json.loads(text)
        return cls(**fields | {name: tuple(fields[name]) for name in ("cores", "watched_at")})
