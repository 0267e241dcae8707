"""Players who want to know of a new day are told once, by one node; deleted players are not."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.messages import DeleteMe, SubscribePush
from cadogan_server.hosting.pushing.day_news import DayNews
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.push_service import Device
from tests.server.wire import dial

NOON = 1_800_000_000_000
DAY = 24 * 3600 * 1000


class Told:
    """Keeps who would be told."""

    def __init__(self) -> None:
        self.players: list[str] = []

    def tell(self, player: str, news: News) -> None:
        assert news.kind == "day"
        self.players.append(player)


async def test_those_who_want_it_are_told_once_of_each_day(serve: Serve, redis_url: str) -> None:
    async with (
        serve(push_contact="mailto:me@example.org") as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
        dial(server.port) as gone,
        Redis.from_url(redis_url) as redis,
    ):
        device = Device("https://fcm.googleapis.com/x").subscription
        for wire, kinds in ((anna, ("day", "turn")), (olga, ("turn",)), (gone, ("day",))):
            await wire.hello("Player")
            await wire.ask(SubscribePush, **device, kinds=kinds)
        assert await redis.smembers(keys.PUSH_DAYS) == {anna.player.encode(), gone.player.encode()}
        await gone.ask(DeleteMe)
        assert await redis.smembers(keys.PUSH_DAYS) == {anna.player.encode()}
        moment, devices = [NOON], server.services.people.push_devices
        nodes = [(DayNews(devices, told, lambda: moment[0]), told) for told in (Told(), Told())]  # type: ignore[arg-type]
        for _ in range(2):
            for news, _told in nodes:
                await news.look()
        assert [told.players for _, told in nodes] == [[anna.player], []]
        moment[0] += DAY
        await redis.delete(keys.push_devices(anna.player))
        for news, _told in nodes:
            await news.look()
        assert [told.players for _, told in nodes] == [[anna.player], []]
