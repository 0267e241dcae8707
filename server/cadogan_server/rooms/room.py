"""A room: a state, the parts that know its concerns, and the mode that decides how it is played.

A command asks a part, which checks whether it may be carried out and returns a record; the room *commits* it. Only the
reducer of a record changes the state, so replaying the records gives the same room. A refused command raises `Refused`
and has changed nothing. `now` is always a moment in milliseconds since 1970, and never goes back; `request` is the id of
the player's request. Commands return False if the request was carried out before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from cadogan_server.rooms import countdown, lifetime, moves, scoring, seats, sequel, series
from cadogan_server.rooms.countdown import Countdown
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.kinds.registry import MODES, Modes
from cadogan_server.rooms.lifetime import Lifetime
from cadogan_server.rooms.moves import Moves
from cadogan_server.rooms.outcome import Answer, Outcome
from cadogan_server.rooms.records import Created, Ended, Played, Record, Reopened, Resumed, Undone, Unseated
from cadogan_server.rooms.scoring import Scoring
from cadogan_server.rooms.seats import Seats
from cadogan_server.rooms.sequel import Sequel
from cadogan_server.rooms.series import Series
from cadogan_server.rooms.state import State, Wish

REDUCERS = (
    moves.REDUCERS,
    seats.REDUCERS,
    countdown.REDUCERS,
    lifetime.REDUCERS,
    scoring.REDUCERS,
    sequel.REDUCERS,
    series.REDUCERS,
)
"""The reducers of each part, in the order of `Room._parts`."""

MOVES = REDUCERS.index(moves.REDUCERS)
"""Index of the part that gets the records that only one kind of room has."""

ReducerTable = Mapping[type[Record], tuple[int, Callable[[Any, Any], None]]]
"""By type of record: the index of a part in `Room._parts`, and its reducer."""


@cache
def reducers_of(mode: type[Mode]) -> ReducerTable:
    """Return the reducers of the rooms of this mode: those of all parts, and for its own records that of `Moves`."""
    table = {record: (part, reduce) for part, reducers in enumerate(REDUCERS) for record, reduce in reducers.items()}
    return table | dict.fromkeys(mode.reducers, (MOVES, Moves.on_own))


class Room:
    """A room.

    Args:
        created: its first record.
        modes: the mode of each kind.

    Attributes:
        code: its code.
        state: the state, which everybody may read.
        mode: the rules of play of its kind.
        seats, countdown, lifetime, scoring, sequel, series: its parts.
        records: the records committed since the last `take_outcome`.
    """

    __slots__ = (
        "_asked", "_parts", "_reducers", "code", "countdown", "lifetime", "mode", "records", "scoring", "seats", "sequel", "series",
        "state",
    )  # fmt: skip

    def __init__(self, created: Created, modes: Modes = MODES) -> None:
        state = self.state = State(created)
        mode = self.mode = modes[state.game.head.kind](state)
        self.code = state.code
        self.seats = Seats(state, mode)
        self.series = Series(state)
        self.countdown = Countdown(state, mode, self.series)
        self.lifetime = Lifetime(state, self.countdown, mode)
        self.scoring = Scoring(state, mode)
        self.sequel = Sequel(state, mode, self.series)
        self.records: list[Record] = []
        self._asked: tuple[int, int] | None = None
        """The player whose last command was a move, and the id of the request."""
        self._parts: tuple[object, ...] = (
            Moves(state, mode),
            self.seats,
            self.countdown,
            self.lifetime,
            self.scoring,
            self.sequel,
            self.series,
        )
        self._reducers = reducers_of(type(mode))

    # ---- records -----------------------------------------------------------------------------------------------------

    def take_outcome(self) -> Outcome:
        """Return the outcome of the commands since the last call, and begin a new one."""
        state, answer = self.state, None
        if self._asked is not None and state.phase in ("running", "finished"):
            seat, request = self._asked
            answer = Answer(seat, request, *self.mode.choices(seat))
        outcome = Outcome(self.records, state.effects, answer)
        self.records, state.effects, self._asked = [], [], None
        return outcome

    def commit(self, record: Record | None) -> None:
        """Change the state by a record, and keep the record for `take_outcome`. None is no change."""
        if record is not None:
            part, reduce = self._reducers[type(record)]
            reduce(self._parts[part], record)
            self.state.length += 1
            self.records.append(record)

    def replay(self, records: Iterable[Record]) -> None:
        """Change the state by the records of a log, without keeping them or their effects."""
        state = self.state
        for record in records:
            part, reduce = self._reducers[type(record)]
            reduce(self._parts[part], record)
            state.length += 1
            state.effects.clear()

    # ---- before the cards --------------------------------------------------------------------------------------------

    def sit(
        self,
        player: str,
        name: str,
        now: int,
        *,
        bot: str = "",
        by: int | None = None,
        request: int = 0,
        origin: tuple[str, ...] = (),
    ) -> int:
        """Give a player the lowest free seat and return it. `by` is the seat of a player who seats a bot.

        Raises:
            Refused: the room has begun, is locked or full, has somebody of that name, or the player was put out.
        """
        self.tick(now)
        seated = self.seats.sit(player, name, now, bot, by, request, origin)
        self.commit(seated)
        return seated.seat

    def rename(self, seat: int, name: str, now: int, request: int = 0) -> bool:
        """Change a player's name, before the countdown.

        Raises:
            Refused: the countdown has begun, or somebody else has that name.
        """
        return _once(self, seat, request, now, lambda: self.seats.rename(seat, name, now, request))

    def lock(self, by: int, locked: bool, now: int, request: int = 0) -> bool:
        """Lock the room against new players, or open it again.

        Raises:
            Refused: the phase is wrong, or `by` is not the host.
        """
        return _once(self, by, request, now, lambda: self.seats.lock(by, locked, now, request))

    def unseat(self, by: int, seat: int, now: int, request: int = 0) -> bool:
        """Free another player's seat, so that nobody has to wait for somebody who never gets ready.

        Raises:
            Refused: the phase is wrong, `by` is not the host, or nobody else sits there.
        """
        return _once(
            self,
            by,
            request,
            now,
            lambda: self.seats.unseat(by, seat, now, request),
            lambda: self.countdown.recount(now),
        )

    def ready(self, seat: int, ready: bool, nonce_hash: str, now: int, request: int = 0) -> bool:
        """Set a player ready, or no longer; when all are ready, the countdown begins.

        Args:
            seat, ready, now, request: the player, the state, the moment, and the id of the request.
            nonce_hash: the promise of a nonce for the seed, "" for none. It is ignored without a fresh deal, and for a
                bot whose nonce is fixed.

        Raises:
            Refused: the game has begun, or this promise can't be accepted.
        """
        return _once(
            self,
            seat,
            request,
            now,
            lambda: self.countdown.ready(seat, ready, nonce_hash, now, request),
            lambda: self.countdown.recount(now),
        )

    def reveal(self, seat: int, nonce: str, now: int, request: int = 0) -> bool:
        """Show a promised nonce, while the countdown runs.

        Raises:
            Refused: it does not run, or this nonce was not promised.
        """
        fresh = _once(self, seat, request, now, lambda: self.countdown.reveal(seat, nonce, now, request))
        self.tick(now)
        return fresh

    def prove(self, seed: bytes, number: int | None, now: int, effort: int = 0) -> None:
        """Note what the solver has found in the row of deals of a seed: the number of the first deal that it won, and the
        nodes that this took it; None if it won none.

        Nothing happens if the room no longer waits for that.
        """
        self.tick(now)
        self.commit(self.countdown.prove(seed, number, now, effort))
        self.tick(now)

    # ---- play --------------------------------------------------------------------------------------------------------

    def play(self, seat: int, move: tuple[Any, ...], now: int, request: int = 0) -> bool:
        """Make a move. The outcome has the answer, also to a repeated request.

        Raises:
            Refused: the player may not move now, or not in this way; the text names the rule.
        """
        state = self.state
        if state.repeated(seat, request):
            self._asked = seat, request
            return False
        self.tick(now)
        t = self.lifetime.elapsed(now)
        state.must_have_space()
        self.commit(Played(t, seat, request, move))
        end = self.mode.conclude(now, seat)
        if end is not None:
            self.commit(end)
        self._asked = seat, request
        return True

    def undo(self, seat: int, now: int, request: int = 0) -> bool:
        """Take back the player's last move. The outcome has the answer, also to a repeated request.

        Raises:
            Refused: the player may not do so now, there is no move, or the room or the game has no undo.
        """
        state = self.state
        if state.repeated(seat, request):
            self._asked = seat, request
            return False
        self.tick(now)
        t = self.lifetime.elapsed(now)
        state.must_have_space()
        self.commit(Undone(t, seat, request))
        self._asked = seat, request
        return True

    def give_up(self, seat: int, now: int, request: int = 0) -> bool:
        """Give up and keep the progress made.

        Raises:
            Refused: no game runs, or this player is done.
        """
        return _once(
            self,
            seat,
            request,
            now,
            lambda: self.lifetime.give_up(seat, now, request),
            lambda: self.mode.conclude(now, seat),
        )

    def leave(self, seat: int, now: int, request: int = 0) -> bool:
        """Leave the room. In the lobby this frees the seat, during play it counts as giving up, later it does nothing.
        In a correspondence duel nobody gives up by going away.
        """
        self.tick(now)
        state, fresh = self.state, True
        if state.phase in ("lobby", "countdown"):
            if seat in state.occupants:
                self.commit(Unseated(now, seat, seat, request))
                self.commit(self.countdown.start_over(now))
        elif state.phase == "running" and not state.by_days:
            if not self.mode.is_done(seat):
                fresh = self.give_up(seat, now, request)
            if self.mode.kind.ends_when_left and not state.is_over:
                self.commit(Ended(now, "left", seat))
        return fresh

    # ---- the following room ------------------------------------------------------------------------------------------

    def go_onward(self, seat: int, onward: bool, now: int, request: int = 0, here: Collection[int] = ()) -> bool:
        """Note that a player wants to go on to the next deal, or no longer does. Between two races of a series, the next one
        is called once all of `here`, the seats whose players are connected, want to.

        Raises:
            Refused: no game runs, or this player is not done; in a series, no further race is to be called.
        """
        if self.state.rules.races:
            return _once(
                self,
                seat,
                request,
                now,
                lambda: self.series.go_onward(seat, onward, now, request),
                lambda: self.series.call(here, now),
            )
        return _once(
            self,
            seat,
            request,
            now,
            lambda: self.sequel.go_onward(seat, onward, self.lifetime.elapsed(now), request),
            lambda: self.mode.conclude(now, seat),
        )

    def follow(
        self, code: str, now: int, seat: int | None = None, game: str = "", vote: str = "", decided: int | None = None
    ) -> None:
        """Note the following room: its code, the seat of the player who opened it, its game ("": the same), and how a
        vote chose that game (see the record `Followed`).

        Raises:
            Refused: this room is not over, and nobody may go on before.
        """
        self.tick(now)
        self.commit(self.sequel.follow(code, now, seat, game, vote, decided))

    def propose(self, seat: int, games: Sequence[Wish], here: Collection[int], now: int, request: int = 0) -> bool:
        """Put games to the vote for the following room, in place of any vote before; no games call the vote off.

        `here` are the seats whose players are connected.

        Raises:
            Refused: the room is not over, or is followed already; somebody else chooses; or there are too few or too
                many games.
        """
        return _once(self, seat, request, now, lambda: self.sequel.propose(seat, games, here, now, request))

    def vote(self, seat: int, choice: int, now: int, request: int = 0) -> bool:
        """Vote for the game at this index of the ballot.

        Raises:
            Refused: the room is followed already, or there is no vote, or no such game in it.
        """
        return _once(self, seat, request, now, lambda: self.sequel.vote(seat, choice, now, request))

    # ---- time --------------------------------------------------------------------------------------------------------

    @property
    def deadline(self) -> int | None:
        """The moment at which `tick` has something to do, if nothing happens before."""
        deadline = self.lifetime.deadline
        return self.series.deadline if deadline is None and self.state.rules.races else deadline

    def tick(self, now: int) -> None:
        """Commit what is due by the clock: the beginning after the countdown, an action for a late player, the end when
        time is up.
        """
        state, mode, countdown = self.state, self.mode, self.countdown
        while state.phase == "countdown" and now >= countdown.ends:
            withheld = countdown.withheld(now)
            if withheld:
                for record in withheld:
                    self.commit(record)
                self.commit(countdown.start_over(now))
            elif countdown.sought is not None:
                self.commit(countdown.prove(countdown.sought, None, countdown.ends, 0))
            else:
                self.commit(self.lifetime.begin())
                self.commit(mode.conclude(now))
        while state.phase == "running" and (
            (state.ends is not None and now >= state.ends) or (mode.due is not None and now >= mode.due)
        ):
            self.commit(self.lifetime.act())
            self.commit(mode.conclude(now))
        if state.rules.races and state.phase in ("lobby", "finished"):
            for act in self.series.act(now):
                self.commit(act)
            if state.phase == "lobby" and state.created.leg:
                self.commit(countdown.recount(now))

    def end(self, why: str, now: int) -> None:
        """End a running game for a reason outside of play: "empty" if nobody has been here for long."""
        self.tick(now)
        if self.state.phase == "running":
            self.commit(Ended(now, why))

    def reopen(self, now: int) -> None:
        """Note that a node has recovered the room from its log; then do what has fallen due meanwhile.

        A countdown begins again, so that nobody's cards are open while there is no server to play on. If nonces were
        promised, it begins when all players are back and have promised new ones. A running clock continues from the
        last event, so nobody loses time either.
        """
        self.commit(Reopened(now))
        if self.state.phase == "countdown":
            self.commit(self.countdown.restart(now))
        self.tick(now)

    def resume(self, paused: int, now: int) -> None:
        """Go on after a pause that began at moment `paused`, with every clock as it stood then; a countdown begins
        again.
        """
        phase = self.state.phase
        if phase in ("countdown", "running"):
            self.commit(Resumed(now, paused))
            self.commit(self.countdown.begin(now) if phase == "countdown" else None)
            self.tick(now)

    def log_clocks(self, now: int) -> None:
        """Log where the clocks stand, so that the room's next owner continues from here."""
        self.tick(now)
        if self.state.phase == "running":
            self.commit(Resumed(now, now))


def set_chat(room: Room, by: int, on: bool, now: int, request: int = 0) -> bool:
    """Let the players of a room write free text to each other, or no longer.

    Raises:
        Refused: it is no room by link, or `by` is not the host.
    """
    return _once(room, by, request, now, lambda: room.seats.set_chat(by, on, now, request))


def _once(room: Room, seat: int, request: int, now: int, *steps: Callable[[], Record | None]) -> bool:
    """Do what is due by the clock, then commit the record of each step; or return False if the request was carried out
    before.
    """
    if room.state.repeated(seat, request):
        return False
    room.tick(now)
    for step in steps:
        room.commit(step())
    return True
