"""Decides what a finished game counts for, for whom, and why not: the one place for this.

The boards know of other rooms, so they decide how much a game counts when the same two meet again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple, Protocol

from cadogan_games import catalogue
from cadogan_protocol.rooms import ResultRow, Results, RoomOptions, WhyNot
from cadogan_server.rooms.hands import Hands
from cadogan_server.rooms.records import Created
from cadogan_server.rooms.seats import Occupant, Standing

FEWEST_MOVES = 3
"""Players who gave up with fewer moves gave up at once."""

ON_NO_RECORD: frozenset[WhyNot] = frozenset({"bot", "daily", "unrated", "known_deal", "fast", "options"})
"""Reasons for which a result does not go into the player's own figures either."""


SOLO: frozenset[WhyNot] = frozenset({"alone", "bots", "same_place", "idle"})
"""Reasons for which a result is on no public board, but on the boards of people who play alone or at home."""


class JudgedRoom(Protocol):
    """The facts about a room that decide what counts there; `room.Room` has all of them."""

    created: Created
    rules: RoomOptions
    occupants: dict[int, Occupant]
    hands: dict[int, Hands]
    results: Results | None
    lasted: int

    @property
    def kind(self) -> str: ...  # noqa: D102

    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands; None before the start."""

    def has_played_out(self, seat: int) -> bool:
        """Return True if nothing was left to do on this player's own board."""


class Counted(NamedTuple):
    """The weight of one person's result on the boards.

    Attributes:
        occupant: the person.
        row: the person's row of the results.
        opponents: the opponents against whom it counts; without any, it is not on the public boards, and `why_not` of
            the row says why.
        first: true if nobody came in before the player, and one of the opponents came in behind.
    """

    occupant: Occupant
    row: ResultRow
    opponents: tuple[Occupant, ...]
    first: bool


def judged(room: JudgedRoom, rows: tuple[ResultRow, ...]) -> tuple[ResultRow, ...]:
    """Return the rows of the results with two facts added: whether each counts, and how evenly a person moved."""
    return tuple(
        row.model_copy(update={"why_not": _why_not(room, row), "evenness": _evenness(room, row.seat)}) for row in rows
    )


def counted(room: JudgedRoom) -> list[Counted]:
    """Return what counts of a finished room, for each person; nothing of an unfinished one."""
    rows = room.results.rows if room.results else ()
    ranks = {row.seat: row.rank for row in rows}
    found = []
    for row in rows:
        if row.why_not in ON_NO_RECORD:
            continue
        opponents = tuple(_opponents(room, row))  # there are none if `why_not` says why
        beaten = any(ranks[other.seat] > row.rank for other in opponents)
        found.append(Counted(room.occupants[row.seat], row, opponents, row.rank == 1 and beaten))
    return found


def board_of(room: JudgedRoom) -> str | None:
    """Return the board on which the room's results are compared; None if its options have none."""
    year = datetime.fromtimestamp(room.created.at / 1000, UTC).year
    return catalogue.board(room.created.game, room.created.options, year)


def _why_not(room: JudgedRoom, row: ResultRow) -> WhyNot | None:
    mine, hands = room.occupants[row.seat], room.hands.get(row.seat)
    if mine.bot:
        return "bot"
    if room.created.contest:
        return "daily"
    if not room.rules.rated:
        return "unrated"
    if room.rules.deal != "fresh":
        return "known_deal"
    if hands is not None and hands.too_fast:
        return "fast"
    if board_of(room) is None:
        return "options"
    return _nobody_there(room, row)


def _nobody_there(room: JudgedRoom, row: ResultRow) -> WhyNot | None:
    """Return why there was no opponent; None if there was one."""
    mine = room.occupants[row.seat]
    others = [occupant for occupant in room.occupants.values() if occupant is not mine]
    if not others:
        return "alone"
    people = [occupant for occupant in others if not occupant.bot]
    if not people:
        return "bots"
    if not any(_came_apart(mine, occupant) for occupant in people):
        return "same_place"
    return None if any(_opponents(room, row)) else "idle"


def _opponents(room: JudgedRoom, row: ResultRow) -> Iterator[Occupant]:
    mine = room.occupants[row.seat]
    until = row.time if room.kind == "race" and row.won and row.time is not None else room.lasted
    for occupant in room.occupants.values():
        if (
            occupant is not mine
            and not occupant.bot
            and _came_apart(mine, occupant)
            and _has_played(room, occupant.seat, until)
        ):
            yield occupant


def _came_apart(one: Occupant, other: Occupant) -> bool:
    """Return True if the two came from different addresses and browsers, as far as is known."""
    return set(one.origin).isdisjoint(other.origin)


def _has_played(room: JudgedRoom, seat: int, until: int) -> bool:
    """Return True if a player moved in the last third of a race of `until` ms, or played the own board to its end."""
    if room.has_played_out(seat):
        return True
    hands, standing = room.hands.get(seat), room.standing(seat)
    if hands is None or standing is None:
        return False
    gave_up = standing.state in ("stood", "late", "left")
    return 3 * hands.last >= 2 * until and not (gave_up and hands.moves < FEWEST_MOVES)


def _evenness(room: JudgedRoom, seat: int) -> float | None:
    hands = room.hands.get(seat)
    return hands.evenness if hands is not None and not room.occupants[seat].bot else None
