"""The one table of a duel or a shared game, in a view for each seat and one for spectators: who sees which hands, and when."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from cadogan_games.engine import view
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import Table
from cadogan_protocol.games import TableState
from cadogan_protocol.streams import BOARDS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.mode import Views
from cadogan_server.rooms.state import State


class TableViews(Views):
    """The views of one table: stream `BOARDS` + seat for each player, `WATCHED` for spectators. They differ in the hands alone.

    Attributes:
        WATCHED: the stream that spectators see.
        table: the table of the present game or round; None before the first one is dealt.
    """

    __slots__ = ("_state", "table")

    WATCHED: ClassVar[int]

    def __init__(self, state: State) -> None:
        self.table: Table | None = None
        self._state = state

    @property
    @abstractmethod
    def differ(self) -> bool:
        """True if one view may show what another does not."""

    @property
    def replayed(self) -> tuple[int, ...]:
        """The spectators' view, with all hands."""
        return (self.WATCHED,) if self.table else ()

    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the own view of a player, or the spectators' view for a spectator. At the end players see the spectators' view
        too, which then shows all hands, if views differ.
        """
        if self.table is None:
            return ()
        if seat is None:
            return (self.WATCHED,)
        opens = self.differ and self._state.phase == "finished"
        return (BOARDS + seat, self.WATCHED) if opens else (BOARDS + seat,)

    def board(self, stream: int) -> TableState:
        """Return the table as the subscribers of a stream see it."""
        assert self.table is not None, "the cards are dealt"
        piles, counters = view.state(self.table, self._role(stream))
        return TableState(piles=piles, counters=counters)

    def show(self, events: list[Event]) -> None:
        """Add the effects of a change of the table, in all views."""
        game, effects = self._state.game, self._state.effects
        if self.differ:
            effects += [
                BoardChanged(stream, tuple(view.events(game, events, self._role(stream)))) for stream in self.streams
            ]
        else:
            shown = tuple(view.events(game, events, None))
            effects += [BoardChanged(stream, shown) for stream in self.streams]

    def _role(self, stream: int) -> view.Role:
        """Return the role of a stream's viewers. While the match runs, spectators see no hand, however long their delay: a card
        may stay in a hand for longer. In a replay and at the end they see all hands.
        """
        if stream != self.WATCHED:
            return stream - BOARDS
        return view.EVERYTHING if self._state.laid_open or self._state.phase == "finished" else None
