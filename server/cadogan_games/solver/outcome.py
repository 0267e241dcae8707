"""The outcome of a search from a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cadogan_games.engine.table import Move

Verdict = Literal["won", "lost", "unknown"]
"""Won: a line of moves wins. Lost: no line does, which is proved. Unknown: the budget was used up before."""

WON: Verdict = "won"
LOST: Verdict = "lost"
UNKNOWN: Verdict = "unknown"


@dataclass(frozen=True)
class Outcome:
    """The verdict on a position, the number of nodes that it took, and the moves that win (empty unless won).

    The same position and budget give the same outcome on every machine.
    """

    verdict: Verdict
    nodes: int
    line: tuple[Move, ...] = ()


class LineBroken(AssertionError):
    """A winning line does not win when it is played on the engine, which is a fault in the solver. The text has the game,
    the seed and the move that fails."""
