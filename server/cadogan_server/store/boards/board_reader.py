"""Reads boards: leaders, neighbours of a player, and the order of some players among each other."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.boards import LeaderRow, Ranking
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.rooms import Rating
from cadogan_server.store import keys
from cadogan_server.store.boards import skill
from cadogan_server.store.boards.circles import Circle, circle_of
from cadogan_server.store.boards.metrics import LOW_FIRST, OLD_METRICS, SOLO_METRICS, SORTED_METRICS
from cadogan_server.store.boards.ratings import Ratings
from cadogan_server.store.boards.skill import Skill
from cadogan_server.store.boards.waiting import SHARED, BoardGroup, group_of_game, group_of_ratings, group_of_solo

MOST_BOARDS = 50
"""Boards of a game that are listed."""

FIELDS = 7
"""Values that the script returns for a row."""

FEW = 8
"""The most waiting players that are all sorted in before a board is read."""

_SCRIPT = SHARED + (files(__package__) / "board.lua").read_text(encoding="utf-8")


class Board(NamedTuple):
    """A board and its keys.

    Attributes:
        metric: the figure that the board ranks by.
        place, races: key of the board, and of the board with the number of races beside it.
        old: key of the board's content when the rule changed.
        has_old: True if that may exist.
        ratings: key of the ratings that it shows.
        group: the group of boards with which it is sorted.
    """

    metric: str
    place: str
    races: str
    old: str
    has_old: bool
    ratings: str
    group: BoardGroup


def board_of_game(game: str, metric: str, options: str = "", period: str = "", *, day: str) -> Board:
    """Return the board of a game with options as `catalogue.board` writes them and the key of a period. `day`, today as
    `2026-11-22`, selects the results that may wait to be sorted in."""
    return Board(
        metric,
        keys.board(game, metric, options, period),
        keys.board(game, "races", options, period),
        keys.old_board(game, metric),
        not options and not period and metric in OLD_METRICS,
        keys.ratings(catalogue.head_of(game).family),
        (group_of_solo if metric in SOLO_METRICS else group_of_game)(game, options, day),
    )


def board_of_ratings(game: str, family: str) -> Board:
    """Return the board of ratings in a family, or with "" over all. The number of races beside them is that of a
    game."""
    return Board(
        "rating",
        keys.rating_board(family),
        keys.board(game, "races"),
        keys.old_board(game, "rating"),
        False,
        keys.ratings(family),
        group_of_ratings(family),
    )


class Rows(NamedTuple):
    """Rows of a board, and the number of all its rows."""

    rows: tuple[LeaderRow, ...]
    total: int


class BoardReader:
    """Reads boards. All methods raise redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        few: number of waiting players who are sorted in before a board is read.
    """

    def __init__(self, redis: Redis, few: int = FEW) -> None:
        self._redis = redis
        self._few = few
        self._ratings = Ratings(redis)
        self._script = redis.register_script(_SCRIPT)

    async def top(self, board: Board, count: int, after: int = 0) -> Rows:
        """Return the first `count` rows of a board behind the first `after`. Equal values have equal ranks."""
        return await self._read(board, "top", count, after)

    async def around(self, board: Board, player: str, count: int) -> Rows:
        """Return the rows around a player's, as many before as after if possible; none if the player is not on the
        board."""
        return await self._read(board, "around", count, player)

    async def among(self, board: Board, players: Sequence[str], count: int) -> Rows:
        """Return the rows of those of these players who are on a board, ranked among each other."""
        return await self._read(board, "among", count, *dict.fromkeys(players))

    async def boards(self, game: str) -> tuple[dict[str, OptionValue], ...]:
        """Return the options of a game's boards with results, without default values, those with most races first."""
        found: Any = await self._redis.zrange(keys.boards(game), 0, MOST_BOARDS - 1, desc=True)
        return tuple(catalogue.options_of(board.decode()) for board in found)

    async def ranking(self, player: str | None) -> Ranking:
        """Return the conditions for ranked ratings, and how much of them a player fulfils, if one is given."""
        return (await circle_of(self._redis, player) if player else Circle()).ranking

    async def ratings(self, family: str, players: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of those of these players who have one in a family, or with "" over all."""
        return {player: rating_of(found) for player, found in (await self._ratings.of(family, players)).items()}

    async def _read(self, board: Board, view: str, count: int, *more: str | int) -> Rows:
        low_first, rates = board.metric in LOW_FIRST, board.metric == "rating"
        places, ends = board.group.places()
        answer: Any = await self._script(
            keys=[board.place, keys.NAMES, board.races, board.old, board.ratings, *places],
            args=[
                view,
                int(low_first),
                count,
                int(board.has_old),
                int(rates),
                1 + SORTED_METRICS.index(board.metric),
                board.group.name,
                ends,
                self._few,
                *more,
            ],
        )
        rows = []
        for at in range(1, len(answer), FIELDS):
            player, value, rank, name, races, before, rating = answer[at : at + FIELDS]
            rows.append(
                LeaderRow(
                    rank=rank,
                    player=player.decode(),
                    name=name.decode() or "?",
                    value=float(value),
                    races=0 if board.metric in SOLO_METRICS else int(float(races)),
                    old_rule=not rating if rates else bool(before) and (not low_first or before == value),
                    rating=rating_of(skill.parse(rating.decode())) if rating else None,
                )
            )
        return Rows(tuple(rows), answer[0])


def rating_of(found: Skill) -> Rating:
    """Return a rating as a message part."""
    return Rating(value=found.shown, uncertainty=found.uncertainty, games=found.games, provisional=found.provisional)
