"""Tournaments: entering, being called, playing and counting, at whatever node people are."""

from __future__ import annotations

import asyncio

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
from tests.server.wire import Wire, dial

HERE, THERE = "127.0.1.2", "127.0.2.3"

ARENA = TournamentTerms(kind="arena", game="spite_and_malice_modern", minutes=20)
KNOCKOUT = TournamentTerms(kind="knockout", game="spite_and_malice_modern", options={"riddance": 10})


async def opened(host: Wire, terms: TournamentTerms = ARENA) -> str:
    told = await host.ask(OpenTournament, terms=terms)
    assert isinstance(told, Tournament), told
    return told.about.id


async def entered(id: str, *players: Wire) -> None:
    for player in players:
        assert isinstance(await player.ask(Attend, tournament=id), Tournament)
        assert isinstance(await player.ask(EnterTournament, tournament=id), Ok)


async def played(winner: Wire, loser: Wire) -> str:
    """Let both answer their call, and one give up; return the room."""
    calls = await asyncio.gather(winner.the(Called), loser.the(Called))
    assert calls[0].room == calls[1].room
    for player in (winner, loser):
        await player.join(calls[0].room)
    for player in (winner, loser):
        await player.ready()
    await loser.phase("running")
    assert isinstance(await loser.ask(Stand), Ok)
    await winner.phase("finished")
    return calls[0].room


async def test_two_people_of_two_nodes_play_in_an_arena(nodes: list[Running]) -> None:
    async with dial(nodes[0].port, source=HERE) as ann, dial(nodes[1].port, source=THERE) as bob:
        for name, player in (("Ann", ann), ("Bob", bob)):
            await player.hello(name)
        id = await opened(ann)
        await entered(id, ann, bob)
        assert isinstance(await ann.ask(ManageTournament, tournament=id, order="start"), Ok)
        room = await played(ann, bob)
        async with dial(nodes[0].port) as guest:
            await guest.hello("Eve")
            told = await guest.ask(Attend, tournament=id)
            if not told.games_played:
                told = await guest.until(lambda told: isinstance(told, Tournament) and told.games_played == 1)
        assert [(line.name, line.points, line.won) for line in told.standings] == [("Ann", 2, 1), ("Bob", 0, 0)]
        assert room
