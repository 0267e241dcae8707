"""The boards of a race, and the audience of each: the cards under a racer's cards also lie under everybody else's."""

from __future__ import annotations

from collections.abc import Mapping

from cadogan_games.engine import view
from cadogan_games.engine.events import Event
from cadogan_protocol.games import TableState
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.mode import Views
from cadogan_server.rooms.kinds.racer import Racer
from cadogan_server.rooms.kinds.veil import Veil
from cadogan_server.rooms.state import State


class RaceViews(Views):
    """The boards of a race. Stream `BOARDS` + seat is a racer's board as the racer sees it.

    In a race that is watched fairly, everybody else sees it as stream `OTHERS` + seat, with a veil over what may help a
    racer. In other races everybody who may see it sees it as the racer does.

    Args:
        state: the state of the room.
        racers: the racers by seat, none before the deal.
    """

    __slots__ = ("_fair", "_racers", "_state", "_veil")

    def __init__(self, state: State, racers: Mapping[int, Racer]) -> None:
        self._state = state
        self._fair = state.rules.spectators == "fair"
        self._racers = racers
        self._veil: Veil | None = None

    # ---- views for others --------------------------------------------------------------------------------------------

    @property
    def streams(self) -> tuple[int, ...]:
        """One stream for each racer; in a race that is watched fairly another one each for everybody else."""
        return (*self.replayed, *(OTHERS + seat for seat in self._racers if self._fair))

    @property
    def replayed(self) -> tuple[int, ...]:
        """One stream for each racer."""
        return tuple(BOARDS + seat for seat in self._racers)

    @property
    def own_are_shared(self) -> bool:
        """True if spectators see what racers see."""
        return self._state.rules.spectators in ("live", "delayed")

    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return only their own board for a racer who still plays: a rival's board on the same deal shows what lies
        under one's own cards (see `veil.py`). Everybody else sees all boards: spectators, racers who are done in a race
        that may be watched, and after the end all racers.
        """
        if not self._racers:
            return ()
        others = OTHERS if self._fair else BOARDS
        if seat is None:
            return tuple(others + each for each in self._racers)
        watched = self._state.rules.spectators in ("fair", "live")
        if self._state.phase == "finished" or (watched and self._racers[seat].is_done):
            return (BOARDS + seat, *(others + each for each in self._racers if each != seat))
        return (BOARDS + seat,)

    def board(self, stream: int) -> TableState:
        """Return a racer's board with face-down cards masked; in streams for others, cards that not all racers have
        seen are masked too.
        """
        seat = stream - (OTHERS if stream >= OTHERS else BOARDS)
        piles, counters = view.state(self._racers[seat].table, None)
        if stream >= OTHERS and self._veil is not None:
            piles = self._veil.piles(seat, piles)
        return TableState(piles=piles, counters=counters)

    def name(self, stream: int) -> str:
        """Return the name of the board's racer."""
        return self._state.occupants[stream - BOARDS].name

    # ---- events ------------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Veil the racers' tables right after the deal."""
        if self._fair or self._state.rules.undo == "covered":
            self._veil = Veil({seat: racer.table for seat, racer in self._racers.items()})
            self.leave(*(seat for seat, racer in self._racers.items() if racer.is_done))

    def show(self, seat: int, events: list[Event], *, back: bool = False) -> bool:
        """Add the effects of a change of a board; return True if it revealed something to its racer. `back`: a move was
        taken back.
        """
        veil, effects = self._veil, self._state.effects
        shown = tuple(view.events(self._state.game, events, None))
        effects.append(BoardChanged(BOARDS + seat, shown))
        if veil is None:
            return False
        learned, veiled = veil.show(seat, events, shown, back=back)
        if self._fair:
            effects.append(BoardChanged(OTHERS + seat, veiled))
            if veil.has_opened:
                self._unveil(but=seat)
        return learned

    def leave(self, *seats: int) -> None:
        """Note that these racers play no more: what they have not seen is no longer kept from anybody."""
        if self._veil is not None:
            for seat in seats:
                self._veil.leave(seat)
            self._unveil()

    def _unveil(self, but: int | None = None) -> None:
        """Show on all boards but one the cards that all remaining racers have seen by now."""
        if self._veil is not None and self._fair:
            for seat, events in self._veil.opened(but):
                self._state.effects.append(BoardChanged(OTHERS + seat, tuple(events)))
