"""Several workers behind one port: a socket is handed to the worker that has its room, and nothing relays it."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Hello, Join, Leave, Message, Moved, Ping, Play, Pong, Stand, Step
from cadogan_server.app import Running
from cadogan_server.gateway.relays import relay
from cadogan_server.gateway.relays.relay import Passenger
from cadogan_server.gateway.relays.siblings import FEW, Inherited, Parcel
from cadogan_server.gateway.sockets.listener import listening
from cadogan_server.store.people.players import Player
from tests.faults.tcp_proxy import tcp_proxy
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.races import raced
from tests.server.waiting import soon, until
from tests.server.wire import dial


def pairs(count: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the sockets that a supervisor hands down: for each worker its inlet, and the outlets to all."""
    with ExitStack() as stack:
        ends = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
        for end in (end for pair in ends for end in pair):
            stack.enter_context(end)
        return [(inlet.dup().detach(), tuple(outlet.dup().detach() for _, outlet in ends)) for inlet, _ in ends]


async def two_workers(serve: Serve, stack: AsyncExitStack, *settings: dict[str, Any]) -> list[Running]:
    """Start two workers with these settings, and with ports of their own, so that a test chooses where a socket arrives."""
    nodes = []
    for number, ((inlet, outlets), its_own) in enumerate(zip(pairs(2), settings, strict=True), 1):
        ports = tuple(sock.detach() for sock in await listening("127.0.0.1", 0))
        inherited = Inherited("group", number, ports, inlet, outlets)
        nodes.append(await stack.enter_async_context(serve(inherited=inherited, node=f"worker-{number}", **its_own)))
    await nodes[0].services.store.node_lease.confirm(anew=True)
    return nodes


@pytest.fixture
async def workers(serve: Serve) -> AsyncIterator[list[Running]]:
    """Yield two workers."""
    async with AsyncExitStack() as stack:
        yield await two_workers(serve, stack, {}, {})


@pytest.fixture
def _no_relays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be relayed between workers."""

    async def refuse(*_: object) -> None:
        raise AssertionError("a socket is relayed")

    monkeypatch.setattr(relay.Relays, "open", refuse)


def names(node: Running) -> list[str]:
    """Return the names of the players with sockets at a node."""
    return sorted(session.player.name for session in node.gateway.sessions if session.player is not None)


def counted(node: Running) -> int:
    """Return the number of sockets that a node counts for the common address."""
    return node.gateway.limits.sockets.here("127.0.0.1")


@pytest.mark.usefixtures("_no_relays")
@pytest.mark.parametrize("fmt", Format)
async def test_a_player_is_given_to_the_worker_of_the_room_and_plays_there(workers: list[Running], fmt: Format) -> None:
    one, two = workers
    async with AsyncExitStack() as stack:
        anna, olga = await raced(workers, stack, fmt)
        await soon(lambda: names(one) == ["Anna", "Olga"] and not names(two))
        for wire, other in ((olga, anna), (anna, olga)):
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)
            while other.room is None or other.room.seats[wire.own - 1].moves != 1:
                await other.next()
        for wire in (anna, olga):
            await wire.ask(Stand)
        await olga.phase("finished")
        # There and back again: the socket is handed over as often as its player moves.
        eve = await stack.enter_async_context(dial(two.port, fmt))
        await (await eve.hello("Eve")).create()
        await olga.ask(Leave)
        await olga.join(eve.code)
        await soon(lambda: names(one) == ["Anna"] and names(two) == ["Eve", "Olga"])
        await soon(lambda: counted(one) == 1 and counted(two) == 2)


@pytest.mark.usefixtures("_no_relays")
async def test_requests_sent_behind_a_join_are_answered_in_order(workers: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga = [await stack.enter_async_context(dial(node.port)) for node in workers]
        await (await anna.hello("Anna")).create()
        await olga.hello("Olga")
        join = await olga.post(Join, room=anna.code)
        pings = [await olga.post(Ping) for _ in range(50)]
        await olga.joined(await olga.answer(join))
        assert [type(await olga.answer(ping)) for ping in pings] == [Pong] * len(pings)
        assert names(workers[0]) == ["Anna", "Olga"]


@pytest.mark.usefixtures("_no_relays")
async def test_all_in_one_write_with_a_frame_in_pieces(workers: list[Running]) -> None:
    """`hello`, `join` and half of the next message arrive together. The other half is read where the socket is then."""
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(dial(workers[0].port))
        await (await anna.hello("Anna")).create()
        olga = await stack.enter_async_context(dial(workers[1].port))
        protocol, transport = olga.connection.protocol, olga.connection.transport
        requests: list[Message] = [Hello(id=1, name="Olga"), Join(id=2, room=anna.code), Ping(id=3)]
        for message in requests:
            packed = encode(message, olga.fmt)
            assert isinstance(packed, bytes)
            protocol.send_binary(packed)
        data = b"".join(protocol.data_to_send())
        transport.write(data[:-3])
        await olga.joined(await olga.answer(2))
        transport.write(data[-3:])
        assert isinstance(await olga.answer(3), Pong)
        assert names(workers[0]) == ["Anna", "Olga"]


async def test_a_socket_counts_only_at_its_present_worker(workers: list[Running]) -> None:
    one, two = workers
    async with AsyncExitStack() as stack:
        anna, olga = await raced(workers, stack)
        await soon(lambda: counted(one) == 2)
        assert counted(two) == 0
        assert "cadogan_given_sockets_total 0.0" in await figures(one)
        assert "cadogan_given_sockets_total 1.0" in await figures(two)
        await olga.connection.close()
        await anna.connection.close()
        await soon(lambda: counted(one) == 0)


async def test_a_parcel_carries_what_is_left_of_the_sockets_rate(serve: Serve) -> None:
    parcel = Parcel(Passenger(Player("p", "Anna", ("h",)), 1, "", "10.0.0.1", None, ""), Format.JSON, 0, 1.5, "x", b"y")
    assert Parcel.unpack(parcel.pack()) == parcel


async def test_a_socket_that_can_not_be_given_is_relayed(workers: list[Running]) -> None:
    one, two = workers
    assert one.door.links.siblings is not None
    one.door.links.siblings.close()
    async with AsyncExitStack() as stack:
        await raced(workers, stack)
        assert (names(one), names(two)) == (["Anna", "Olga"], ["Olga"])
        assert (counted(one), counted(two)) == (1, 1)
        assert "cadogan_relayed_sockets 1.0" in await figures(one)


async def test_workers_keep_their_players_while_none_reaches_the_store(serve: Serve, redis_url: str) -> None:
    path = redis_url.removeprefix("unix://").partition("?")[0]
    async with tcp_proxy(path) as to_store, AsyncExitStack() as stack:
        redis = f"redis://127.0.0.1:{to_store.port}"
        # The second worker knows that the store is silent long before the first one doubts its lease and asks it.
        settings = [{"redis": redis, "lease": lease} for lease in (2.0, 1.0)]
        one, two = await two_workers(serve, stack, *settings)
        lease, lacks_store = one.services.store.node_lease, one.door.links.lacks_store
        anna = await stack.enter_async_context(dial(one.port))
        await (await anna.hello("Anna")).create(time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        assert not await lacks_store(two.services.store.node_lease.id)

        to_store.open.clear()
        request = await anna.post(Play, move=anna.moves[0])
        await anna.state(lambda room: bool(room.paused))
        await until(lambda: not lease.sure)
        # The first worker asked in the moment in which it began to doubt. This answer comes behind the one to that.
        assert await lacks_store(two.services.store.node_lease.id)
        to_store.open.set()
        assert isinstance(await anna.answer(request), Step)
        await anna.state(lambda room: not room.paused)


async def test_a_worker_that_does_not_answer_may_reach_the_store(workers: list[Running]) -> None:
    one, two = workers
    assert two.door.links.siblings is not None
    two.door.links.siblings.close()
    assert not await one.door.links.lacks_store(two.services.store.node_lease.id)


@pytest.mark.usefixtures("_no_relays")
async def test_the_last_socket_of_a_player_replaces_the_first_at_any_worker(
    workers: list[Running],
) -> None:
    async with AsyncExitStack() as stack:
        anna, _ = await raced(workers, stack)
        again = await stack.enter_async_context(dial(workers[1].port, first_id=100))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        assert (await anna.closed())[0] == CloseCode.REPLACED
        await again.the(Moved)
        assert isinstance(await again.play(again.moves[0]), Step | Moved)


@pytest.mark.usefixtures("_no_relays")
async def test_few_spectators_go_to_the_rooms_worker_and_many_stay(
    workers: list[Running],
) -> None:
    one, two = workers
    # Behind one port, a link to one worker may arrive at the other: here it always does.
    one.services.store.node_lease.say(address=f"ws://127.0.0.1:{two.port}")
    for worker in workers:
        await worker.services.store.node_lease.confirm(anew=True)
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(dial(one.port))
        await (await anna.hello("Anna")).create()
        hub = one.services.rooms.registry.hubs[anna.code]
        onlookers = [await stack.enter_async_context(dial(two.port)) for _ in range(FEW + 2)]
        for number, wire in enumerate(onlookers):
            await (await wire.hello(f"Eve {number}")).join(anna.code, "spectator")
            assert len(hub.attendance.remote_mirrors) == (number >= FEW)
        await anna.ready()
        await anna.the(Moved)
        await anna.play(anna.moves[0])
        for wire in onlookers:
            await wire.state(lambda room: room.seats[0].moves == 1 and room.watchers == FEW + 2)
        assert names(two) == [f"Eve {FEW}", f"Eve {FEW + 1}"]
        assert len(names(one)) == 1 + FEW
