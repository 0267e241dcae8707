"""A duel: two players at one table, a clock, and a match of one game or more.

Streams 1 and 2 show the view of each seat, stream 3 that of spectators. The players alternate in who is dealt to first.
The seeds of the games come from the room's seed (`seed_of_game`), so the whole match can be checked at its end.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from cadogan_games.engine import duel, view
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import Clock, ResultRow, SeatState, TableState
from cadogan_protocol.streams import SPECTATORS
from cadogan_server.rooms.effects import Awaited, BoardChanged, Progressed
from cadogan_server.rooms.records import (
    Created,
    Ended,
    Forfeited,
    GaveUp,
    NextGame,
    Played,
    Reopened,
    Resumed,
    TimedOut,
    Undone,
)
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.seats import Standing

SEATS = (0, 1)

MOST_GAMES = 99
"""The most games of a match: draws may leave the score unchanged for ever."""


def seed_of_game(seed: bytes, number: int) -> bytes:
    """Return the seed of a game of the match: the room's own for game 0, then SHA-256(seed + number as 4 big-endian
    bytes).
    """
    return seed if number == 0 else sha256(seed + number.to_bytes(4, "big")).digest()


class Duel(Room):
    """Two seats, hidden hands, turns, and a clock: for each action (the game's option `move_seconds`) and for each
    player's whole game (the room's `time_limit`).
    """

    __slots__ = ("_left", "_remaining", "_since", "games", "open", "points", "standings", "table")

    kind = "duel"

    _does = Room._does | {
        TimedOut: "_on_timed_out",
        Forfeited: "_on_forfeited",
        NextGame: "_on_next_game",
    }

    def __init__(self, created: Created) -> None:
        super().__init__(created)
        self.table: Table | None = None
        self.games = 0
        """The number of games dealt so far."""
        self.points = [0, 0]
        self.standings = {seat: Standing() for seat in SEATS}
        self.open = False
        """True if spectators see the hands too, as in a replay."""
        self._since = 0
        self._left: int | None = None
        self._remaining = [0, 0]

    # ---- who sees what -----------------------------------------------------------------------------------------------

    @property
    def most_seats(self) -> int:
        """Two."""
        return len(SEATS)

    @property
    def fewest_seats(self) -> int:
        """Two."""
        return len(SEATS)

    @property
    def time_limit(self) -> int:
        """None for the room: each player has a clock."""
        return 0

    @property
    def boards(self) -> tuple[int, ...]:
        """One table, in three views."""
        return (1, 2, SPECTATORS) if self.table else ()

    def boards_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return each player's own view, and the spectators' view for spectators. At the end players also see that one,
        with both hands.
        """
        if self.table is None:
            return ()
        if seat is None:
            return (SPECTATORS,)
        return (1 + seat, SPECTATORS) if self.phase == "finished" else (1 + seat,)

    def board(self, stream: int) -> TableState:
        """Return the table as the subscribers of a stream see it."""
        piles, counters = view.state(self._table, self._role(stream))
        return TableState(piles=piles, counters=counters)

    def board_name(self, stream: int) -> str:
        """Return both players' names."""
        return " – ".join(self.occupants[seat].name for seat in SEATS)[:24]

    @property
    def boards_replayed(self) -> tuple[int, ...]:
        """The spectators' view, with both hands."""
        return (SPECTATORS,) if self.table else ()

    def _show(self, events: list[Event]) -> None:
        """Add the effects of a change of the table, in three views."""
        self.effects += [
            BoardChanged(stream, tuple(view.events(self.game, events, self._role(stream)))) for stream in self.boards
        ]

    def choices(self, seat: int) -> tuple[int, list[tuple[Any, ...]], bool]:
        """Return the legal moves of the seat whose action is awaited; none for the other."""
        mine = self.phase == "running" and duel.awaited(self._table) == seat
        return 1 + seat, self._table.moves() if mine else [], False

    def _role(self, stream: int) -> int | None:
        """Return the role of a stream's viewers. Spectators see no hand while the match runs, whatever their delay, as
        a card may stay in a hand as long; they see both hands in a replay and at the end.
        """
        if stream != SPECTATORS:
            return stream - 1
        return view.EVERYTHING if self.open or self.phase == "finished" else None

    # ---- what the room asks ------------------------------------------------------------------------------------------

    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands in the current game."""
        return self.standings[seat] if self.table else None

    def is_done(self, seat: int) -> bool:
        """Return True for both players after the game; nobody is done before."""
        return self.phase == "finished" or self._between_games

    def has_played_out(self, seat: int) -> bool:
        """Return False: nobody has an own board."""
        return False

    def leave(self, seat: int, now: int, request: int = 0) -> bool:
        """Leave as in any room; a player who leaves a running match loses it."""
        if self.phase != "running":
            return super().leave(seat, now, request)
        if not self._between_games:
            self.give_up(seat, now, request)
        if self.phase == "running":
            self.commit(Ended(now, "left", seat))
        return True

    @property
    def deadline(self) -> int | None:
        """The moment at which a player's time is up, or the next game is dealt."""
        if self.phase != "running" or self.starts is None:
            return super().deadline
        if self._between_games:
            return self.starts + self._since + self.created.between_games
        return self.clock.deadline if self.clock else None

    def tick(self, now: int) -> None:
        """Begin the game, act for a player who is out of time, or deal the next game."""
        super().tick(now)
        while self.phase == "running" and self.starts is not None and (due := self.deadline) is not None and now >= due:
            self._act_in_time(due - self.starts)
            self._conclude(now)

    def _act_in_time(self, t: int) -> None:
        if self._between_games:
            self.commit(NextGame(t))
            return
        seat = duel.awaited(self._table)
        assert seat is not None
        whole_game = self.rules.time_limit and t - self._since >= self._remaining[seat]
        self.commit(Forfeited(t, seat) if whole_game else TimedOut(t, seat))

    @property
    def _between_games(self) -> bool:
        return self.table is not None and duel.awaited(self.table) is None

    @property
    def _table(self) -> Table:
        assert self.table is not None, "the cards are dealt"
        return self.table

    @property
    def _match_is_over(self) -> bool:
        return self._between_games and (max(self.points) >= self.rules.target or self.games >= MOST_GAMES)

    # ---- what the records do -----------------------------------------------------------------------------------------

    def _deal(self) -> None:
        self.match = (0, 0)
        self._deal_game(0)

    def _deal_game(self, t: int) -> None:
        number = self.games
        if self.onward:
            self.onward = ()
            self._changed("onward")
        self.table = self.game.deal(seed_of_game(self.seed, number))
        if number % 2:
            duel.swap_sides(self.table)
        self.games += 1
        self.standings = {seat: Standing() for seat in SEATS}
        self._remaining = [1000 * self.rules.time_limit] * 2
        self._set_clock(t)
        self._changed("match", "clock")

    def _on_played(self, record: Played) -> None:
        if self._between_games:
            raise Refused(ErrorCode.WRONG_PHASE, "this game is over; the next one is dealt in a moment")
        if duel.awaited(self._table) != record.seat:
            other = self.occupants[1 - record.seat].name
            raise Refused(ErrorCode.NOT_YOUR_TURN, f"it is not your turn: {other} is to play")
        try:
            events = self._table.play(record.move)
        except IllegalMove as error:
            raise illegal(error) from None
        self.standings[record.seat].moves += 1
        self.occupants[record.seat].note(record.request)
        self._acted(record.seat, record.t, events)
        self.effects.append(Awaited(1 - record.seat))

    def _on_undone(self, record: Undone) -> None:
        raise Refused(ErrorCode.UNDO_OFF, f"{self.game.head.title} has no undo")

    def _on_gave_up(self, record: GaveUp) -> None:
        self.occupants[record.seat].note(record.request)
        self._give_up(record.seat, record.t, "stood")

    def _on_forfeited(self, record: Forfeited) -> None:
        self._give_up(record.seat, record.t, "late")

    def _on_timed_out(self, record: TimedOut) -> None:
        self._by_the_rules(record.seat, record.t, lambda: duel.time_out(self._table))

    def _give_up(self, seat: int, t: int, state: SeatState) -> None:
        self.standings[seat].state = state
        self._by_the_rules(seat, t, lambda: duel.resign(self._table, seat))

    def _by_the_rules(self, seat: int, t: int, act: Callable[[], list[Event]]) -> None:
        self._acted(seat, t, act())
        self.effects += [Awaited(each) for each in SEATS]

    def _on_next_game(self, record: NextGame) -> None:
        before = self._table
        self._deal_game(record.t)
        self._show(duel.laid_anew(before, self._table))
        self.effects += [Awaited(seat) for seat in SEATS]
        self._changed("seats")

    def _on_reopened(self, record: Reopened) -> None:
        super()._on_reopened(record)
        if self.phase == "running":
            self._set_clock(self._since)

    def _on_resumed(self, record: Resumed) -> None:
        super()._on_resumed(record)
        if self.phase == "running":
            self._set_clock(self._since)
            self._changed("clock")

    def _on_ended(self, record: Ended) -> None:
        self._left = record.seat
        for seat in SEATS:
            if seat == record.seat or (record.why == "empty" and not self.occupants[seat].bot):
                self.standings[seat].state = "left"
        self.clock = Clock(remaining=self.clock.remaining if self.clock else ())
        super()._on_ended(record)
        self._changed("clock")
        self._show(duel.laid_anew(self._table, self._table))

    def _acted(self, seat: int, t: int, events: list[Event]) -> None:
        """Update progress, used time and the result after a player has acted, or the rules for that player."""
        if self.rules.time_limit:
            self._remaining[seat] = max(0, self._remaining[seat] - (t - self._since))
        self._show(events)
        for each, progress in zip(SEATS, duel.progress(self._table), strict=True):
            if self.standings[each].progress != progress or each == seat:
                self.standings[each].progress = progress
                self.effects.append(Progressed(each))
        self._set_clock(t)
        self._changed("clock")
        if self._between_games:
            self._score(t)

    def _score(self, t: int) -> None:
        ended = duel.outcome(self._table)
        assert ended is not None
        if ended.winner is not None:
            self.points[ended.winner] += ended.points
            if ended.forfeited:
                self.standings[1 - ended.winner].state = "late"
        for seat in SEATS:
            standing = self.standings[seat]
            standing.ended = t
            if standing.state == "playing":
                standing.state = "finished"
        self.match = (self.points[0], self.points[1])
        self._changed("match", "seats")

    def _set_clock(self, t: int) -> None:
        """Start the awaited seat's time for one action at moment t, limited by the time it has left for the game."""
        self._since = t
        seat = duel.awaited(self._table)
        assert self.starts is not None
        spans = []
        if seat is not None:
            spans = [1000 * int(self.game.options["move_seconds"])] if self.game.options["move_seconds"] else []
            spans += [self._remaining[seat]] if self.rules.time_limit else []
        self.clock = Clock(
            seat=seat,
            deadline=self.starts + t + min(spans) if spans else None,
            remaining=tuple(self._remaining) if self.rules.time_limit else (),
            timeouts=duel.time_outs(self._table),
        )

    def _conclude(self, now: int, seat: int | None = None) -> None:
        if self.phase != "running":
            return
        if self._match_is_over:
            self.commit(Ended(now, "done"))
        elif self._between_games and self.people and set(self.people) <= set(self.onward):
            assert self.starts is not None
            self.commit(NextGame(max(0, now - self.starts)))

    def _rank(self) -> tuple[ResultRow, ...]:
        """Rank by the match's score; a player who left comes last."""
        order = sorted(SEATS, key=lambda seat: (seat == self._left, -self.points[seat]))
        level = self._left is None and self.points[0] == self.points[1]
        return tuple(
            ResultRow(
                rank=1 if level else 1 + place,
                seat=seat,
                name=self.occupants[seat].name,
                bot=self.occupants[seat].bot or None,
                won=not level and place == 0,
                progress=self.standings[seat].progress,
                score=self.points[seat],
                moves=self.standings[seat].moves,
                time=self.standings[seat].ended,
            )
            for place, seat in enumerate(order)
        )
