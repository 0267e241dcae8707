"""Nonces over real sockets: when they leave the server, and which requests are refused."""

from __future__ import annotations

from contextlib import AsyncExitStack

import msgpack

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Moved, Ok, Ready, Reveal, RoomUpdate, SayEmote, SeatBots
from cadogan_server.app import Running
from cadogan_server.rooms.fairness import promise
from tests.server.conftest import Serve
from tests.server.core import nonce_of
from tests.server.test_over_nodes import several
from tests.server.wire import Wire, dial


async def promised(wire: Wire, nonce: str) -> None:
    assert isinstance(await wire.ask(Ready, nonce_hash=promise(nonce)), Ok)


async def test_every_promise_leaves_first_and_no_nonce_before_the_end(
    server: Running,
) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as watcher:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        await (await watcher.hello("Watcher")).join(anna.code, "spectator")
        await promised(anna, nonce_of(1))
        await promised(olga, nonce_of(2))
        for wire in (anna, olga, watcher):
            room = await wire.phase("countdown")
            assert [seat.nonce_hash for seat in room.seats] == [promise(nonce_of(1)), promise(nonce_of(2))]
        assert isinstance(await anna.ask(Reveal, nonce=nonce_of(1)), Ok)
        assert isinstance(await olga.ask(Reveal, nonce=nonce_of(2)), Ok)
        for wire in (anna, olga, watcher):
            await wire.phase("running")
            for data in wire.raw:
                assert isinstance(data, bytes)
                assert nonce_of(1).encode() not in data
                assert nonce_of(2).encode() not in data


async def test_a_withholder_is_sent_away_and_told_why(serve: Serve) -> None:
    async with serve(reveal=0.05) as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        await promised(anna, nonce_of(1))
        await olga.ready()
        code, reason = await anna.closed()
        assert code == CloseCode.WITHHELD
        assert "nonce" in reason
        room = await olga.phase("running")
        assert [seat.name for seat in room.seats] == ["Olga"]


async def test_an_openly_sent_nonce_is_refused_with_the_fields_to_send(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.connection.send(msgpack.packb({"type": "ready", "id": next(anna.ids), "nonce": "ab" * 16}))
        error = await anna.the(Error)
        assert error.code is ErrorCode.BAD_MESSAGE
        assert "`nonce_hash`" in error.message
        assert "`reveal`" in error.message


async def test_bots_of_the_server_promise_when_they_are_seated_and_begin(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=60) as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create(seats=2)
        await anna.ask(SeatBots, count=1)
        room = await anna.state(lambda room: len(room.seats) == 2)
        assert room.seats[1].nonce_hash is not None
        await anna.state(lambda room: room.seats[1].ready)
        await promised(anna, nonce_of(1))
        await anna.phase("countdown")
        await anna.ask(Reveal, nonce=nonce_of(1))
        running = await anna.phase("running")
        assert running.seats[1].nonce_hash == room.seats[1].nonce_hash


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
        assert server.services.rooms.registry.hubs[anna.code].room.state.length == before, "no record tells of it"

        # The same emote is sent again each time. Too many are refused with the time to wait.
        for _ in range(2):
            assert isinstance(await ben.ask(SayEmote, emote="clap"), Ok)
        await anna.state(lambda room: room.said is not None and room.said.seat == 1)
        told = [m for m in ben.log if isinstance(m, RoomUpdate) and m.said and m.said.emote == "clap"]
        assert len(told) == 2
        assert isinstance(await ben.ask(SayEmote, emote="clap"), Ok)
        refusal = await ben.refusal(SayEmote, emote="clap")
        assert (refusal.code, refusal.wait) == (ErrorCode.TOO_FAST, 3)


async def test_emotes_reach_other_nodes_and_outlive_no_restart(serve: Serve) -> None:
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
