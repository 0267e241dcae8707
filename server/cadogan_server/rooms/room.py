"""Countdown, moves, clock and end of any room, race or duel. `lobby.py` has the part before."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Literal

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_protocol.rooms import Clock, Rating, ResultRow, Results, TableState
from cadogan_server.rooms import counting, sequel
from cadogan_server.rooms.effects import Dealt, Opened
from cadogan_server.rooms.hands import Hands
from cadogan_server.rooms.lobby import Lobby
from cadogan_server.rooms.records import (
    Attempted,
    Began,
    Counting,
    Created,
    Ended,
    Followed,
    Forfeited,
    GaveUp,
    NextGame,
    Onward,
    Played,
    Proposed,
    Rated,
    Record,
    Reopened,
    Resumed,
    Revealed,
    SeatRating,
    TimedOut,
    Undone,
    Unseated,
    Voted,
)
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.seats import Standing
from cadogan_server.rooms.sequel import Wish

REVEAL_MS = 3000
"""Milliseconds from the moment when everybody is ready within which promised nonces must be shown."""


class Room(Lobby):
    """A room of either kind."""

    __slots__ = (
        "_counting_since", "_last_revealed", "_latest", "attempts", "ballot", "clock", "ends", "hands", "lasted", "match",
        "onward", "played", "rated", "results", "reveals_within", "seed", "votes",
    )  # fmt: skip

    kind: ClassVar[Literal["race", "duel"]]

    _does = Lobby._does | {
        Began: "_on_began",
        Played: "_on_played",
        Undone: "_on_undone",
        GaveUp: "_on_gave_up",
        Onward: "_on_onward",
        Proposed: "_on_proposed",
        Voted: "_on_voted",
        Ended: "_on_ended",
        Rated: "_on_rated",
        Attempted: "_on_attempted",
        Resumed: "_on_resumed",
    }

    def __init__(self, created: Created) -> None:
        super().__init__(created)
        self.ends: int | None = None
        self.seed = b""
        self.results: Results | None = None
        self.clock: Clock | None = None
        """A duel's clock."""
        self.match: tuple[int, ...] | None = None
        """A duel's score in the match so far, by seat."""
        self.onward: tuple[int, ...] = ()
        """The seats of players who want to go on to the next deal before all are done, in the order of their wishes."""
        self.ballot: tuple[Wish, ...] = ()
        """The games of the vote on the following room; empty while there is no vote."""
        self.votes: dict[int, int] = {}
        """By seat: the index in the ballot of the game that its player has voted for."""
        self.played = 0
        """The number of moves of all players, including those that were taken back."""
        self.hands: dict[int, Hands] = {}
        """By seat: what the player's moves tell of the hands, from the first move on."""
        self.rated: tuple[SeatRating, ...] = ()
        """How the game has changed its players' ratings, once that is known."""
        self.attempts: tuple[int, ...] | None = None
        """In a contest of a day: the seats for whose players it counts; None: that is not decided yet."""
        self.lasted = 0
        """Milliseconds from the start to the end, once the room is over."""
        self._latest = 0
        """The moment of the last event, in ms from the start."""
        self.reveals_within = REVEAL_MS
        """Milliseconds to wait for promised nonces. A log does not hold it: it holds who lost a seat."""
        self._counting_since = 0
        self._last_revealed = 0

    # ---- commands ----------------------------------------------------------------------------------------------------

    def leave(self, seat: int, now: int, request: int = 0) -> bool:
        """Leave the room. In the lobby this frees the seat, during play it counts as giving up, later it does nothing."""
        self.tick(now)
        if self.phase in ("lobby", "countdown"):
            if seat in self.occupants:
                self.commit(Unseated(now, seat, seat, request))
                self._start_over(now)
        elif self.phase == "running" and not self.is_done(seat):
            return self.give_up(seat, now, request)
        return True

    def play(self, seat: int, move: tuple[Any, ...], now: int, request: int = 0) -> bool:
        """Make a move.

        Raises:
            Refused: the player may not move now, or not in this way; the text names the rule.
        """
        if self.repeated(seat, request):
            return False
        t = self._running(now)
        self._must_have_space()
        self.commit(Played(t, seat, request, move))
        self._conclude(now, seat)
        return True

    def undo(self, seat: int, now: int, request: int = 0) -> bool:
        """Take back the player's last move.

        Raises:
            Refused: the player may not do so now, there is no move, or the room or the game has no undo.
        """
        if self.repeated(seat, request):
            return False
        t = self._running(now)
        self._must_have_space()
        self.commit(Undone(t, seat, request))
        return True

    def give_up(self, seat: int, now: int, request: int = 0) -> bool:
        """Give up and keep the progress made.

        Raises:
            Refused: nothing runs, or this player is done.
        """
        if self.repeated(seat, request):
            return False
        t = self._running(now)
        if self.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "you are done already; there is nothing left to give up")
        self.commit(GaveUp(t, seat, request))
        self._conclude(now, seat)
        return True

    def go_onward(self, seat: int, onward: bool, now: int, request: int = 0) -> bool:
        """Note that a player wants to go on to the next deal, or no longer does.

        Raises:
            Refused: nothing runs, or this player is not done.
        """
        if self.repeated(seat, request):
            return False
        t = self._running(now)
        self._must_have_space()
        if not self.is_done(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "you are not done yet; go on to the next deal when you are")
        self.commit(Onward(t, seat, onward, request))
        self._conclude(now, seat)
        return True

    def must_let_go_on(self, seat: int) -> None:
        """Check that a player may go on to the following room: after the end, or before it with others who want to.

        Raises:
            Refused: the player may not.
        """
        if self.phase != "finished" and not self._lets_go_on(seat):
            raise Refused(
                ErrorCode.NOT_FINISHED,
                f"room {self.code} is not finished; who is done may go on with others who are, once two have said `onward`",
            )

    def _lets_go_on(self, seat: int) -> bool:
        """Return True if a player may go on to the next room while this one runs."""
        return False

    @property
    def people(self) -> list[int]:
        """The seats of players who are people."""
        return [occupant.seat for occupant in self.occupants.values() if not occupant.bot]

    def follow(
        self, code: str, now: int, seat: int | None = None, game: str = "", vote: str = "", decided: int | None = None
    ) -> None:
        """Note the following room: its code, the seat of the player who opened it, its game ("": the same), and how a
        vote chose that game (see the record `Followed`).

        Raises:
            Refused: this room is not over, and nobody may go on before.
        """
        self.tick(now)
        if not any(map(self._lets_go_on, self.people)):
            self.must_be_over()
        self.commit(Followed(now, code, seat, game, vote, decided))

    def propose(self, seat: int, games: Sequence[Wish], here: Collection[int], now: int, request: int = 0) -> bool:
        """Put games to the vote for the following room, in place of any vote before; no games call the vote off.

        `here` are the seats whose players are connected.

        Raises:
            Refused: the room is not over, or is followed already; somebody else chooses; or there are too few or too
                many games.
        """
        if self.repeated(seat, request):
            return False
        self._must_have_space()
        self._must_have_no_sequel()
        sequel.must_choose(self, seat, here)
        sequel.must_be_a_ballot(games)
        self.commit(Proposed(now, seat, tuple((game, dict(options)) for game, options in games), request))
        return True

    def vote(self, seat: int, choice: int, now: int, request: int = 0) -> bool:
        """Vote for the game at this index of the ballot.

        Raises:
            Refused: the room is followed already, or there is no vote, or no such game in it.
        """
        if self.repeated(seat, request):
            return False
        self._must_have_space()
        self._must_have_no_sequel()
        if choice >= len(self.ballot):
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"room {self.code} has {len(self.ballot)} games to vote for, so {choice} is none of them; look at its `ballot`",
            )
        self.commit(Voted(now, seat, choice, request))
        return True

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The players' standings now, in the form of results."""
        return self._rank()

    def rate(self, ratings: tuple[SeatRating, ...], now: int) -> None:
        """Note how the game has changed its players' ratings.

        Raises:
            Refused: it is not over.
        """
        self.must_be_over()
        self.commit(Rated(now, ratings))

    def attempt(self, seats: tuple[int, ...], now: int) -> None:
        """Note for whom a contest of a day counts, once the cards are dealt. A second call does nothing."""
        if self.attempts is None:
            self.commit(Attempted(now, seats))

    def end(self, why: str, now: int) -> None:
        """End a running game from outside: "empty" if nobody has been here for long."""
        self.tick(now)
        if self.phase == "running":
            self.commit(Ended(now, why))

    def reopen(self, now: int) -> None:
        """Note that a node has recovered the room from its log; then do what has fallen due meanwhile.

        A countdown begins again, so that nobody's cards are open while there is no server to play on. If nonces were
        promised, it begins when all players are back and have promised new ones. A running clock continues from the
        last event, so nobody loses time either.
        """
        self.commit(Reopened(now))
        if self.phase == "countdown" and self._promised:
            self._start_over(now)
        else:
            self._go_on(now)

    def resume(self, paused: int, now: int) -> None:
        """Go on after a pause that began at moment `paused`, with every clock as it stood then; a countdown begins
        again.
        """
        if self.phase in ("countdown", "running"):
            self.commit(Resumed(now, paused))
            self._go_on(now)

    def stand(self, now: int) -> None:
        """Log the state of the clocks, so that another owner continues from here."""
        self.tick(now)
        if self.phase == "running":
            self.commit(Resumed(now, now))

    def _go_on(self, now: int) -> None:
        if self.phase == "countdown":
            self.commit(Counting(now, now + self.created.countdown))
        self.tick(now)

    @property
    def deadline(self) -> int | None:
        """The moment at which `tick` has something to do, if nothing happens before."""
        return self._countdown_ends if self.phase == "countdown" else self.ends if self.phase == "running" else None

    @property
    def _countdown_ends(self) -> int:
        """When the cards are shown; while nonces are missing, when it is too late for them."""
        assert self.starts is not None
        return max(self.starts, self._counting_since + self.reveals_within if self.withholders else self._last_revealed)

    def tick(self, now: int) -> None:
        """Do what is due by the clock: begin after the countdown, end when time is up."""
        while self.phase == "countdown" and now >= self._countdown_ends:
            if self.withholders:
                self._put_out_withholders(now)
            else:
                self._begin(self._countdown_ends)
                self._conclude(now)
        if self.phase == "running" and self.ends is not None and now >= self.ends:
            self.commit(Ended(self.ends, "time"))

    # ---- checks ------------------------------------------------------------------------------------------------------

    def _must_have_no_sequel(self) -> None:
        """Check that the room is over and no other follows yet.

        Raises:
            Refused: it is not over, or another follows.
        """
        self.must_be_over()
        if self.followed is not None:
            raise Refused(
                ErrorCode.WRONG_PHASE, f"room {self.rematch} follows this one already; go there with `rematch`"
            )

    def _running(self, now: int) -> int:
        """Return the milliseconds since the start.

        Raises:
            Refused: nothing runs.
        """
        if self.deadline is not None:
            self.tick(now)
        if self.phase != "running" or self.starts is None:
            self._must_be("running")
        assert self.starts is not None
        return max(0, now - self.starts)

    # ---- lobby to start ----------------------------------------------------------------------------------------------

    def _begin(self, starts: int) -> None:
        limit = self.time_limit
        self.commit(Began(starts, starts + 1000 * limit if limit else None, self._find_seed()))

    def _put_out_withholders(self, now: int) -> None:
        for seat in self.withholders:
            self.commit(Unseated(now, seat, seat, 0, withheld=True))
        self._start_over(now)

    @property
    def _promised(self) -> bool:
        """True if anybody has promised a nonce."""
        return any(occupant.promises for occupant in self.occupants.values())

    def _start_over(self, now: int) -> None:
        """Void all nonces after a player has left: a player who leaves once nonces are seen must not choose the deal by
        that.
        """
        if self.phase == "countdown" and self._promised:
            self.commit(Counting(now, None))
        self._recount(now)

    def _recount(self, now: int) -> None:
        """Begin the countdown, or call it off, after a player left or changed readiness."""
        occupants = self.occupants.values()
        enough = len(occupants) >= self.fewest_seats and any(not occupant.ours for occupant in occupants)
        all_ready = enough and all(occupant.ready for occupant in occupants)
        if self.phase == "lobby" and all_ready:
            self.commit(Counting(now, now + self.created.countdown))
        elif self.phase == "countdown" and not all_ready:
            self.commit(Counting(now, None))

    # ---- what the records do -----------------------------------------------------------------------------------------

    def _apply(self, record: Record) -> None:
        super()._apply(record)
        if isinstance(record, Played):
            t, seat, _, move = record
            self._latest = t
            self.played += 1
            hands = self.hands.get(seat)
            if hands is None:
                hands = self.hands[seat] = Hands(self.game)
            hands.moved(t, move)
        elif isinstance(record, (Undone, GaveUp, TimedOut, Forfeited, NextGame)):
            self._latest = record.t

    def _on_counting(self, record: Counting) -> None:
        super()._on_counting(record)
        self._counting_since, self._last_revealed = record.at, 0

    def _on_revealed(self, record: Revealed) -> None:
        super()._on_revealed(record)
        self._last_revealed = record.at

    def _on_reopened(self, record: Reopened) -> None:
        super()._on_reopened(record)
        if self.phase == "running" and self.starts is not None:
            self._shift(record.at - self.starts - self._latest)  # less than 0 if the machine's clock was put back

    def _on_resumed(self, record: Resumed) -> None:
        if self.phase == "running":
            self._shift(record.at - record.paused)
            assert self.starts is not None
            self._latest = max(self._latest, record.at - self.starts)

    def _shift(self, by: int) -> None:
        """Move the start and the end of a running game by so many milliseconds."""
        assert self.starts is not None
        self.starts += by
        self.ends = self.ends + by if self.ends is not None else None
        self._changed("starts", "ends")

    def _on_began(self, record: Began) -> None:
        self.phase, self.starts, self.ends, self.seed = "running", record.starts, record.ends, record.seed
        self._deal()
        self._changed("phase", "starts", "ends", "seats")
        self.effects.append(Dealt())

    @abstractmethod
    def _on_played(self, record: Played) -> None: ...

    @abstractmethod
    def _on_undone(self, record: Undone) -> None: ...

    @abstractmethod
    def _on_gave_up(self, record: GaveUp) -> None: ...

    def _on_onward(self, record: Onward) -> None:
        self.occupants[record.seat].note(record.request)
        others = tuple(seat for seat in self.onward if seat != record.seat)
        self.onward = (*others, record.seat) if record.onward else others
        self._changed("onward")

    def _on_proposed(self, record: Proposed) -> None:
        self.occupants[record.seat].note(record.request)
        self.ballot, self.votes = tuple(Wish(*game) for game in record.games), {}
        self._changed("ballot")

    def _on_voted(self, record: Voted) -> None:
        self.occupants[record.seat].note(record.request)
        self.votes.pop(record.seat, None)
        self.votes[record.seat] = record.choice
        self._changed("ballot")

    def _on_ended(self, record: Ended) -> None:
        self.phase = "finished"
        self.lasted = max(0, record.at - self.starts) if self.starts is not None else 0
        self.results = Results(
            rows=counting.judged(self, self._rank()),
            secret=self.created.secret.hex(),
            nonces=self.nonces,
            seed=self.seed.hex(),
        )
        self._changed("phase", "results", "seats", *(("series",) if self.created.number > 1 else ()))
        self.effects.append(Opened())

    def _on_rated(self, record: Rated) -> None:
        assert self.results is not None
        self.rated = record.ratings
        changes = {seat: (_told(*family), _told(*overall)) for seat, family, overall in record.ratings}
        rows = tuple(
            row.model_copy(update=dict(zip(("rating", "overall"), changes[row.seat], strict=True)))
            if row.seat in changes
            else row
            for row in self.results.rows
        )
        self.results = self.results.model_copy(update={"rows": rows})
        self._changed("results", "seats")

    def _on_attempted(self, record: Attempted) -> None:
        self.attempts = record.seats
        self._changed("attempts")

    # ---- what a race and a duel do each in their own way -------------------------------------------------------------

    @abstractmethod
    def _deal(self) -> None:
        """Deal the cards by the seed."""

    @abstractmethod
    def _conclude(self, now: int, seat: int | None = None) -> None:
        """Commit the end if the last command has brought it about; only that command's `seat` may have, if it is given."""

    @abstractmethod
    def _rank(self) -> tuple[ResultRow, ...]:
        """Return the rows of the results."""

    @abstractmethod
    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands; None before the start."""

    @abstractmethod
    def board_name(self, stream: int) -> str:
        """Return the name of a stream's board in a replay."""

    @abstractmethod
    def is_done(self, seat: int) -> bool:
        """Return True if this player has nothing more to do."""

    @abstractmethod
    def has_played_out(self, seat: int) -> bool:
        """Return True if nothing was left to do on this player's own board."""

    @property
    @abstractmethod
    def time_limit(self) -> int:
        """Seconds from the start until time is up for the whole room; 0: never."""

    @property
    @abstractmethod
    def boards(self) -> tuple[int, ...]:
        """The streams of all boards, whoever may see them."""

    @property
    @abstractmethod
    def boards_replayed(self) -> tuple[int, ...]:
        """The streams of the boards in a replay, when everything is shown."""

    @abstractmethod
    def boards_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the streams of the boards that a player, or with None a spectator, may see now. This is the one place
        that decides it.
        """

    @abstractmethod
    def board(self, stream: int) -> TableState:
        """Return a board as the subscribers of its stream see it."""

    @abstractmethod
    def choices(self, seat: int) -> tuple[int, list[tuple[Any, ...]], bool]:
        """Return the stream of a player's board, the legal moves there, and whether the last move can be taken back."""


def _told(value: int, uncertainty: int, games: int, change: int) -> Rating:
    """Return the rating after a game (a `RatingChange`, or the same from a log) in wire form."""
    return Rating(
        value=value, uncertainty=uncertainty, games=games, provisional=games < PROVISIONAL_GAMES, change=change
    )
