"""The next game of a group: the choice of the game, the vote, the options, and the running score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, Protocol

from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Head
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_CANDIDATES, MOST_SCORES
from cadogan_protocol.rooms import OptionValue, ResultRow, Results, RoomOptions
from cadogan_server.rooms.records import Created, Score
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.seats import Occupant

FEWEST_CANDIDATES = 2
"""A vote needs at least so many games."""


class Wish(NamedTuple):
    """A game, with all its options, that may be played next."""

    game: str
    options: Mapping[str, OptionValue]


class Choice(NamedTuple):
    """The next game, and how a vote chose it: by "majority", or in a "tie" by the vote of the seat `decided`."""

    wish: Wish
    vote: str = ""
    decided: int | None = None


class PlayedRoom(Protocol):
    """The facts about a room that decide what follows it; `room.Room` has all of them."""

    created: Created
    game: Game
    occupants: dict[int, Occupant]
    results: Results | None
    ballot: tuple[Wish, ...]
    votes: dict[int, int]

    @property
    def kind(self) -> str: ...  # noqa: D102

    @property
    def host(self) -> int | None: ...  # noqa: D102

    @property
    def people(self) -> list[int]: ...  # noqa: D102

    @property
    def rows(self) -> tuple[ResultRow, ...]:
        """The players' standings now, in the form of results."""


def chooser_of(room: PlayedRoom, here: Collection[int]) -> int | None:
    """Return the seat of the player who chooses the next game.

    Args:
        room: the room that is over.
        here: the seats whose players are connected.

    Returns:
        The host; while the host is away, the lowest seat of a person who is here; None if nobody is.
    """
    if room.host in here:
        return room.host
    return min((seat for seat in room.people if seat in here), default=None)


def must_choose(room: PlayedRoom, seat: int, here: Collection[int]) -> None:
    """Check that this player may choose the next game.

    Raises:
        Refused: another player chooses.
    """
    chooser = chooser_of(room, here)
    if seat != chooser:
        name = room.occupants[chooser].name if chooser is not None else "the host"
        raise Refused(ErrorCode.NOT_HOST, f"{name} chooses the next game; you can ask for a vote, or for a rematch")


def must_fit(room: PlayedRoom, head: Head, here: Collection[int]) -> None:
    """Check that everybody here can play this game.

    Raises:
        Refused: more people are here than it has seats.
    """
    people = [seat for seat in room.people if seat in here]
    if head.kind == "duel" and len(people) > 2:
        raise Refused(
            ErrorCode.BAD_OPTION, f"{head.title} is for two, and {len(people)} of you are here: choose a game for more"
        )


def must_be_a_ballot(games: Collection[Wish]) -> None:
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
        raise Refused(ErrorCode.BAD_OPTION, "the same game stands twice in this vote; propose different ones")


def voted_for(room: PlayedRoom, seat: int, here: Collection[int]) -> Choice | None:
    """Return the game that the vote in a room chose, or None if there is no vote.

    Among games with equally many votes, the chooser's own vote wins, else the first game. If nobody has voted, the
    first game is the choice of the chooser, not of a vote.

    Raises:
        Refused: the vote is not over, and the player on this `seat` is not the chooser, who may end it.
    """
    if not room.ballot:
        return None
    chooser = chooser_of(room, here)
    missing = [room.occupants[one].name for one in room.people if one in here and one not in room.votes]
    if missing and seat != chooser:
        raise Refused(
            ErrorCode.WRONG_PHASE, f"a vote on the next game is going on; not voted yet: {', '.join(missing)}"
        )
    counts = [list(room.votes.values()).count(place) for place in range(len(room.ballot))]
    leading = [place for place, count in enumerate(counts) if count == max(counts)]
    if len(leading) == 1:
        return Choice(room.ballot[leading[0]], "majority")
    if not room.votes:
        return Choice(room.ballot[0])
    favourite = room.votes.get(chooser) if chooser is not None else None
    if favourite in leading:
        return Choice(room.ballot[favourite], "tie", chooser)
    return Choice(room.ballot[leading[0]], "tie")


def carried_over(rules: RoomOptions, old: Head, new: Head) -> RoomOptions:
    """Return the options of a room with another game than the one before. Options that the old game may have set, or
    that mean nothing to the new game, get their defaults.
    """
    usual = RoomOptions()
    if rules.deal == "daily" or rules.deal == "again":  # such a room is for one player and for practice
        return usual
    changed: dict[str, object] = {"deal": usual.deal, "number": usual.number}
    if not old.undo_allowed:
        changed["undo"] = usual.undo
    if old.kind != new.kind:
        changed |= {"target": usual.target, "time_limit": usual.time_limit if new.kind == "race" else 0}
    return rules.model_copy(update=changed)


def score_after(room: PlayedRoom) -> tuple[Score, ...]:
    """Return the running score of a group after the game of a room, the best first.

    Equal lines are ordered by name, so a line keeps its place from game to game, whoever sat down first. The first in a
    game gets a point, and so does each of several firsts. Nobody gets one if nobody else played, if nobody got a card
    home, in a drawn duel, and in a race that others left for the next game before anybody had won it.
    """
    lines = {_key(line.player, line.name): line for line in map(Score._make, room.created.score)}
    winners = _first_places(room)
    for occupant in room.occupants.values():
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
    here = {_key("" if one.bot else one.player, one.name) for one in room.occupants.values()}
    kept = sorted(lines, key=lambda key: (key not in here, -lines[key].points))[:MOST_SCORES]
    return tuple(
        sorted((lines[key] for key in kept), key=lambda line: (-line.points, line.games, line.name.casefold()))
    )


def _key(player: str, name: str) -> tuple[str, str]:
    """Return the key of a line of the score: bots are new players in each room, but keep their names."""
    return (player, "") if player else ("", name)


def _first_places(room: PlayedRoom) -> Iterable[int]:
    rows = room.results.rows if room.results is not None else room.rows
    if len(rows) < 2:
        return ()
    first = [row for row in rows if row.rank == 1]
    if room.kind == "duel":
        return [row.seat for row in first if row.won]
    if room.results is None:
        return [row.seat for row in first if row.won and not room.game.definition.races_on]
    return [row.seat for row in first if row.won or row.progress > 0]
