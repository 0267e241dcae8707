"""The moments at which a room's clock has work."""

from __future__ import annotations

from cadogan_protocol.messages import Ready
from tests.server.conftest import Serve
from tests.server.wire import dial


async def test_a_room_has_a_timer_only_while_work_is_due(serve: Serve) -> None:
    async with serve(countdown=60) as server, dial(server.port) as anna:
        registry, clock = server.services.rooms.registry, server.services.clock
        await (await anna.hello("Anna")).create()
        hub = registry.hubs[anna.code]
        assert registry.timers.moment(hub) is None
        await anna.ready()
        assert registry.timers.moment(hub) == hub.deadline
        await anna.ask(Ready, ready=False)
        assert registry.timers.moment(hub) is None
        await anna.ready()
        clock.pause()
        registry.changed(hub)
        assert registry.timers.moment(hub) is None, "nothing is due in a pause"
