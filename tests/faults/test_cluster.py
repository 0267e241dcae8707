"""The topology of the compose file as plain processes, and a node that is killed during a game."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import urllib.request
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
import pytest_asyncio
from websockets.exceptions import WebSocketException

from cadogan_protocol.messages import Moved, Stand, Step
from deploy.cluster import Broken, Cluster
from deploy.programs import Missing
from tests.server.processes import SERVE
from tests.server.wire import Wire, dial

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def kept(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cluster]:
    """Yield one cluster for all tests. Each test ends its games."""
    try:
        made = Cluster(
            tmp_path_factory.mktemp("cluster"),
            options=["--no-bots", "--countdown", "0.05", "--lease", "2"],
            serve=SERVE,
        )
    except Missing as missing:
        pytest.skip(str(missing))
    async with made:
        yield made


@pytest_asyncio.fixture(loop_scope="module")
async def cluster(kept: Cluster) -> Cluster:
    """Return the cluster once all its nodes serve, even one that the test before has killed."""
    while kept.serving() != list(kept.nodes) or len(await asyncio.to_thread(figures, kept)) < len(kept.nodes):
        await asyncio.sleep(0.05)
    return kept


async def test_a_port_that_is_taken_is_refused_as_haproxy_would_share_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
        try:
            cluster = Cluster(tmp_path, port)
        except Missing as missing:
            pytest.skip(str(missing))
        with pytest.raises(Broken, match=f"can't listen on port {port}: Address already in use"):
            async with cluster:
                pass


def port_of(cluster: Cluster) -> int:
    return int(cluster.url.rpartition(":")[2])


async def begun(wire: Wire) -> None:
    await (await wire.hello("Anna")).create("klondike", time_limit=0)
    await wire.ready()
    await wire.the(Moved)


async def played(wire: Wire, moves: int) -> None:
    for _ in range(moves):
        assert isinstance(await wire.play(wire.moves[0]), Step | Moved)


async def come_back(cluster: Cluster, stack: AsyncExitStack, before: Wire, first_id: int) -> Wire:
    """Come in again through the proxy, as a page does: again and again until a node accepts."""
    while True:
        async with AsyncExitStack() as attempt:
            try:
                wire = await attempt.enter_async_context(dial(port_of(cluster), first_id=first_id))
                await wire.hello("Anna", before.token)
                await wire.join(before.code)
                await wire.the(Moved)
            except (OSError, WebSocketException, AssertionError):  # no node is there yet, or it does not have the room
                await asyncio.sleep(0.05)
                continue
            stack.push_async_exit(attempt.pop_all())
            return wire


def figures(cluster: Cluster) -> dict[str, str]:
    """Return the metrics of each node that serves."""
    told = {}
    for name, url in cluster.figures.items():
        with suppress(OSError), urllib.request.urlopen(url, timeout=2) as answer:
            told[name] = str(answer.read())
    return told


def owner(cluster: Cluster) -> str:
    """Return the node that owns the one room."""
    (name,) = (name for name, told in figures(cluster).items() if 'cadogan_rooms{phase="running"} 1.0' in told)
    return name


async def test_a_game_goes_on_when_its_node_is_killed(cluster: Cluster) -> None:
    async with asyncio.timeout(120), AsyncExitStack() as stack:
        anna = await stack.enter_async_context(dial(port_of(cluster)))
        await begun(anna)
        await played(anna, 12)
        name = await asyncio.to_thread(owner, cluster)
        killed = cluster.nodes[name].pid
        cluster.nodes[name].signal(signal.SIGKILL)
        again = await come_back(cluster, stack, anna, 1000)
        assert again.room is not None
        assert (again.room.phase, again.room.seats[0].moves) == ("running", 12)
        assert again.boards[1] == anna.boards[1]
        await played(again, 3)
        while cluster.nodes[name].pid in (0, killed):
            await asyncio.sleep(0.05)
        assert cluster.nodes[name].ended == -signal.SIGKILL
        await again.ask(Stand)


async def test_nodes_are_stopped_in_turn_and_the_game_goes_on(cluster: Cluster) -> None:
    async with asyncio.timeout(120), AsyncExitStack() as stack:
        wire = await stack.enter_async_context(dial(port_of(cluster)))
        await begun(wire)
        for turn, node in enumerate(cluster.nodes.values(), 1):
            await played(wire, 2)
            starts = node.starts
            node.signal(signal.SIGTERM)
            while node.starts == starts or cluster.serving() != list(cluster.nodes):
                await asyncio.sleep(0.05)
            assert node.ended == 0
            wire = await come_back(cluster, stack, wire, 1000 * turn)
            assert wire.room is not None
            assert (wire.room.phase, wire.room.seats[0].moves) == ("running", 2 * turn)
        await wire.ask(Stand)


async def test_players_count_for_their_forwarded_address_and_logs_name_the_node(cluster: Cluster) -> None:
    async with asyncio.timeout(120), dial(port_of(cluster)) as anna:
        await (await anna.hello("Anna")).create("klondike")
        told = [
            json.loads(line)
            for name in cluster.nodes
            for line in (cluster.folder / f"{name}.log").read_text().splitlines()
            if line.startswith("{")
        ]
    of_the_room = [line for line in told if line.get("room") == anna.code]
    (opened,) = [line for line in of_the_room if line["message"] == "the room was opened"]
    assert opened["node"] in cluster.nodes
