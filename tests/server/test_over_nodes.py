"""Limits and identities hold over all nodes of a store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    AddFriend,
    Create,
    DeleteMe,
    GetTicket,
    Hello,
    Join,
    Leave,
    ListFriends,
    Moved,
    Ok,
    Rematch,
    Stand,
    Unseat,
    Welcome,
)
from cadogan_server.app import Running
from cadogan_server.parts.services import Services
from cadogan_server.store import keys
from cadogan_server.store.nodes.orders import Orders
from tests.server.conftest import Serve
from tests.server.reading import reading
from tests.server.wire import PATIENCE, Wire, dial

HOME, AWAY = "10.0.0.1", "10.0.0.2"


@asynccontextmanager
async def several(serve: Serve, **settings: Any) -> AsyncIterator[list[Running]]:
    """Yield two nodes that know each other, behind a proxy that names the addresses of sockets."""
    settings = {"behind_proxy": True, **settings}
    async with serve(**settings) as one, serve(**settings) as two:
        await one.services.store.node_lease.confirm(anew=True)
        yield [one, two]


async def written(services: Services) -> None:
    """Wait until the store has all writes so far."""
    done = asyncio.Event()
    services.store.journal.when_written(done.set)
    async with asyncio.timeout(PATIENCE):
        await done.wait()


async def publish_until(nodes: list[Running], condition: Callable[[], bool]) -> None:
    """Let nodes exchange the use of addresses until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            for node in nodes:
                await node.door.sharing.exchange()


def left(node: Running) -> int:
    """Return how many new players a node would still accept from an address."""
    return node.gateway.limits.players.left(HOME).now


async def refused(stack: AsyncExitStack, node: Running, name: str, address: str = HOME) -> ErrorCode | None:
    """Try to come in as a new player; return the code of the refusal, if any."""
    wire = await stack.enter_async_context(dial(node.port, address=address))
    answer = await wire.ask(Hello, name=name)
    return None if isinstance(answer, Welcome) else answer.code


async def test_the_quotas_of_an_address_hold_over_all_nodes(serve: Serve) -> None:
    bounds = {"sockets_per_address": 6, "rooms_per_address": 2, "players_per_hour": 6}
    async with several(serve, **bounds) as nodes, AsyncExitStack() as stack:
        one, two = nodes
        anna, olga = [await stack.enter_async_context(dial(node.port, address=HOME)) for node in nodes]
        for wire in (anna, olga):
            await (await wire.hello("Somebody")).create()
        rooms = [node.services.rooms.registry.in_use for node in nodes]
        await publish_until(nodes, lambda: [each.count(HOME) for each in rooms] == [2, 2])
        third = await stack.enter_async_context(dial(two.port, address=HOME))
        await third.hello("Third")
        assert (await third.refusal(Create, game="klondike")).code is ErrorCode.TOO_MANY_ROOMS
        # New players: there were three.
        await publish_until(nodes, lambda: left(one) == 3)
        assert [await refused(stack, one, "New") for _ in range(3)] == [None, None, None]
        await publish_until(nodes, lambda: two.gateway.limits.sockets.held(HOME) == 6)
        over = await stack.enter_async_context(dial(two.port, address=HOME))
        assert (await over.closed())[0] == CloseCode.TOO_MANY_SOCKETS
        await third.connection.close()
        await publish_until(nodes, lambda: left(two) == 0)
        assert await refused(stack, two, "One too many") is ErrorCode.TOO_FAST
        assert await refused(stack, two, "From elsewhere", AWAY) is None


async def test_quotas_at_a_node_that_is_gone_count_no_more(serve: Serve) -> None:
    async with serve(behind_proxy=True, rooms_per_address=1) as one, AsyncExitStack() as stack:
        async with serve(behind_proxy=True) as two:
            await one.services.store.node_lease.confirm(anew=True)
            anna = await stack.enter_async_context(dial(two.port, address=HOME))
            await (await anna.hello("Anna")).create()
            await publish_until([two, one], lambda: one.services.rooms.registry.in_use.count(HOME) == 1)
            olga = await stack.enter_async_context(dial(one.port, address=HOME))
            await olga.hello("Olga")
            assert (await olga.refusal(Create, game="klondike")).code is ErrorCode.TOO_MANY_ROOMS
        await publish_until([one], lambda: one.services.rooms.registry.in_use.count(HOME) == 0)
        await olga.create()


async def test_grants_of_nodes_that_did_not_know_each_other_are_taken_back(serve: Serve) -> None:
    """The node with the first id keeps its sockets, streams of events, and rooms that have not begun."""
    bounds = {"sockets_per_address": 5, "streams_per_address": 2, "rooms_per_address": 3}
    async with several(serve, **bounds) as nodes, AsyncExitStack() as stack:
        kept, other = sorted(nodes, key=lambda node: node.services.store.node_lease.id)
        wires: dict[int, list[Wire]] = {node.port: [] for node in nodes}
        for node in nodes:
            for number in range(4):
                wire = await stack.enter_async_context(dial(node.port, address=HOME))
                wires[node.port].append(await wire.hello(f"Player {number}"))
            for wire in wires[node.port][:2]:
                await wire.create()
        streams = [
            await stack.enter_async_context(reading(node.port, "/api/v1/events/rooms", X_Forwarded_For=HOME))
            for node in (kept, kept, other, other)
        ]
        await publish_until(nodes, lambda: [node.gateway.limits.sockets.here(HOME) for node in (kept, other)] == [4, 1])
        assert (await wires[other.port][-1].closed())[0] == CloseCode.TOO_MANY_SOCKETS
        for stream in streams[2:]:
            assert (await stream.until("end")).data["code"] == CloseCode.TOO_MANY_SOCKETS
        rooms = [node.services.rooms.registry.in_use.here(HOME) for node in (kept, other)]
        assert rooms == [2, 1]


async def test_a_ticket_and_the_token_that_it_gives_are_good_at_all_nodes(serve: Serve) -> None:
    """They also hold at a node that knew the player before there was a second device."""
    async with several(serve) as nodes, AsyncExitStack() as stack:
        first, there, back, device, again = [
            await stack.enter_async_context(dial(nodes[number].port)) for number in (1, 0, 0, 0, 1)
        ]
        await first.hello("Anna")
        await there.hello("Anna", first.token)
        ticket = (await there.ask(GetTicket)).ticket
        welcome = await device.ask(Hello, name="Anna", ticket=ticket)
        assert welcome.player == first.player
        assert (await again.hello("Anna", welcome.token)).player == first.player
        assert (await back.refusal(Hello, name="Anna", ticket=ticket)).code is ErrorCode.BAD_TOKEN


async def rooms_of_friends(wire: Wire) -> list[str | None]:
    """Return the rooms in which a player's friends are shown."""
    return [friend.room and friend.room.code for friend in (await wire.ask(ListFriends)).friends]


async def asked(nodes: list[Running], wire: Wire, expected: list[str | None]) -> None:
    """Let the nodes exchange who sits where until a player's friends are shown in these rooms."""
    async with asyncio.timeout(PATIENCE):
        while await rooms_of_friends(wire) != expected:
            for node in nodes:
                await node.services.rooms.seat_lookup.exchange()


async def test_friends_are_seen_and_deleted_players_unknown_at_all_nodes(serve: Serve, redis_url: str) -> None:
    async with several(serve) as nodes, AsyncExitStack() as stack:
        anna, other, olga = [await stack.enter_async_context(dial(nodes[at].port)) for at in (0, 1, 1)]
        await (await anna.hello("Anna")).create()
        await other.hello("Anna", anna.token)
        await (await olga.hello("Olga")).ask(AddFriend, player=anna.player)
        await asked(nodes, olga, [anna.code])
        assert (await other.refusal(DeleteMe)).code is ErrorCode.IN_ROOM
        await anna.ask(Leave)
        await asked(nodes, olga, [None])
        assert isinstance(await other.ask(DeleteMe), Ok)
        for node in nodes:
            wire = await stack.enter_async_context(dial(node.port))
            assert (await wire.refusal(Hello, name="Anna", token=anna.token)).code is ErrorCode.BAD_TOKEN
        async with Redis.from_url(redis_url) as redis:
            assert await Orders(redis).since("0-0") == [], "not even the request is kept"


async def test_a_player_put_out_stays_out_at_the_rooms_next_node(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        two = await stack.enter_async_context(serve(behind_proxy=True))
        async with serve(behind_proxy=True) as one:
            await two.services.store.node_lease.confirm(anew=True)
            anna = await stack.enter_async_context(dial(one.port, address=HOME))
            await (await anna.hello("Anna")).create()
            eve = await stack.enter_async_context(dial(two.port, address=AWAY))
            await (await eve.hello("Eve")).join(anna.code)
            await anna.ask(Unseat, seat=1)
        again = await stack.enter_async_context(dial(two.port, first_id=100, address=HOME))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        for name, token, address in (("Eve", eve.token, HOME), ("Somebody else", None, AWAY)):
            wire = await stack.enter_async_context(dial(two.port, first_id=100, address=address))
            await wire.hello(name, token)
            assert (await wire.refusal(Join, room=anna.code)).code is ErrorCode.PUT_OUT
        olga = await stack.enter_async_context(dial(two.port, address=HOME))
        await (await olga.hello("Olga")).join(anna.code)


async def test_all_nodes_make_the_same_marks_and_share_counts_of_games(serve: Serve) -> None:
    async with several(serve) as nodes, AsyncExitStack() as stack:
        services = [node.services for node in nodes]
        now = services[0].clock.real()
        for days in (0, 1, 2):
            at = now + days * 24 * 3600 * 1000
            assert services[0].people.origins.of(HOME, "b")(at) == services[1].people.origins.of(HOME, "b")(at)
        for number, each in enumerate(services):
            each.store.played.count("nestor", f"room{number}", now)
            each.store.played.count("nestor", "a room that both have counted", now)
            each.store.played.count("spider_1", "a room of another game", now)
        for each in services:
            each.store.played.count("klondike", f"older {each.settings.node}", now - 70 * 24 * 3600 * 1000)
            await written(each)
        fresh = await stack.enter_async_context(serve())
        assert fresh.services.store.played.most == ("nestor", "spider_1", "klondike")
        store = fresh.services.store.opened.connections.reads
        nestor, spider = [await store.zscore(keys.PLAYED, game) or 0 for game in ("nestor", "spider_1")]
        assert spider
        assert nestor == pytest.approx(3 * spider)


async def test_a_rematch_at_another_node_takes_all_who_ask_for_it(serve: Serve) -> None:
    """The race was at a node that is gone; the players come back for the rematch through several others."""
    async with AsyncExitStack() as stack:
        two, three = [await stack.enter_async_context(serve(behind_proxy=True)) for _ in range(2)]
        async with serve(behind_proxy=True) as one:
            for node in (two, three):
                await node.services.store.node_lease.confirm(anew=True)
            anna, olga = [await stack.enter_async_context(dial(node.port)) for node in (one, two)]
            await (await anna.hello("Anna")).create(by_link=True, public=False)
            await (await olga.hello("Olga")).join(anna.code, key=anna.key)
            for wire in (anna, olga):
                await wire.ready()
            for wire in (anna, olga):
                await wire.the(Moved)
                await wire.ask(Stand)
            await olga.phase("finished")
        back = [await stack.enter_async_context(dial(node.port, first_id=1000)) for node in (two, three)]
        for name, wire, before in zip(("Anna", "Olga"), back, (anna, olga), strict=True):
            await (await wire.hello(name, before.token)).join(anna.code, key=anna.key)
        first, second = back
        await first.joined(await first.ask(Rematch))
        await second.joined(await second.ask(Rematch))
        assert (first.code, first.key) == (second.code, second.key) != (anna.code, anna.key)
        assert [first.seat, second.seat] == [0, 1]
        await second.state(lambda room: len(room.seats) == 2)


async def test_players_join_a_rematch_that_another_node_owns_by_now(serve: Serve) -> None:
    async with several(serve) as nodes, AsyncExitStack() as stack:
        one, two = nodes
        anna, olga = [await stack.enter_async_context(dial(one.port)) for _ in range(2)]
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
            await wire.ask(Stand)
        await olga.phase("finished")
        old = anna.code
        await anna.joined(await anna.ask(Rematch))
        await anna.connection.close()
        rooms = one.services.rooms
        assert await rooms.handover.give(
            rooms.registry.hubs[anna.code], two.services.store.node_lease.id, sockets=False
        )
        again = await stack.enter_async_context(dial(two.port, first_id=1000))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await olga.joined(await olga.ask(Rematch))
        assert olga.code == anna.code != old
        await again.state(lambda room: len(room.seats) == 2)
