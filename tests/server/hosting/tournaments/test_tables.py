"""The rooms of tournaments: a player who does not come, stays away or does nothing loses, and nobody is their host."""

from __future__ import annotations

from functools import partial

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import AWAY_SECONDS, NO_SHOW_SECONDS, STALL_SECONDS
from cadogan_protocol.messages import Join, LeaveTournament, Lock, Ok, Rematch, SeatBots, Stand
from cadogan_server.app import Running
from cadogan_server.hosting.observers.tournament_games import reached
from tests.server.clocks import put_forward
from tests.server.conftest import Serve
from tests.server.core import finish
from tests.server.core import started as race
from tests.server.hosting.tournaments.played import (
    ARENA,
    HERE,
    KNOCKOUT,
    THERE,
    ann_and_bob,
    at_the_table,
    beaten,
    begun,
    called,
    opened,
    started,
)
from tests.server.waiting import until
from tests.server.wire import Wire, dial


def pairing(server: Running, id: str, number: int = 1) -> tuple[object, object]:
    found = server.services.tournaments.known[id].pairings[number]
    return found.result, found.cause


async def paired(server: Running, ann: Wire, bob: Wire) -> str:
    id = await begun(ann, bob)
    await beaten(server, times=2)
    return id


def test_a_race_counts_its_cards_though_its_game_has_points() -> None:
    room = race("klondike", 2)
    finish(room, 0, 60_000)
    room.end("empty", 100_000)
    assert room.state.results is not None
    assert all(row.score is not None for row in room.state.results.rows)
    assert reached(room, [1, 0]) == (0, 52)


async def test_who_does_not_come_loses_after_a_minute(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await paired(server, ann, bob)
        await until(lambda: server.services.tournaments.known[id].open_pairings[1].room)
        await server.services.tournaments.director.beat()
        calls = await called(ann, bob)
        first = server.services.tournaments.known[id].pairings[1].players[0]
        await ann.join(calls[0].room)
        await ann.ready()
        put_forward(server, NO_SHOW_SECONDS + 1)
        await server.services.tournaments.director.beat()
        assert pairing(server, id) == ("first" if first == ann.player else "second", "no_show")
        assert calls[0].room not in server.services.rooms.registry.hubs


async def test_a_room_is_opened_though_the_first_attempt_fails_unforeseen(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    opener, attempts = server.services.rooms.opener, list[None]()
    prepare = opener.prepare

    async def fails_once() -> None:
        attempts.append(None)
        if len(attempts) == 1:
            raise KeyError("unforeseen")
        await prepare()

    monkeypatch.setattr(opener, "prepare", fails_once)
    async with ann_and_bob(server) as (ann, bob):
        id = await paired(server, ann, bob)
        await until(lambda: attempts)
        await server.services.tournaments.director.beat()
        await until(lambda: server.services.tournaments.known[id].open_pairings[1].room)


async def test_if_neither_comes_both_lose(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await paired(server, ann, bob)
        await until(lambda: server.services.tournaments.known[id].open_pairings[1].room)
        put_forward(server, NO_SHOW_SECONDS + 1)
        await server.services.tournaments.director.beat()
        assert pairing(server, id) == ("neither", "no_show")


async def test_who_stays_away_or_does_nothing_gives_up(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await paired(server, ann, bob)
        call = await at_the_table(ann, bob)
        hub = server.services.rooms.registry.hubs[call.room]
        clock = hub.room.state.clock
        assert clock is not None
        to_move = hub.room.state.occupants[clock.seat or 0].player
        await server.services.tournaments.director.beat()
        put_forward(server, STALL_SECONDS - 1)
        await server.services.tournaments.director.beat()
        assert pairing(server, id) == (None, None)
        put_forward(server, 2)
        await server.services.tournaments.director.beat()
        first = server.services.tournaments.known[id].pairings[1].players[0]
        assert pairing(server, id) == ("second" if first == to_move else "first", "left")
        assert hub.room.state.phase == "finished"


async def test_a_player_who_is_gone_for_a_minute_gives_up(server: Running) -> None:
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        async with dial(server.port, source=THERE) as bob:
            await bob.hello("Bob")
            id = await paired(server, ann, bob)
            call = await at_the_table(ann, bob)
        await ann.state(lambda room: not all(seat.present for seat in room.seats))
        await server.services.tournaments.director.beat()
        put_forward(server, AWAY_SECONDS + 1)
        await server.services.tournaments.director.beat()
        first = server.services.tournaments.known[id].pairings[1].players[0]
        assert pairing(server, id) == ("first" if first == ann.player else "second", "left")
        assert server.services.rooms.registry.hubs[call.room].room.state.phase == "finished"


async def test_a_race_is_over_when_nothing_can_change_its_result(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await begun(ann, bob, terms=ARENA.model_copy(update={"game": "golf", "options": {}}))
        await beaten(server)
        call = await at_the_table(ann, bob)
        await bob.ask(Stand)
        await server.services.tournaments.director.beat()
        hub = server.services.rooms.registry.hubs[call.room]
        assert hub.room.state.phase == "running", "the other one may still do worse"
        seat = hub.room.state.seat_of(ann.player)
        assert seat is not None
        while (standing := hub.room.mode.standing(seat)) is None or not standing.progress:
            while not ann.moves:
                await ann.next()
            await ann.play(ann.moves[-1])
        await server.services.tournaments.director.beat()
        await until(lambda: pairing(server, id)[0] is not None)
        first = server.services.tournaments.known[id].pairings[1].players[0]
        assert pairing(server, id) == ("first" if first == ann.player else "second", "played")


async def test_a_cancelled_tournament_ends_its_games(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        id = await paired(server, ann, bob)
        call = await at_the_table(ann, bob)
        await server.services.tournaments.director.beat()
        assert isinstance(await bob.ask(LeaveTournament, tournament=id), Ok)
        await server.services.tournaments.director.beat()
        assert server.services.rooms.registry.hubs[call.room].room.state.phase == "finished"


async def test_nobody_is_host_and_no_rematch_follows(server: Running) -> None:
    async with ann_and_bob(server) as (ann, bob):
        await paired(server, ann, bob)
        calls = await called(ann, bob)
        for player in (ann, bob):
            await player.join(calls[0].room)
            for order in (partial(Lock, locked=False), partial(SeatBots, count=1, level="fair")):
                assert (await player.refusal(order)).code in (ErrorCode.NOT_HOST, ErrorCode.ROOM_FULL)
        async with dial(server.port) as eve:
            await eve.hello("Eve")
            assert (await eve.refusal(Join, room=calls[0].room, role="player")).code is ErrorCode.ROOM_LOCKED
        for player in (ann, bob):
            await player.ready()
        await bob.phase("running")
        room = server.services.rooms.registry.hubs[calls[0].room].room
        assert room.state.rules.tournament
        assert room.state.rules.spectators == "fair"
        await bob.ask(Stand)
        await ann.phase("finished")
        assert (await ann.refusal(Rematch)).code is ErrorCode.WRONG_PHASE


async def test_a_bot_fills_a_knockout(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=0) as server, dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        id = await opened(ann, KNOCKOUT.model_copy(update={"bots": "easy", "fill": 4}))
        await started(id, ann)
        call = await at_the_table(ann)
        assert (call.opponent.name, call.opponent.bot) == ("Cavendish", "easy")
        assert call.opponent.player is None
        room = server.services.rooms.registry.hubs[call.room].room
        assert [occupant.name for occupant in room.state.occupants.values()] == ["Ann", "Cavendish"]
