"""People who play a tournament through trouble: they come back when their server is gone, and know how it must stand."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.messages import Attend, Leave, Ok, Stand, Tournament, TournamentTerms
from cadogan_server.store import keys
from cadogan_server.tournaments.records import Decided, Paired, Record, all_unpacked
from tests.faults.scenes import Nodes, Scene
from tests.server.hosting.tournaments.played import ARENA, KNOCKOUT, called, opened, points, started
from tests.server.waiting import until
from tests.server.wire import Wire, dial

NAMES = ("Ann", "Bob", "Cat", "Dan")


class Evening:
    """A tournament of four people who live in four places, and enter in the order of their names.

    Args:
        ports: the ports of the servers to which they come.
    """

    def __init__(self, *ports: int) -> None:
        self.ports = ports
        self.id = ""
        self.won: Counter[str] = Counter(dict.fromkeys(NAMES, 0))
        """Games won, as the people themselves have counted."""
        self._wires: dict[str, Wire] = {}
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Evening:
        await self._come({})
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    async def begin(self, terms: TournamentTerms) -> None:
        """Open a tournament, let all enter, and start it."""
        people = list(self._wires.values())
        self.id = await opened(people[0], terms)
        await started(self.id, *people)

    async def come_back(self, *ports: int) -> None:
        """Let all come to other servers, with new sockets."""
        before = {name: wire.token for name, wire in self._wires.items()}
        await self._stack.aclose()
        self.ports = ports
        await self._come(before)
        for wire in self._wires.values():
            assert isinstance(await wire.ask(Attend, tournament=self.id), Tournament)

    async def director(self, url: str) -> int:
        """Return the port of the node that paired the first games: of those with people in the hall, the first by name."""
        log = await self._log(url)
        pairings = next(record.pairings for record in log if isinstance(record, Paired))
        _, (player, _), _ = min(pairings, key=lambda pairing: pairing[2])
        at = [wire.player for wire in self._wires.values()].index(player)
        return self.ports[at % len(self.ports)]

    async def at_their_tables(self, *names: str) -> dict[str, str]:
        """Let these people, or all, answer their calls until their games run; return who plays whom."""
        wires = {name: self._wires[name] for name in names or NAMES}
        calls = dict(zip(wires, await called(*wires.values()), strict=True))
        for name, wire in wires.items():
            wire.room = None
            await wire.join(calls[name].room)
        for wire in wires.values():
            if (await wire.state(lambda _: True)).phase == "lobby":
                await wire.ready()
        for wire in wires.values():
            await wire.phase("running")
        return {name: call.opponent.name for name, call in calls.items()}

    async def end_games(self, opponents: dict[str, str]) -> None:
        """Let the second by name in each game give up, and both go back to the hall."""
        for name, other in opponents.items():
            if name < other:
                assert isinstance(await self._wires[other].ask(Stand), Ok)
                self.won[name] += 1
        for name in opponents:
            await self._wires[name].phase("finished")
            assert isinstance(await self._wires[name].ask(Leave), Ok)

    async def points(self, games: int) -> dict[str, int]:
        """Return the points of all, as soon as `games` games are counted."""
        ann = self._wires["Ann"]

        async def are_counted() -> bool:
            told = await ann.ask(Attend, tournament=self.id)  # refused while the store is away
            return isinstance(told, Tournament) and told.games_played >= games

        await until(are_counted)
        told = await ann.ask(Attend, tournament=self.id)
        assert told.games_played == games
        return points(told)

    async def counted(self, url: str) -> Counter[int]:
        """Return how often each game has a result in the log."""
        return Counter(record.number for record in await self._log(url) if isinstance(record, Decided))

    async def _log(self, url: str) -> list[Record]:
        async with Redis.from_url(url) as redis:
            found: Any = await redis.lrange(keys.tournament(self.id), 0, -1)
        return all_unpacked(found)

    async def _come(self, tokens: dict[str, str]) -> None:
        for at, name in enumerate(NAMES):
            port = self.ports[at % len(self.ports)]
            source = f"127.0.{at + 1}.2"
            wire = await self._stack.enter_async_context(dial(port, source=source))
            self._wires[name] = await wire.hello(name, tokens.get(name))


async def store_in_trouble(scene: Scene) -> None:
    """The store is killed while the games of an arena go on, and later it lacks the last records of the arena's log."""
    playing = asyncio.create_task(scene.play(40))
    url = f"unix://{scene.folder / 'redis' / 'redis.sock'}"
    async with Evening(scene.server.port) as evening:
        await evening.begin(ARENA)
        opponents = await evening.at_their_tables()
        scene.to_redis(signal.SIGKILL)
        await evening.end_games(opponents)
        await _counts(evening, url, 2, {"Ann": 2, "Bob": 0, "Cat": 2, "Dan": 0})
        opponents = await evening.at_their_tables()
        async with Redis.from_url(url) as redis:
            await redis.ltrim(keys.tournament(evening.id), 0, -1 - scene.chance.randrange(1, 6))
        await evening.end_games(opponents)
        await _counts(evening, url, 4, {"Ann": 4, "Bob": 2, "Cat": 2, "Dan": 0})
    await playing
    for player in scene.players:
        player.rested()  # they had nothing to do meanwhile


async def knocked_out(scene: Nodes) -> None:
    """The node that opens the games of a knockout is killed while they go on, and the last game is played without it."""
    playing = asyncio.create_task(scene.play(40))
    ports = [server.port for server in scene.servers]
    async with Evening(*ports, *reversed(ports)) as evening:
        await evening.begin(KNOCKOUT)
        opponents = await evening.at_their_tables()
        which = ports.index(await evening.director(scene.store.url))
        await scene.send(which, signal.SIGKILL)
        await evening.come_back(ports[1 - which])
        assert await evening.at_their_tables() == opponents == {"Ann": "Dan", "Dan": "Ann", "Bob": "Cat", "Cat": "Bob"}
        await evening.end_games(opponents)
        last = await evening.at_their_tables("Ann", "Bob")
        await evening.end_games(last)
        assert await evening.points(3) == evening.won == {"Ann": 2, "Bob": 1, "Cat": 0, "Dan": 0}
        assert await evening.counted(scene.store.url) == Counter([1, 2, 3])
        await playing
        await scene.start(which)


async def _counts(evening: Evening, url: str, games: int, points: dict[str, int]) -> None:
    """Hold the standings against the count of the people themselves, and the log against the number of games."""
    assert await evening.points(games) == points == {name: 2 * won for name, won in evening.won.items()}
    assert await evening.counted(url) == Counter(range(1, games + 1))


EVENINGS: dict[str, Callable[[Scene], Awaitable[None]]] = {
    "an arena: the store is killed, and later lacks the last records": store_in_trouble,
}

ON_NODES: dict[str, Callable[[Nodes], Awaitable[None]]] = {
    "a knockout: of two nodes the one that opens its games is killed": knocked_out,
}
