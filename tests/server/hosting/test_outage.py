"""Rooms pause while the store is away too long, and go on from where they stood."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Moved, Ping, Play, Step
from cadogan_server.app import running
from cadogan_server.rooms.opening import replay
from cadogan_server.store.redis.embedded import EmbeddedRedis
from tests.server.clocks import MovableClock, put_forward
from tests.server.core import whole
from tests.server.store.settings import on
from tests.server.wire import dial


@pytest.mark.parametrize("game", ["klondike", "spite_and_malice"])
async def test_past_the_bound_all_rooms_stand_still_and_go_on_from_there(tmp_path: Path, game: str) -> None:
    async with EmbeddedRedis(tmp_path) as redis, AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(on(redis, unwritten=100), clock=MovableClock()))
        anna, olga, host = [await stack.enter_async_context(dial(server.port)) for _ in range(3)]
        await (await anna.hello("Anna")).create(game, time_limit=60)
        await (await olga.hello("Olga")).join(anna.code)
        await (await host.hello("Host")).create()
        async with dial(server.port) as guest:
            await (await guest.hello("Guest")).join(host.code)
        await host.state(lambda room: [seat.present for seat in room.seats] == [True, False])
        list(server.services.rooms.sweeping.caretaker.sweep())
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
        hub = server.services.rooms.registry.hubs[anna.code]
        mover = next(wire for wire in (anna, olga) if wire.moves)

        await redis.stop()
        assert isinstance(await mover.play(mover.moves[0]), Step | Moved)
        deadline, clock = hub.room.deadline, server.services.clock
        assert deadline is not None
        for wire in (anna, olga):
            await wire.state(lambda room: not room.safe and room.paused == clock.now())
        assert server.services.store.journal.full
        before = whole(hub.room)
        stood = clock.now()
        hour = 3_600_000
        put_forward(server, hour / 1000)
        hub.tick()
        refused = await mover.refusal(Play, move=mover.moves[0] if mover.moves else (0, 0, 1))
        assert (refused.code, refused.retry) == (ErrorCode.STORE_DOWN, True)
        assert "paused" in refused.message
        assert whole(hub.room) == before
        async with dial(server.port) as other:  # clients keep setting their clocks by the real time
            await other.hello("Other")
            assert (await other.ask(Ping)).now >= stood + hour

        await redis.start()
        for wire in (anna, olga):
            running_on = await wire.state(lambda room: not room.paused)
            assert (running_on.starts, running_on.ends, running_on.clock) == (
                hub.room.state.starts,
                hub.room.state.ends,
                hub.room.state.clock,
            )
            await wire.state(lambda room: room.safe)
            assert wire.room is not None
            assert (wire.room.phase, wire.room.starts, wire.room.ends) == (
                "running",
                hub.room.state.starts,
                hub.room.state.ends,
            )
            assert wire.room.clock == hub.room.state.clock
        list(server.services.rooms.sweeping.caretaker.sweep())
        assert len(server.services.rooms.registry.hubs[host.code].room.state.occupants) == 2
        assert hub.room.deadline is not None
        assert hub.room.deadline >= deadline + hour
        mover = next(wire for wire in (anna, olga) if hub.room.mode.choices(wire.seat or 0)[1])
        assert isinstance(await mover.play(hub.room.mode.choices(mover.seat or 0)[1][0]), Step | Moved)
        found = await server.services.store.logs.read(anna.code)
        assert found is not None
        assert whole(replay(found[0])) == whole(hub.room)
