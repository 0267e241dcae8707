"""Players say one of a fixed set of faces and phrases: who hears it, who may not, how often."""

from __future__ import annotations

from contextlib import AsyncExitStack

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Moved, Ok, RoomUpdate, SayEmote
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.test_over_nodes import several
from tests.server.wire import dial


async def test_players_are_heard_by_all_and_spectators_only_listen(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as ben, dial(server.port) as eve:
        await (await anna.hello("Anna")).create()
        await (await ben.hello("Ben")).join(anna.code)
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        before = server.services.rooms.registry.hubs[anna.code].room.state.length
        assert isinstance(await anna.ask(SayEmote, emote="good_luck"), Ok)
        for wire in (anna, ben, eve):
            room = await wire.state(lambda room: room.said is not None)
            assert room.said is not None
            assert (room.said.seat, room.said.emote) == (0, "good_luck")
        assert (await eve.refusal(SayEmote, emote="wave")).code is ErrorCode.NOT_SEATED
        assert (await ben.refusal_of_raw(SayEmote, emote="https://example.org")).code is ErrorCode.BAD_MESSAGE
        assert server.services.rooms.registry.hubs[anna.code].room.state.length == before, "the log knows nothing of it"

        # The same said twice is told twice, and too much is refused with how long to wait.
        for _ in range(2):
            assert isinstance(await ben.ask(SayEmote, emote="clap"), Ok)
        await anna.state(lambda room: room.said is not None and room.said.seat == 1)
        told = [m for m in ben.log if isinstance(m, RoomUpdate) and m.said and m.said.emote == "clap"]
        assert len(told) == 2
        assert isinstance(await ben.ask(SayEmote, emote="clap"), Ok)
        refusal = await ben.refusal(SayEmote, emote="clap")
        assert (refusal.code, refusal.wait) == (ErrorCode.TOO_FAST, 3)


async def test_what_is_said_reaches_other_nodes_and_no_restart(serve: Serve) -> None:
    async with several(serve) as nodes, AsyncExitStack() as stack:
        one, two = nodes
        anna, ben, eve = [await stack.enter_async_context(dial(port)) for port in (one.port, two.port, two.port)]
        await (await anna.hello("Anna")).create("spite_and_malice_modern")
        await (await ben.hello("Ben")).join(anna.code)
        for wire in (anna, ben):
            await wire.ready()
        for wire in (anna, ben):
            await wire.the(Moved)
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        assert isinstance(await ben.ask(SayEmote, emote="oops"), Ok)
        for wire in (anna, eve):
            room = await wire.state(lambda room: room.said is not None)
            assert room.said is not None
            assert (room.said.seat, room.said.emote) == (1, "oops")
    async with serve() as later, dial(later.port, first_id=1000) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        room = await again.state(lambda room: room.code == anna.code)
        assert room.said is None
