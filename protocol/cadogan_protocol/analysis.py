"""The analysis of a finished game on the wire: where a race was lost, and which moves of a duel were mistakes.

A position is a number on a board of the replay: 0 is the deal, and `n` is the board after `n` of its `steps`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.moves import Move, TableEvent
from cadogan_protocol.parts import Millis, Part

Position = Annotated[int, Field(ge=0)]
"""A position on a board of a replay: the number of the board's `steps` before it."""

AnalysisVerdict = Literal["won", "lost", "unknown"]
"""Won: a win is proved from here, by a player who knows all cards. Lost: it is proved that there is none. Unknown: the
solver has proved neither."""

AnalysisStatus = Literal["queued", "running", "done", "failed", "unavailable"]
"""Queued and running: ask again after a second or more. Failed: asking again begins a new analysis. Unavailable: there is
none for this room, or not yet, as `why` says."""


class AnalysisSpan(Part):
    """Positions of a board, `first` to `last`, with the same verdict."""

    first: Position
    last: Position
    verdict: AnalysisVerdict


class AnalysisMove(Part):
    """A move of a winning line, and what it changes on the board."""

    move: Move
    events: tuple[TableEvent, ...]


class TurningPoint(Part):
    """The last position of a board from which a win is proved, and the move that was played there instead."""

    position: Position
    at: Millis = Field(description="the moment of the step away from it, from the start of the race")
    winning: Move | None = Field(
        None, description="the move that would have kept the win: the first one of `line`; null if `line` is empty"
    )
    played: Move | None = Field(None, description="the move that was played; null if a move was taken back there")
    lost: bool = Field(description="true if the next position is proved lost; false if its verdict is unknown")


class AnalysedBoard(Part):
    """The solver's verdicts on a board."""

    seat: int = Field(description="as in the replay; boards of ghosts are not analysed")
    spans: tuple[AnalysisSpan, ...] = Field(description="all positions of the board, in order")
    turning: TurningPoint | None = Field(
        None,
        description="null if no position is proved won, or if the board's last position is: the player has won, or could still",
    )
    line_from: Position | None = Field(
        None, description="the last position that is proved won; null if none is, and `line` is empty"
    )
    line: tuple[AnalysisMove, ...] = Field(
        description="the solver's winning line from there; empty also if the player has won there"
    )


Thousandths = Annotated[int, Field(ge=0, le=1000)]
"""A chance to win, or a part of one, in thousandths; a draw counts as half a win."""


class JudgedMove(Part):
    """A move of a duel, as the strong bot judges it by what its player could see."""

    position: Position = Field(description="the position of the replay's board in which it was made")
    at: Millis = Field(description="the moment of the move, from the start of the match")
    seat: int
    played: Move
    best: Move | None = Field(
        None,
        description="the move that the bot would have made; null if it thinks none better than the one that was made",
    )
    chance: Thousandths = Field(description="the player's chance to win by the best move, as the bot estimates it")
    loss: Thousandths = Field(0, description="what the move lost of that chance")
