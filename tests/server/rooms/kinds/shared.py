"""A kind of room for tests: two to four players move at one table, all at any time. After a minute it is dealt anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cadogan_games.engine import view
from cadogan_games.engine.duel import laid_anew
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, NothingToUndo, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_protocol.rooms import ResultRow
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.effects import Awaited, BoardChanged, Opened, Progressed
from cadogan_server.rooms.kinds.mode import Kind, Mode, Views
from cadogan_server.rooms.kinds.registry import Modes
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, GaveUp, NextGame, Played, Record, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.state import Reducers, State

MINUTE = 60_000


class SharedViews(Views):
    """The table as stream `BOARDS` + seat for each player, and as `OTHERS` for spectators. All see the same."""

    def __init__(self, state: State) -> None:
        self.table: Table | None = None
        self._state = state

    @property
    def streams(self) -> tuple[int, ...]:
        return (*(BOARDS + seat for seat in self._state.occupants), OTHERS) if self.table else ()

    @property
    def replayed(self) -> tuple[int, ...]:
        return (OTHERS,)

    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        if self.table is None:
            return ()
        return (OTHERS,) if seat is None else (BOARDS + seat,)

    def board(self, stream: int) -> TableState:
        assert self.table is not None
        piles, counters = view.state(self.table, None)
        return TableState(piles=piles, counters=counters)

    def name(self, stream: int) -> str:
        return "all"

    def show(self, events: list[Event]) -> None:
        shown = tuple(view.events(self._state.game, events, None))
        self._state.effects += [BoardChanged(stream, shown) for stream in self.streams]


class Shared(Mode):
    """The rules of play. Its facts differ from those of races and duels, and it is registered under the name of each in
    turn."""

    kind: ClassVar[Kind] = Kind(
        name="race",
        fewest=2,
        most=4,
        own_boards=False,
        hidden_hands=False,
        turns=False,
        digests=False,
        by_time=True,
        draws=True,
        matches=False,
        one_clock=True,
        ends_when_left=False,
        judged=False,
    )

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.views = self.boards = SharedViews(state)
        self.standings: dict[int, Standing] = {}

    @property
    def table(self) -> Table:
        assert self.boards.table is not None
        return self.boards.table

    def standing(self, seat: int) -> Standing | None:
        return self.standings.get(seat)

    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        plays = self.state.phase == "running" and not self.is_done(seat)
        return BOARDS + seat, self.table.moves() if plays else [], plays and self.table.can_undo

    def is_done(self, seat: int) -> bool:
        return self.state.phase == "finished" or self.standings[seat].state != "playing"

    def deal(self) -> None:
        self.boards.table = self.state.game.deal(self.state.seed)
        self.standings = {seat: Standing() for seat in self.state.occupants}
        assert self.state.starts is not None
        self.due = self.state.starts + MINUTE

    def played(self, record: Played) -> None:
        self._must_play(record.seat)
        try:
            events = self.table.play(record.move)
        except IllegalMove as error:
            raise illegal(error) from None
        self._changed(record, events, 1)

    def undone(self, record: Undone) -> None:
        self._must_play(record.seat)
        try:
            events = self.table.undo()
        except NothingToUndo as error:
            raise Refused(ErrorCode.NOTHING_TO_UNDO, str(error)) from None
        self._changed(record, events, -1)

    def gave_up(self, record: GaveUp) -> None:
        self.standings[record.seat].state = "stood"
        self.state.occupants[record.seat].note(record.request)
        self.state.effects += [Progressed(record.seat, self.standings[record.seat]), Opened(), Awaited(record.seat)]

    def conclude(self, now: int, seat: int | None = None) -> Record | None:
        if self.state.phase == "running" and (self.table.won or all(map(self.is_done, self.standings))):
            return Ended(now, "done")
        return None

    def act(self, t: int) -> Record:
        return NextGame(t)

    def dealt_anew(self, record: NextGame) -> None:
        before = self.table
        self.boards.table = self.state.game.deal(self.state.seed[::-1])
        self.boards.show(laid_anew(before, self.table))
        self.due = None
        self.state.effects += [Awaited(seat) for seat in self.standings]

    reducers: ClassVar[Reducers] = {NextGame: dealt_anew}

    def rows(self) -> tuple[ResultRow, ...]:
        return tuple(
            ResultRow(
                rank=1,
                seat=seat,
                name=self.state.occupants[seat].name,
                won=self.table.won,
                progress=self.table.progress,
                moves=standing.moves,
            )
            for seat, standing in self.standings.items()
        )

    def _must_play(self, seat: int) -> None:
        if self.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "you gave up")

    def _changed(self, record: Played | Undone, events: list[Event], moves: int) -> None:
        own = self.standings[record.seat]
        own.moves = max(0, own.moves + moves)
        for standing in self.standings.values():
            standing.progress = self.table.progress
        self.state.occupants[record.seat].note(record.request)
        self.boards.show(events)
        self.state.effects += list(map(Progressed._make, self.standings.items()))
        self.state.effects += [Awaited(seat) for seat in self.standings if seat != record.seat]


class SharedByDuel(Shared):
    """The same under the other name."""

    kind = Shared.kind._replace(name="duel")


SHARED: Modes = {"race": Shared, "duel": SharedByDuel}
