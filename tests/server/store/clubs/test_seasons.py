"""The tables of seasons in a real store."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.clubs.season import Gain, ends
from cadogan_server.store.clubs.seasons import COUNTED_MS, Line, Seasons, ranked

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


async def test_the_last_line_of_a_full_table_makes_way(redis: Redis) -> None:
    seasons = Seasons(redis, most=3)
    gains = {"a": Gain("Ann", 2, games=1, won=1), "b": Gain("Ben", 1, games=1), "c": Gain("Cleo", 1, games=1, won=1)}
    assert await seasons.count("hearts22", "2099-4", "one", gains, NOW)
    assert await seasons.count("hearts22", "2099-4", "two", {"d": Gain("Dan", 0, games=1)}, NOW)
    assert [line.name for line in await seasons.table("hearts22", "2099-4")] == ["Ann", "Cleo", "Dan"]
    more = {"d": Gain("Dan", 0, games=1), "e": Gain("Eve", 0, games=1)}
    assert await seasons.count("hearts22", "2099-4", "three", more, NOW)
    assert [line.name for line in await seasons.table("hearts22", "2099-4")] == ["Ann", "Eve", "Dan"]
    assert await seasons.count("hearts22", "2099-4", "cup", {name: Gain(name, 1) for name in "fghi"}, NOW)
    assert await redis.hlen(keys.club_season("hearts22", "2099-4")) == 4, "all of a cup are counted"
    assert [line.name for line in await seasons.table("hearts22", "2099-4")] == ["f", "g", "h"]


def test_equal_points_share_a_rank() -> None:
    lines = [Line(name, name, points, 0, 1, 0) for name, points in (("a", 3), ("b", 2), ("c", 2), ("d", 2), ("e", 0))]
    assert [rank for rank, _ in ranked(lines)] == [1, 2, 2, 2, 5]
    assert ranked([]) == []
