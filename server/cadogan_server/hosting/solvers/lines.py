"""The solver's findings about the positions of one board, kept so that nothing is asked twice.

A *path* is all moves from the deal to a position, without those taken back. A position on the way to a win is won as well,
and a position behind a lost one is lost as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cadogan_games.engine.table import Move
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Verdict

Path = tuple[Move, ...]

UNDECIDED_KEPT = 16
"""The undecided positions of a board that are remembered."""


class Lamp(NamedTuple):
    """The advice to a player about a position.

    Attributes:
        verdict: whether the position can be won.
        move: the next move of a winning line; None unless it is won, or if the game is won already.
        back: the number of moves to take back to the last position that is proved won; None unless the position is lost
            and such a position is known.
        since: the move that was played there.
        exact: True if that move is proved to have lost the game; False if it may have been a later one.
        asks_again: True if the answer may be another one soon.
    """

    verdict: Verdict
    move: Move | None = None
    back: int | None = None
    since: Move | None = None
    exact: bool = False
    asks_again: bool = False


class Lines:
    """The known lines of one board.

    Attributes:
        winning: the path of a whole game that wins; empty if none is known.
        lost: the path to a position that is proved lost; None if none is known.
    """

    __slots__ = ("_undecided", "lost", "winning")

    def __init__(self) -> None:
        self.winning: Path = ()
        self.lost: Path | None = None
        self._undecided: dict[Path, None] = {}

    def learn(self, path: Path, verdict: Verdict, line: Iterable[Move] = ()) -> None:
        """Note a verdict on a position, with the line that wins from there."""
        if verdict == WON:
            self.winning = path + tuple(line)
        elif verdict == LOST:
            self.lost = path
        else:
            self._undecided[path] = None
            if len(self._undecided) > UNDECIDED_KEPT:
                del self._undecided[next(iter(self._undecided))]

    def verdict(self, path: Path) -> Verdict | None:
        """Return the verdict on a position; None if the solver was not asked about it."""
        if self.winning and self.winning[: len(path)] == path:
            return WON
        if self._is_lost(path):
            return LOST
        return UNKNOWN if path in self._undecided else None

    def question(self, path: Path) -> Path | None:
        """Return the position that the solver must be asked about next, or None if no answer would tell `lamp` more.

        If the present position is lost, it lies in the middle between the last position known to be won and the first
        known to be lost.
        """
        verdict = self.verdict(path)
        if verdict is None:
            return path
        if verdict != LOST:
            return None
        assert self.lost is not None
        won = self._last_won(path)
        if len(self.lost) - won < 2:
            return None
        middle = path[: (won + len(self.lost)) // 2]
        return None if middle in self._undecided else middle

    def lamp(self, path: Path) -> Lamp:
        """Return what is known of a position."""
        verdict = self.verdict(path) or UNKNOWN
        if verdict == WON:
            return Lamp(WON, self.winning[len(path)] if len(self.winning) > len(path) else None)
        won = self._last_won(path)
        if verdict == UNKNOWN or won < 0:
            return Lamp(verdict)
        assert self.lost is not None
        return Lamp(LOST, back=len(path) - won, since=path[won], exact=len(self.lost) == won + 1)

    def _is_lost(self, path: Path) -> bool:
        return self.lost is not None and path[: len(self.lost)] == self.lost

    def _last_won(self, path: Path) -> int:
        """Return the length of the longest part of a path that leads to a position known to be won; -1: none does."""
        if not self.winning:
            return -1
        pairs = zip(self.winning, path, strict=False)
        return next(
            (number for number, (won, made) in enumerate(pairs) if won != made), min(len(self.winning), len(path))
        )
