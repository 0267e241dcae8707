"""Tournaments: entering, being called, playing and counting, at whatever node people are."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Attend,
    Create,
    EnterTournament,
    GetHistory,
    GetTournamentGames,
    GetTournaments,
    GetTournamentStandings,
    LeaveTournament,
    ManageTournament,
    MyTournament,
    Ok,
    OpenTournament,
    StopAttending,
    Tournament,
)
from cadogan_protocol.people import PastTournament
from cadogan_server.app import Running
from cadogan_server.store import keys
from cadogan_server.store.log.logs import KEPT_BRIEFLY_SECONDS
from tests.server.hosting.tournaments.played import (
    ARENA,
    HERE,
    KNOCKOUT,
    ann_and_bob,
    beaten,
    beats,
    begun,
    entered,
    opened,
    points,
)
from tests.server.waiting import until
from tests.server.wire import Wire, dial


async def lasts(redis: Redis, room: str) -> bool:
    """Return True if the log of a room is kept for long."""
    return int(await redis.ttl(keys.log(room))) > KEPT_BRIEFLY_SECONDS


@pytest.mark.usefixtures("certain_at_once")
async def test_two_people_of_two_nodes_play_in_an_arena(nodes: list[Running]) -> None:
    async with ann_and_bob(nodes[0], nodes[1]) as (ann, bob):
        id = await begun(ann, bob)
        await beaten(*nodes)
        call = await beats(ann, bob)
        async with dial(nodes[0].port) as guest:
            await guest.hello("Eve")
            told = await guest.ask(Attend, tournament=id)
            if not told.games_played:
                told = await guest.until(lambda told: isinstance(told, Tournament) and told.games_played == 1)
            assert points(told) == {"Ann": 2, "Bob": 0}
            games = (await guest.ask(GetTournamentGames, tournament=id)).games
            assert [(game.room, game.cause) for game in games] == [(call.room, "played")]
            redis = nodes[0].services.store.opened.connections.upkeep
            await until(lambda: lasts(redis, call.room))  # though hardly a move was made, its replay is linked
            lines = (await guest.ask(GetTournamentStandings, tournament=id, after=1)).lines
            assert [line.name for line in lines] == ["Bob"]


@pytest.mark.parametrize("private", [False, True])
async def test_a_history_names_the_tournament_and_links_no_private_one(server: Running, private: bool) -> None:
    terms = ARENA.model_copy(update={"title": "Club night", "private": private})
    async with ann_and_bob(server) as (ann, bob):
        id = await begun(ann, bob, terms=terms)
        await beaten(server)
        await beats(ann, bob)

        async def rows() -> Any:
            return (await ann.ask(GetHistory)).games

        await until(rows)
        (row,) = await rows()
        assert row.tournament == PastTournament(kind="arena", title="Club night", id=None if private else id)
        assert row.rules.tournament == ("" if private else id)
        assert row.race == 0


async def test_a_knockout_ends_with_a_winner_and_is_in_the_list(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await begun(ann, bob, terms=KNOCKOUT)
        await beats(bob, ann)
        async with dial(server.port) as guest:
            await guest.hello("Eve")
            told = await guest.ask(Attend, tournament=id)
            if told.about.phase != "over":
                told = await guest.until(lambda told: isinstance(told, Tournament) and told.about.phase == "over")
            assert told.about.winner == "Bob"
            await beaten(server)
            past = (await guest.ask(GetTournaments)).past
            assert [(one.id, one.winner) for one in past] == [(id, "Bob")]


@pytest.mark.parametrize("kind", ["arena", "swiss"])
async def test_bots_enter_until_as_many_take_part_as_were_asked(server: Running, kind: str) -> None:
    terms = ARENA.model_copy(update={"kind": kind, "minutes": 20 if kind == "arena" else 0, "bots": "easy", "fill": 8})
    async with ann_and_bob(server) as (ann, bob):
        id = await begun(ann, bob, terms=terms)
        await beaten(server)
        state = await server.services.tournaments.known.read(id)
        assert len(state.competitors) == 8
        assert sorted(one.name for one in state.competitors.values() if one.is_person) == ["Ann", "Bob"]


async def test_bad_orders_are_refused_and_change_nothing(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await opened(ann)
        await entered(id, ann, bob)
        for player, order, code in (
            (bob, partial(EnterTournament, tournament=id), ErrorCode.WRONG_PHASE),
            (bob, partial(ManageTournament, tournament=id, order="start"), ErrorCode.NOT_HOST),
            (ann, partial(ManageTournament, tournament=id, order="move"), ErrorCode.BAD_MESSAGE),
            (ann, partial(Attend, tournament="nowhere"), ErrorCode.UNKNOWN_TOURNAMENT),
            (ann, partial(EnterTournament, tournament="nowhere"), ErrorCode.UNKNOWN_TOURNAMENT),
            (ann, partial(Create, game="klondike", rules={"tournament": id}), ErrorCode.BAD_OPTION),
            (
                ann,
                partial(OpenTournament, terms={"kind": "arena", "game": "no_such", "minutes": 20}),
                ErrorCode.UNKNOWN_GAME,
            ),
        ):
            assert (await player.refusal(order)).code is code, order
        told = await ann.ask(Attend, tournament=id)
        assert (told.about.players, told.about.phase) == (2, "open")
        assert isinstance(await ann.ask(ManageTournament, tournament=id, order="remove", player=bob.player), Ok)
        assert (await bob.refusal(partial(EnterTournament, tournament=id))).code is ErrorCode.PUT_OUT


async def test_a_hall_tells_what_is_new_until_it_is_left(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await opened(ann)
        await ann.ask(Attend, tournament=id)
        await entered(id, bob)
        assert (await bob.the(MyTournament)).entered
        await ann.until(lambda told: isinstance(told, Tournament) and told.about.players == 1)
        await ann.ask(StopAttending)
        assert isinstance(await bob.ask(LeaveTournament, tournament=id), Ok)
        await beaten(server)
        assert [guest.player for guest in server.services.tournaments.guests.halls[id].guests] == [bob.player]
        await ann.ask(GetTournaments)
        assert not any(isinstance(told, Tournament) and not told.about.players for told in ann.log[-2:])


async def test_people_of_one_home_meet_only_in_private(server: Running) -> None:
    async with ann_and_bob(server, to=HERE) as (ann, bob):
        for private in (False, True):
            id = await begun(ann, bob, terms=ARENA.model_copy(update={"private": private}))
            await beaten(server, times=5)
            assert bool(server.services.tournaments.known[id].pairings) is private
            await _cancelled(ann, id)


async def _cancelled(host: Wire, id: str) -> None:
    assert isinstance(await host.ask(ManageTournament, tournament=id, order="cancel"), Ok)
