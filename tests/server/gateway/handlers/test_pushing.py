"""Devices subscribe to news, get it encrypted, and are forgotten with their player."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_PUSH_DEVICES
from cadogan_protocol.messages import AddFriend, DeleteMe, GetPush, Invite, Leave, SubscribePush, UnsubscribePush
from cadogan_server.app import Running
from cadogan_server.hosting.caretaker import LOBBY_MS
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.store import keys
from cadogan_server.store.people.players import SEATED_SECONDS
from tests.server.conftest import Serve
from tests.server.push_service import Device, in_base64, push_service
from tests.server.wire import PATIENCE, Wire, dial

TITLE = catalogue.head_of("klondike").title
CONTACT = "mailto:me@example.org"


async def befriend(anna: Wire, olga: Wire) -> None:
    """Make friends of two players in one lobby, which the second one leaves."""
    await (await anna.hello("Anna")).create("klondike")
    await olga.hello("Olga")
    await olga.ask(SubscribePush, **Device("https://fcm.googleapis.com/x").subscription)
    await anna.ask(AddFriend, player=olga.player)
    await olga.ask(AddFriend, player=anna.player)


async def test_an_invitation_reaches_a_device_whose_page_is_closed(serve: Serve, redis_url: str) -> None:
    async with push_service() as service, serve(push_contact=CONTACT, push_services=(service.origin,)) as server:
        device = service.device()
        async with dial(server.port) as anna, Redis.from_url(redis_url) as redis:
            async with dial(server.port) as olga:
                await befriend(anna, olga)
                await olga.ask(UnsubscribePush, endpoint="https://fcm.googleapis.com/x")
                assert (await olga.ask(GetPush)).key == server.services.pushing.key.public
                await olga.ask(SubscribePush, **device.subscription)
            assert 0 < await redis.ttl(keys.push_devices(olga.player)) <= SEATED_SECONDS
            await anna.ask(Invite, player=olga.player)
            news = await service.news(device)
            assert news["url"] == f"/r/{anna.code}"
            assert (news["kind"], news["names"]) == ("invitation", {"name": "Anna", "game": TITLE})
            assert news["text"] == f"Anna invites you: {TITLE}"


async def test_an_invitation_to_a_duel_by_days_waits_for_a_device_that_is_off(serve: Serve) -> None:
    async with (
        push_service() as service,
        serve(push_contact=CONTACT, push_services=(service.origin,)) as server,
        dial(server.port) as anna,
    ):
        async with dial(server.port) as olga:
            await befriend(anna, olga)
            await olga.ask(UnsubscribePush, endpoint="https://fcm.googleapis.com/x")
            await olga.ask(SubscribePush, **service.device().subscription)
        await anna.ask(Leave)
        await anna.create("russian_bank", days_per_turn=3, public=False)
        await anna.ask(Invite, player=olga.player)
        async with asyncio.timeout(PATIENCE):
            _, headers, _ = await service.got.get()
        assert int(headers["TTL"]) == LOBBY_MS // 1000


async def test_a_deleted_player_gets_nothing(serve: Serve, redis_url: str) -> None:
    async with (
        push_service() as service,
        serve(push_contact=CONTACT, push_services=(service.origin,)) as server,
        dial(server.port) as olga,
        Redis.from_url(redis_url) as redis,
    ):
        await olga.hello("Olga")
        await olga.ask(SubscribePush, **service.device().subscription)
        assert await redis.exists(keys.push_devices(olga.player))
        await olga.ask(DeleteMe)
        assert not await redis.exists(keys.push_devices(olga.player))
        news = News("invitation", "/", "", {}, 60)
        await server.services.pushing.pusher.send(olga.player, news)
        assert service.got.empty()


async def test_the_oldest_of_too_many_devices_goes(serve: Serve) -> None:
    async with serve(push_contact=CONTACT) as server, dial(server.port) as olga:
        await olga.hello("Olga")
        for number in range(MOST_PUSH_DEVICES + 2):
            await olga.ask(SubscribePush, **Device(f"https://web.push.apple.com/{number:02}").subscription)
        left = [one.endpoint[-2:] for one in await server.services.people.push_devices.of(olga.player)]
        assert len(left) == MOST_PUSH_DEVICES
        assert {"00", "01"}.isdisjoint(left)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"endpoint": "https://127.0.0.1/x"}, "push services"),
        ({"endpoint": "http://fcm.googleapis.com/x"}, "push services"),
        ({"endpoint": "https://evil.example/?fcm.googleapis.com"}, "push services"),
        ({"endpoint": "x" * 1025}, "endpoint"),
        ({"p256dh": in_base64(b"\x04" + bytes(64))}, "no public key"),
        ({"p256dh": "short"}, "p256dh"),
        ({"auth": "short"}, "auth"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["weather"]}, "kinds"),
    ],
)
async def test_wrong_devices_are_refused(serve: Serve, changed: dict[str, Any], sentence: str) -> None:
    async with serve(push_contact=CONTACT) as server, dial(server.port) as eve:
        await eve.hello("Eve")
        good = Device("https://fcm.googleapis.com/x").subscription
        error = await eve.refusal_of_raw(SubscribePush, **{**good, **changed})
        assert (error.code, sentence in error.message) == (ErrorCode.BAD_MESSAGE, True), error


async def test_without_a_contact_no_news_is_offered(server: Running) -> None:
    async with dial(server.port) as olga:
        await olga.hello("Olga")
        assert (await olga.ask(GetPush)).key is None
        error = await olga.refusal(SubscribePush, **Device("https://fcm.googleapis.com/x").subscription)
        assert "sends no news" in error.message


async def test_devices_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with serve(push_contact=CONTACT, push_devices_per_hour=1) as server, dial(server.port) as eve:
        await eve.hello("Eve")
        device = Device("https://fcm.googleapis.com/x").subscription
        await eve.ask(SubscribePush, **device)
        await eve.ask(SubscribePush, **device)
        error = await eve.refusal(SubscribePush, **Device("https://fcm.googleapis.com/y").subscription)
        assert error.code is ErrorCode.TOO_FAST
