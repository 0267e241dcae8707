"""Boards that earlier servers or rules counted."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.boards.adopting import adopt
from tests.server.core import NOON
from tests.server.rooms.duels import MODERN, begun
from tests.server.store.boards.test_leaderboard import Board, count, duelled, finished


async def test_boards_under_an_earlier_servers_keys_are_taken_over(redis: Redis) -> None:
    await redis.set(keys.BOARDS_RULE, "2")
    await redis.zadd("cadogan:board:{klondike}:wins", {"old": 9})
    await redis.zadd("cadogan:board:{klondike}:wins:draw=3", {"old": 2})
    await redis.zadd("cadogan:board:{klondike}:old:wins", {"old": 9})
    await redis.zadd("cadogan:board:{klondike}:boards", {"draw=3": 2})
    await redis.zadd("cadogan:board:{klondike}:counted", {"1" * 16: NOON})
    await redis.hset("cadogan:board:{klondike}:names", mapping={"old": "Old Hand"})
    await redis.hset("cadogan:board:{" + MODERN + "}:ratings", mapping={"p0": "31.5 4.25"})
    await redis.zadd("cadogan:board:{" + MODERN + "}:rating", {"p0": 1950.0, "old": 1600.5})
    await adopt(redis, NOON)
    await adopt(redis, NOON)
    board = Board(redis)
    (row,) = await board.best("klondike", "wins", 10)
    assert (row.name, row.value, row.old_rule) == ("Old Hand", 9, True)
    assert [row.value for row in await board.best("klondike", "wins", 10, "draw=3")] == [2]
    assert await board.boards("klondike") == ({"draw": 3},)
    await board.count(finished())  # an earlier server says that it counted this game
    assert len(await board.best("klondike", "wins", 10)) == 1
    await board.count(duelled(begun(MODERN, {})))
    rows = {row.player: row for row in await board.best(MODERN, "rating", 10)}
    assert rows["old"].old_rule
    assert rows["old"].rating is None
    assert not rows["p0"].old_rule
    assert rows["p0"].value > 1950, "a player with a rating goes on from it"
    assert await redis.keys("cadogan:board:*") == []


"""Milliseconds between the starts of two games of a test."""


async def test_rows_counted_under_the_old_rule_stay_and_are_marked(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        await redis.zadd(keys.board("klondike", "wins"), {"p0": 7, "old": 9})
        await redis.zadd(keys.board("klondike", "best_time"), {"p0": 90_000, "old": 30_000})
        await redis.hset(keys.NAMES, mapping={"old": "Old Hand"})
        board = Board(redis)
        await adopt(redis, NOON)
        await count(redis, finished())
        await adopt(redis, NOON)  # a later start changes nothing
        wins = await board.best("klondike", "wins", 10)
        assert [(row.name, row.value, row.old_rule) for row in wins] == [("Old Hand", 9, True), ("Player 0", 8, True)]
        times = await board.best("klondike", "best_time", 10)
        assert [(row.value, row.old_rule) for row in times] == [(30_000, True), (61_000, False)]
        assert not any(row.old_rule for row in await board.best("klondike", "races", 10))
