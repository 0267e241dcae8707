"""The logs of tournaments, with a real Redis."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.tournaments.tournament_logs import KEPT_SECONDS, UNFINISHED_SECONDS, TournamentLogs


async def test_only_a_writer_who_knows_the_whole_log_appends(redis: Redis) -> None:
    logs = TournamentLogs(redis)
    assert await logs.open("t", b"first", 5)
    assert not await logs.open("t", b"other", 5), "there is one with this id"
    assert await logs.append("t", [b"first"], [b"a", b"b"])
    assert not await logs.append("t", [b"first"], [b"late"])
    assert not await logs.append("t", [b"first", b"a", b"x"], [b"of another log"])
    assert await logs.read({"t": 0}) == {"t": [b"first", b"a", b"b"]}
    assert await logs.read({"t": 2}) == {"t": [b"a", b"b"]}, "the last known record comes too, to be compared"


async def test_what_concerns_a_game_alone_is_added_behind_what_others_wrote(redis: Redis) -> None:
    logs = TournamentLogs(redis)
    await logs.open("t", b"first", 5)
    await logs.append("t", [b"first"], [b"a"])
    assert await logs.add("t", [b"first"], [b"b", b"c"]) == [b"a", b"b", b"c"]
    assert await logs.add("t", [b"first", b"other"], [b"x"]) is None, "the store has another log"
    assert await logs.add("t", [b"first", b"a", b"b", b"c", b"lost"], [b"x"]) is None, "the store has lost records"
    assert await logs.add("none", [b"first"], [b"x"]) is None
    assert await logs.read({"t": 0, "none": 0}) == {"t": [b"first", b"a", b"b", b"c"], "none": []}
    assert await redis.ttl(keys.tournament("t")) == UNFINISHED_SECONDS


async def test_a_log_outlives_its_tournament_by_a_month(redis: Redis) -> None:
    logs = TournamentLogs(redis)
    await logs.open("t", b"first", 5)
    assert await redis.ttl(keys.tournament("t")) == UNFINISHED_SECONDS
    await logs.append("t", [b"first"], [b"end"], over=True)
    assert await redis.ttl(keys.tournament("t")) == KEPT_SECONDS


async def test_the_lists_have_tournaments_in_their_order(redis: Redis) -> None:
    logs = TournamentLogs(redis)
    for id, starts in (("later", 9), ("sooner", 3), ("secret", 4)):
        await logs.open(id, b"first", starts)
    assert (await logs.listed(5)).coming == ("sooner", "secret", "later")
    await logs.over("sooner", 20, listed=True)
    await logs.over("later", 30, listed=True)
    await logs.over("secret", 40, listed=False)
    assert await logs.listed(5) == ((), ("later", "sooner"))
    await logs.forget("later")
    assert (await logs.listed(5)).past == ("sooner",)
