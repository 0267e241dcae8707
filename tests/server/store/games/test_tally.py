"""Sums over a player's games, added up from the history, whichever version wrote it."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgpack
import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.games import tally
from cadogan_server.store.games.history import History
from cadogan_server.store.games.past_games import PastGame
from cadogan_server.store.games.tally import Tallies
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.redis.servers import Server
from cadogan_server.store.upkeep.policy import EvictionStep
from cadogan_server.store.upkeep.shedding import KEPT_GAMES, Shedding
from tests.server.core import NOON
from tests.server.rooms.duels import MODERN

OPTIONS = {"draw": 1, "returns": False}


@pytest.fixture
async def redis(redis: Redis) -> Redis:
    """Return a store in which a player is known, for a while."""
    await redis.hset(keys.player("p0"), mapping={"hash": "x", "name": "Anna"})
    await redis.expire(keys.player("p0"), 1000)
    return redis


def earlier(
    at: int, *, rank: int, of: int, won: bool, home: bool, time: int | None = None, game: str = "klondike"
) -> bytes:
    """Return a game as the version before kept it: `won` if the player came first, or finished a race alone."""
    kind, options = ("duel", {}) if game == MODERN else ("race", OPTIONS)
    others = [(f"p{number}", f"Player {number}", None, 1 + number) for number in range(1, of)]
    fields = [
        "AAAAAA",
        game,
        options,
        kind,
        NOON + at,
        rank,
        of,
        won,
        home,
        time,
        0,
        80,
        4,
        52,
        None,
        None,
        others,
        {},
        True,
    ]
    packed: bytes = msgpack.packb(fields)
    return packed


async def keep(redis: Redis, *games: bytes) -> None:
    for game in games:
        await redis.xadd(keys.history("p0"), {"g": game})


def figures(of: tally.PlayerTally) -> tuple[int, ...]:
    return of.played, of.won, of.first, of.streak, of.longest


async def test_games_that_an_earlier_version_has_kept_are_told_truly(redis: Redis, redis_url: str) -> None:
    await keep(
        redis,
        earlier(1, rank=1, of=1, won=True, home=True, time=60_000),
        earlier(2, rank=2, of=2, won=False, home=True, time=70_000),
        earlier(3, rank=1, of=3, won=True, home=False),
        earlier(4, rank=1, of=2, won=True, home=True, game=MODERN),
    )
    old = {
        "played": 3,
        "won": 2,
        "home": 2,
        "sum": 130_000,
        "streak": 1,
        "longest": 1,
        "last": NOON + 3,
        "best": 60_000,
    }
    await redis.hset(keys.earlier_figures("p0"), mapping={"klondike": json.dumps(old), "": json.dumps(old)})
    found = await Tallies(redis).of("p0")
    assert figures(found["klondike"]) == (3, 2, 1, 0, 2)
    assert figures(found[MODERN]) == (1, 1, 1, 1, 1)
    assert figures(found[""]) == (4, 3, 2, 1, 2)
    rows, _ = await History(redis, Journal(redis_url)).page(
        "p0", NOON, before="", count=9, game="", against="", won=None
    )
    assert [(row.won, row.first) for row in rows] == [(True, True), (False, True), (True, False), (True, False)]
    assert [row.room for row in rows if row.others and row.others[0].bot is None] == ["AAAAAA"] * 3


async def test_sums_are_kept_and_only_newer_games_are_added(redis: Redis) -> None:
    await keep(redis, *(earlier(at, rank=1, of=1, won=True, home=True, time=60_000 + at) for at in range(5)))
    tallies = Tallies(redis, at_once=2)
    assert (await tallies.of("p0"))[""].played == 5
    await redis.xtrim(keys.history("p0"), maxlen=0)  # games in the sums are not read again
    await keep(redis, earlier(9, rank=1, of=1, won=False, home=False))
    for _ in range(2):
        assert figures(await tallies.one("p0", "klondike")) == (6, 5, 0, 0, 5)
    assert 0 < await redis.ttl(keys.tally("p0")) <= 1000, "the sums last as long as the player"


@pytest.mark.parametrize("writable", [True, False])
async def test_figures_stay_whole_when_games_are_evicted(redis: Redis, writable: bool) -> None:
    """Nobody has looked at them since the games were played. If the store can't keep the sums, the games stay."""

    async def nobody(players: Sequence[str]) -> Any:
        return set()

    async def never() -> bool:
        return False

    played = KEPT_GAMES + 5
    await keep(redis, *(earlier(at, rank=1, of=1, won=True, home=True, time=90_000 + at) for at in range(played)))
    if not writable:
        await redis.config_set("maxmemory", 1)
    try:
        shedding = Shedding(redis, nobody, nobody, Tallies(redis).store_sums, lambda: NOON / 1000)
        gone = await shedding.shed(EvictionStep.HISTORIES, Server("", redis), never)
    finally:
        await redis.config_set("maxmemory", 0)
    left = await redis.xlen(keys.history("p0"))
    assert (gone, left) == ((5, KEPT_GAMES) if writable else (0, played))
    found = (await Tallies(redis).of("p0"))["klondike"]
    assert (found.played, found.best) == (played, 90_000)


async def test_two_readers_at_once_add_each_game_once(redis: Redis) -> None:
    await keep(redis, earlier(1, rank=1, of=2, won=True, home=True, time=60_000))
    await Tallies(redis).of("p0")
    await keep(redis, earlier(2, rank=1, of=2, won=True, home=True, time=50_000))
    meanwhile = Tallies(redis)

    class Late:
        """A client whose scripts run after another reader has stored the sums, with one more duel."""

        def __getattr__(self, name: str) -> Any:
            return getattr(redis, name)

        def register_script(self, script: str) -> Any:
            run_at_once = redis.register_script(script)

            async def run(**given: Any) -> None:
                await meanwhile.of("p0")
                await keep(redis, earlier(3, rank=1, of=2, won=True, home=True, game=MODERN))
                await meanwhile.of("p0")
                await run_at_once(**given)

            return run

    assert (await Tallies(Late()).of("p0"))["klondike"].played == 2  # type: ignore[arg-type]
    found = await Tallies(redis).of("p0")
    assert {subject: one.played for subject, one in found.items()} == {"": 3, "klondike": 2, MODERN: 1}


async def test_nothing_is_kept_of_a_player_who_was_deleted(redis: Redis) -> None:
    await keep(redis, earlier(1, rank=1, of=1, won=True, home=True, time=60_000))
    await redis.delete(keys.player("p0"))
    assert (await Tallies(redis).of("p0"))[""].played == 1
    assert not await redis.exists(keys.tally("p0"))


async def test_earlier_sums_stand_for_games_that_were_cut_off(redis: Redis) -> None:
    await keep(redis, *(earlier(at, rank=1, of=1, won=True, home=True, time=60_000) for at in range(2)))
    old = {"played": 9, "won": 8, "home": 5, "sum": 250_000, "streak": 8, "longest": 8, "last": NOON, "best": 40_000}
    duels = {**old, "played": 4, "won": 3, "home": 0, "sum": 0, "best": None}
    await redis.hset(
        keys.earlier_figures("p0"),
        mapping={
            "": json.dumps(old),
            "klondike": json.dumps({**old, "best_without_undo": 50_000}),
            MODERN: json.dumps(duels),
        },
    )
    found = await Tallies(redis, most=2).of("p0")
    assert (found["klondike"].played, found["klondike"].won, found["klondike"].longest) == (9, 5, 2)
    assert (found["klondike"].best, found["klondike"].best_undo, found["klondike"].timed) == (50_000, 40_000, 5)
    assert (found[MODERN].played, found[MODERN].won) == (4, 3)
    assert (found[""].played, found[""].won) == (13, 8)
    assert await Tallies(redis, most=2).of("p0") == found


async def test_a_game_of_another_version_is_told_as_one_without_a_board(redis: Redis) -> None:
    await keep(redis, earlier(1, rank=1, of=1, won=True, home=True, time=60_000, game="of_tomorrow"))
    found = await Tallies(redis).of("p0")
    assert [one.figures(subject).options for subject, one in found.items() if subject] == [None]


# ---- the sums --------------------------------------------------------------------------------------------------------


def past(at: int, **changes: Any) -> PastGame:
    """Return a race of two, won in 60 seconds and 80 moves, as the history keeps it."""
    usual = PastGame(
        *("AAAAAA", "klondike", OPTIONS, "race", NOON + at, 1, 2, True, True, 60_000, 0, 80, 52, 52, None, None),
        *([], {}, True),
    )
    return usual._replace(**changes)


async def test_sums_are_the_same_once_they_are_kept(redis: Redis) -> None:
    await keep(
        redis,
        earlier(1, rank=1, of=2, won=True, home=True, time=60_000),
        earlier(2, rank=2, of=2, won=False, home=True, time=50_000),
        earlier(3, rank=2, of=2, won=False, home=False),
    )
    assert await Tallies(redis).one("p0", "nestor") == tally.PlayerTally(), "this game was not played"
    read = await Tallies(redis).of("p0")
    assert read == await Tallies(redis).of("p0")
    assert {subject: figures(of) for subject, of in read.items()} == {"": (3, 2, 1, 0, 2), "klondike": (3, 2, 1, 0, 2)}
    assert (read[""].best, read[""].timed, read[""].total, read[""].last) == (50_000, 2, 110_000, NOON + 3)
    for subject in ("", "klondike", "nestor"):
        assert await Tallies(redis).one("p0", subject) == read.get(subject, tally.PlayerTally())
    await redis.xtrim(keys.history("p0"), maxlen=0)
    assert await Tallies(redis).one("p0", "klondike") == read["klondike"], "they are kept although the history is gone"
    assert await Tallies(redis).store_sums("p0")


async def test_a_player_without_games_has_no_sums(redis: Redis) -> None:
    tallies = Tallies(redis)
    assert await tallies.of("p0") == {}
    assert await tallies.one("p0", "klondike") == tally.PlayerTally()
    assert await tallies.store_sums("p0"), "the store lacks nothing"
    assert not await redis.exists(keys.tally("p0"))


async def test_games_on_no_record_are_in_no_sums(redis: Redis) -> None:
    pack: Any = lambda game: msgpack.packb(tuple(game))  # noqa: E731
    await keep(redis, pack(past(1)), pack(past(2, why_not="daily")), pack(past(3, why_not="alone")))
    tallies = Tallies(redis)
    assert (await tallies.of("p0"))[""].played == 2
    assert await tallies.store_sums("p0")
    assert (await tallies.one("p0", "")).played == 2


async def test_each_choice_of_options_has_its_sums(redis: Redis) -> None:
    three, odd = {"draw": 3, "returns": False}, {"draw": 99, "returns": False}
    for at, options in enumerate((OPTIONS, three, three, odd)):
        await redis.xadd(keys.history("p0"), {"g": msgpack.packb(tuple(past(at, options=options)))})
    found = await Tallies(redis).of("p0")
    assert await Tallies(redis).of("p0") == found, "all sums are kept, not only those of the last game"
    assert {subject: one.played for subject, one in found.items()} == {
        "": 4,
        tally.subject_of("klondike", ""): 1,
        tally.subject_of("klondike", "draw=3"): 2,
        tally.subject_of("klondike", None): 1,
    }
    assert tally.subject_of("klondike", "") == "klondike"
    assert tally.subject_of("klondike", "draw=3") == "klondike draw=3"


async def test_a_game_of_the_year_counts_in_the_year_in_which_it_was_played(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")  # where it is already tomorrow
    time.tzset()
    evening = int(1000 * datetime(2026, 12, 31, 23, tzinfo=UTC).timestamp()) - NOON
    for at, year in ((evening, 2026), (0, 2027), (0, 2025)):
        game = past(at, game="anno_domini", options={"year": year})
        await redis.xadd(keys.history("p0"), {"g": msgpack.packb(tuple(game))})
    found = await Tallies(redis).of("p0")
    monkeypatch.undo()
    time.tzset()
    assert {subject: one.played for subject, one in found.items()} == {"": 3, "anno_domini": 2, "anno_domini *": 1}


async def test_sums_of_a_player_who_stays_have_no_end(redis: Redis) -> None:
    await redis.persist(keys.player("p0"))
    await keep(redis, earlier(1, rank=1, of=1, won=True, home=True, time=60_000))
    await Tallies(redis).of("p0")
    assert await redis.ttl(keys.tally("p0")) == -1


async def test_earlier_sums_are_not_asked_for_while_the_history_is_whole(redis: Redis) -> None:
    old = {"played": 9, "won": 8, "home": 5, "sum": 250_000, "best": 40_000, "best_without_undo": 40_000}
    await redis.hset(keys.earlier_figures("p0"), "klondike", json.dumps(old))
    await keep(redis, *(earlier(at, rank=1, of=1, won=True, home=True, time=60_000) for at in range(2)))
    assert (await Tallies(redis, most=3).of("p0"))["klondike"].played == 2
    await keep(redis, earlier(3, rank=1, of=1, won=True, home=True, time=60_000))
    assert (await Tallies(redis, most=3).of("p0"))["klondike"].played == 3, (
        "the stored ones count, and only the new one is added"
    )
    await redis.delete(keys.tally("p0"))
    found = await Tallies(redis, most=3).of("p0")
    assert (found["klondike"].played, found["klondike"].won, found[""].played, found[""].won) == (9, 5, 9, 5)
    assert (found["klondike"].timed, found["klondike"].total) == (5, 250_000)
    assert (found["klondike"].best, found["klondike"].best_undo) == (40_000, None)
    assert await Tallies(redis, most=3).of("p0") == found


async def test_earlier_sums_that_are_smaller_change_nothing(redis: Redis) -> None:
    old = {"played": 2, "won": 0, "home": 0, "sum": 0, "best": 1, "best_without_undo": 1}
    await redis.hset(keys.earlier_figures("p0"), "klondike", json.dumps(old))
    await keep(redis, *(earlier(at, rank=1, of=1, won=True, home=True, time=60_000) for at in range(2)))
    found = (await Tallies(redis, most=2).of("p0"))["klondike"]
    assert (found.played, found.won, found.best, found.timed) == (2, 2, 60_000, 2)


async def test_the_best_is_the_better_of_earlier_sums_and_games(redis: Redis) -> None:
    duel = f"{MODERN} riddance=5"
    worse = {"played": 3, "won": 3, "home": 2, "sum": 200_000, "best": 70_000, "best_without_undo": 80_000}
    duels = {"played": 4, "won": 3, "home": 0, "sum": 0, "best": None}
    await redis.hset(keys.earlier_figures("p0"), mapping={"klondike": json.dumps(worse), duel: json.dumps(duels)})
    for game in (past(1), past(2, undone=1, time=50_000)):
        await redis.xadd(keys.history("p0"), {"g": msgpack.packb(tuple(game))})
    found = await Tallies(redis, most=2).of("p0")
    assert (found["klondike"].best, found["klondike"].best_undo, found["klondike"].played) == (60_000, 50_000, 3)
    assert (found[duel].played, found[duel].won) == (4, 3), "in a duel the first player has won"
    assert (found[""].played, found[""].won) == (7, 5)


async def test_earlier_sums_are_used_if_no_game_is_on_record(redis: Redis) -> None:
    old = {"played": 9, "won": 8, "home": 5, "sum": 250_000, "best": 40_000, "best_without_undo": 40_000}
    await redis.hset(keys.earlier_figures("p0"), "klondike", json.dumps(old))
    for at in range(2):
        await redis.xadd(keys.history("p0"), {"g": msgpack.packb(tuple(past(at, why_not="daily")))})
    found = await Tallies(redis, most=2).of("p0")
    assert (found[""].played, found["klondike"].played) == (9, 9)
