"""Games for two at one table: whose turn it is, resigning, running out of time, and what the end is worth.

A duel is a `Patience` with three things more. Its counter `seat` is the seat whose action is awaited. The counters `_timeouts_0`
and `_timeouts_1` say for each seat how often in succession its time was up. Its last phase is `over`. Its moves are those of the
awaited seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cadogan_games.engine.events import COUNT, ORDER, Event
from cadogan_games.engine.patience import Patience
from cadogan_games.engine.table import Table

OVER = "over"


@dataclass(frozen=True)
class Outcome:
    """How a duel ended: the winning seat (None: a draw), the points it is worth, whether the winner's pile was played out,
    and whether the loser forfeits it for being too late."""

    winner: int | None
    points: int
    played_out: bool
    forfeited: bool = False


@dataclass(frozen=True, kw_only=True)
class Duel(Patience):
    """A game for two.

    `seat_progress(table, seat)` counts what a seat has done; `resign(table, seat)` ends the game for it; `time_out(table)`
    does what happens when the awaited seat's time is up; `outcome(table)` is asked only when the game is over.
    """

    seat_progress: Callable[[Table, int], int]
    resign: Callable[[Table, int], None]
    time_out: Callable[[Table], None]
    outcome: Callable[[Table], Outcome]


def definition(table: Table) -> Duel:
    """The duel's definition. Raises TypeError for a table of another kind of game."""
    found = table.game.definition
    if not isinstance(found, Duel):
        raise TypeError(f"{table.game.head.id} is no duel")
    return found


def awaited(table: Table) -> int | None:
    """The seat whose action is awaited, 0 or 1; None when the game is over."""
    return None if table.phase == OVER else table.count("seat")


def progress(table: Table) -> tuple[int, int]:
    """What each seat has done."""
    seat_progress = definition(table).seat_progress
    return seat_progress(table, 0), seat_progress(table, 1)


def outcome(table: Table) -> Outcome | None:
    """How the duel ended, or None while it goes on."""
    return definition(table).outcome(table) if table.phase == OVER else None


def resign(table: Table, seat: int) -> list[Event]:
    """A seat gives up; legal at any time for either seat. Returns the events, none when the game is over already."""
    return _change(table, lambda: definition(table).resign(table, seat))


def time_out(table: Table) -> list[Event]:
    """What happens when the awaited seat's time is up. Returns the events, none when the game is over already."""
    return _change(table, lambda: definition(table).time_out(table))


def time_outs(table: Table) -> tuple[int, int]:
    """By seat, how often in succession its time was up; 0 once it has acted by itself."""
    return table.count("_timeouts_0"), table.count("_timeouts_1")


def swap_sides(table: Table) -> None:
    """Right after the deal: each seat gets what the other was dealt, as when the other had dealt. Nothing is logged."""
    for group in table.game.groups:
        piles = table.game.indexes(group.id)
        sides = [
            [pile for pile, place in zip(piles, group.places, strict=True) if place.owner == seat] for seat in (0, 1)
        ]
        for mine, theirs in zip(*sides, strict=True):
            table.piles[mine], table.piles[theirs] = table.piles[theirs], table.piles[mine]
    table.counters[table.game.counter_index["seat"]] ^= 1
    table.changed()


def laid_anew(before: Table, after: Table) -> list[Event]:
    """The events that turn one table into another of the same game: the next game of a match, for those who look on."""
    piles = [
        (ORDER, i, tuple(old), tuple(new), 0)
        for i, (old, new) in enumerate(zip(before.piles, after.piles, strict=True))
    ]
    counters = [(COUNT, i, old, new) for i, (old, new) in enumerate(zip(before.counters, after.counters, strict=True))]
    return [*piles, *counters]


def _change(table: Table, act: Callable[[], None]) -> list[Event]:
    if table.phase == OVER:
        return []
    mark = len(table.log)
    act()
    table.game.settle(table)
    table.changed()
    return table.log[mark:]
