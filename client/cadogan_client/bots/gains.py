"""Learns how many cards each of a game's own actions brings home."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.policy import Move, View


class Gains:
    """The mean number of cards that each action has brought home so far. An action is known by its name and its number
    of spots."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, int], int] = {}
        self._brought: dict[tuple[str, int], int] = {}
        self._home = 0
        self._last: tuple[str, int] | None = None

    def look(self, view: View) -> None:
        """Note the gain of the last action."""
        home = sum(len(pile) for kind, pile in zip(view.kinds, view.piles, strict=True) if kind == "foundation")
        if self._last is not None:
            self._made[self._last] = self._made.get(self._last, 0) + 1
            self._brought[self._last] = self._brought.get(self._last, 0) + max(0, home - self._home)
            self._last = None
        self._home = home

    def note_move(self, move: Move) -> None:
        """Note that this move is made now."""
        self._last = _name(move)

    def of(self, move: Sequence[object]) -> float:
        """Return the mean number of cards that an action brings home; 0 if it was never made."""
        name = _name(move)
        made = self._made.get(name, 0) if name else 0
        return self._brought[name] / made if name and made else 0.0


def _name(move: Sequence[object]) -> tuple[str, int] | None:
    return (move[0], len(move)) if isinstance(move[0], str) else None
