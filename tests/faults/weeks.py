"""Games and tables that last for weeks, through trouble: correspondence duels, which rest in the store, and clubs' seasons."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from redis.exceptions import ConnectionError

from cadogan_protocol.codec import encode
from cadogan_protocol.messages import (
    Club,
    ClubSeason,
    ClubTerms,
    Error,
    GetClubSeason,
    GetRunning,
    Join,
    JoinClub,
    Moved,
    Ok,
    OpenClub,
    Running,
    Stand,
    Step,
)
from cadogan_protocol.people import RunningDuel
from tests.faults.checker import check
from tests.faults.meeting import HERE, THERE
from tests.faults.scenes import Nodes, Scene
from tests.server.waiting import until
from tests.server.wire import Wire, dial

TURNS = 6
"""The turns of a duel, two of them before the trouble."""


class Friends:
    """Two people who play by correspondence, and come in for a turn each.

    Attributes:
        code: their room.
        told: by seat the requests that were acknowledged.
    """

    def __init__(self) -> None:
        self.code = ""
        self.told: dict[int, list[int]] = {0: [], 1: []}
        self._tokens: list[str] = []
        self._next = 1

    async def begin(self, port: int) -> None:
        """Begin the duel; the second comes when the first has gone."""
        for source in (HERE, THERE):
            async with dial(port, source=source) as wire:
                await wire.hello("Ann" if source == HERE else "Bob")
                self._tokens.append(wire.token)
                if not self.code:
                    await wire.create("spite_and_malice_modern", days_per_turn=2, public=False)
                    self.code = wire.code
                else:
                    await wire.join(self.code)
                assert isinstance(await wire.ready(), Ok)
                if source == THERE:
                    await wire.the(Moved)

    async def listed(self, port: int) -> list[RunningDuel]:
        """Return how each of them finds the duel."""
        return [await self._found(port, seat) for seat in (0, 1)]

    async def _found(self, port: int, seat: int) -> RunningDuel:
        async with dial(port, source=(HERE, THERE)[seat]) as wire:
            await wire.hello("Back", self._tokens[seat])
            (duel,) = await _asked(wire)
            return duel

    async def on_turn(self, port: int) -> int:
        """Return the seat whose turn it is; exactly one of them is told so."""
        turns = [duel.turn for duel in await self.listed(port)]
        assert sorted(turns) == [False, True], turns
        return turns.index(True)

    async def turn(self, port: int, most: int = 100) -> None:
        """Let the player on turn play the turn, or only `most` of its actions."""
        seat = await self.on_turn(port)
        async with dial(port, source=(HERE, THERE)[seat], first_id=self._next) as wire:
            await (await wire.hello("Back", self._tokens[seat])).join(self.code)
            await wire.the(Moved)
            while wire.moves and most:
                move = next((move for move in wire.moves if move[0] == "discard"), wire.moves[-1])
                answer = await wire.play(move)
                assert isinstance(answer, Step | Moved), answer
                self.told[seat].append(answer.re)
                most -= 1
            self._next = next(wire.ids)

    async def knock(self, port: int) -> Wire:
        """Ask for the room, and do not wait for it."""
        seat = await self.on_turn(port)
        async with dial(port, source=(HERE, THERE)[seat], first_id=self._next) as wire:
            await wire.hello("Back", self._tokens[seat])
            await wire.connection.send(encode(Join(id=next(wire.ids), room=self.code), wire.fmt))
            self._next = next(wire.ids)
            return wire


async def _asked(wire: Wire) -> tuple[RunningDuel, ...]:
    async def answers() -> bool:
        return isinstance(await wire.ask(GetRunning), Running)

    await until(answers)  # refused while the store is away
    answer: Any = await wire.ask(GetRunning)
    duels: tuple[RunningDuel, ...] = answer.duels
    return duels


async def _goes_on(friends: Friends, port: int, store: str) -> None:
    """Hold that the duel goes on, and that each acknowledged action is in its log once."""
    for _ in range(TURNS - 2):
        await friends.turn(port)

    async def is_written() -> bool:
        """Return True if nothing is lost. A node that is alone writes later what it has acknowledged while the store was away."""
        with suppress(ConnectionError):
            return check(store, friends.code, friends.told).lost == 0
        return False

    await until(is_written)
    assert check(store, friends.code, friends.told) == (0, 0)


def _as_found(duels: list[RunningDuel]) -> list[tuple[bool, int | None]]:
    return [(duel.turn, duel.deadline) for duel in duels]


async def _begun(port: int) -> tuple[Friends, list[tuple[bool, int | None]]]:
    """Begin a duel, whose third turn has just begun."""
    friends = Friends()
    await friends.begin(port)
    for _ in range(2):
        await friends.turn(port)
    return friends, _as_found(await friends.listed(port))


def _store(scene: Scene) -> str:
    return f"unix://{scene.folder / 'redis' / 'redis.sock'}"


async def _rested(scene: Scene, playing: asyncio.Task[None]) -> None:
    """Wait for the racers, who may have had nothing to do meanwhile."""
    await playing
    for player in scene.players:
        player.rested()


async def duel_and_server(scene: Scene, by: signal.Signals) -> None:
    """The only server ends while a duel rests, and once more while somebody takes it up: turn and due time stay."""
    playing = asyncio.create_task(scene.play(40))
    friends, found = await _begun(scene.server.port)
    await scene.end(by)
    await scene.start_again()
    assert _as_found(await friends.listed(scene.server.port)) == found
    await friends.knock(scene.server.port)
    await asyncio.sleep(scene.chance.random() * 0.02)
    await scene.end(by)
    await scene.start_again()
    assert _as_found(await friends.listed(scene.server.port)) == found
    await friends.turn(scene.server.port, most=1)
    await scene.end(by)
    await scene.start_again()
    await _goes_on(friends, scene.server.port, _store(scene))
    await _rested(scene, playing)


async def duel_and_store(scene: Scene) -> None:
    """The store is killed while a duel rests, and in the middle of a turn."""
    playing = asyncio.create_task(scene.play(40))
    friends, found = await _begun(scene.server.port)
    scene.to_redis(signal.SIGKILL)
    assert _as_found(await friends.listed(scene.server.port)) == found
    await friends.turn(scene.server.port, most=1)
    scene.to_redis(signal.SIGKILL)
    await _goes_on(friends, scene.server.port, _store(scene))
    await _rested(scene, playing)


async def duel_and_node(scene: Nodes) -> None:
    """The one of two nodes that has a duel is killed in the middle of a turn, and the duel goes on at the other."""
    playing = asyncio.create_task(scene.play(40))
    one, other = (server.port for server in scene.servers)
    friends, found = await _begun(one)
    await scene.send(0, signal.SIGKILL)
    assert _as_found(await friends.listed(other)) == found
    await _goes_on(friends, other, _store(scene))
    await playing
    await scene.start(0)


async def _members(ann: Wire, bob: Wire) -> str:
    """Open a club with two members, who begin a race; return the club's id."""
    club: Club = await ann.ask(OpenClub, terms=ClubTerms(name="Hearts"))
    id = club.about.id
    assert isinstance(await bob.ask(JoinClub, club=id), Club)
    await ann.create("la_belle_lucie", seats=2, public=False)
    await bob.join(ann.code)
    for wire in (ann, bob):
        await wire.ready()
    for wire in (ann, bob):
        await wire.the(Moved)
        for _ in range(3):
            assert not isinstance(await wire.play(wire.moves[0]), Error)
    return id


async def _counted(port: int, id: str) -> None:
    """Hold that the season's table counts one game of each of the two."""
    async with dial(port, source=HERE) as wire:
        await wire.hello("Cleo")

        async def is_there() -> bool:
            told = await wire.ask(GetClubSeason, club=id)  # refused while the store is away
            return isinstance(told, ClubSeason) and len(told.table) == 2

        await until(is_there)
        season: ClubSeason = await wire.ask(GetClubSeason, club=id)
        assert [line.games for line in season.table] == [1, 1], season


async def club_and_server(scene: Scene) -> None:
    """The server is killed at the moment at which the race of two members ends, and once more later."""
    playing = asyncio.create_task(scene.play(40))
    port = scene.server.port
    async with dial(port, source=HERE) as ann, dial(port, source=THERE) as bob:
        id = await _members(await ann.hello("Ann"), await bob.hello("Bob"))
        assert isinstance(await ann.ask(Stand), Ok)
        assert isinstance(await bob.ask(Stand), Ok)
        await scene.end(signal.SIGKILL)
    for _ in range(2):
        await scene.start_again()
        await _counted(scene.server.port, id)
        await scene.end(signal.SIGKILL)
    await scene.start_again()
    await _rested(scene, playing)


async def club_and_node(scene: Nodes) -> None:
    """The one of two nodes that has the race of two members is killed at the moment at which the race ends."""
    playing = asyncio.create_task(scene.play(40))
    one, other = (server.port for server in scene.servers)
    async with dial(one, source=HERE) as ann, dial(one, source=THERE) as bob:
        id = await _members(await ann.hello("Ann"), await bob.hello("Bob"))
        assert isinstance(await ann.ask(Stand), Ok)
        assert isinstance(await bob.ask(Stand), Ok)
        await scene.send(0, signal.SIGKILL)
    await _counted(other, id)
    await playing
    await scene.start(0)
    await _counted(scene.servers[0].port, id)


WEEKS: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "a correspondence duel: the server is killed three times": lambda scene: duel_and_server(scene, signal.SIGKILL),
    "a correspondence duel: the server is started again three times": lambda scene: duel_and_server(
        scene, signal.SIGTERM
    ),
    "a correspondence duel: the store is killed twice": duel_and_store,
    "a club: the server is killed as a race of members ends": club_and_server,
}

ON_NODES: dict[str, Callable[[Nodes], Awaitable[None]]] = {
    "a correspondence duel: of two nodes the one that has it is killed": duel_and_node,
    "a club: of two nodes the one with a race of members is killed as it ends": club_and_node,
}
