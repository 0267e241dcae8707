"""The table of a shared game: what lies face up is everybody's to see, and what lies face down nobody's."""

from __future__ import annotations

from cadogan_games.engine import view
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import Table
from cadogan_protocol.games import TableState
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.mode import Views
from cadogan_server.rooms.state import State


class SharedViews(Views):
    """The views of a shared table: stream `BOARDS` + seat for each player, `OTHERS` for spectators. All see the same.

    Attributes:
        table: the table of the present round; None before the first one is dealt.
    """

    __slots__ = ("_state", "table")

    def __init__(self, state: State) -> None:
        self.table: Table | None = None
        self._state = state

    @property
    def streams(self) -> tuple[int, ...]:
        """One table, for each player and for spectators."""
        return (*(BOARDS + seat for seat in self._state.occupants), OTHERS) if self.table else ()

    @property
    def replayed(self) -> tuple[int, ...]:
        """The spectators' view."""
        return (OTHERS,) if self.table else ()

    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the own view of a player, or the spectators' view for a spectator."""
        if self.table is None:
            return ()
        return (OTHERS,) if seat is None else (BOARDS + seat,)

    def board(self, stream: int) -> TableState:
        """Return the table, with cards that lie face down masked."""
        assert self.table is not None, "the cards are dealt"
        piles, counters = view.state(self.table, None)
        return TableState(piles=piles, counters=counters)

    def name(self, stream: int) -> str:
        """Return the players' names, at most as long as one name may be."""
        occupants = self._state.occupants
        return ", ".join(occupants[seat].name for seat in sorted(occupants))[:MAX_NAME]

    def show(self, events: list[Event]) -> None:
        """Add the effects of a change of the table, in all views."""
        shown = tuple(view.events(self._state.game, events, None))
        self._state.effects += [BoardChanged(stream, shown) for stream in self.streams]
