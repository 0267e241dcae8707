"""Finished rooms leave nothing in memory: neither objects nor entries, and no cycles that wait for Python's collector."""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any
from weakref import WeakSet

import pytest

from cadogan_protocol.messages import Leave, Moved, Stand
from cadogan_server import is_compiled
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.races import raced
from tests.server.waiting import until
from tests.server.wire import Wire, dial

if is_compiled():
    pytest.skip("compiled objects take no weak references, by which they are counted", allow_module_level=True)

OURS = ("cadogan_server", "cadogan_games", "cadogan_protocol")

BOUNDED = {
    "NodeLease._me",
    "_Known",
    "Player",
    "Players._known",
    "Players._strangers",
    "RequestedRooms._codes",
    "ReadPool._available_connections",
}
"""The parts that keep data for clients who may come back, up to bounds of their own, and the facts that a node tells the others:
one after the other in its first seconds."""


@pytest.fixture
def no_collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Switch off Python's own collector and the server's, which runs when it is quiet."""
    gc.collect()
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    gc.disable()
    yield
    gc.enable()


def live() -> tuple[Counter[str], Counter[str]]:
    """Return the number of objects of each of our classes, and the number of entries in their containers."""
    objects: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    for each in gc.get_objects():
        if not str(type(each).__module__).startswith(OURS):
            continue
        name = type(each).__qualname__
        objects[name] += 1
        for attribute, value in attributes(each):
            if isinstance(value, dict | list | set | deque | bytearray):
                entries[f"{name}.{attribute}"] += len(value)
    return objects, entries


def attributes(of: object) -> Iterator[tuple[str, Any]]:
    """Yield the values that an object holds, by name."""
    yield from getattr(of, "__dict__", {}).items()
    for cls in type(of).__mro__:
        for slot in getattr(cls, "__slots__", ()):
            if hasattr(of, slot):
                yield slot, getattr(of, slot)


async def back_at(objects: Counter[str], entries: Counter[str]) -> None:
    """Wait until there is no more than that of anything but bounded parts. Results may still be on their way to the store."""
    grown: dict[str, tuple[int, int]] = {}

    def returned() -> bool:
        grown.clear()
        for before, now in zip((objects, entries), live(), strict=True):
            grown.update({name: (before[name], count) for name, count in now.items() if count > before[name]})
        return grown.keys() <= BOUNDED

    try:
        await until(returned)
    except TimeoutError:
        pytest.fail(f"more than there was: {grown}")


async def watched_race(stack: AsyncExitStack, server: Running, **rules: Any) -> None:
    """Play a race of two with a spectator for a while, and end it."""
    anna, olga, eve = [await stack.enter_async_context(dial(server.port)) for _ in range(3)]
    await (await anna.hello("Anna")).create("klondike", time_limit=0, **rules)
    await (await olga.hello("Olga")).join(anna.code)
    await (await eve.hello("Eve")).join(anna.code, "spectator")
    for wire in (anna, olga):
        await wire.ready()
    for wire in (anna, olga):
        await wire.the(Moved)
    for _ in range(5):
        for wire in (anna, olga):
            await wire.play(wire.moves[0])
    await ended(anna, olga)


async def ended(*wires: Wire) -> None:
    for wire in wires:
        await wire.ask(Stand)
    await wires[0].phase("finished")


async def fair(stack: AsyncExitStack, server: Running) -> None:
    await watched_race(stack, server)


async def seen_late(stack: AsyncExitStack, server: Running) -> None:
    await watched_race(stack, server, spectators="delayed", delay=5)


async def seen_live(stack: AsyncExitStack, server: Running) -> None:
    await watched_race(stack, server, spectators="live", public=False)


async def left_in_the_lobby(stack: AsyncExitStack, server: Running) -> None:
    anna = await stack.enter_async_context(dial(server.port))
    await (await anna.hello("Anna")).create("spider_1", by_link=True, public=False)
    await anna.ask(Leave)


async def duel(stack: AsyncExitStack, server: Running) -> None:
    anna, olga = [await stack.enter_async_context(dial(server.port)) for _ in range(2)]
    await (await anna.hello("Anna")).create("spite_and_malice")
    await (await olga.hello("Olga")).join(anna.code)
    for wire in (anna, olga):
        await wire.ready()
    await anna.phase("running")
    await anna.ask(Stand)
    await anna.phase("finished")


KINDS = (fair, seen_late, seen_live, left_in_the_lobby, duel)


async def played(server: Running) -> None:
    """Open some rooms of each kind, play and end them, and wait until the last one is freed."""
    hubs = server.services.rooms.registry.hubs
    held: WeakSet[Any] = WeakSet()
    for kind in KINDS * 2:
        async with AsyncExitStack() as stack:
            await kind(stack, server)
            held.update(hubs.values())
    await until(lambda: not server.gateway.sessions)

    async def let_go() -> bool:
        await server.services.rooms.sweeping.sweep()
        return not hubs and not held

    await until(let_go)


@pytest.mark.parametrize("usual", [{"empty_finished": 0, "empty_lobby": 0, "away": 0, "regular_tournaments": False}])
async def test_rooms_that_were_let_go_leave_neither_objects_nor_entries(
    serve: Serve, certain_at_once: None, no_collector: None
) -> None:
    async with serve() as server:
        await played(server)
        objects, entries = live()
        await played(server)
        await back_at(objects, entries)


async def at_two_nodes(nodes: list[Running]) -> None:
    """Play a race whose second player and a spectator are at the other node; wait until all of it is freed."""
    hubs = nodes[0].services.rooms.registry.hubs
    held: WeakSet[Any] = WeakSet()
    async with AsyncExitStack() as stack:
        anna, olga = await raced(nodes, stack, time_limit=0)
        eve = await stack.enter_async_context(dial(nodes[1].port))
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        for wire in (anna, olga):
            await wire.play(wire.moves[0])
        await ended(anna, olga)
        await eve.phase("finished")
        held.update([*hubs.values(), nodes[1].services.mirrors.get(anna.code), *nodes[1].gateway.sessions])
        assert len(held) == 4
    await until(lambda: not any(node.gateway.sessions for node in nodes))

    async def let_go() -> bool:
        for node in nodes:
            await node.services.rooms.sweeping.sweep()
        return not hubs and not held

    await until(let_go)


@pytest.mark.parametrize("usual", [{"empty_finished": 0, "linger": 0, "regular_tournaments": False}])
async def test_rooms_sockets_and_mirrors_of_two_nodes_are_freed_by_themselves(
    nodes: list[Running], certain_at_once: None, no_collector: None
) -> None:
    await at_two_nodes(nodes)
