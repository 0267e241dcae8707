"""Nonces over real sockets: what leaves the server when, and what is refused."""

from __future__ import annotations

import msgpack

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Ok, Ready, Reveal, SeatBots
from cadogan_server.app import Running
from cadogan_server.rooms.fairness import promise
from tests.server.conftest import Serve
from tests.server.core import nonce_of
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


async def test_who_withholds_is_sent_away_and_told_why(serve: Serve) -> None:
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


async def test_a_nonce_that_comes_openly_is_refused_with_what_to_send(server: Running) -> None:
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
