"""A table as a client sees it: piles and counters, updated by events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cadogan_protocol import GroupLayout, OptionValue, TableEvent, TableLayout, TableState
from cadogan_protocol.applying import apply_event


class BadEvent(ValueError):
    """An event does not fit the table. The local copy is wrong and needs a snapshot."""


class Table:
    """The mirror of one board.

    Attributes:
        layout: the meaning of the piles and counters, and the way to draw them.
        piles: the cards of each pile, bottom first; -1 (`HIDDEN`) is a card face down, -2 (`VEILED`) one on another's table
            that lies face up for its racer, but that not all remaining racers have seen.
        kinds: for each pile the kind of its group: "foundation", "tableau" and so on.
        group_of: for each pile the id of its group.
        owner_of: for each pile of a duel the seat that owns it; None for a shared one, and everywhere in a race.
        counters: their values, in the layout's order; the last is the number of the phase.
        game: the id of the game; empty if it is not known.
        options: the game's options.
    """

    def __init__(self, layout: TableLayout, game: str = "", options: Mapping[str, OptionValue] | None = None) -> None:
        self.layout = layout
        self.game = game
        self.options: Mapping[str, OptionValue] = options or {}
        self.kinds: list[str] = [group.kind for group in layout.groups for _ in group.places]
        self.group_of: list[str] = [group.id for group in layout.groups for _ in group.places]
        self.owner_of: list[int | None] = [place.owner for group in layout.groups for place in group.places]
        self.piles: list[list[int]] = [[] for _ in self.kinds]
        self.counters: list[int] = [0] * len(layout.counters)

    @property
    def counter_names(self) -> tuple[str, ...]:
        """The names of the counters."""
        return self.layout.counters

    @property
    def phase(self) -> str:
        """The name of the current phase of the game."""
        return self.layout.phases[self.counters[-1]]

    def counter(self, name: str) -> int:
        """Return the value of a counter. Raises ValueError if there is none of that name."""
        return self.counters[self.layout.counters.index(name)]

    def group(self, id: str) -> list[list[int]]:
        """Return the piles of a group."""
        return [pile for pile, group in zip(self.piles, self.group_of, strict=True) if group == id]

    def load(self, state: TableState) -> None:
        """Take the state of a snapshot.

        Raises:
            BadEvent: it is a snapshot of another table.
        """
        if len(state.piles) != len(self.piles) or len(state.counters) != len(self.counters):
            raise BadEvent(f"a snapshot has {len(state.piles)} piles, the layout {len(self.piles)}")
        self.piles[:] = [list(pile) for pile in state.piles]
        self.counters[:] = state.counters

    def apply(self, events: Iterable[TableEvent]) -> None:
        """Apply events in order.

        Raises:
            BadEvent: one of them does not fit. Those before it have been applied.
        """
        for event in events:
            try:
                apply_event(self.piles, self.counters, event)
            except (IndexError, ValueError, TypeError) as error:
                raise BadEvent(f"event {event!r} does not fit the table: {error}") from error

    def groups(self) -> Iterable[tuple[GroupLayout, list[list[int]]]]:
        """Yield each group of the layout with its piles."""
        start = 0
        for group in self.layout.groups:
            yield group, self.piles[start : start + len(group.places)]
            start += len(group.places)

    def copy(self) -> Table:
        """Return an independent copy of the table."""
        twin = Table(self.layout, self.game, self.options)
        twin.piles = [pile[:] for pile in self.piles]
        twin.counters = self.counters[:]
        return twin
