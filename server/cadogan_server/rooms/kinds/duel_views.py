"""The table of a duel in three views: one for each seat, and one for spectators, who see no hand."""

from __future__ import annotations

from cadogan_games.engine import view
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import Table
from cadogan_protocol.games import TableState
from cadogan_protocol.limits import MAX_NAME
from cadogan_protocol.streams import BOARDS, SPECTATORS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.mode import Views
from cadogan_server.rooms.state import State


class DuelViews(Views):
    """The views of a duel's table.

    Attributes:
        table: the table of the current game; None before the first one is dealt.
    """

    __slots__ = ("_state", "table")

    def __init__(self, state: State) -> None:
        self.table: Table | None = None
        self._state = state

    @property
    def streams(self) -> tuple[int, ...]:
        """One table, in three views."""
        return (BOARDS, BOARDS + 1, SPECTATORS) if self.table else ()

    @property
    def replayed(self) -> tuple[int, ...]:
        """The spectators' view, with both hands."""
        return (SPECTATORS,) if self.table else ()

    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the own view of a player, or the spectators' view for a spectator. At the end players see the
        spectators' view too, which then shows both hands.
        """
        if self.table is None:
            return ()
        if seat is None:
            return (SPECTATORS,)
        return (BOARDS + seat, SPECTATORS) if self._state.phase == "finished" else (BOARDS + seat,)

    def board(self, stream: int) -> TableState:
        """Return the table as the subscribers of a stream see it."""
        assert self.table is not None, "the cards are dealt"
        piles, counters = view.state(self.table, self._role(stream))
        return TableState(piles=piles, counters=counters)

    def name(self, stream: int) -> str:
        """Return both players' names, at most as long as one name may be."""
        occupants = self._state.occupants
        return f"{occupants[0].name} – {occupants[1].name}"[:MAX_NAME]

    def show(self, events: list[Event]) -> None:
        """Add the effects of a change of the table, in three views."""
        state = self._state
        state.effects += [
            BoardChanged(stream, tuple(view.events(state.game, events, self._role(stream)))) for stream in self.streams
        ]

    def _role(self, stream: int) -> int | None:
        """Return the role of a stream's viewers. While the match runs, spectators see no hand, however long their delay:
        a card may stay in a hand for longer. In a replay and at the end they see both hands.
        """
        if stream != SPECTATORS:
            return stream - BOARDS
        return view.EVERYTHING if self._state.laid_open or self._state.phase == "finished" else None
