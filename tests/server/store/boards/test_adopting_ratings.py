"""Ratings that an earlier rule ranked at once."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.store import keys
from cadogan_server.store.boards.adopting import adopt
from cadogan_server.store.boards.circles import circle_of
from cadogan_server.store.boards.periods import period_of
from tests.server.core import NOON
from tests.server.established import establish
from tests.server.store.boards.test_leaderboard import DAY


async def test_ratings_ranked_at_once_are_ranked_anew_by_games_played(redis: Redis) -> None:
    """The version before left them: an old hand, and a player who farmed the board within a minute."""
    day = period_of("day", NOON).key
    boards = [keys.rating_board(""), keys.rating_board("duel"), keys.board("klondike", "rating", "draw=3", day)]
    await redis.set(keys.BOARDS_RULE, "3")
    await redis.zadd(keys.boards("klondike"), {"draw=3": 1})
    for player, days, people in (("old", RANKED_DAYS, RANKED_PEOPLE), ("new", 1, 16), ("two", 30, 1)):
        await redis.hset(keys.ratings(""), player, "30.0 5.0 40")
        for board in boards:
            await redis.zadd(board, {player: 2016})
        for number in range(days):
            await redis.zadd(keys.curve(player), {f'["room {number}","",2016]': NOON - number * DAY})
        for number in range(people):
            await redis.hset(keys.met_by(player), f"other {number}", "{}")
    for _ in range(2):
        await adopt(redis, NOON)
        assert [await redis.zrange(board, 0, -1) for board in boards] == [[b"old"]] * 3
        await redis.set(keys.BOARDS_RULE, "3")  # an earlier version has run meanwhile
    assert (await circle_of(redis, "new")).ranking.own_days == 1
    assert (await circle_of(redis, "new")).ranking.own_people == RANKED_PEOPLE
    await establish(redis, "new")
    assert not (await circle_of(redis, "new")).is_ranked, "the store keeps its knowledge of a player"
