"""A duel: two players at one table, a clock, and a match of one game or more.

Streams 1 and 2 show the view of each seat, stream 3 that of spectators. The players are dealt to first by turns.
The seeds of the games come from the room's seed (`seed_of_game`), so the whole match can be checked at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cadogan_games.engine import duel
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import Clock, ResultRow
from cadogan_protocol.streams import BOARDS
from cadogan_server.rooms.effects import Awaited, Progressed
from cadogan_server.rooms.kinds.day_clock import DayClock
from cadogan_server.rooms.kinds.duel_views import DuelViews
from cadogan_server.rooms.kinds.match import SEATS, Match, seed_of_game
from cadogan_server.rooms.kinds.mode import Kind, Mode
from cadogan_server.rooms.kinds.turn_clock import TurnClock
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, Forfeited, GaveUp, NextGame, Played, Record, Reminded, TimedOut, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.state import State


class Duel(Mode):
    """Two seats, hidden hands, turns, and a clock: for each action (the game's option `move_seconds`) and for each
    player's whole game (the room's `time_limit`), or for each turn in days (the room's `days_per_turn`).

    Attributes:
        match: the match, with the players' standings.
    """

    __slots__ = ("_boards", "_clock", "_days", "_off", "match")

    kind: ClassVar[Kind] = Kind(
        name="duel",
        fewest=len(SEATS),
        most=len(SEATS),
        own_boards=False,
        hidden_hands=True,
        turns=True,
        digests=False,
        by_time=False,
        draws=True,
        matches=True,
        one_clock=False,
        ends_when_left=True,
        judged=True,
        rated_by_game_before=True,
    )

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.views = self._boards = DuelViews(state)
        self.match = Match(state.rules.target)
        self._clock = TurnClock(
            len(SEATS), 1000 * int(state.game.options["move_seconds"]), 1000 * state.rules.time_limit
        )
        days = state.rules.days_per_turn
        self._days = None if days is None else DayClock(days)
        """The clock of a correspondence duel; None: `_clock` is the clock."""
        self._off: int | None = None
        """The seat of the player who calls a correspondence duel off; None: nobody does."""

    @property
    def table(self) -> Table:
        """The table of the current game, once it is dealt."""
        table = self._boards.table
        assert table is not None, "the cards are dealt"
        return table

    @property
    def judged(self) -> bool:
        """True if the game has a bot that judges its moves."""
        return bool(self.state.game.definition.judged)

    # ---- the players -------------------------------------------------------------------------------------------------

    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands in the current game."""
        return self.match.standings[seat] if self._boards.table else None

    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        """Return the legal moves of a seat: if the game waits for the other's action, only what it may call meanwhile."""
        return BOARDS + seat, duel.moves(self.table, seat) if self.state.phase == "running" else [], False

    def is_done(self, seat: int) -> bool:
        """Return True for both players after the game; nobody is done before."""
        return self.state.phase == "finished" or self._is_between_games

    @property
    def _is_between_games(self) -> bool:
        table = self._boards.table
        return table is not None and duel.awaited(table) is None

    # ---- the course of the match -------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the first game."""
        self.state.match = (0, 0)
        self._deal_game(0)

    def played(self, record: Played) -> None:
        """Make a move, if it is the player's turn or a call that is the other player's."""
        seat, state = record.seat, self.state
        acting = duel.awaited(self.table)
        if acting is None:
            raise Refused(ErrorCode.WRONG_PHASE, "this game is over; the next one is dealt in a moment")
        if acting != seat and not duel.may_call(self.table, record.move):
            other = state.occupants[1 - seat].name
            raise Refused(ErrorCode.NOT_YOUR_TURN, f"it is not your turn: it is {other}'s")
        try:
            events = duel.play(self.table, seat, record.move)
        except IllegalMove as error:
            raise illegal(error) from None
        self.match.standings[seat].moves += 1
        state.occupants[seat].note(record.request)
        self._acted(acting, record.t, events, by=seat)
        state.effects.append(Awaited(1 - seat))

    def undone(self, record: Undone) -> None:
        """Refuse: what the other player has seen can't be taken back."""
        raise Refused(ErrorCode.UNDO_OFF, f"{self.state.game.head.title} has no undo")

    def gave_up(self, record: GaveUp) -> None:
        """Let a player lose the game. If the other player of a correspondence duel has not acted yet, it is called off."""
        self.state.occupants[record.seat].note(record.request)
        if self._days is not None and not self.match.standings[1 - record.seat].moves:
            self._off = record.seat
            return
        self.match.standings[record.seat].state = "stood"
        self._acted_by_the_rules(record.seat, record.t, duel.resign(self.table, record.seat))

    def conclude(self, now: int, seat: int | None = None) -> Record | None:
        """Return the record that ends the match once it is decided, or deals the next game once all people want to go on."""
        state = self.state
        if state.phase == "running" and self._off is not None:
            return Ended(now, "off", self._off)
        if state.phase != "running" or not self._is_between_games:
            return None
        if self.match.is_decided:
            return Ended(now, "done")
        if state.people and set(state.people) <= set(state.onward):
            assert state.starts is not None
            return NextGame(max(0, now - state.starts))
        return None

    def ending(self, record: Ended) -> None:
        """Note who has left, and stop the clock."""
        state = self.state
        if record.why == "off":
            self.is_void = True
            for standing in self.match.standings.values():
                standing.state = "finished"
        else:
            self.match.left = record.seat
        for seat in SEATS:
            if seat == record.seat or (record.why == "empty" and not state.occupants[seat].bot):
                self.match.standings[seat].state = "left"
        state.clock = Clock(remaining=state.clock.remaining if state.clock else ())

    def ended(self) -> None:
        """Show the hands."""
        self.state.changed("clock")
        self._boards.show(duel.laid_anew(self.table, self.table))

    def rows(self) -> tuple[ResultRow, ...]:
        """Rank by the match's score."""
        return self.match.rows(self.state.occupants)

    def _deal_game(self, t: int) -> None:
        state, match = self.state, self.match
        if state.onward:
            state.onward = ()
            state.changed("onward")
        table = self._boards.table = state.game.deal(seed_of_game(state.seed, match.games))
        if match.games % 2:
            duel.swap_sides(table)
        match.begin_game()
        self._clock.begin()
        self._set_clock(t)
        state.changed("match", "clock")

    def _acted_by_the_rules(self, seat: int, t: int, events: list[Event]) -> None:
        self._acted(seat, t, events)
        self.state.effects += [Awaited(each) for each in SEATS]

    def _acted(self, seat: int, t: int, events: list[Event], by: int | None = None) -> None:
        """Update progress, the time that `seat` has used and the result after a player has acted, or the rules for that
        player. `by` is who has acted, if it is not the seat whose time ran.
        """
        state, match, table = self.state, self.match, self.table
        self._clock.spend(seat, t)
        self._boards.show(events)
        for each, progress in zip(SEATS, duel.progress(table), strict=True):
            standing = match.standings[each]
            if standing.progress != progress or each == (seat if by is None else by):
                standing.progress = progress
                state.effects.append(Progressed(each, standing))
        self._set_clock(t)
        state.changed("clock")
        ended = duel.outcome(table)
        if ended is not None:
            match.end_game(ended, t)
            state.match = match.score
            state.changed("match", "seats")

    # ---- by the clock ------------------------------------------------------------------------------------------------

    def act(self, t: int) -> Record:
        """Deal the next game, or act for a player who is out of time."""
        seat, starts = duel.awaited(self.table), self.state.starts
        if seat is None:
            return NextGame(t)
        if self._days is not None:
            assert starts is not None
            if not self._days.has_run_out(t):
                return Reminded(t, seat)
            return Forfeited(t, seat) if self.match.standings[seat].moves else Ended(starts + t, "off", seat)
        return Forfeited(t, seat) if self._clock.has_run_out(seat, t) else TimedOut(t, seat)

    def restart_clock(self) -> None:
        """Set the deadline of the current action anew: moment 0 of the game has moved, so the same moment is another
        time of day.
        """
        if self._days is not None:
            assert self.state.starts is not None
            self._days.reopened(self.state.woken, self.state.starts)
        self._set_clock(self._clock.since)

    def _set_clock(self, t: int) -> None:
        """Start the awaited seat's time for one action at moment t; between two games, the pause."""
        state, seat = self.state, duel.awaited(self.table)
        assert state.starts is not None
        if self._days is not None:
            state.clock, self.due = self._days.show(t, seat, state.starts)
            self.news = self._days.news(state.starts)
            return
        state.clock = self._clock.begin_action(t, seat, state.starts, duel.time_outs(self.table))
        self.due = state.clock.deadline if seat is not None else state.starts + t + state.created.between_games

    # ---- records of duels --------------------------------------------------------------------------------------------

    def on_forfeited(self, record: Forfeited) -> None:
        """Let a player lose the game because the time for the whole game is used up."""
        self.match.standings[record.seat].state = "late"
        self._acted_by_the_rules(record.seat, record.t, duel.resign(self.table, record.seat))

    def on_timed_out(self, record: TimedOut) -> None:
        """Act by the rules for a player who has not acted in time."""
        self._acted_by_the_rules(record.seat, record.t, duel.time_out(self.table))

    def on_reminded(self, record: Reminded) -> None:
        """Note that a player was reminded of the turn."""
        assert self._days is not None
        self._days.remind()
        self._set_clock(record.t)

    def on_next_game(self, record: NextGame) -> None:
        """Deal the next game of the match."""
        before, state = self.table, self.state
        self._deal_game(record.t)
        self._boards.show(duel.laid_anew(before, self.table))
        state.effects += [Awaited(seat) for seat in SEATS]
        state.changed("seats")


Duel.reducers = {
    TimedOut: Duel.on_timed_out,
    Forfeited: Duel.on_forfeited,
    Reminded: Duel.on_reminded,
    NextGame: Duel.on_next_game,
}
