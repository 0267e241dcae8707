"""The secrets of days: promised the day before, the same for all servers of a store, shown when the day is over."""

from __future__ import annotations

import asyncio
import json
from hashlib import sha256

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from cadogan_server.app import Running
from cadogan_server.rooms.fairness import commit, daily_seed
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.games.days import DAYS_AHEAD, Days
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.core import NOON
from tests.server.fetching import fetch, fetch_json
from tests.server.wire import PATIENCE, dial

DAY_MS = 86_400_000


class Time:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.ms = NOON

    def __call__(self) -> int:
        return self.ms


async def loaded(redis: Redis, now: Time) -> Days:
    made = Days(redis, now)
    await made.load()
    return made


async def test_the_secret_shown_after_a_day_is_the_one_promised_the_day_before(redis: Redis) -> None:
    now = Time()
    known = await loaded(redis, now)
    assert (known.today, known.tomorrow) == ("2027-01-15", "2027-01-16")
    promised = known.published("2027-01-16")
    assert promised is not None
    assert promised.secret is None
    now.ms += DAY_MS
    on_the_day = known.published("2027-01-16")
    assert on_the_day == promised
    now.ms += DAY_MS
    shown = known.published("2027-01-16")
    assert shown is not None
    assert shown.secret is not None
    assert sha256(bytes.fromhex(shown.secret)).hexdigest() == promised.commit == shown.commit
    assert [day.day for day in known.last()] == ["2027-01-16", "2027-01-15"]


async def test_no_fact_of_a_day_after_tomorrow_is_published(redis: Redis) -> None:
    known = await loaded(redis, Time())
    assert known.secret("2027-01-17") is not None
    for day in ("2027-01-17", "2027-01-18", "2026-01-01"):
        assert known.published(day) is None


async def test_all_servers_of_a_store_have_the_same_secrets_and_so_has_the_next(redis: Redis) -> None:
    now = Time()
    one, two = Days(redis, now), Days(redis, now)
    await asyncio.gather(one.load(), two.load())
    secrets = {day: one.secret(day) for day in ("2027-01-15", "2027-01-16", "2027-01-17")}
    assert len({*secrets.values()}) == 3
    assert all(secret is not None and len(secret) == 32 for secret in secrets.values())
    for other in (two, await loaded(redis, now)):
        assert {day: other.secret(day) for day in secrets} == secrets
    now.ms += 400 * DAY_MS
    late = await loaded(redis, now)
    assert late.secret("2027-01-15") == secrets["2027-01-15"], "it is kept for more than a year"


async def test_a_store_that_has_lost_a_secret_gets_it_again(redis: Redis) -> None:
    known = await loaded(redis, Time())
    before = known.published("2027-01-16")
    await redis.delete(keys.DAYS)
    await known.look()
    assert known.published("2027-01-16") == before
    assert (await loaded(redis, Time())).published("2027-01-16") == before


async def test_while_the_store_is_away_the_next_days_are_known(redis_url: str) -> None:
    now = Time()
    async with (
        tcp_proxy(redis_url.removeprefix("unix://").partition("?")[0]) as to_store,
        Redis(port=to_store.port, retry=Retry(NoBackoff(), 0)) as redis,
    ):
        known = await loaded(redis, now)
        to_store.refuses = True
        to_store.cut()
        for ahead in range(DAYS_AHEAD + 1):
            assert known.secret(known.today) is not None, ahead
            with pytest.raises(STORE_AWAY):
                await known.look()
            now.ms += DAY_MS
        assert known.secret(known.today) is None


async def test_days_are_looked_up_again_as_time_goes_by(redis: Redis) -> None:
    looked = asyncio.Event()

    class Watched(Days):
        async def look(self) -> None:
            await super().look()
            looked.set()

    now = Time()
    known = Watched(redis, now, look=0.01)
    await known.load()
    looked.clear()
    now.ms += 10 * DAY_MS
    keeper = asyncio.create_task(known.run())
    async with asyncio.timeout(PATIENCE):
        await looked.wait()
    assert known.secret(known.tomorrow) is not None
    keeper.cancel()
    await asyncio.wait([keeper])


# ---- in rooms --------------------------------------------------------------------------------------------------------


async def test_a_room_is_replayed_without_the_store_of_days(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serve() as first, dial(first.port) as anna:
        await (await anna.hello("Anna")).create(deal="daily")
        code, known = anna.code, first.services.store.days
        seed = daily_seed("klondike", known.today, known.secret(known.today) or b"")
    async with serve() as second, dial(second.port) as anna_again:
        monkeypatch.setattr(Days, "secret", lambda days, day: None)
        await (await anna_again.hello("Anna", anna.token)).join(code)
        await anna_again.ready()
        await anna_again.phase("running")
        assert second.services.rooms.registry.hubs[code].room.state.seed == seed


# ---- over HTTP -------------------------------------------------------------------------------------------------------


async def test_past_days_are_published_with_their_secrets(serve: Serve, redis: Redis) -> None:
    await redis.hset(keys.DAYS, "2020-02-29", b"s" * 32)
    async with serve() as server:
        known = server.services.store.days
        said = await fetch_json(server, "/api/v1/daily")
        today, tomorrow = known.secret(known.today), known.secret(known.tomorrow)
        assert today is not None
        assert tomorrow is not None
        assert said == {
            "today": {"day": known.today, "commit": commit(today)},
            "tomorrow": {"day": known.tomorrow, "commit": commit(tomorrow)},
            "past": [{"day": "2020-02-29", "commit": commit(b"s" * 32), "secret": (b"s" * 32).hex()}],
        }
        assert await fetch_json(server, "/api/v1/daily/2020-02-29") == said["past"][0]
        assert await fetch_json(server, f"/api/v1/daily/{known.today}") == said["today"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/daily/2020-02-28", 404),
        ("/api/v1/daily/9999-12-31", 404),
        ("/api/v1/daily/today", 400),
        ("/api/v1/daily/" + "1" * 5000, 400),
        ("/api/v1/daily/%D9%A1%D9%A1%D9%A1%D9%A1-11-11", 400),
        ("/api/v1/daily/2020-02-28/x", 404),
    ],
)
async def test_requests_for_invalid_days_are_refused(server: Running, path: str, status: int) -> None:
    answer, body = await fetch(server, path)
    assert answer.status == status
    assert "detail" in json.loads(body)
