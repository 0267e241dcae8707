"""News is encrypted for its device and signed; no redirect is followed, and nobody else is called."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from email.utils import parsedate_to_datetime

import pytest
from redis.asyncio import Redis

from cadogan_server.hosting.pushing.posting import (
    LONGEST_REST_SECONDS,
    NOT_ALLOWED,
    REST_SECONDS,
    RESTING,
    News,
    Posting,
    rest_of,
)
from cadogan_server.hosting.pushing.push_services import PushServices
from cadogan_server.store.people.push_devices import PushDevice
from cadogan_server.store.people.push_key import PushKey
from tests.server.push_service import Device, PushService, in_base64, push_service
from tests.server.waiting import until

NEWS = News("invitation", "/r/ABCDEF", "Anna invites you: Klondike", {"name": "Анна"}, 120)


def stored(device: Device) -> PushDevice:
    return PushDevice(**device.subscription, kinds=("invitation",), added=0)


@pytest.fixture
async def key(redis_url: str) -> PushKey:
    async with Redis.from_url(redis_url) as redis:
        made = PushKey(redis)
        await made.load()
        return made


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as running:
        yield running


async def test_news_is_encrypted_for_its_device_and_signed(key: PushKey, service: PushService) -> None:
    posting = Posting(key, "mailto:me@example.org", PushServices([service.origin]))
    try:
        assert await posting.post(stored(service.device()), NEWS) == 201
        path, headers, body = await service.got.get()
        assert (path, headers["TTL"], headers["Urgency"]) == ("/send/1", "120", "high")
        assert headers["Authorization"].endswith(f",k={key.public}")
        assert b"Klondike" not in body
        device = service.device("/send/2")
        await posting.post(stored(device), NEWS)
        assert await service.news(device) == {
            "kind": "invitation",
            "url": "/r/ABCDEF",
            "text": "Anna invites you: Klondike",
            "names": {"name": "Анна"},
        }
    finally:
        await posting.close()


async def test_redirects_and_services_that_are_not_allowed_are_not_called(key: PushKey, service: PushService) -> None:
    posting = Posting(key, "mailto:me@example.org", PushServices([service.origin]))
    try:
        service.answers["/moved"] = 307
        assert await posting.post(stored(service.device("/moved")), NEWS) == 307
        assert (await service.got.get())[0] == "/moved"
        assert await posting.post(stored(Device("http://127.0.0.1:1/x")), NEWS) == NOT_ALLOWED
        assert service.got.empty(), "nobody came to the address of the redirect"
    finally:
        await posting.close()


async def test_a_service_that_asks_for_a_rest_is_left_alone_so_long(key: PushKey, service: PushService) -> None:
    clock = [time.time()]
    posting = Posting(key, "mailto:me@example.org", PushServices([service.origin]), patience=5, time=lambda: clock[0])
    try:
        service.answers["/busy"], service.later = 429, "120"
        assert await posting.post(stored(service.device("/busy")), NEWS) == 429
        service.later = ""
        assert await posting.post(stored(service.device()), NEWS) == RESTING
        clock[0] += 119
        assert await posting.post(stored(service.device()), NEWS) == RESTING
        assert service.got.qsize() == 1
        clock[0] += 2
        assert await posting.post(stored(service.device()), NEWS) == 201
    finally:
        await posting.close()


async def test_news_for_many_is_sealed_in_as_many_turns_of_the_loop(key: PushKey, service: PushService) -> None:
    turn, asked = 0, Counter[int]()

    def now() -> float:
        asked[turn] += 1
        return time.time()

    async def count() -> None:
        nonlocal turn
        while True:
            await asyncio.sleep(0)
            turn += 1

    counting = asyncio.create_task(count())
    await until(lambda: turn > 0)
    posting = Posting(key, "mailto:me@example.org", PushServices([service.origin]), pace=0, time=now)
    try:
        sent = await asyncio.gather(*(posting.post(stored(service.device(f"/{n}")), NEWS) for n in range(10)))
        assert set(sent) == {201}
        first, *later = [number for _, number in sorted(asked.items())]
        assert first == 10, "each looks whether the service rests"
        assert later == [2] * 10, "then each looks again, and is sealed, in a turn of its own"
    finally:
        counting.cancel()
        await posting.close()


def test_a_rest_is_said_in_seconds_or_as_a_date() -> None:
    said = ("30", "Wed, 21 Oct 2026 07:28:00 GMT", None, "soon", "99999999", "Wed, 21 Oct 2015 07:28:00 GMT")
    now = parsedate_to_datetime(said[1] or "").timestamp() - 45
    assert [rest_of(one, now) for one in said] == [30, 45, REST_SECONDS, REST_SECONDS, LONGEST_REST_SECONDS, 0]


async def test_services_that_are_away_or_silent_and_bad_keys_raise(key: PushKey) -> None:
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    silent = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    async with silent:
        origin = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
        posting = Posting(key, "mailto:me@example.org", PushServices([origin, "http://127.0.0.1:1"]), patience=0.05)
        try:
            with pytest.raises(TimeoutError):
                await posting.post(stored(Device(f"{origin}/x")), NEWS)
            with pytest.raises(OSError, match="connect"):
                await posting.post(stored(Device("http://127.0.0.1:1/x")), NEWS)
            with pytest.raises(ValueError, match="point"):
                await posting.post(stored(Device(f"{origin}/x"))._replace(p256dh=in_base64(bytes(65))), NEWS)
        finally:
            await posting.close()
