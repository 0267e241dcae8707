"""A node with far more rooms than another hands some over, and no game suffers."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from cadogan_protocol.errors import CloseCode
from cadogan_protocol.messages import Moved, Step
from cadogan_server.app import Running
from cadogan_server.nodes.balance import BEGIN, FRESH_SECONDS, GO_ON, QUIET_SECONDS, NodeLoad, fewest, may_go
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial


def loads(**rooms: int) -> dict[str, NodeLoad]:
    return {node: NodeLoad(count, 0, bots=True) for node, count in rooms.items()}


@pytest.mark.parametrize(
    ("mine", "others", "begins", "goes_on"),
    [
        (21, {"empty": 0}, "empty", "empty"),
        (21, {"fuller": 16, "empty": 0}, "empty", "empty"),
        (11, {"other": 9}, None, "other"),
        (11, {"other": 10}, None, None),
        (4, {"empty": 0}, None, "empty"),
        (5, {"empty": 0}, "empty", "empty"),
        (200, {"other": 151}, None, "other"),
        (200, {"other": 149}, "other", "other"),
        (200, {"other": 181}, None, None),
        (10, {"other": 30}, None, None),
        (10, {}, None, None),
    ],
)
def test_a_node_begins_at_a_larger_difference_than_it_stops_at(
    mine: int, others: dict[str, int], begins: str | None, goes_on: str | None
) -> None:
    load = NodeLoad(mine, 0, bots=True)
    assert fewest(load, loads(**others), BEGIN) == begins
    assert fewest(load, loads(**others), GO_ON) == goes_on


def test_a_node_that_reports_no_load_gets_no_rooms() -> None:
    assert NodeLoad.of({"rooms": "3", "sockets": "7", "bots": "1"}.get) == NodeLoad(3, 7, bots=True)
    assert NodeLoad.of({"rooms": "3"}.get) is None
    assert NodeLoad.of(lambda what: None) is None


class Rounds:
    """Rounds in which two nodes exchange their numbers of rooms. They are so far apart that a room may move in each
    round.

    The nodes' clocks advance only from round to round, so their own looks in between find nothing to do.
    """

    def __init__(self, nodes: list[Running]) -> None:
        self._nodes = nodes
        self._seconds = nodes[0].door.balance.time()
        for node in nodes:
            node.door.balance.time = lambda: self._seconds

    async def pass_by(self, count: int) -> list[list[int]]:
        """Pass `count` rounds: nodes exchange numbers and hand rooms over. Return the number of rooms of each node
        after each round."""
        passed = []
        for _ in range(count):
            self._seconds += max(QUIET_SECONDS, FRESH_SECONDS)
            for _ in range(2):
                for node in self._nodes:
                    await node.door.balance.look()
                    await node.services.store.node_lease.confirm(anew=True)
            passed.append(counts(self._nodes))
        return passed


async def alone(stack: AsyncExitStack, node: Running, count: int) -> list[Wire]:
    """Let people play alone, each in a room of this node."""
    wires = []
    for _ in range(count):
        wire = await stack.enter_async_context(dial(node.port))
        await (await wire.hello("Anna")).create("klondike", time_limit=0)
        await wire.ready()
        await wire.the(Moved)
        wires.append(wire)
    return wires


def counts(nodes: list[Running]) -> list[int]:
    return [len(node.services.rooms.registry.hubs) for node in nodes]


@pytest.mark.parametrize("usual", [{"rebalance": 1e6}])
async def test_rooms_go_one_by_one_until_both_nodes_have_as_many(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        wires = await alone(stack, nodes[0], 5)
        for node in nodes:
            node.door.balance.sockets = lambda: 5  # the same at both: sockets of moved rooms are relayed
        passed = await Rounds(nodes).pass_by(7)
        assert [4, 1] in passed, "one in each round"
        assert passed == sorted(passed, reverse=True), "no room comes back"
        assert passed[-3:] == [[3, 2]] * 3
        assert nodes[0].door.balance.given == 2
        told_of = [node.services.rooms.registry.in_use.report()["127.0.0.1"] for node in nodes]
        assert told_of == [3, 2], "rooms count for the address that opened them, wherever they are"
        for wire in wires:
            assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


@pytest.mark.parametrize("usual", [{"rebalance": 1e6}])
async def test_sockets_reconnect_if_this_node_has_more_of_them_too(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        wires = await alone(stack, nodes[0], 5)
        nodes[0].door.balance.sockets, nodes[1].door.balance.sockets = lambda: 100, lambda: 0
        assert (await Rounds(nodes).pass_by(5))[-1] == [3, 2]
        gone = [wire for wire in wires if wire.code in nodes[1].services.rooms.registry.hubs]
        assert [(await wire.closed())[0] for wire in gone] == [CloseCode.RENEWED] * 2
        again = await stack.enter_async_context(dial(nodes[1].port, first_id=1000))
        await (await again.hello("Anna", gone[0].token)).join(gone[0].code)
        await again.the(Moved)
        assert again.boards[again.own] == gone[0].boards[gone[0].own]


async def test_sockets_that_another_node_relays_here_count_there(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        (anna,) = await alone(stack, nodes[0], 1)
        olga = await stack.enter_async_context(dial(nodes[1].port))
        await (await olga.hello("Olga")).create()
        bob = await stack.enter_async_context(dial(nodes[0].port))
        await (await bob.hello("Bob")).join(olga.code)
        assert bob.code != anna.code
        assert [len(node.gateway.sessions) for node in nodes] == [2, 2], "one is relayed"
        assert [node.door.balance.sockets() for node in nodes] == [2, 1]


@pytest.mark.parametrize("usual", [{"rebalance": 1e-3}])
async def test_no_more_rooms_go_than_the_bound_allows(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        await alone(stack, nodes[0], 6)
        assert (await Rounds(nodes).pass_by(5))[-1] == [5, 1]


@pytest.mark.parametrize("usual", [{"rebalance": 0}])
async def test_no_room_moves_if_balancing_is_switched_off(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        await alone(stack, nodes[0], 6)
        assert (await Rounds(nodes).pass_by(5))[-1] == [6, 0]


async def test_players_of_a_room_that_no_node_takes_come_back_to_it(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        (anna,) = await alone(stack, nodes[0], 1)
        nodes[1].services.rooms.registry.leaving = True
        registry = nodes[0].services.rooms.registry
        assert not await nodes[0].services.rooms.handover.give(
            registry.hubs[anna.code], nodes[1].door.links.relays.me, sockets=False
        )
        assert registry.handed == {}
        assert (await anna.closed())[0] == CloseCode.RENEWED
        again = await stack.enter_async_context(dial(nodes[0].port, first_id=1000))
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.boards[again.own] == anna.boards[anna.own]


async def test_a_room_with_bots_goes_only_where_bots_are_seated(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create("klondike")
        hub = server.services.rooms.registry.hubs[anna.code]
        with_bots, without = NodeLoad(0, 0, bots=True), NodeLoad(0, 0, bots=False)
        assert may_go(hub, with_bots)
        assert may_go(hub, without)
        await server.services.people.players.prepare_bots()
        player, _ = server.services.people.players.welcome_bot("Ada")
        with hub.change() as room:
            room.sit(player.id, "Ada", server.services.clock.now(), bot="easy", by=0, request=0)
        assert may_go(hub, with_bots)
        assert not may_go(hub, without)
