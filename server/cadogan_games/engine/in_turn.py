"""Games for several at one table who move by turns: whose turn it is, the time for an action, and sides.

Such a game is a `Shared` whose counter `seat` holds the seat to act. The counters `_timeouts_0`, `_timeouts_1`, … hold for
each seat how many times in succession its time ran out. Its legal moves are those of the seat to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cadogan_games.engine.events import Event
from cadogan_games.engine.refusals import Refusal
from cadogan_games.engine.sharing import SEATS, Shared, change, in_play, is_over
from cadogan_games.engine.table import IllegalMove, Move, Table

NOT_YOUR_TURN = Refusal("not_your_turn", "it is another player's turn")
"""The refusal of a move by a seat that is not to act."""


@dataclass(frozen=True, kw_only=True)
class InTurn(Shared):
    """The definition of a shared game by turns.

    `side(seat)` is the side that a seat plays for. `time_out(table)` runs when the time of the seat to act is up.
    `deal_to(table, number, seats)` changes a table right after the deal, as the game of this number in a match needs it for
    these seats. It logs nothing.
    """

    side: Callable[[int], int]
    time_out: Callable[[Table], None]
    deal_to: Callable[[Table, int, Sequence[int]], None]

    def awaited(self, table: Table) -> int | None:
        """Return the seat to act, or None if the game is over."""
        return None if is_over(table) else table.count("seat")

    def seat(self, table: Table, number: int, seats: Sequence[int]) -> None:
        """Deal to these seats alone."""
        table.counters[table.game.counter_index[SEATS]] = sum(1 << seat for seat in seats)
        self.deal_to(table, number, seats)
        table.changed()

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for."""
        return self.side(seat)

    def moves_of(self, table: Table, seat: int) -> list[Move]:
        """Return the legal moves of a seat: none if it is another's turn."""
        return table.moves() if self.awaited(table) == seat else []

    def play(self, table: Table, seat: int, move: Move) -> list[Event]:
        """Carry out a move of the seat to act, and return the events. Raises IllegalMove if it is not legal."""
        if self.awaited(table) != seat:
            raise IllegalMove(NOT_YOUR_TURN)
        return table.play(move)

    def concerned(self, table: Table, events: Iterable[Event]) -> set[int]:
        """Return all seats: a move may be the last of a turn."""
        return set(range(self.seats))


def definition(table: Table) -> InTurn | None:
    """Return the definition of a table by turns; None if it is one at which all move when they like."""
    found = table.game.definition
    return found if isinstance(found, InTurn) else None


def next_in_play(table: Table, seat: int) -> int:
    """Return the next seat in play, clockwise; the seat itself if no other plays."""
    seats = in_play(table)
    return min(seats, key=lambda other: (other <= seat, other), default=seat)


def time_out(table: Table) -> list[Event]:
    """Act on the end of the time of the seat to act. Return the events; none if the game is over already."""
    turns = definition(table)
    return change(table, lambda: turns.time_out(table)) if turns is not None else []


def time_outs(table: Table) -> tuple[int, ...]:
    """Return for each seat how many times in succession its time ran out; 0 once it has acted by itself."""
    turns = definition(table)
    return () if turns is None else tuple(table.count(f"_timeouts_{seat}") for seat in range(turns.seats))


def acted(table: Table) -> None:
    """Reset the time-outs of the seat to act, which has acted by itself."""
    table.set(f"_timeouts_{table.count('seat')}", 0)


def count_time_out(table: Table) -> bool:
    """Count a time-out of the seat to act. Return True if it is the last that the options let pass."""
    name, options = f"_timeouts_{table.count('seat')}", table.game.options
    table.add(name)
    return table.count(name) >= (1 if options["on_timeout"] == "forfeit" else options["max_timeouts"])
