"""The part of a room for time: the start of play, deadlines, pauses, and recoveries."""

from __future__ import annotations

from cadogan_games.solver.proof import seed_of_deal
from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms import fairness
from cadogan_server.rooms.countdown import Countdown
from cadogan_server.rooms.effects import Dealt
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.records import Began, Ended, GaveUp, Record, Reopened, Resumed
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.state import Reducers, State


class Lifetime:
    """The time of a room, from its countdown to its end."""

    __slots__ = ("_countdown", "_mode", "_state")

    def __init__(self, state: State, countdown: Countdown, mode: Mode) -> None:
        self._state = state
        self._countdown = countdown
        self._mode = mode

    @property
    def deadline(self) -> int | None:
        """The next moment at which the clock brings a record, if nothing happens before; None: there is none."""
        state = self._state
        if state.phase == "countdown":
            return self._countdown.ends
        if state.phase != "running":
            return None
        due = self._mode.due
        return state.ends if due is None else due if state.ends is None else min(due, state.ends)

    def begin(self) -> Began:
        """Return the record that begins play at the end of the countdown, with the seed of the deal."""
        starts, limit = self._countdown.ends, self._mode.time_limit
        return Began(starts, starts + 1000 * limit if limit else None, _seed(self._state))

    def act(self) -> Record:
        """Return the record that is due first in a running game: the mode's, or the end because time is up."""
        state, due = self._state, self._mode.due
        if state.ends is not None and (due is None or state.ends <= due):
            return Ended(state.ends, "time")
        assert due is not None
        assert state.starts is not None
        return self._mode.act(due - state.starts)

    def elapsed(self, now: int) -> int:
        """Return the milliseconds since the start.

        Raises:
            Refused: no game runs.
        """
        starts = self._state.starts
        if self._state.phase != "running" or starts is None:
            self._state.must_be("running")
        assert starts is not None
        return now - starts if now > starts else 0

    def give_up(self, seat: int, now: int, request: int) -> GaveUp:
        """Let a player give up. See `Room.give_up`."""
        t = self.elapsed(now)
        if self._mode.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "your game is over already; there is nothing left to give up")
        return GaveUp(t, seat, request)

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_began(self, record: Began) -> None:
        state = self._state
        if state.awaits_host:
            state.changed("host")  # there is one from now on, as the host of the group has missed the start
        state.phase, state.starts, state.ends, state.seed = "running", record.starts, record.ends, record.seed
        self._mode.deal()
        state.changed("phase", "starts", "ends", "seats")
        state.effects.append(Dealt())

    def _on_reopened(self, record: Reopened) -> None:
        state = self._state
        state.reopened += 1
        state.woken = record.at
        if state.rules.races:
            state.changed("races")
        if state.phase == "running" and state.starts is not None:
            lost = record.at - state.starts - state.latest  # less than 0 if the machine's clock was put back
            self._shift(min(0, lost) if state.by_days else lost)  # days run on while no node has the room
            self._mode.restart_clock()

    def _on_resumed(self, record: Resumed) -> None:
        state = self._state
        if state.phase == "running":
            self._shift(record.at - record.paused)
            assert state.starts is not None
            state.latest = max(state.latest, record.at - state.starts)
            self._mode.restart_clock()
            if state.clock is not None:
                state.changed("clock")

    def _shift(self, by: int) -> None:
        """Move the start and the end of a running game by this number of milliseconds; less than 0 moves them back."""
        state = self._state
        assert state.starts is not None
        state.starts += by
        state.ends = state.ends + by if state.ends is not None else None
        state.changed("starts", "ends")


REDUCERS: Reducers = {
    Began: Lifetime._on_began,
    Reopened: Lifetime._on_reopened,
    Resumed: Lifetime._on_resumed,
}


def _seed(state: State) -> bytes:
    """Return the seed of the deal, by the room's options."""
    created, rules = state.created, state.rules
    if created.seed:
        return created.seed
    if rules.deal == "numbered" and rules.number is not None:
        return fairness.numbered_seed(created.game, rules.number, rules.numbering)
    if rules.deal == "daily":
        day = created.day or fairness.day_of(created.at)
        seed = fairness.daily_seed(created.game, day, created.day_secret)
    else:
        seed = fairness.fresh_seed(created.secret, state.nonces)
    return seed if state.proof is None else seed_of_deal(seed, state.proof.number or 0)
