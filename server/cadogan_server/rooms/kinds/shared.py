"""A shared table: two to eight players move at it at the same time, in rounds to a score.

Moves count in the order of the log. Stream `BOARDS` + seat shows the table to a player, stream `OTHERS` to spectators.
The seeds of the rounds come from the room's seed (`seed_of_game`), so the whole match can be checked at its end.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, ClassVar

from cadogan_games.engine import sharing
from cadogan_games.engine.duel import laid_anew
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import Clock, ResultRow
from cadogan_protocol.streams import BOARDS
from cadogan_server.rooms.effects import Awaited, Progressed
from cadogan_server.rooms.kinds.match import seed_of_game
from cadogan_server.rooms.kinds.mode import Kind, Mode
from cadogan_server.rooms.kinds.rounds import Rounds
from cadogan_server.rooms.kinds.shared_views import SharedViews
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, GaveUp, MovedOn, NextGame, Played, Record, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.state import State

QUIET_MS = 60_000
"""The time in ms without any progress of a round after which the rules move it on: somebody may be away."""


class SharedTable(Mode):
    """The rules of play at a shared table.

    Attributes:
        rounds: the match, with the players' standings.
    """

    __slots__ = ("_boards", "_known", "_since", "rounds")

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
        self.rounds = Rounds(state.game.definition.target, ())
        self._known: dict[int, list[Move]] = {}
        """By seat of players who still play: the legal moves as the player knows them."""
        self._since = 0
        """The moment of the last progress of the round; once the round is over, of its end."""

    @property
    def table(self) -> Table:
        """The table of the present round, once it is dealt."""
        table = self._boards.table
        assert table is not None, "the cards are dealt"
        return table

    # ---- the players -------------------------------------------------------------------------------------------------

    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands; None before the start."""
        return self.rounds.standings.get(seat)

    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        """Return the legal moves of a seat: none between two rounds, and none after giving up."""
        return BOARDS + seat, self._known.get(seat, []) if self.state.phase == "running" else [], False

    def is_done(self, seat: int) -> bool:
        """Return True if a player has given up, or the match is over."""
        standing = self.rounds.standings.get(seat)
        return self.state.phase == "finished" or (standing is not None and standing.state == "stood")

    def may_say_onward(self, seat: int) -> bool:
        """Return True between two rounds too: when all people want the next one, it is dealt at once."""
        return self.is_done(seat) or self._is_between_rounds

    @property
    def _is_between_rounds(self) -> bool:
        table = self._boards.table
        return table is not None and sharing.is_over(table)

    # ---- the course of the match -------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the first round."""
        self.rounds = Rounds(self.state.game.definition.target, sorted(self.state.occupants))
        self._deal_round(0)

    def played(self, record: Played) -> None:
        """Make a move of a player."""
        seat, state = record.seat, self.state
        if self.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "you gave up, so you play no more")
        if self._is_between_rounds:
            raise Refused(ErrorCode.WRONG_PHASE, _why_over(state, self.table))
        try:
            events = sharing.play(self.table, seat, record.move)
        except IllegalMove as error:
            late = sharing.too_late(self.table, record.move, lambda other: state.occupants[other].name)
            raise illegal(error if late is None else IllegalMove(late)) from None
        self.rounds.standings[seat].moves += 1
        state.occupants[seat].note(record.request)
        self._changed(record.t, events, seat)

    def undone(self, record: Undone) -> None:
        """Refuse: others have seen it, and may have built on it."""
        raise Refused(ErrorCode.UNDO_OFF, f"{self.state.game.head.title} has no undo")

    def gave_up(self, record: GaveUp) -> None:
        """Let a player play no more. The others play on."""
        seat, state = record.seat, self.state
        standing = self.rounds.standings[seat]
        standing.state, standing.ended = "stood", record.t
        state.occupants[seat].note(record.request)
        state.effects.append(Progressed(seat, standing))
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
        if len(playing) < self.kind.fewest or (state.people and not people):
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
            state.clock = None
            state.changed("clock")

    def rows(self) -> tuple[ResultRow, ...]:
        """Rank by points."""
        return self.rounds.rows(self.state.occupants, self._running() if self.state.phase == "running" else {})

    # ---- rounds ------------------------------------------------------------------------------------------------------

    def _deal_round(self, t: int) -> None:
        state, rounds = self.state, self.rounds
        if state.onward:
            state.onward = ()
            state.changed("onward")
        table = self._boards.table = state.game.deal(seed_of_game(state.seed, rounds.dealt))
        sharing.definition(table).seat(table, rounds.dealt, rounds.playing)
        rounds.dealt += 1
        for seat in rounds.playing:
            rounds.standings[seat].progress = 0
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
        elif sharing.stirs(table, events):
            self._since = t
        self.restart_clock()

    def _know(self, mover: int | None, concerned: Container[int]) -> None:
        """Find the legal moves of the mover and of these seats anew, and tell those whose moves have changed without a request of
        theirs."""
        for seat, before in self._known.items():
            if seat != mover and seat not in concerned:
                continue
            now = [] if self.is_done(seat) else sharing.moves(self.table, seat)
            if now != before:
                self._known[seat] = now
                if seat != mover:
                    self.state.effects.append(Awaited(seat))

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

    # ---- by the clock ------------------------------------------------------------------------------------------------

    def act(self, t: int) -> Record:
        """Deal the next round, or move a round on in which nothing happens."""
        return NextGame(t) if self._is_between_rounds else MovedOn(t)

    def restart_clock(self) -> None:
        """Set the moment of what is due next. Players are told of the next round's."""
        state, between = self.state, self._is_between_rounds
        assert state.starts is not None
        self.due = state.starts + self._since + (state.created.between_games if between else QUIET_MS)
        clock = Clock(deadline=self.due) if between else None
        if clock != state.clock:
            state.clock = clock
            state.changed("clock")

    # ---- records of shared tables ------------------------------------------------------------------------------------

    def on_moved_on(self, record: MovedOn) -> None:
        """Do what the rules provide for when nothing has happened for long."""
        self._changed(record.t, sharing.move_on(self.table), None)
        self._since = record.t
        self.restart_clock()

    def on_next_game(self, record: NextGame) -> None:
        """Deal the next round."""
        before, state = self.table, self.state
        self._deal_round(record.t)
        self._boards.show(laid_anew(before, self.table))
        state.effects += [Awaited(seat) for seat in self.rounds.standings]
        state.changed("seats")


SharedTable.reducers = {
    MovedOn: SharedTable.on_moved_on,
    NextGame: SharedTable.on_next_game,
}


def _why_over(state: State, table: Table) -> str:
    """Return why no move is taken between two rounds."""
    out = sharing.definition(table).out(table)
    why = "nobody could play" if out is None else f"{state.occupants[out].name} is out"
    return f"too late: the round is over, {why}"
