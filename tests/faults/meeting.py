"""People who look for each other through trouble: in the queue, and by invitations."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from cadogan_protocol.messages import AddFriend, Friends, Invite, Leave, ListFriends, Matched, Ok, Seek
from tests.faults.scenes import Nodes, Scene
from tests.server.waiting import until
from tests.server.wire import Wire, dial

HERE, THERE = "127.0.1.2", "127.0.2.3"
"""Two of one place are not put together."""


@asynccontextmanager
async def _two(port: int, other: int) -> AsyncIterator[tuple[Wire, Wire]]:
    """Let two people come in, each at a server."""
    async with dial(port, source=HERE) as ann, dial(other, source=THERE) as bob:
        yield await ann.hello("Ann"), await bob.hello("Bob")


async def _seeks(player: Wire) -> None:
    """Search for somebody, again and again while the store is away."""

    async def is_taken() -> bool:
        return isinstance(await player.ask(Seek, games=("klondike",), bot=False), Ok)

    await until(is_taken)


async def _meet(*players: Wire) -> None:
    """Hold that these players are put together, once, and that both have a seat."""
    found = await asyncio.gather(*(player.the(Matched) for player in players))
    assert len({each.room for each in found}) == 1
    for player in players:
        assert (await player.join(found[0].room)).seat is not None


async def _rested(scene: Scene, playing: asyncio.Task[None]) -> None:
    """Wait for the players at the tables, who may have had nothing to do meanwhile."""
    await playing
    for player in scene.players:
        player.rested()


async def queue_and_store(scene: Scene, *, emptied: bool) -> None:
    """Somebody waits when the store is killed or loses everything, and the player who comes afterwards finds them."""
    playing = asyncio.create_task(scene.play(40))
    async with _two(scene.server.port, scene.server.port) as (ann, bob):
        await _seeks(ann)
        if emptied:
            async with Redis(unix_socket_path=str(scene.folder / "redis" / "redis.sock")) as redis:
                await redis.flushall()
        else:
            scene.to_redis(signal.SIGKILL)
        await _seeks(bob)
        await _meet(ann, bob)
    await _rested(scene, playing)


async def queue_and_node(scene: Nodes) -> None:
    """Somebody waits at a node that is killed, comes back at the other one, and is found there."""
    playing = asyncio.create_task(scene.play(40))
    one, other = (server.port for server in scene.servers)
    async with _two(one, other) as (ann, bob):
        await _seeks(ann)
        await scene.send(0, signal.SIGKILL)
        async with dial(other, source=HERE) as again:
            await again.hello("Ann", ann.token)
            await _seeks(again)
            await _seeks(bob)
            await _meet(again, bob)
    await playing
    await scene.start(0)


async def _befriended(host: Wire, guest: Wire) -> None:
    """Let two make friends, of whom only the first stays in a lobby."""
    await host.create()
    await guest.create()  # a player who has never had a seat is unknown at other nodes
    for one, other in ((host, guest), (guest, host)):
        assert isinstance(await one.ask(AddFriend, player=other.player), Friends)
    assert isinstance(await guest.ask(Leave), Ok)


async def _is_invited(friend: Wire, room: str) -> None:
    """Hold that a friend finds the invitation."""

    async def finds() -> bool:
        told = await friend.ask(ListFriends)  # refused while the store is away
        return isinstance(told, Friends) and [each.room for each in told.invitations] == [room]

    await until(finds)


async def invitation_and_store(scene: Scene) -> None:
    """A friend is invited, and the store is killed: the invitation holds."""
    playing = asyncio.create_task(scene.play(40))
    async with _two(scene.server.port, scene.server.port) as (ann, bob):
        await _befriended(ann, bob)
        assert isinstance(await ann.ask(Invite, player=bob.player), Ok)
        scene.to_redis(signal.SIGKILL)
        await _is_invited(bob, ann.code)
    await _rested(scene, playing)


async def invitation_and_node(scene: Nodes) -> None:
    """A friend at another node is invited, and the inviting node is killed: the invitation holds, and leads into the room."""
    playing = asyncio.create_task(scene.play(40))
    one, other = (server.port for server in scene.servers)
    async with _two(one, other) as (ann, bob):
        await _befriended(ann, bob)
        assert isinstance(await ann.ask(Invite, player=bob.player), Ok)
        await scene.send(0, signal.SIGKILL)
        await _is_invited(bob, ann.code)
        assert (await bob.join(ann.code)).seat is not None
    await playing
    await scene.start(0)


MEETINGS: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "the queue: the store is killed while somebody waits": lambda scene: queue_and_store(scene, emptied=False),
    "the queue: the store is emptied while somebody waits": lambda scene: queue_and_store(scene, emptied=True),
    "an invitation: the store is killed": invitation_and_store,
}

ON_NODES: dict[str, Callable[[Nodes], Awaitable[None]]] = {
    "the queue: of two nodes the one where somebody waits is killed": queue_and_node,
    "an invitation: of two nodes the one that invites is killed": invitation_and_node,
}
