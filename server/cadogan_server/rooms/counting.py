"""The one place that decides for whom a finished game counts, where, and why not elsewhere.

Only the boards know other rooms, so they decide how much a game counts when the same two people meet again and again, and that it
does not count for somebody who played another one at the same moment (`elsewhere`).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from cadogan_games import catalogue
from cadogan_protocol.rooms import ResultRow, WhyNot
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.state import State

FEWEST_MOVES = 3
"""Moves. Players who gave up with fewer count as not having played."""

ON_NO_RECORD: frozenset[WhyNot] = frozenset({"bot", "daily", "unrated", "known_deal", "fast", "options", "called_off"})
"""Reasons for which a result does not go into the player's own figures either."""

SOLO: frozenset[WhyNot] = frozenset({"alone", "bots", "same_place", "idle"})
"""Reasons for which a result goes not on the public boards, but on those for people who play alone or at home."""


class Counted(NamedTuple):
    """The weight of one person's result on the boards.

    Attributes:
        occupant: the person.
        row: the person's row of the results.
        opponents: the opponents against whom it counts. Without any, it is not on the public boards, and `why_not` of
            the row says why.
        first: true if nobody ranks above the player, and at least one of the opponents ranks below.
    """

    occupant: Occupant
    row: ResultRow
    opponents: tuple[Occupant, ...]
    first: bool


def judged(state: State, mode: Mode, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
    """Return the rows of the results with two facts added: whether each counts, and how evenly a person moved."""
    return tuple(
        row.model_copy(update={"why_not": _why_not(state, mode, row), "evenness": _evenness(state, row.seat)})
        for row in rows
    )


def counted(state: State, mode: Mode) -> list[Counted]:
    """Return the counted results of a finished room, for each person; none of an unfinished one."""
    rows = state.results.rows if state.results else ()
    ranks = {row.seat: row.rank for row in rows}
    found = []
    for row in rows:
        if row.why_not in ON_NO_RECORD:
            continue
        opponents = tuple(_opponents(state, mode, row))  # there are none if `why_not` says why
        beaten = any(ranks[other.seat] > row.rank for other in opponents)
        found.append(Counted(state.occupants[row.seat], row, opponents, row.rank == 1 and beaten))
    return found


def board_of(state: State) -> str | None:
    """Return the board on which the room's results are compared; None if its options have none."""
    year = datetime.fromtimestamp(state.created.at / 1000, UTC).year
    return catalogue.board(state.created.game, state.created.options, year)


def _why_not(state: State, mode: Mode, row: ResultRow) -> WhyNot | None:
    mine, hands = state.occupants[row.seat], state.hands.get(row.seat)
    if mine.bot:
        return "bot"
    if state.created.contest:
        return "daily"
    if mode.is_void:
        return "called_off"
    if not state.rules.rated:
        return "unrated"
    if not state.takes_nonces:
        return "known_deal"
    if hands is not None and hands.too_fast:
        return "fast"
    if board_of(state) is None:
        return "options"
    return _why_no_opponent(state, mode, row)


def _why_no_opponent(state: State, mode: Mode, row: ResultRow) -> WhyNot | None:
    """Return why there was no opponent; None if there was one."""
    mine = state.occupants[row.seat]
    side = mode.side_of(row.seat)
    others = [occupant for occupant in state.occupants.values() if mode.side_of(occupant.seat) != side]
    if not others:
        return "alone"
    people = [occupant for occupant in others if not occupant.bot]
    if not people:
        return "bots"
    if not any(_came_apart(mine, occupant) for occupant in people):
        return "same_place"
    return None if any(_opponents(state, mode, row)) else "idle"


def _opponents(state: State, mode: Mode, row: ResultRow) -> Iterator[Occupant]:
    mine = state.occupants[row.seat]
    until = row.time if mode.kind.by_time and row.won and row.time is not None else state.lasted
    for occupant in state.occupants.values():
        if (
            mode.side_of(occupant.seat) != mode.side_of(row.seat)
            and not occupant.bot
            and _came_apart(mine, occupant)
            and has_played(state, mode, occupant.seat, until)
        ):
            yield occupant


def _came_apart(one: Occupant, other: Occupant) -> bool:
    """Return True if the two came from different addresses and browsers, as far as is known."""
    return set(one.origin).isdisjoint(other.origin)


def has_played(state: State, mode: Mode, seat: int, until: int) -> bool:
    """Return True if a player moved in the last third of a race of `until` ms, or played their own board to its end."""
    if mode.has_played_out(seat):
        return True
    hands, standing = state.hands.get(seat), mode.standing(seat)
    if hands is None or standing is None:
        return False
    if state.by_days:  # a player who stays away for the last days has played none the less
        return hands.moves >= FEWEST_MOVES
    gave_up = standing.state in ("stood", "late", "left")
    return 3 * hands.last >= 2 * until and not (gave_up and hands.moves < FEWEST_MOVES)


def _evenness(state: State, seat: int) -> float | None:
    hands = state.hands.get(seat)
    return hands.evenness if hands is not None and not state.occupants[seat].bot else None
