"""The sheets of games whose cards go one by one between open columns, read once more without the engine's rules."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.engine.table import Move
from tests.games.by_the_sheet import Face, Second, moved, rank, red, suit
from tests.games.by_the_sheet import differences as differences_of

Goes = Callable[[str, str], bool]
"""Says whether a card may lie on the next higher card, by their names."""


def any_suit(card: str, below: str) -> bool:
    """True: suits don't matter."""
    return True


def other_colour(card: str, below: str) -> bool:
    """True if one card is red and the other black."""
    return red(card) != red(below)


def second(goes: Goes, *, spaces: bool) -> Second:
    """Return the second definition. With `spaces` an empty column takes any card."""

    def by_the_sheet(face: Face) -> dict[Move, Face]:
        columns = [spot for spot in face if spot.startswith("tableau")]
        found: dict[Move, Face] = {}
        for src in [spot for spot in face if spot.startswith(("tableau", "reserve")) and face[spot]]:
            card = face[src][-1]
            home = f"foundations/{'CDHS'.index(suit(card))}"
            if len(face[home]) == rank(card) - 1:
                found[src, home, 1] = moved(face, src, home)
            for dst in columns:
                if dst == src:
                    continue
                if face[dst]:
                    legal = rank(face[dst][-1]) == rank(card) + 1 and goes(card, face[dst][-1])
                else:
                    legal = spaces and (src not in columns or len(face[src]) > 1)
                if legal:
                    found[src, dst, 1] = moved(face, src, dst)
        return found

    return by_the_sheet


def differences(id: str, goes: Goes, *, spaces: bool) -> list[str]:
    """Play games at random, and return a sentence for the first difference from the definition."""
    return differences_of(id, second(goes, spaces=spaces), 15)
