"""Games for two at one table: turns, resigning, running out of time, and the value of the end.

A duel is a `Patience` with three additions. Its counter `seat` holds the seat to act. The counters `_timeouts_0` and
`_timeouts_1` hold for each seat how many times in succession its time ran out. Its last phase is `over`. Its legal
moves are those of the seat to act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cadogan_games.engine.events import COUNT, ORDER, Event
from cadogan_games.engine.patience import Patience
from cadogan_games.engine.refusals import Refusal, refused
from cadogan_games.engine.table import IllegalMove, Move, Table

OVER = "over"
"""The phase of a duel that is over."""


NOT_YOUR_CALL = Refusal("not_your_call", "only the player who is not on turn may call that")
"""The refusal of a call by the seat to act."""


@dataclass(frozen=True)
class Ending:
    """The outcome of a duel.

    `winner` is the winning seat (None: a draw). `points` is the value of the win. `played_out` is true if the winner's
    pile was played out, `forfeited` if the loser forfeits for being too late.
    """

    winner: int | None
    points: int
    played_out: bool
    forfeited: bool = False


@dataclass(frozen=True, kw_only=True)
class Duel(Patience):
    """The definition of a game for two.

    `seat_progress(table, seat)` counts what a seat has achieved. `resign(table, seat)` ends the game for that seat.
    `time_out(table)` runs when the time of the seat to act is up. `outcome(table)` is called only when the game is
    over. `calls` names the actions that belong to the seat which is not to act, as a call of "stop" does. `judged` is
    true if a bot can judge its moves.
    """

    seat_progress: Callable[[Table, int], int]
    resign: Callable[[Table, int], None]
    time_out: Callable[[Table], None]
    outcome: Callable[[Table], Ending]
    calls: tuple[str, ...] = ()
    judged: bool = False

    @property
    def actions_at_any_time(self) -> tuple[str, ...]:
        """Either player may resign at any time."""
        return ("resign",)

    def awaited(self, table: Table) -> int | None:
        """Return the seat to act, 0 or 1, or None if the game is over."""
        return None if table.phase == OVER else table.count("seat")

    def seat(self, table: Table, number: int, seats: Sequence[int]) -> None:
        """Exchange the sides in every other game of a match."""
        if number % 2:
            swap_sides(table)

    def progress(self, table: Table) -> list[int]:
        """Return each seat's progress."""
        return [self.seat_progress(table, 0), self.seat_progress(table, 1)]


def definition(table: Table) -> Duel:
    """Return the duel's definition. Raises TypeError for a table of another kind of game."""
    found = table.game.definition
    if not isinstance(found, Duel):
        raise TypeError(f"{table.game.head.id} is no duel")
    return found


def awaited(table: Table) -> int | None:
    """Return the seat to act, 0 or 1, or None if the game is over."""
    return definition(table).awaited(table)


def moves(table: Table, seat: int) -> list[Move]:
    """Return the legal moves of a seat: those of the table if it is to act, else what it may call."""
    acting, calls = awaited(table), definition(table).calls
    if acting is None or not (calls or acting == seat):
        return []
    return [move for move in table.moves() if (move[0] in calls) != (acting == seat)] if calls else table.moves()


def may_call(table: Table, move: Move) -> bool:
    """True if a move belongs to the seat that is not to act."""
    return move[0] in definition(table).calls


def play(table: Table, seat: int, move: Move) -> list[Event]:
    """Carry out a move of a seat, and return the events. Raises IllegalMove if it is not one of the seat's own."""
    if (awaited(table) == seat) == may_call(table, move):
        raise IllegalMove(NOT_YOUR_CALL)
    return table.play(move)


def progress(table: Table) -> tuple[int, int]:
    """Return each seat's progress."""
    first, second = definition(table).progress(table)
    return first, second


def outcome(table: Table) -> Ending | None:
    """Return how the duel ended, or None while it goes on."""
    return definition(table).outcome(table) if table.phase == OVER else None


def resign(table: Table, seat: int) -> list[Event]:
    """Let a seat give up, which is legal at any time for either seat. Return the events; none if the game is over
    already."""
    return _change(table, lambda: definition(table).resign(table, seat))


def time_out(table: Table) -> list[Event]:
    """Act on the end of the time of the seat to act. Return the events; none if the game is over already."""
    return _change(table, lambda: definition(table).time_out(table))


@refused("over", "the game is over")
def going_on(table: Table) -> bool:
    """True if the game is not over."""
    return table.phase != OVER


def count_time_out(table: Table) -> bool:
    """Count a time-out of the seat to act. If the seat forfeits by it, end the game and return True."""
    seat = table.count("seat")
    table.add(f"_timeouts_{seat}")
    if is_too_late(table, seat):
        definition(table).resign(table, seat)
        return True
    return False


def is_too_late(table: Table, seat: int) -> bool:
    """True if a seat has had the time-outs in succession by which a game is forfeited."""
    options = table.game.options
    most = 1 if options["on_timeout"] == "forfeit" else options["max_timeouts"]
    return table.count(f"_timeouts_{seat}") >= most


def acted(table: Table) -> None:
    """Reset the time-outs of the seat to act, which has acted by itself."""
    table.set(f"_timeouts_{table.count('seat')}", 0)


def time_outs(table: Table) -> tuple[int, int]:
    """Return for each seat how many times in succession its time ran out; 0 once it has acted by itself."""
    return table.count("_timeouts_0"), table.count("_timeouts_1")


def swap_sides(table: Table) -> None:
    """Exchange the dealt cards of the two seats, and the seat that begins. Call it right after the deal. It logs
    nothing."""
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
    """Return the events that turn one table into another of the same game: spectators need them for a match's next
    game."""
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
