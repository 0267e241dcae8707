"""The part of a room for series of races: the games, the points, the standings, and the call to the next race."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.head import Head
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import (
    FEWEST_RACES,
    MOST_RACES,
    MOST_SCORES,
    SERIES_PAUSE_SECONDS,
    SERIES_POINTS,
    SERIES_WAIT_SECONDS,
)
from cadogan_protocol.room_options import UNSEEN_DEALS, RoomOptions
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.kinds.registry import kind_of
from cadogan_server.rooms.records import CalledNext, Leg, Line, Onward, Unseated
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.state import Reducers, State, Wish

PAUSE_MS, WAIT_MS = 1000 * SERIES_PAUSE_SECONDS, 1000 * SERIES_WAIT_SECONDS


class Series:
    """The series that a room belongs to, if any. `here` are always the seats whose players are connected."""

    __slots__ = ("_state",)

    def __init__(self, state: State) -> None:
        self._state = state

    # ---- commands: they check, and return the record to commit -------------------------------------------------------

    def go_onward(self, seat: int, onward: bool, now: int, request: int) -> Onward:
        """Note that a player is ready for the next race, or no longer is.

        Raises:
            Refused: this race is not over, was the last, or the next one was called already.
        """
        state = self._state
        state.must_have_space()
        state.must_be_over()
        if not self.goes_on or state.called:
            why = "the next race was called already; go there with `rematch`" if self.goes_on else "the series is over"
            raise Refused(ErrorCode.WRONG_PHASE, why)
        return Onward(max(0, now - (state.starts or 0)), seat, onward, request)

    def call(self, here: Collection[int], now: int) -> CalledNext | None:
        """Return the record that calls the next race once all who are present are ready; None if they are not."""
        present = [seat for seat in self._guests if seat in here]
        if not self.is_between or not present or not set(present) <= set(self._state.onward):
            return None
        return CalledNext(now)

    def act(self, now: int) -> Sequence[CalledNext | Unseated]:
        """Return the records that are due by the clock: after the pause, the call to the next race; in the lobby of the next
        race, a free seat for each player who is not ready in time, unless nobody is.
        """
        state = self._state
        if self.is_between:
            return [CalledNext(now)] if now >= self._pause_ends else []
        if state.phase != "lobby" or not state.created.leg or now < self._waits_until or not self._someone_is_ready:
            return []
        late = [occupant.seat for occupant in state.occupants.values() if not occupant.ready]
        return [Unseated(now, seat, seat, 0, withheld=True) for seat in late]

    # ---- facts and checks --------------------------------------------------------------------------------------------

    @property
    def leg(self) -> Leg:
        """This race of the series."""
        state = self._state
        made = state.created
        if made.leg:
            return Leg(*made.leg)
        games = tuple(state.rules.games.split()) or (made.game,)
        if len(games) == 1 and state.is_over:
            games += drawn(state.seed, made.game, state.rules.races - 1)
        return Leg(1, games, made.options, (), ())

    @property
    def goes_on(self) -> bool:
        """True if another race of the series follows this one."""
        return 0 < self._race < self._state.rules.races

    @property
    def is_between(self) -> bool:
        """True from the end of a race until the next one is called."""
        state = self._state
        return state.is_over and self.goes_on and not state.called and state.followed is None

    @property
    def deadline(self) -> int | None:
        """The next moment at which `act` has something to do, or a lobby may begin; None: there is none."""
        if self.is_between:
            return self._pause_ends
        state = self._state
        if state.phase != "lobby" or not state.created.leg or not self._someone_is_ready:
            return None
        is_complete = all(occupant.ready for occupant in state.occupants.values()) and not self._missing
        return self._open_until if is_complete else self._waits_until

    @property
    def next_at(self) -> int | None:
        """The moment at which the next race is called at the latest; None: this race goes on, or was the last."""
        return self._pause_ends if self._state.is_over and self.goes_on else None

    def gathers(self, now: int) -> bool:
        """Return True if the lobby of a next race still waits for players who may come."""
        return bool(self._state.created.leg) and (now < self._open_until or (now < self._waits_until and self._missing))

    def must_let_go_on(self) -> None:
        """Check that players may go on to the following room now.

        Raises:
            Refused: the race is not over, or the next one is not called yet.
        """
        if self._state.rules.races and self._state.phase != "lobby":
            self._state.must_be_over()
        if self.is_between:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                "the next race of the series is called when all who are present have said `onward`, or after "
                f"{SERIES_PAUSE_SECONDS} seconds; go there with `rematch` then",
            )

    def must_let_change(self) -> None:
        """Check that the group may choose the next game.

        Raises:
            Refused: the series says which it is.
        """
        if self._state.rules.races and (self.goes_on or not self._state.is_over):
            raise Refused(
                ErrorCode.WRONG_PHASE,
                "the games of a series are fixed: choose another after its last race, or open a new room",
            )

    def following(self, here: Collection[int]) -> tuple[Wish, Leg | tuple[()]]:
        """Return the next game, and its leg: the next of the series, or after the last one the first of a new series."""
        state, leg = self._state, self.leg
        if not self.goes_on:
            return Wish(leg.games[0], leg.options), ()
        game = leg.games[leg.race]
        options = leg.options if game == leg.games[0] else {}
        expected = tuple(state.occupants[seat].player for seat in self._guests if seat in here)
        return Wish(game, options), Leg(leg.race + 1, leg.games, leg.options, self.lines, expected)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The standings, the best first: before this race, and once it is over, with it."""
        state = self._state
        before = tuple(map(Line._make, self.leg.lines))
        if state.results is None:
            return before
        lines = {_key(line.player, line.name): line._replace(last=None) for line in before}
        points = points_of(state.results.rows)
        for occupant in state.occupants.values():
            player = "" if occupant.bot else occupant.player
            old = lines.get(_key(player, occupant.name)) or Line(player, occupant.name, occupant.bot, 0, 0, None)
            won = points.get(occupant.seat, 0)
            lines[_key(player, occupant.name)] = old._replace(
                name=occupant.name, points=old.points + won, races=old.races + 1, last=won
            )
        kept = sorted(lines.values(), key=lambda line: (line.last is None, -line.points))[:MOST_SCORES]
        return tuple(sorted(kept, key=lambda line: (-line.points, line.name.casefold())))

    @property
    def _race(self) -> int:
        """The number of this race; 0 without a series."""
        made = self._state.created
        return made.leg[0] if made.leg else int(self._state.rules.races > 0)

    @property
    def _guests(self) -> list[int]:
        """The seats of all but the server's bots."""
        return [occupant.seat for occupant in self._state.occupants.values() if not occupant.ours]

    @property
    def _someone_is_ready(self) -> bool:
        return any(self._state.occupants[seat].ready for seat in self._guests)

    @property
    def _missing(self) -> bool:
        """True if somebody is expected who has no seat yet."""
        return any(self._state.seat_of(player) is None for player in self.leg.expected)

    @property
    def _pause_ends(self) -> int:
        state = self._state
        assert state.starts is not None
        return max(state.starts + state.lasted + PAUSE_MS, state.woken + WAIT_MS if state.woken else 0)

    @property
    def _open_until(self) -> int:
        """Until then latecomers may take seats: for as long as a countdown lasts."""
        return self._woken(self._state.created.at) + self._state.created.countdown

    @property
    def _waits_until(self) -> int:
        return max(self._open_until, self._woken(self._state.created.at) + WAIT_MS)

    def _woken(self, moment: int) -> int:
        """Return a moment, or that of the last recovery if it is later: nobody could come before."""
        return max(moment, self._state.woken)

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_called_next(self, record: CalledNext) -> None:
        self._state.called = True
        self._state.changed("races")


REDUCERS: Reducers = {CalledNext: Series._on_called_next}


def points_of(rows: Sequence[ResultRow]) -> dict[int, int]:
    """Return the points of each seat. Equal ranks get equal points. A player without a card home gets none, and nobody
    gets any in a race alone.
    """
    if len(rows) < 2:
        return {}
    return {
        row.seat: SERIES_POINTS[row.rank - 1]
        for row in rows
        if row.rank <= len(SERIES_POINTS) and (row.won or row.progress > 0)
    }


def drawn(seed: bytes, first: str, count: int) -> tuple[str, ...]:
    """Return the `count` further games of a mixed series: the smallest by the SHA-256 of `cadogan series`, the id and the
    seed, among all games that race well except the first one.
    """
    others = (game for game in _good_races() if game != first)
    return tuple(sorted(others, key=lambda game: sha256(f"cadogan series {game}".encode() + seed).digest())[:count])


def must_be_a_series(rules: RoomOptions, head: Head, leg: Leg | tuple[()] = ()) -> None:
    """Check that the options of a room make a series, if it begins one.

    Raises:
        Refused: they don't.
        UnknownGame: there is no such game.
    """
    if leg or not (rules.races or rules.games):
        return
    if not FEWEST_RACES <= rules.races <= MOST_RACES:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"a series has {FEWEST_RACES} to {MOST_RACES} `races`, not {rules.races}; leave `races` and `games` out for a "
            "single race",
        )
    if rules.deal not in UNSEEN_DEALS:
        raise Refused(
            ErrorCode.BAD_OPTION, f"a series can't have a {rules.deal} deal: each race has a fresh or a winnable one"
        )
    games = rules.games.split()
    if games and len(games) != rules.races:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"{len(games)} `games` for {rules.races} races: name one for each race, or none for a mixed series",
        )
    if games and games[0] != head.id:
        raise Refused(ErrorCode.BAD_OPTION, f"the first of the `games` is {games[0]}, and the room's game is {head.id}")
    for one in (head, *map(catalogue.head_of, games)):
        if not kind_of(one).own_boards:
            raise Refused(ErrorCode.BAD_OPTION, f"{one.title} is no race, and a series has races only: leave it out")


@cache
def _good_races() -> tuple[str, ...]:
    heads: list[Any] = [catalogue.head_of(game) for game in catalogue.ids()]
    return tuple(head.id for head in heads if head.race == "good" and kind_of(head).own_boards)


def _key(player: str, name: str) -> tuple[str, str]:
    """Return the key of a line: bots are new players in each room, but keep their names."""
    return (player, "") if player else ("", name)
