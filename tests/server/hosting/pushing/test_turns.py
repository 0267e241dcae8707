"""A player who is away is told once that it is their turn."""

from __future__ import annotations

from cadogan_protocol.messages import Moved
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.turns import Turns
from tests.server.conftest import Serve
from tests.server.waiting import until
from tests.server.wire import dial


class Told:
    """Keeps what would be sent."""

    def __init__(self) -> None:
        self.news: list[tuple[str, News]] = []

    def tell(self, player: str, news: News) -> None:
        self.news.append((player, news))


async def test_a_player_who_is_away_is_told_of_each_turn_once(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create("spite_and_malice")
        await (await olga.hello("Olga")).join(anna.code)
        told, here = Told(), server.services.people.invitations
        hubs = server.services.rooms.registry.hubs
        turns = Turns(hubs, here, told, server.services.clock.now)  # type: ignore[arg-type]
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
        hub = hubs[anna.code]
        assert hub.room.state.clock is not None
        seat = hub.room.state.clock.seat
        assert seat is not None
        wire, other = ((anna, "Olga"), (olga, "Anna"))[seat]
        await turns.look()
        assert told.news == [], "both are there"
        await wire.connection.close()
        await until(lambda: seat not in hub.attendance.seated)
        await here.note_here([wire.player])
        await turns.look()
        assert told.news == [], "the page is still open elsewhere"
        await server.services.store.opened.connections.upkeep.flushdb()
        for _ in range(2):
            await turns.look()
        ((player, news),) = told.news
        assert (player, news.kind, news.url) == (wire.player, "turn", f"/r/{anna.code}")
        assert news.names["name"] == other
