"""The waiting players, as the store keeps them, and the rules of fitting opponents."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

STEPS = ((0.0, 100), (5.0, 200), (10.0, 400), (15.0, None))
"""Seconds of waiting, and the greatest difference between two ratings after them; None: any. The longer wait of the two
people counts. By the model of ratings the better player wins three games in four at a difference of 100."""

NETWORK_MARK = 1
"""The place of the network's mark among the marks of an origin. People of one network may meet, those of one address may not."""


@dataclass(frozen=True)
class Seeker:
    """A person or program that waits.

    Attributes:
        seek: the random name of this search; the same player may begin another one.
        player: the player's id.
        name: the player's name.
        node: the node that has the player's socket.
        games: for each game that pleases the player, the estimate of the strength in its family.
        marks: day → the marks of the player's origin in rooms of that day.
        program: the kind of program that plays; "" for a person.
    """

    seek: str
    player: str
    name: str
    node: str
    games: Mapping[str, int]
    marks: Mapping[str, Sequence[str]]
    program: str = ""

    def packed(self) -> str:
        """Return it as the store keeps it. `apart` are the marks by which two people may be one."""
        apart = sorted({mark for marks in self.marks.values() for mark in without_network(marks)})
        return json.dumps({**asdict(self), "apart": apart})


def unpacked(it: Mapping[str, Any]) -> Seeker:
    """Return a seeker that the store has kept, from its JSON object."""
    # Lua writes an empty list as an empty object.
    marks = {day: tuple(marks) for day, marks in dict(it["marks"]).items()}
    return Seeker(it["seek"], it["player"], it["name"], it["node"], dict(it["games"]), marks, it["program"])


def without_network(marks: Sequence[str]) -> list[str]:
    """Return the marks by which two people may be one, of those that an origin gives."""
    return [mark for number, mark in enumerate(marks) if number != NETWORK_MARK]
