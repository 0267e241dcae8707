"""The next game of a group: going on early, the choice of the game, the vote, and the running score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from cadogan_games.engine.head import Head
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_CANDIDATES, MOST_SCORES
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.kinds.registry import most_of
from cadogan_server.rooms.records import Followed, Onward, Proposed, Score, Voted
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.series import Series
from cadogan_server.rooms.state import NO_VOTES, Reducers, State, Wish

FEWEST_CANDIDATES = 2
"""The fewest games among which a vote is held."""


class Choice(NamedTuple):
    """The next game, and how a vote chose it: by "majority", or in a "tie" by the vote of the seat `decided`."""

    wish: Wish
    vote: str = ""
    decided: int | None = None


class Sequel:
    """The following room, and the way to it. `here` are always the seats whose players are connected."""

    __slots__ = ("_mode", "_series", "_state")

    def __init__(self, state: State, mode: Mode, series: Series) -> None:
        self._state = state
        self._series = series
        self._mode = mode

    # ---- commands: they check, and return the record to commit -------------------------------------------------------

    def go_onward(self, seat: int, onward: bool, t: int, request: int) -> Onward:
        """Note that a player wants to go on to the next deal, or no longer does. See `Room.go_onward`."""
        self._state.must_have_space()
        if not self._mode.may_say_onward(seat):
            raise Refused(ErrorCode.WRONG_PHASE, "your game is not over yet; go on to the next deal when it is")
        return Onward(t, seat, onward, request)

    def follow(self, code: str, now: int, seat: int | None, game: str, vote: str, decided: int | None) -> Followed:
        """Note the following room. See `Room.follow`."""
        self._series.must_let_go_on()
        if self._state.phase != "lobby" and not any(map(self._mode.lets_go_on, self._state.people)):
            self._state.must_be_over()
        return Followed(now, code, seat, game, vote, decided)

    def propose(self, seat: int, games: Sequence[Wish], here: Collection[int], now: int, request: int) -> Proposed:
        """Put games to the vote. See `Room.propose`."""
        state = self._state
        state.must_have_space()
        self._must_be_open()
        self._series.must_let_change()
        self.must_choose(seat, here)
        _must_be_a_ballot(games)
        return Proposed(now, seat, tuple((game, dict(options)) for game, options in games), request)

    def vote(self, seat: int, choice: int, now: int, request: int) -> Voted:
        """Vote for the game at this index of the ballot. See `Room.vote`."""
        state = self._state
        state.must_have_space()
        self._must_be_open()
        if choice >= len(state.ballot):
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"room {state.code} has {len(state.ballot)} games to vote for, so {choice} is none of them; look at its `ballot`",
            )
        return Voted(now, seat, choice, request)

    # ---- facts and checks --------------------------------------------------------------------------------------------

    def must_let_go_on(self, seat: int) -> None:
        """Check that a player may go on to the following room: after the end, or before it with others who want to. In
        the lobby the chooser may go on with another game, and then everybody may.

        Raises:
            Refused: the player may not.
        """
        self._series.must_let_go_on()
        state = self._state
        if state.phase == "lobby" and (state.followed is not None or (seat == state.host and not state.awaits_host)):
            return
        if state.phase != "finished" and not self._mode.lets_go_on(seat):
            raise Refused(
                ErrorCode.NOT_FINISHED,
                f"room {state.code} is not finished; players who are done may go on together before, once two have said "
                "`onward`",
            )

    def chooser(self, here: Collection[int]) -> int | None:
        """Return the seat of the player who chooses the next game.

        That is the host; while the host is away, the lowest seat of a person who is here; None if nobody is.
        """
        host = self._state.host
        if host in here:
            return host
        return min((seat for seat in self._state.people if seat in here), default=None)

    def must_let_change(self) -> None:
        """Check that the chooser may name another game: after the end, or in the lobby unless its deal is settled.

        Raises:
            Refused: it is not the time, or all play one deal in this room.
        """
        state, made = self._state, self._state.created
        self._series.must_let_change()
        if state.phase != "lobby":
            state.must_be_over()
        elif made.contest or made.seed:
            raise Refused(ErrorCode.WRONG_PHASE, "this room has the deal of another; open a new room for another game")

    def must_choose(self, seat: int, here: Collection[int]) -> None:
        """Check that this player may choose the next game.

        Raises:
            Refused: another player chooses.
        """
        chooser = self.chooser(here)
        if seat != chooser:
            name = self._state.occupants[chooser].name if chooser is not None else "the host"
            raise Refused(ErrorCode.NOT_HOST, f"{name} chooses the next game; you can ask for a vote, or for a rematch")

    def must_fit(self, head: Head, here: Collection[int]) -> None:
        """Check that everybody here can play this game.

        Raises:
            Refused: more people are here than it has seats.
        """
        people, most = [seat for seat in self._state.people if seat in here], most_of(head)
        if len(people) > most:
            what = "two" if most == 2 else str(most)
            raise Refused(
                ErrorCode.BAD_OPTION,
                f"{head.title} is for {what}, and {len(people)} of you are here: choose a game for more",
            )

    def voted_for(self, seat: int, here: Collection[int]) -> Choice | None:
        """Return the game that the vote chose, or None if there is no vote.

        Among games with equally many votes, the chooser's own vote wins, else the first game. If nobody has voted, the
        first game is the choice of the chooser, not of a vote.

        Raises:
            Refused: the vote is not over, and the player on this `seat` is not the chooser, who may end it.
        """
        state = self._state
        if not state.ballot:
            return None
        chooser = self.chooser(here)
        missing = [state.occupants[one].name for one in state.people if one in here and one not in state.votes]
        if missing and seat != chooser:
            raise Refused(
                ErrorCode.WRONG_PHASE, f"a vote on the next game is going on; still to vote: {', '.join(missing)}"
            )
        counts = [list(state.votes.values()).count(place) for place in range(len(state.ballot))]
        leading = [place for place, count in enumerate(counts) if count == max(counts)]
        if len(leading) == 1:
            return Choice(state.ballot[leading[0]], "majority")
        if not state.votes:
            return Choice(state.ballot[0])
        favourite = state.votes.get(chooser) if chooser is not None else None
        if favourite in leading:
            return Choice(state.ballot[favourite], "tie", chooser)
        return Choice(state.ballot[leading[0]], "tie")

    @property
    def score(self) -> tuple[Score, ...]:
        """The running score of a group after this game, the best first.

        Among equal points, the player with more games of the group comes first, so a latecomer does not pass players who were
        there all evening. Equal lines are ordered by name, so a line keeps its place from game to game, in whatever order the
        players sit down. The first in a game gets a point, and so does each of several firsts. Nobody gets one if nobody else
        played, if nobody got a card home, in a draw, and in a race that others left for the next game before anybody had won it.
        In the lobby it is the score before this game.
        """
        if self._state.phase == "lobby":
            return tuple(map(Score._make, self._state.created.score))
        occupants = self._state.occupants.values()
        lines = {_key(line.player, line.name): line for line in map(Score._make, self._state.created.score)}
        winners = self._first_places()
        for occupant in occupants:
            player = "" if occupant.bot else occupant.player
            key = _key(player, occupant.name)
            before = lines.get(key)
            lines[key] = Score(
                player,
                occupant.name,
                occupant.bot,
                (before.points if before else 0) + (occupant.seat in winners),
                (before.games if before else 0) + 1,
            )
        here = {_key("" if one.bot else one.player, one.name) for one in occupants}
        kept = sorted(lines, key=lambda key: (key not in here, -lines[key].points))[:MOST_SCORES]
        return tuple(
            sorted((lines[key] for key in kept), key=lambda line: (-line.points, -line.games, line.name.casefold()))
        )

    def _first_places(self) -> Iterable[int]:
        results = self._state.results
        rows = results.rows if results is not None else self._mode.rows()
        if len(rows) < 2:
            return ()
        first = [row for row in rows if row.rank == 1]
        if self._mode.kind.draws:
            return [row.seat for row in first if row.won]
        if results is None:
            return [row.seat for row in first if row.won and not self._state.game.definition.races_on]
        return [row.seat for row in first if row.won or row.progress > 0]

    def _must_be_open(self) -> None:
        """Check that the room is over and no other follows yet.

        Raises:
            Refused: it is not over, or another follows.
        """
        state = self._state
        state.must_be_over()
        if state.followed is not None:
            raise Refused(
                ErrorCode.WRONG_PHASE, f"room {state.rematch} follows this one already; go there with `rematch`"
            )

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_onward(self, record: Onward) -> None:
        state = self._state
        state.occupants[record.seat].note(record.request)
        others = tuple(seat for seat in state.onward if seat != record.seat)
        state.onward = (*others, record.seat) if record.onward else others
        state.changed("onward")

    def _on_followed(self, record: Followed) -> None:
        self._state.rematch, self._state.followed = record.code, record
        self._state.changed("rematch", "next")

    def _on_proposed(self, record: Proposed) -> None:
        state = self._state
        state.occupants[record.seat].note(record.request)
        state.ballot, state.votes = tuple(Wish(*game) for game in record.games), NO_VOTES
        state.changed("ballot")

    def _on_voted(self, record: Voted) -> None:
        state = self._state
        state.occupants[record.seat].note(record.request)
        others = {seat: choice for seat, choice in state.votes.items() if seat != record.seat}
        state.votes = {**others, record.seat: record.choice}
        state.changed("ballot")


REDUCERS: Reducers = {
    Onward: Sequel._on_onward,
    Followed: Sequel._on_followed,
    Proposed: Sequel._on_proposed,
    Voted: Sequel._on_voted,
}


def _must_be_a_ballot(games: Collection[Wish]) -> None:
    """Check that these games can be put to the vote. No games end a vote.

    Raises:
        Refused: there are too few or too many of them, or one is there twice.
    """
    if games and not FEWEST_CANDIDATES <= len(games) <= MOST_CANDIDATES:
        raise Refused(
            ErrorCode.BAD_OPTION,
            f"a vote is among {FEWEST_CANDIDATES} or {MOST_CANDIDATES} games, not {len(games)}; "
            "choose a single game with `rematch`",
        )
    if any(list(games).count(wish) > 1 for wish in games):
        raise Refused(ErrorCode.BAD_OPTION, "this vote has the same game twice; propose different games")


def _key(player: str, name: str) -> tuple[str, str]:
    """Return the key of a line of the score: bots are new players in each room, but keep their names."""
    return (player, "") if player else ("", name)
