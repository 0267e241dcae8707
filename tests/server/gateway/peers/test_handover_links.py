"""Links over which rooms are handed over."""

from __future__ import annotations

from contextlib import AsyncExitStack

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import (
    Join,
    Moved,
    Ok,
    RoomSnapshot,
    Step,
    Unseat,
)
from cadogan_server.app import Running
from tests.server.races import raced
from tests.server.waiting import soon
from tests.server.wire import dial


async def test_a_handover_carries_volatile_state_that_no_log_holds(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(dial(nodes[0].port))
        olga, eve = [await stack.enter_async_context(dial(nodes[1].port)) for _ in range(2)]
        zoe = await stack.enter_async_context(dial(nodes[0].port, source="127.0.0.3"))
        await (await anna.hello("Anna")).create(by_link=True, public=False)
        for wire, name in ((olga, "Olga"), (zoe, "Zoe")):
            await (await wire.hello(name)).join(anna.code, key=anna.key)
        await (await eve.hello("Eve")).join(anna.code, "spectator", key=anna.key)
        assert isinstance(await anna.ask(Unseat, seat=zoe.seat), Ok)
        await nodes[0].leave()
        for wire in (olga, eve):
            # One snapshot shows the room as it was when they came, and one as it goes on.
            while sum(isinstance(message, RoomSnapshot) for message in wire.log) < 2:
                await wire.next()
        hub = nodes[1].services.rooms.registry.hubs[anna.code]
        await soon(lambda: list(hub.attendance.seated) == [1])  # Anna's own node is gone, and her socket with it
        assert hub.key == anna.key
        came_from, stay_out = hub.attendance.barring.known()
        assert came_from.keys() == {anna.player, olga.player}
        assert stay_out.keys() == {"127.0.0.3"}
        assert [viewer.player for viewer in hub.audience.watching] == [eve.player]


async def test_a_node_of_another_version_learns_its_refusal_and_gets_no_rooms(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, time_limit=600)
        late = await stack.enter_async_context(dial(nodes[1].port))
        await late.hello("Late")
        leases = [node.services.store.node_lease for node in nodes]
        for lease in leases:
            lease.say(speaks="2")
        for lease in (*leases, *leases):  # after the second time, each node knows what the other says
            await lease.confirm(anew=True)
        assert nodes[0].door.links.relays.willing() == []
        await nodes[0].leave()
        assert not nodes[0].services.rooms.registry.leaving, "no other node could take a room"
        await late.post(Join, room=anna.code)
        assert (await late.closed())[0] == CloseCode.GOING_AWAY, (
            "so that the client may come to a node that understands"
        )
        assert isinstance(await olga.play(olga.moves[0]), Step | Moved), "a player who is there already stays"
        assert leases[0].alone is False
