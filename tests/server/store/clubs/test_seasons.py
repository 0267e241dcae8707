"""The tables of seasons in a real store."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.clubs.season import Gain, ends
from cadogan_server.store.clubs.seasons import COUNTED_MS, Seasons

NOW = ends("2099-3") + 1000
"""A moment in the season 2099-4."""


async def test_a_game_counts_once_and_lines_add_up(redis: Redis) -> None:
    seasons = Seasons(redis)
    first = {"a": Gain("Ann", 1, games=1, won=1), "b": Gain("Ben", 0, games=1)}
    assert await seasons.count("hearts22", "2099-4", "one", first, NOW)
    assert not await seasons.count("hearts22", "2099-4", "one", first, NOW)
    assert await seasons.count("hearts22", "2099-4", "cup", {"b": Gain("Benny", 7, tournaments=1)}, NOW)
    assert await seasons.table("hearts22", "2099-4") == [("b", "Benny", 7, 1, 1, 0), ("a", "Ann", 1, 0, 1, 1)]
    assert await seasons.table("hearts22", "2099-3") == []
    until = await redis.pexpiretime(keys.club_season("hearts22", "2099-4"))
    assert until == ends("2101-4"), "eight seasons more are kept"


async def test_what_was_counted_is_forgotten_after_a_while(redis: Redis) -> None:
    seasons = Seasons(redis)
    assert await seasons.count("hearts22", "2099-4", "old", {"a": Gain("Ann", 1)}, NOW)
    assert await seasons.count("hearts22", "2099-4", "new", {"a": Gain("Ann", 1)}, NOW + COUNTED_MS)
    assert await redis.zrange(keys.club_counted("hearts22"), 0, -1) == [b"new"]


async def test_tables_are_forgotten_for_a_player_and_dropped_with_the_club(redis: Redis) -> None:
    seasons = Seasons(redis)
    for season in ("2098-1", "2099-4"):
        await seasons.count("hearts22", season, season, {"a": Gain("Ann", 1), "b": Gain("Ben", 2)}, NOW)
    assert await seasons.with_table("hearts22", "2099-4") == ["2098-1"]
    await seasons.forget("hearts22", "b", "2099-4")
    for season in ("2098-1", "2099-4"):
        assert [line.name for line in await seasons.table("hearts22", season)] == ["Ann"]
    await seasons.drop("hearts22", "2099-4")
    assert await seasons.with_table("hearts22", "2099-4") == []
    assert await redis.keys("cadogan:{club:*") == []
