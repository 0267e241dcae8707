"""The table of a shared game: what lies face up is everybody's to see, but a hand its owner's; what lies face down is nobody's."""

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
    """The views of a shared table: stream `BOARDS` + seat for each player, `OTHERS` for spectators. They differ in the hands
    alone.

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
        """Return the own view of a player, or the spectators' view for a spectator. If there are hands, players see the
        spectators' view too at the end, which then shows them.
        """
        if self.table is None:
            return ()
        if seat is None:
            return (OTHERS,)
        return (BOARDS + seat, OTHERS) if self.has_hands and self._state.phase == "finished" else (BOARDS + seat,)

    @property
    def has_hands(self) -> bool:
        """True if the game has cards that only their owner sees."""
        return any(owner is not None for owner in self._state.game.owners)

    def board(self, stream: int) -> TableState:
        """Return the table as the subscribers of a stream see it."""
        assert self.table is not None, "the cards are dealt"
        piles, counters = view.state(self.table, self._role(stream))
        return TableState(piles=piles, counters=counters)

    def name(self, stream: int) -> str:
        """Return the players' names, at most as long as one name may be."""
        occupants = self._state.occupants
        return ", ".join(occupants[seat].name for seat in sorted(occupants))[:MAX_NAME]

    def show(self, events: list[Event]) -> None:
        """Add the effects of a change of the table, in all views."""
        game, effects = self._state.game, self._state.effects
        if self.has_hands:
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
        if stream != OTHERS:
            return stream - BOARDS
        return view.EVERYTHING if self._state.laid_open or self._state.phase == "finished" else None
