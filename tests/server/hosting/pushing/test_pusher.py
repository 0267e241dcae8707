"""News goes to players who want it and are not here, once a minute of each kind, and never piles up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from cadogan_server.hosting.pushing.posting import RESTING, News
from cadogan_server.hosting.pushing.pusher import MOST_WAITING, RESULTS, Pusher
from cadogan_server.store.people.invitations import Invitations
from cadogan_server.store.people.push_devices import PushDevice


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A client of the test's store."""
    async with Redis.from_url(redis_url) as client:
        yield client


def news(text: str = "") -> News:
    return News("invitation", "/", text, {}, 60)


def device(endpoint: str, *kinds: str) -> PushDevice:
    return PushDevice(endpoint, "p", "a", kinds or ("invitation",), 0)


class Devices:
    """Devices in memory."""

    def __init__(self, *devices: PushDevice) -> None:
        self.devices = list(devices)
        self.pushed: set[tuple[str, str]] = set()

    async def of(self, player: str) -> tuple[PushDevice, ...]:
        return tuple(self.devices) if player == "olga" else ()

    def drop(self, player: str, endpoint: str) -> None:
        self.devices = [one for one in self.devices if one.endpoint != endpoint]

    async def may_push(self, player: str, kind: str, seconds: int) -> bool:
        new = (player, kind) not in self.pushed
        self.pushed.add((player, kind))
        return new


class Service:
    """A push service that answers with what it is told to, or fails."""

    def __init__(self, **answers: int | Exception) -> None:
        self.answers = answers
        self.got: list[tuple[str, str]] = []

    async def post(self, device: PushDevice, news: News) -> int:
        self.got.append((device.endpoint, news.text))
        answer = self.answers.get(device.endpoint, 201)
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.store
async def test_only_devices_that_want_it_get_news_once_a_minute(redis: Redis) -> None:
    service = Service()
    pusher = Pusher(Devices(device("phone"), device("laptop", "turn")), Invitations(redis), service.post)  # type: ignore[arg-type]
    await pusher.send("olga", news("first"))
    await pusher.send("olga", news("second"))
    await pusher.send("anna", news("not asked for"))
    await pusher.send("olga", news("another kind")._replace(kind="turn"))
    assert service.got == [("phone", "first"), ("laptop", "another kind")]


@pytest.mark.store
async def test_a_player_who_is_here_gets_no_news(redis: Redis) -> None:
    service, here = Service(), Invitations(redis)
    pusher = Pusher(Devices(device("phone")), here, service.post)  # type: ignore[arg-type]
    await here.note_here(["olga"])
    await pusher.send("olga", news())
    assert service.got == []


@pytest.mark.store
async def test_devices_that_are_gone_are_forgotten_and_others_kept(redis: Redis) -> None:
    devices = Devices(*map(device, ("gone", "unknown", "barred", "busy", "away", "late", "broken", "fine", "resting")))
    answers = {"gone": 410, "unknown": 404, "barred": 0, "busy": 429, "resting": RESTING}
    faults = {"away": ConnectionRefusedError(), "late": TimeoutError(), "broken": ValueError()}
    service = Service(**answers, **faults)
    pusher = Pusher(devices, Invitations(redis), service.post)  # type: ignore[arg-type]
    await pusher.send("olga", news())
    assert [one.endpoint for one in devices.devices] == ["busy", "away", "late", "broken", "fine", "resting"]
    assert len(service.got) == 9
    assert pusher.counts == {"gone": 3, "refused": 1, "failed": 3, "sent": 1, "resting": 1}
    assert pusher.counts.keys() | {"dropped"} == set(RESULTS)


@pytest.mark.store
async def test_news_that_is_too_much_is_dropped_and_a_failure_stops_nothing(redis: Redis) -> None:
    devices, sent = Devices(device("phone")), asyncio.Event()
    got: list[str] = []

    async def post(_: PushDevice, told: News) -> int:
        got.append(told.text)
        if len(got) == 1:
            raise RuntimeError("a fault of ours")
        sent.set()
        return 201

    pusher = Pusher(devices, Invitations(redis), post, most=2)  # type: ignore[arg-type]
    for text, kind in (("a", "invitation"), ("b", "turn"), ("c", "invitation")):
        devices.devices = [device("phone", "invitation", "turn")]
        pusher.tell("olga", news(text)._replace(kind=kind))  # type: ignore[arg-type]
    assert pusher.counts == {"dropped": 1}
    running = asyncio.create_task(pusher.run())
    await sent.wait()
    running.cancel()
    assert sorted(got) == ["a", "b"]
    assert MOST_WAITING == 1000
    assert not Pusher(devices, Invitations(redis), None).is_on  # type: ignore[arg-type]
