"""People who play tournaments on real servers; beats come when the test wants them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from cadogan_protocol.messages import (
    Attend,
    Called,
    EnterTournament,
    ManageTournament,
    Ok,
    OpenTournament,
    Stand,
    Tournament,
    TournamentTerms,
)
from cadogan_server.app import Running
from tests.server.clocks import put_forward
from tests.server.wire import Wire, dial

HERE, THERE = "127.0.1.2", "127.0.2.3"
"""Addresses of two places."""

SHORT = {"riddance": 10}
ARENA = TournamentTerms(kind="arena", game="spite_and_malice_modern", options=SHORT, minutes=20)
KNOCKOUT = TournamentTerms(kind="knockout", game="spite_and_malice_modern", options=SHORT)


@asynccontextmanager
async def ann_and_bob(
    server: Running, other: Running | None = None, to: str = THERE
) -> AsyncIterator[tuple[Wire, Wire]]:
    """Two people who have said hello, Ann from one place and Bob from another, or `other` node."""
    async with dial(server.port, source=HERE) as ann, dial((other or server).port, source=to) as bob:
        await ann.hello("Ann")
        await bob.hello("Bob")
        yield ann, bob


async def opened(host: Wire, terms: TournamentTerms = ARENA) -> str:
    """Open a tournament and return its id."""
    told = await host.ask(OpenTournament, terms=terms)
    assert isinstance(told, Tournament), told
    return told.about.id


async def entered(id: str, *players: Wire) -> None:
    """Let players come into the hall and take part."""
    for player in players:
        assert isinstance(await player.ask(Attend, tournament=id), Tournament)
        assert isinstance(await player.ask(EnterTournament, tournament=id), Ok)


async def started(id: str, host: Wire, *players: Wire) -> None:
    """Let the host and other players take part, and begin."""
    await entered(id, host, *players)
    assert isinstance(await host.ask(ManageTournament, tournament=id, order="start"), Ok)


async def begun(host: Wire, *players: Wire, terms: TournamentTerms = ARENA) -> str:
    """Let the host open a tournament and begin it with other players; return its id."""
    id = await opened(host, terms)
    await started(id, host, *players)
    return id


async def beaten(*servers: Running, times: int = 1) -> None:
    """Let some beats pass, three seconds apart."""
    for _ in range(times):
        for server in servers:
            put_forward(server, 3.0)
        for server in servers:
            await server.services.tournaments.director.beat()


async def called(*players: Wire) -> list[Called]:
    """Wait until all are called."""
    return list(await asyncio.gather(*(player.the(Called) for player in players)))


async def at_the_table(*players: Wire) -> Called:
    """Let players answer their call until the game runs."""
    calls = await called(*players)
    for player in players:
        await player.join(calls[0].room)
    for player in players:
        await player.ready()
    for player in players:
        await player.phase("running")
    return calls[0]


async def beats(winner: Wire, loser: Wire) -> Called:
    """Let both answer their call, and one of them give up."""
    call = await at_the_table(winner, loser)
    assert isinstance(await loser.ask(Stand), Ok)
    await winner.phase("finished")
    return call


def points(told: Any) -> dict[str, int]:
    """Return the points of each player."""
    return {line.name: line.points for line in told.standings}
