"""Finding somebody to play with: what players are told, whatever node they came to."""

from __future__ import annotations

import asyncio
import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

from cadogan_games import catalogue
from cadogan_games.daily import WELL_KNOWN
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Create, Matched, Ok, Seek, SeekOver, StopSeeking, Waiting
from cadogan_server.app import Running
from cadogan_server.bench.process import command_of, descendants
from cadogan_server.gateway.handlers.matching import well_known
from tests.server.conftest import Serve
from tests.server.processes import process
from tests.server.waiting import until
from tests.server.wire import Wire, dial

HERE, THERE = "127.0.0.2", "127.0.0.3"


async def matched(*players: Wire) -> list[Matched]:
    return list(await asyncio.gather(*(player.the(Matched) for player in players)))


async def test_two_people_of_two_nodes_play_a_rated_race(nodes: list[Running]) -> None:
    async with dial(nodes[0].port, source=HERE) as ann, dial(nodes[1].port, source=THERE) as bob:
        for player in (ann, bob):
            await player.hello("Ann")
        assert isinstance(await ann.ask(Seek, games=("golf",)), Ok)
        assert await ann.the(Waiting) == Waiting(everywhere=1, here=1, bot=True)
        assert isinstance(await bob.ask(Seek), Ok)
        found = await matched(ann, bob)
        assert found == [Matched(room=found[0].room, game="golf", opponent="person")] * 2
        for player in (ann, bob):
            await player.join(found[0].room)
        room = await ann.state(lambda room: len(room.seats) == 2)
        assert sorted(seat.name for seat in room.seats) == ["Ann", "Ann 2"]
        assert (room.rules.rated, room.rules.spectators, room.rules.undo, room.rules.seats) == (
            True,
            "fair",
            "covered",
            2,
        )
        for player in (ann, bob):
            await player.ready()
        assert (await bob.phase("running")).game == "golf"


async def test_people_of_a_killed_node_go_on_waiting_at_another(redis_url: str, tmp_path: Path) -> None:
    options = ("--redis", redis_url, "--no-bots", "--lease", "1")
    async with (
        process(tmp_path / "gone", *options) as gone,
        process(tmp_path / "stays", *options) as stays,
        dial(stays.port, source=THERE) as bob,
    ):
        async with dial(gone.port, source=HERE) as ann:
            await ann.hello("Ann")
            await ann.ask(Seek, games=("yukon",), bot=False)
            await bob.hello("Bob")
            await bob.ask(Seek, games=("golf",), bot=False)
            assert await bob.until(lambda told: told == Waiting(everywhere=2, here=1, bot=False))
            await gone.end(by=signal.SIGKILL)
        async with dial(stays.port, source=HERE) as again:
            await again.hello("Ann")
            await again.ask(Seek, games=("golf", "yukon"), bot=False)
            found = await matched(again, bob)
            assert found[0] == found[1]
            await again.join(found[0].room)
            await bob.join(found[0].room)
            for player in (again, bob):
                await player.ready()
            await bob.phase("running")


async def test_a_bot_sits_down_if_nobody_came_and_is_called_one(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=0, bot_after=0.0) as server, dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        assert isinstance(await ann.ask(partial(Seek, kind="duel")), Ok)
        found = await ann.the(Matched)
        assert found.opponent == "bot"
        assert catalogue.head_of(found.game).kind == "duel"
        await ann.join(found.room)
        room = await ann.state(lambda room: len(room.seats) == 2)
        assert [bool(seat.bot) for seat in room.seats] == [False, True]


async def test_nobody_is_sent_to_a_bot_that_does_not_sit_down(serve: Serve) -> None:
    async with serve(bots=True, bot_pace=0, bot_after=0.0) as server, dial(server.port, source=HERE) as ann:
        await server.services.rooms.seating.prepare()
        await ann.hello("Ann")
        bots = [pid for pid in descendants(os.getpid()) if b"cadogan_client.bots.process" in command_of(pid)]
        for pid in bots:
            os.kill(pid, signal.SIGSTOP)
        try:
            await ann.ask(Seek, games=("golf",))
            assert await ann.until(lambda told: isinstance(told, Waiting) and not told.bot)
        finally:
            for pid in bots:
                os.kill(pid, signal.SIGCONT)
        assert server.services.rooms.matchmaker.waiting == 1
        assert not server.services.rooms.registry.hubs
        await until(lambda: waits_again(server))


async def waits_again(server: Running) -> bool:
    return (await server.services.store.matching.beat()).waiting == 1


async def test_without_bots_the_search_goes_on_and_says_so(serve: Serve) -> None:
    async with serve(bots=False, bot_after=0.0) as server, dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        assert await ann.until(lambda told: isinstance(told, Waiting) and not told.bot)
        assert server.services.rooms.matchmaker.waiting == 1


async def test_nobody_meets_their_own_second_window(server: Running) -> None:
    async with dial(server.port, source=HERE) as ann, dial(server.port, source=HERE) as ann2:
        for player in (ann, ann2):
            await player.hello("Ann")
            await player.ask(Seek, games=("golf",), bot=False)
        assert await ann2.the(Waiting) == Waiting(everywhere=1, here=1, bot=False), "nobody whom they might meet"
        assert isinstance(await ann.ask(StopSeeking), Ok)
        assert isinstance(await ann.ask(StopSeeking), Ok), "to stop twice does nothing"
        await until(lambda: waits_again(server))


async def test_a_search_ends_with_its_socket_and_when_its_player_enters_a_room(server: Running) -> None:
    waiting = server.services.rooms.matchmaker
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        await ann.ask(Create, game="golf")
        assert waiting.waiting == 0
        assert (await ann.refusal(Seek)).code is ErrorCode.IN_ROOM
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        assert waiting.waiting == 1
    await until(lambda: waiting.waiting == 0)
    await until(lambda: no_entries(server))


async def test_a_second_search_of_a_player_replaces_the_first(nodes: list[Running]) -> None:
    async with dial(nodes[0].port, source=HERE) as ann, dial(nodes[1].port, source=THERE) as again:
        await ann.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        await again.hello("Ann", token=ann.token)
        await again.ask(Seek, games=("yukon",))
        assert (await ann.the(SeekOver)).reason == "replaced"
        assert await again.until(lambda told: told == Waiting(everywhere=1, here=1, bot=True))


async def test_searches_of_an_address_and_of_all_are_limited(serve: Serve) -> None:
    async with serve(searches_per_address=1) as server, dial(server.port) as ann, dial(server.port) as eve:
        for player in (ann, eve):
            await player.hello("Ann")
        await ann.ask(Seek, games=("golf",))
        await ann.ask(Seek, games=("yukon",))
        assert (await eve.refusal(Seek)).code is ErrorCode.TOO_FAST
        await ann.ask(StopSeeking)
        assert isinstance(await eve.ask(Seek), Ok)
        assert (await ann.refusal(Seek, games=("chess",))).code is ErrorCode.UNKNOWN_GAME


async def test_a_search_that_finds_nobody_costs_no_new_room(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as ann:
        await ann.hello("Ann")
        rooms, before = server.gateway.limits.rooms, server.gateway.limits.rooms.left("127.0.0.1").now
        await ann.ask(Seek, games=("golf",))
        assert rooms.left("127.0.0.1").now == before - 1
        await ann.ask(StopSeeking)
        assert rooms.left("127.0.0.1").now == before


def test_any_good_game_is_one_of_its_kind_that_people_know() -> None:
    assert set(well_known("race")) == WELL_KNOWN
    for kind in ("duel", "shared"):
        games: list[Any] = [catalogue.head_of(game).kind for game in well_known(kind)]
        assert set(games) == {kind}


async def no_entries(server: Running) -> bool:
    return (await server.services.store.matching.beat()).waiting == 0
