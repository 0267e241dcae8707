"""The result of a contest of a day, as the day's board and the player's calendar keep it."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_protocol.days import UnlistedWhy
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.counting import FEWEST_MOVES
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.kinds.mode import Kind
from cadogan_server.rooms.room import Room

TIE_BREAK = 2**27
"""Exclusive upper bound of the lowest part of a rank value: a number of moves, or milliseconds (a day has 86 million)."""

MOST_PENALTY = 1000
"""Exclusive upper bound of the penalty in a rank value: greater penalties count as 999."""

MOST_SCORE = 1000
"""Exclusive upper bound of the score in a rank value: greater scores count as 999."""


class Attempt(NamedTuple):
    """A finished attempt at a contest.

    Attributes:
        player, name: the player.
        won, time, progress, score, moves: as in the results.
        room: the code of the room.
        value: the rank value on the day's board, the least first. None: the attempt is on no board and counts for no
            streak.
        why_not: the reason for that.
    """

    player: str
    name: str
    won: bool
    time: int | None
    progress: int
    score: int | None
    moves: int
    room: str
    value: int | None
    why_not: UnlistedWhy | None = None


def attempts_in(room: Room) -> list[Attempt]:
    """Return the attempts of the people in a room; none unless the room was over within the day of its contest."""
    if not room.state.created.contest or room.state.results is None or room.state.starts is None:
        return []
    if day_of(room.state.starts + room.state.lasted) != room.state.created.day:
        return []
    return [_attempt(room, row) for row in room.state.results.rows if not room.state.occupants[row.seat].bot]


def _attempt(room: Room, row: ResultRow) -> Attempt:
    why_not = _why_unlisted(room, row)
    return Attempt(
        player=room.state.occupants[row.seat].player,
        name=row.name,
        won=row.won,
        time=row.time,
        progress=row.progress,
        score=row.score,
        moves=row.moves,
        room=room.code,
        value=None if why_not else value_of(row, room.mode.kind, room.state.game.progress_max),
        why_not=why_not,
    )


def _why_unlisted(room: Room, row: ResultRow) -> UnlistedWhy | None:
    hands = room.state.hands.get(row.seat)
    if hands is not None and hands.too_fast:
        return "fast"
    is_early = row.moves < FEWEST_MOVES and not row.won and not room.mode.has_played_out(row.seat)
    return "few_moves" if is_early else None


def value_of(row: ResultRow, kind: Kind, progress_max: int) -> int:
    """Return the rank value of a result on a day's board, the least first; equal results have equal values.

    Where time compares players, even a deal that is played alone is ranked like a race: winners by penalty and time, the
    others by progress, penalty and the time of their last progress. Elsewhere nobody is in a hurry: winners are ranked
    by points, the others by progress; then by moves. The value is below 2^53, which a sorted set keeps exactly.
    """
    rank = 0 if row.won else 1 + progress_max - row.progress
    if kind.by_time:
        within, last = min(row.penalty, MOST_PENALTY - 1), row.time or 0
    else:
        within, last = MOST_SCORE - 1 - min(row.score or 0, MOST_SCORE - 1), row.moves
    return (rank * max(MOST_SCORE, MOST_PENALTY) + within) * TIE_BREAK + min(last, TIE_BREAK - 1)
