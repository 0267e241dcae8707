"""A shared table: two to eight players move at it at the same time or by turns, in rounds to a score.

Moves count in the order of the log. Stream `BOARDS` + seat shows the table to a player, stream `OTHERS` to spectators.
The seeds of the rounds come from the room's seed (`seed_of_game`), so the whole match can be checked at its end.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Any, ClassVar, Literal

from cadogan_games.engine import in_turn, sharing
from cadogan_games.engine.duel import laid_anew
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import Clock, ResultRow
from cadogan_protocol.streams import BOARDS
from cadogan_server.rooms.effects import Awaited, Progressed
from cadogan_server.rooms.kinds.match import seed_of_game
from cadogan_server.rooms.kinds.mode import Kind, Mode
from cadogan_server.rooms.kinds.rounds import GONE, Rounds
from cadogan_server.rooms.kinds.shared_views import SharedViews
from cadogan_server.rooms.kinds.turn_clock import TurnClock
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, GaveUp, MovedOn, NextGame, Played, Record, TimedOut, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.state import State

Gone = Literal["stood", "late"]
"""The states of players who play no more: they gave up, or were late too often."""

QUIET_MS = 60_000
"""The time in ms without any progress of a round after which the rules move it on: somebody may be away."""


class TableInRounds(Mode):
    """A shared table with its players and rounds, by turns or not.

    Attributes:
        rounds: the match, with the players' standings.
    """

    __slots__ = ("_boards", "_clock", "_known", "_since", "rounds")

    kind: ClassVar[Kind] = Kind(
        name="shared",
        fewest=2,
        most=8,
        own_boards=False,
        hidden_hands=True,
        turns=False,
        digests=False,
        by_time=False,
        draws=True,
        matches=False,
        one_clock=True,
        ends_when_left=False,
        judged=False,
    )

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.views = self._boards = SharedViews(state)
        self.rounds = self._no_rounds(())
        seconds = state.game.options.get("move_seconds")
        self._clock = None if seconds is None else TurnClock(state.game.definition.seats, 1000 * int(seconds), 0)
        """The clock of a game by turns; None: all move when they like."""
        self._known: dict[int, list[Move]] = {}
        """By seat of players who still play: their legal moves as they know them."""
        self._since = 0
        """The moment of the last progress of the round; once the round is over, of its end."""

    @property
    def fewest(self) -> int:
        """The fewest players of the game with these options."""
        return max(self.kind.fewest, int(self.state.game.definition.fewest))

    @property
    def most(self) -> int:
        """The seats of the game's table."""
        return min(self.kind.most, int(self.state.game.definition.seats))

    @property
    def table(self) -> Table:
        """The table of the present round, once it is dealt."""
        table = self._boards.table
        assert table is not None, "the cards are dealt"
        return table

    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands; None before the start."""
        return self.rounds.standings.get(seat)

    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        """Return the legal moves of a seat: none between two rounds, and none after giving up."""
        return BOARDS + seat, self._known.get(seat, []) if self.state.phase == "running" else [], False

    def is_done(self, seat: int) -> bool:
        """Return True if a player has given up, or the match is over."""
        standing = self.rounds.standings.get(seat)
        return self.state.phase == "finished" or (standing is not None and standing.state in GONE)

    def may_say_onward(self, seat: int) -> bool:
        """Return True between two rounds too: when all people want the next one, it is dealt at once."""
        return self.is_done(seat) or self._is_between_rounds

    @property
    def _is_between_rounds(self) -> bool:
        table = self._boards.table
        return table is not None and sharing.is_over(table)

    def _no_rounds(self, seats: Iterable[int]) -> Rounds:
        definition = self.state.game.definition
        return Rounds(definition.target, seats, definition.side_of)

    def undone(self, record: Undone) -> None:
        """Refuse: others have seen it, and may have built on it."""
        raise Refused(ErrorCode.UNDO_OFF, f"{self.state.game.head.title} has no undo")

    def _stands(self, seat: int, how: Gone, t: int) -> None:
        """Note that a player plays no more."""
        standing = self.rounds.standings[seat]
        standing.state, standing.ended = how, t
        self.state.effects.append(Progressed(seat, standing))

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for."""
        return int(self.state.game.definition.side_of(seat))

    def rows(self) -> tuple[ResultRow, ...]:
        """Rank by points."""
        return self.rounds.rows(self.state.occupants, self._running() if self.state.phase == "running" else {})

    def _points(self) -> dict[int, int]:
        """Return what the present round is worth to each player who was dealt to."""
        points, table = sharing.definition(self.table).points, self.table
        return {seat: points(table, seat) for seat in self._known}

    def _running(self) -> dict[int, int]:
        """Return what a round that is not over is worth as it stands."""
        return {} if self._boards.table is None or self._is_between_rounds else self._points()

    def _tell_score(self) -> None:
        self.state.match = self.rounds.score
        self.state.changed("match")


class SharedTable(TableInRounds):
    """The rules of play at a shared table."""

    __slots__ = ()

    def deal(self) -> None:
        """Deal the first round."""
        self.rounds = self._no_rounds(sorted(self.state.occupants))
        self._deal_round(0)

    def played(self, record: Played) -> None:
        """Make a move of a player."""
        seat, state = record.seat, self.state
        if self.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "you gave up or were late, so you play no more")
        if self._is_between_rounds:
            raise Refused(ErrorCode.WRONG_PHASE, _why_over(state, self.table))
        acting = state.game.definition.awaited(self.table)
        if acting not in (None, seat):
            raise Refused(ErrorCode.NOT_YOUR_TURN, f"it is not your turn: it is {state.occupants[acting].name}'s")
        try:
            events = sharing.play(self.table, seat, record.move)
        except IllegalMove as error:
            late = sharing.too_late(self.table, record.move, lambda other: state.occupants[other].name)
            raise illegal(error if late is None else IllegalMove(late)) from None
        self.rounds.standings[seat].moves += 1
        state.occupants[seat].note(record.request)
        self._changed(record.t, events, seat)

    def gave_up(self, record: GaveUp) -> None:
        """Let a player play no more. The others play on."""
        seat, state = record.seat, self.state
        state.occupants[seat].note(record.request)
        self._stands(seat, "stood", record.t)
        if not self._is_between_rounds:
            self._changed(record.t, sharing.leave(self.table, seat), None)

    def conclude(self, now: int, seat: int | None = None) -> Record | None:
        """Return the record that ends the match once it is decided or too few are left, or deals the next round once all
        people want to go on.
        """
        state = self.state
        if state.phase != "running":
            return None
        playing = self.rounds.playing
        people = [each for each in state.people if each in playing]
        if self.rounds.sides < self.kind.fewest or (state.people and not people):
            return Ended(now, "done")
        if not self._is_between_rounds:
            return None
        if self.rounds.is_decided:
            return Ended(now, "done")
        if people and set(people) <= set(state.onward):
            assert state.starts is not None
            return NextGame(max(0, now - state.starts))
        return None

    def ending(self, record: Ended) -> None:
        """Count a round that is still running as it stands, and note who was away until the room was closed."""
        state = self.state
        self.rounds.add(self._running())
        self._tell_score()
        for seat, standing in self.rounds.standings.items():
            if standing.state == "playing":
                away = record.why == "empty" and not state.occupants[seat].bot
                standing.state, standing.ended = "left" if away else "finished", state.latest
        self.due = None
        if state.clock is not None:
            state.clock = Clock()  # an update can't carry None
            state.changed("clock")

    def ended(self) -> None:
        """Show the hands, if there are any."""
        if self._boards.table is not None and self._boards.has_hands:
            self._boards.show(laid_anew(self.table, self.table))

    def _deal_round(self, t: int) -> None:
        state, rounds = self.state, self.rounds
        if state.onward:
            state.onward = ()
            state.changed("onward")
        table = self._boards.table = state.game.deal(seed_of_game(state.seed, rounds.dealt))
        sharing.definition(table).seat(table, rounds.dealt, rounds.playing)
        rounds.dealt += 1
        for seat in rounds.playing:
            standing = rounds.standings[seat]
            if standing.progress:
                standing.progress = 0
                state.effects.append(Progressed(seat, standing))
        self._known = {seat: sharing.moves(table, seat) for seat in rounds.playing}
        self._since = t
        self._tell_score()
        self.restart_clock()

    def _changed(self, t: int, events: list[Event], mover: int | None) -> None:
        """Show a change of the table, and tell of the players whose progress or legal moves it has changed."""
        state, table = self.state, self.table
        self._boards.show(events)
        for seat, standing in self.rounds.standings.items():
            progress = sharing.definition(table).seat_progress(table, seat)
            if standing.progress != progress or seat == mover:
                standing.progress = progress
                state.effects.append(Progressed(seat, standing))
        self._know(mover, self._known if mover is None else sharing.concerned(table, events))
        if self._is_between_rounds:
            self.rounds.add(self._points())
            self._tell_score()
            self._since = t
        elif self._clock is not None or sharing.stirs(table, events):
            self._since = t
        self.restart_clock()

    def _know(self, mover: int | None, concerned: Container[int]) -> None:
        """Find the legal moves of the mover and of these seats anew, and tell players whose moves have changed without their own
        request."""
        for seat, before in self._known.items():
            if seat != mover and seat not in concerned:
                continue
            now = [] if self.is_done(seat) else sharing.moves(self.table, seat)
            if now != before:
                self._known[seat] = now
                if seat != mover:
                    self.state.effects.append(Awaited(seat))

    def act(self, t: int) -> Record:
        """Deal the next round, or move a round on in which nothing happens."""
        if self._is_between_rounds:
            return NextGame(t)
        acting = self.state.game.definition.awaited(self.table)
        return MovedOn(t) if acting is None else TimedOut(t, acting)

    def restart_clock(self) -> None:
        """Set the moment of what is due next. Players are told of the next round's, and of the end of an action's time."""
        state, between = self.state, self._is_between_rounds
        assert state.starts is not None
        if self._clock is not None and not between:
            self._tell_turn(self._clock)
            return
        self.due = state.starts + self._since + (state.created.between_games if between else QUIET_MS)
        clock = Clock(deadline=self.due) if between else state.clock and Clock()  # an update can't carry None
        if clock != state.clock:
            state.clock = clock
            state.changed("clock")

    def _tell_turn(self, turns: TurnClock) -> None:
        state, acting = self.state, self.state.game.definition.awaited(self.table)
        assert state.starts is not None
        state.clock = turns.begin_action(self._since, acting, state.starts, in_turn.time_outs(self.table))
        self.due = state.clock.deadline
        state.changed("clock")

    def on_moved_on(self, record: MovedOn) -> None:
        """Do what the rules provide for when nothing has happened for long."""
        self._changed(record.t, sharing.move_on(self.table), None)
        self._since = record.t
        self.restart_clock()

    def on_timed_out(self, record: TimedOut) -> None:
        """Act by the rules for a player who has not acted in time. A player who is late too often plays no more."""
        events = in_turn.time_out(self.table)
        if record.seat not in sharing.in_play(self.table):
            self._stands(record.seat, "late", record.t)
        self._changed(record.t, events, None)

    def on_next_game(self, record: NextGame) -> None:
        """Deal the next round."""
        before, state = self.table, self.state
        self._deal_round(record.t)
        self._boards.show(laid_anew(before, self.table))
        state.effects += [Awaited(seat) for seat in self.rounds.standings]
        state.changed("seats")


SharedTable.reducers = {
    MovedOn: SharedTable.on_moved_on,
    TimedOut: SharedTable.on_timed_out,
    NextGame: SharedTable.on_next_game,
}


def _why_over(state: State, table: Table) -> str:
    """Return why no move is taken between two rounds."""
    out = sharing.definition(table).out(table)
    why = "nobody could play" if out is None else f"{state.occupants[out].name} is out"
    return f"too late: the round is over, {why}"
