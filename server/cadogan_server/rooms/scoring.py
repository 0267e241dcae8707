"""The results of a room, the ratings that they changed, and for whom a contest counts."""

from __future__ import annotations

from cadogan_protocol.limits import PROVISIONAL_GAMES
from cadogan_protocol.rooms import Rating, ResultRow, Results, WhyNot
from cadogan_server.rooms.counting import Counted, board_of, counted, judged
from cadogan_server.rooms.effects import Opened
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.records import Attempted, Ended, Rated, SeatRating
from cadogan_server.rooms.state import Reducers, State

ELSEWHERE: WhyNot = "elsewhere"
"""The one reason that only the boards know, as they know the player's other games."""


class Scoring:
    """The results of a room."""

    __slots__ = ("_mode", "_state")

    def __init__(self, state: State, mode: Mode) -> None:
        self._state = state
        self._mode = mode

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The rows of the results; before the end, the players' standings now in that form."""
        results = self._state.results
        return results.rows if results is not None else self._mode.rows()

    @property
    def counted(self) -> list[Counted]:
        """The counted results of a finished room, for each person; none of an unfinished one."""
        return counted(self._state, self._mode)

    @property
    def board(self) -> str | None:
        """The board on which the results are compared; None if the room's options have none."""
        return board_of(self._state)

    @property
    def elsewhere(self) -> tuple[int, ...]:
        """The seats of players for whom the game does not count, because they played another one at the same moment."""
        return tuple(row.seat for row in self.rows if row.why_not == ELSEWHERE)

    def rate(self, ratings: tuple[SeatRating, ...], now: int, elsewhere: tuple[int, ...] = ()) -> Rated:
        """Return the record of how the game has changed its players' ratings, and for whom it does not count.

        Raises:
            Refused: it is not over.
        """
        self._state.must_be_over()
        return Rated(now, ratings, elsewhere)

    def attempt(self, seats: tuple[int, ...], now: int) -> Attempted | None:
        """Return the record of the seats for whom a contest of a day counts; None if that is known already."""
        return Attempted(now, seats) if self._state.attempts is None else None

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_ended(self, record: Ended) -> None:
        state, mode = self._state, self._mode
        mode.ending(record)
        state.phase = "finished"
        state.lasted = max(0, record.at - state.starts) if state.starts is not None else 0
        state.results = Results(
            rows=judged(state, mode, mode.rows()),
            secret=state.created.secret.hex(),
            nonces=state.nonces,
            seed=state.seed.hex(),
        )
        state.changed("phase", "results", "seats", *(("series",) if state.created.number > 1 else ()))
        if state.rules.races:
            state.changed("races")
        state.effects.append(Opened())
        mode.ended()

    def _on_rated(self, record: Rated) -> None:
        state = self._state
        assert state.results is not None
        state.rated = record.ratings
        changes = {seat: (_wire_form(*family), _wire_form(*overall)) for seat, family, overall in record.ratings}
        before = self.elsewhere

        def new(row: ResultRow) -> ResultRow:
            told: dict[str, object] = {}
            if row.seat in changes:
                told |= zip(("rating", "overall"), changes[row.seat], strict=True)
            if row.seat in (*before, *record.elsewhere):
                told["why_not"] = ELSEWHERE if row.seat in record.elsewhere else None
            return row.model_copy(update=told) if told else row

        rows = tuple(map(new, state.results.rows))
        state.results = state.results.model_copy(update={"rows": rows})
        state.changed("results", "seats")

    def _on_attempted(self, record: Attempted) -> None:
        self._state.attempts = record.seats
        self._state.changed("attempts")


REDUCERS: Reducers = {
    Ended: Scoring._on_ended,
    Rated: Scoring._on_rated,
    Attempted: Scoring._on_attempted,
}


def _wire_form(value: int, uncertainty: int, games: int, change: int) -> Rating:
    """Return the rating after a game (a `RatingChange`, or the same from a log) in wire form."""
    return Rating(
        value=value, uncertainty=uncertainty, games=games, provisional=games < PROVISIONAL_GAMES, change=change
    )
