"""The store's work for full boards: memory, the time of each view, and the results recorded per second.

Players and games are invented; the server does the same work as for real ones.
"""

from __future__ import annotations

import asyncio
import json
import time
from base64 import urlsafe_b64encode
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.limits import RANKED_DAYS
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import ResultRow
from cadogan_server.background import cancelled
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.load import Step
from cadogan_server.bench.measures import Row
from cadogan_server.rooms.counting import Counted
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.opening import replay
from cadogan_server.rooms.records import Created, Seated
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.boards import skill
from cadogan_server.store.boards.board_reader import Board, BoardReader, Rows, board_of_game, board_of_ratings
from cadogan_server.store.boards.circles import MOST_PEOPLE, Circle
from cadogan_server.store.boards.leaderboard import SCRIPT, Leaderboard, command_of
from cadogan_server.store.boards.metrics import RACE_METRICS
from cadogan_server.store.boards.periods import periods_of
from cadogan_server.store.boards.ratings import OVER_ALL, NewRatings
from cadogan_server.store.boards.skill import Skill
from cadogan_server.store.boards.waiting import Sorting, group_of_game
from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.embedded import EmbeddedRedis, EmbeddedRedisError
from cadogan_server.store.redis.shards import Shards
from cadogan_server.store.redis.writer import Writer, pack

FILLED = "cadogan:bench:filled"
"""A string: number of players that a store was filled with, and the bytes that they take."""

AT_ONCE = 500
"""Players written in one go."""

IN_FLIGHT = 200
"""Games in flight to the store over each connection, like the simultaneous games of many servers."""

SENDERS = 2
"""Connections that send games, so that the store need not wait for the next one."""

AT_A_TIME = 16
"""Games that one server counts at a time."""

FRIENDS = 50
"""Number of friends among whom a player is ranked."""

SECONDS = 15.0
"""Seconds to wait for an answer."""

TIMES = 60_000, 900_000
"""Range of race times in ms. Half of the recorded ones improve the player's time of the day."""

PACE = 10_000
"""Results recorded per second while views are read."""

BEATS = 250
"""Number of times per second at which some of them are sent."""


@dataclass(frozen=True)
class Size:
    """The measurements.

    Attributes:
        game: id of the game whose boards are filled.
        players: number of players on each board.
        racers: number of racers in each recorded game.
        looks: number of reads of each view.
        seconds: time for which results are recorded.
    """

    game: str
    players: int
    racers: int
    looks: int
    seconds: float


def run(url: str | None, size: Size, step: Step) -> Row:
    """Return the figures of a store; without a URL, of a new one.

    Raises:
        BenchError: the store is missing, unusable, or holds something else.
    """
    try:
        return asyncio.run(_run(url, size, step))
    except (*STORE_AWAY, EmbeddedRedisError, ValueError) as error:
        raise BenchError(f"the store can't be measured: {error}") from error


async def _run(url: str | None, size: Size, step: Step) -> Row:
    async with AsyncExitStack() as stack:
        if url is None:
            folder = stack.enter_context(TemporaryDirectory(prefix="cadogan-bench-"))
            url = (await stack.enter_async_context(EmbeddedRedis(Path(folder), memory=0))).url
        redis = await stack.enter_async_context(Redis.from_url(url))
        return await measure(redis, url, size, step)


async def measure(redis: Redis, url: str, size: Size, step: Step) -> Row:
    """Return the figures.

    Raises:
        BenchError: the store holds something else.
        redis.RedisError: it does not answer.
    """
    now = int(time.time() * 1000)
    taken = await _fill(redis, size, now, step)
    boards = len(_periods(now)) * len(RACE_METRICS) + 2
    row: Row = {
        "game": size.game,
        "players": size.players,
        "boards": boards,
        "bytes_per_player_and_board": round(taken / size.players / boards, 1),
    }
    step("Reading", 0.6)
    await Sorting(redis).sort()  # left over from an earlier measurement
    row |= _percentiles(await _read(redis, size, now))
    step("Recording", 0.8)
    row |= await _record(redis, url, size, now)
    row |= await _catch_up(redis, size, now)
    row |= await _read_meanwhile(redis, url, size, now)
    return row | await _count(redis, url, size, now)


# ---- invented players ------------------------------------------------------------------------------------------------


def player(number: int) -> str:
    """Return the id of a player, of twelve characters like all ids."""
    return urlsafe_b64encode(sha256(b"%d" % number).digest()[:9]).decode()


def _skill(number: int) -> Skill:
    """Return a player's rating before anything is recorded."""
    drawn = Random(number)
    return skill.parse(skill.as_text(Skill(drawn.gauss(25, 6), 1.5 + 6 * drawn.random(), drawn.randrange(1, 200))))


def _circle(number: int, size: Size, now: int) -> bytes:
    """Return a player's circle before anything is recorded, with enough people for a ranked rating."""
    people = [player((number + other) % size.players) for other in range(1, 1 + MOST_PEOPLE)]
    return Circle(day_of(now), RANKED_DAYS, people).pack()


async def _fill(redis: Redis, size: Size, now: int, step: Step) -> int:
    """Add missing players to all boards; return the bytes that all players take."""
    filled = await _filled(redis, size, now)
    family = catalogue.head_of(size.game).family
    for start in range(filled["written"], size.players, AT_ONCE):
        step("Filling", 0.6 * start / size.players)
        numbers = range(start, min(start + AT_ONCE, size.players))
        skills = {player(number): _skill(number) for number in numbers}
        async with redis.pipeline(transaction=False) as pipeline:
            for key, scores in _scores(size.game, skills, now, Random(start)):
                pipeline.zadd(key, scores)
            pipeline.hset(keys.NAMES, mapping={player(number): f"Player {number}" for number in numbers})
            pipeline.hset(keys.CIRCLES, mapping={player(number): _circle(number, size, now) for number in numbers})
            ratings = {one: skill.as_text(found) for one, found in skills.items()}
            for one in (family, OVER_ALL):
                pipeline.hset(keys.ratings(one), mapping=cast(Any, ratings))
            filled["written"] = numbers.stop
            pipeline.set(FILLED, json.dumps(filled))
            await pipeline.execute()
    if "bytes" not in filled:
        filled["bytes"] = await _memory(redis) - filled["before"]
        await redis.set(FILLED, json.dumps(filled))
    return int(filled["bytes"])


async def _filled(redis: Redis, size: Size, now: int) -> dict[str, Any]:
    """Return the state of a store that is filled, or partly filled, for this measurement.

    Raises:
        BenchError: it holds something else.
    """
    expected = {"game": size.game, "players": size.players, "day": day_of(now)}
    kept: Any = await redis.get(FILLED)
    if kept is None:
        if await redis.dbsize():
            raise BenchError("the store is not empty, and a measurement would spoil its data: give an empty one")
        return expected | {"written": 0, "before": await _memory(redis), "recorded": 0}
    found: dict[str, Any] = json.loads(kept)
    if not expected.items() <= found.items():
        raise BenchError(f"the store was filled for another measurement, {found}: give an empty one")
    return found


def _scores(game: str, skills: dict[str, Skill], now: int, drawn: Random) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield each board with the scores of these players. All have played on this day, and earlier in the week, the
    month and before."""
    shown = {player: float(found.shown) for player, found in skills.items()}
    kept: dict[str, dict[str, float]] = {}
    for period in reversed(_periods(now)):
        for metric in RACE_METRICS:
            before = kept.get(metric, {})
            if metric == "rating":
                scores = shown
            elif metric.startswith("best_time"):
                scores = {one: min(before.get(one, inf), float(drawn.randrange(*TIMES))) for one in shown}
            else:
                scores = {one: before.get(one, 0) + float(int(drawn.paretovariate(1.2))) for one in shown}
            kept[metric] = scores
            yield keys.board(game, metric, "", period), scores
    for family in (catalogue.head_of(game).family, OVER_ALL):
        yield keys.rating_board(family), shown


def _periods(now: int) -> list[str]:
    return [period.key for period in periods_of(now)]


async def _memory(redis: Redis) -> int:
    info: Any = await redis.info("memory")
    return int(info["used_memory"])


# ---- reading ---------------------------------------------------------------------------------------------------------


async def _read(redis: Redis, size: Size, now: int, until: float = inf) -> dict[str, list[float]]:
    """Return the time of each read of each view. Boards and players are drawn at random, and views take turns, `looks`
    times or until a time of the clock."""
    reader, drawn = BoardReader(redis), Random(1)
    boards = [
        board_of_game(size.game, metric, "", period, day=day_of(now))
        for period in _periods(now)
        for metric in RACE_METRICS
    ]
    boards += [board_of_ratings(size.game, family) for family in (catalogue.head_of(size.game).family, OVER_ALL)]

    def anybody() -> str:
        return player(drawn.randrange(size.players))

    views: dict[str, Callable[[Board], Awaitable[Rows]]] = {
        "top": lambda board: reader.top(board, 100),
        "around": lambda board: reader.around(board, anybody(), 20),
        "among": lambda board: reader.among(board, [anybody() for _ in range(FRIENDS)], FRIENDS),
    }
    times: dict[str, list[float]] = {name: [] for name in views}
    for _ in range(size.looks):
        for name, view in views.items():
            board = drawn.choice(boards)
            began = time.perf_counter()
            lines = await view(board)
            times[name].append(time.perf_counter() - began)
            assert lines.total == size.players
            assert lines.rows
        if time.perf_counter() > until:
            break
    return times


def _percentiles(times: dict[str, list[float]], when: str = "") -> Row:
    """Return the median and the 99th percentile of each view's times; `when` ends their names."""
    row: Row = {}
    for name, taken in times.items():
        taken.sort()
        row[f"{name}_p50_ms{when}"] = _ms(taken[len(taken) // 2])
        row[f"{name}_p99_ms{when}"] = _ms(taken[len(taken) * 99 // 100])
    return row


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 3)


# ---- recording -------------------------------------------------------------------------------------------------------


class Game(NamedTuple):
    """An invented game: a room whose seats are taken, and the results that count."""

    room: Room
    results: list[Counted]


def _game(size: Size, identity: str, racers: list[int], now: int) -> Game:
    """Return a counted race of these players in the order of their ranks."""
    head = catalogue.head_of(size.game)
    options, rules = catalogue.resolve_options(size.game, {}, 0), RoomOptions().model_dump()
    room = replay(
        (
            Created(now, identity, "BENCH1", size.game, head.revision, options, rules, b""),
            *(
                Seated(now, seat, player(number), f"Player {number}", "", seat, 0, (f"a{number:017}", f"b{number:017}"))
                for seat, number in enumerate(racers)
            ),
        )
    )
    occupants = room.state.occupants
    results = []
    for seat, occupant in occupants.items():
        others = tuple(other for other in occupants.values() if other is not occupant)
        time_taken = Random(racers[0]).randrange(*TIMES) + 1000 * seat
        row = ResultRow(rank=1 + seat, seat=seat, name=occupant.name, won=True, progress=52, time=time_taken)
        results.append(Counted(occupant, row, others, seat == 0))
    return Game(room, results)


def _games(size: Size, count: int, first: int, now: int) -> Iterator[Game]:
    """Yield games of players who have not met before in this measurement."""
    stride = size.players // size.racers
    for number in range(first, first + count):
        racers = [number % stride + seat * stride for seat in range(size.racers)]
        yield _game(size, f"bench {number}", racers, now)


def _reckoned(game: Game) -> NewRatings:
    """Return the script's input about ratings. Old values are as filled in, new ones invented: slightly more for the
    first, slightly less for the last, as after a real game."""
    lines = {}
    for result in game.results:
        before = _skill(int(result.row.name.split()[1]))
        step = 0.5 * (1 + len(game.results) - 2 * result.row.rank) / len(game.results)
        after = before._replace(mu=before.mu + step, games=before.games + 1)
        lines[result.occupant.player] = {
            "share": 1,
            **{f"{one}_read": skill.as_text(before) for one in ("family", "all")},
            **{one: skill.as_text(after) for one in ("family", "all")},
            **{f"{one}_shown": after.shown for one in ("family", "all")},
        }
    return NewRatings(lines, ())


@asynccontextmanager
async def _sorting(url: str) -> AsyncIterator[Sorting]:
    """Sort recorded results into the boards meanwhile, as a server does."""
    async with Redis.from_url(url) as redis:
        sorting = Sorting(redis)
        task = asyncio.create_task(sorting.run())
        try:
            yield sorting
        finally:
            await cancelled([task])


async def _waiting(redis: Redis, size: Size, now: int) -> int:
    """Return the number of players who wait to be sorted into the game's boards."""
    group = group_of_game(size.game, "", day_of(now))
    found: Any = await redis.hlen(group.waiting)
    return int(found)


async def _recorded(redis: Redis, more: int = 0) -> int:
    """Return the number of games recorded so far, plus `more`."""
    kept: Any = await redis.get(FILLED)
    filled = json.loads(kept)
    filled["recorded"] += more
    if more:
        await redis.set(FILLED, json.dumps(filled))
    return int(filled["recorded"])


async def _batches(redis: Redis, size: Size, now: int, count: int, length: int) -> deque[list[bytes]]:
    """Return about `count` unrecorded games, packed, in batches of `length`.

    Raises:
        BenchError: no players are left who have not played.
    """
    sha: Any = await redis.script_load(SCRIPT)
    first = await _recorded(redis)
    count = min(count, size.players // size.racers - first)
    if count < length * SENDERS:
        raise BenchError("all players of this store have played in measurements before: give an empty one")
    batches: deque[list[bytes]] = deque()
    for start in range(0, count - count % length, length):
        batch = []
        for game in _games(size, length, first + start, now):
            places, job = command_of(game.room, game.results, now, _reckoned(game))
            batch.append(pack("EVALSHA", sha, len(places), *places, job))
        batches.append(batch)
    return batches


async def _record(redis: Redis, url: str, size: Size, now: int) -> Row:
    """Return the results per second that the store alone takes, sent as fast as it answers, while it also sorts them
    into the boards. Each racer has one result."""
    batches = await _batches(redis, size, now, int(size.seconds * 15_000), IN_FLIGHT)
    address, ready = Address(url, SECONDS), len(batches)
    senders = [await address.connect() for _ in range(SENDERS)]
    before: Any = await redis.info("cpu")
    began = time.perf_counter()
    async with _sorting(url) as sorting:
        await asyncio.gather(*(_send(sender, batches, sorting, began + size.seconds) for sender in senders))
        seconds = time.perf_counter() - began
        after: Any = await redis.info("cpu")
    for sender in senders:
        sender.close()
    await address.aclose()
    done = IN_FLIGHT * (ready - len(batches))
    counted: Any = await redis.zcard(keys.counted(size.game))
    if counted < await _recorded(redis, done):
        raise BenchError(f"of {done} games the store has counted some twice or not at all: {counted} in all")
    used = sum(after[name] - before[name] for name in ("used_cpu_sys", "used_cpu_user"))
    return {
        "racers": size.racers,
        "games": done,
        "games_per_s": round(done / seconds),
        "results_per_s": round(done * size.racers / seconds),
        "store_cpu": round(used / seconds, 3),
        "store_us_per_game": round(1e6 * used / max(done, 1), 1),
    }


async def _send(sender: Writer | Shards, batches: deque[list[bytes]], sorting: Sorting, until: float = inf) -> None:
    """Send batches one after the other, while there are some or until a time of the clock."""
    while batches and time.perf_counter() < until:
        if await sender.ask(batches.popleft()):
            raise BenchError("the store has refused to count a game")
        sorting.wake()


async def _catch_up(redis: Redis, size: Size, now: int) -> Row:
    """Return how many players per second are sorted into all boards without other work, and the time for all who
    wait."""
    waited, began = await _waiting(redis, size, now), time.perf_counter()
    await Sorting(redis, time.perf_counter).sort(until=began + size.seconds)
    seconds, waiting = time.perf_counter() - began, await _waiting(redis, size, now)
    speed = max(1, waited - waiting) / seconds
    return {"sorted_per_s": round(speed), "behind_s": round(waited / speed, 1)}


async def _read_meanwhile(redis: Redis, url: str, size: Size, now: int) -> Row:
    """Return the time of views while results are recorded at a fixed pace, the number of those results, and of players
    sorted in meanwhile."""
    length = max(1, PACE // size.racers // BEATS)
    batches = await _batches(redis, size, now, length * int(BEATS * size.seconds + SENDERS), length)
    address, ready, waited = Address(url, SECONDS), len(batches), await _waiting(redis, size, now)
    sender = await address.connect()
    began = time.perf_counter()
    async with _sorting(url) as sorting:
        task = asyncio.create_task(_send_in_step(sender, batches, sorting, began))
        times = await _read(redis, size, now, began + size.seconds)
        seconds, sent = time.perf_counter() - began, length * (ready - len(batches))
        batches.clear()  # before the first await, during which more would be sent
        await task
        waiting = await _waiting(redis, size, now)
    sender.close()
    await address.aclose()
    await _recorded(redis, sent)
    return _percentiles(times, "_meanwhile") | {
        "results_per_s_meanwhile": round(sent * size.racers / seconds),
        "sorted_per_s_meanwhile": round((sent * size.racers + waited - waiting) / seconds),
    }


async def _send_in_step(sender: Writer | Shards, batches: deque[list[bytes]], sorting: Sorting, began: float) -> None:
    """Send a batch at each beat; a late batch is sent at once."""
    beat = 0
    while batches:
        await _send(sender, deque([batches.popleft()]), sorting)
        beat += 1
        await asyncio.sleep(began + beat / BEATS - time.perf_counter())


async def _count(redis: Redis, url: str, size: Size, now: int) -> Row:
    """Return the results per second that one server process counts, including reading and computing ratings."""
    leaderboard, first = Leaderboard(redis), await _recorded(redis)
    games = _games(size, size.players // size.racers - first, first, now)
    began, done = time.perf_counter(), 0

    async def work(sorting: Sorting) -> None:
        nonlocal done
        for game in games:
            answer, _ = await leaderboard.try_to_count(game.room, game.results, now)
            if answer != "counted":
                raise BenchError(f"a game was not counted: {answer}")
            sorting.wake()
            done += 1
            if time.perf_counter() - began > size.seconds:
                return

    async with _sorting(url) as sorting:
        await asyncio.gather(*(work(sorting) for _ in range(AT_A_TIME)))
    seconds = time.perf_counter() - began
    await _recorded(redis, done)
    return {"results_per_s_of_one_server": round(done * size.racers / seconds)}
