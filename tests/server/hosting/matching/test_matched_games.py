"""Games of people whom the server has brought together: nobody waits in vain, and a player who leaves several in a row waits
longer."""

from __future__ import annotations

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import AWAY_SECONDS, HELD_SECONDS, NO_SHOW_SECONDS, STALL_SECONDS
from cadogan_protocol.messages import Create, Leave, Matched, Ok, Seek, Stand, Waiting
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.app import Running
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.counting import FEWEST_MOVES
from tests.server.clocks import put_forward
from tests.server.waiting import until
from tests.server.wire import Wire, dial

HERE, THERE = "127.0.1.2", "127.0.2.3"

GAMES = ("golf", "spite_and_malice_modern", "racing_demon")
"""A race, a duel and a shared table."""


async def together(server: Running, game: str, *players: Wire) -> Hub:
    """Let two people find each other, and sit down."""
    for player in players:
        assert isinstance(await player.ask(Seek, games=(game,), bot=False), Ok)
    for player in players:
        found = await player.the(Matched)
        await player.join(found.room)
    return server.services.rooms.registry.hubs[found.room]


async def begun(server: Running, game: str, *players: Wire) -> Hub:
    """Let two people find each other, and begin."""
    hub = await together(server, game, *players)
    for player in players:
        await player.ready()
    for player in players:
        await player.phase("running")
    return hub


async def beat_after(server: Running, seconds: float) -> None:
    await server.services.rooms.matched_games.beat()
    put_forward(server, seconds)
    await server.services.rooms.matched_games.beat()


async def games_left(server: Running, player: str | None) -> int:
    return (await server.services.store.leavers.held([player or ""])).games


@pytest.mark.parametrize("game", GAMES)
async def test_who_stays_away_or_does_nothing_gives_up(server: Running, game: str) -> None:
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        for _ in range(2):
            async with dial(server.port, source=THERE) as bob:
                await bob.hello("Bob")
                hub = await begun(server, game, ann, bob)
                seat = hub.room.state.seat_of(bob.player)
            assert seat is not None
            await ann.state(lambda room: not all(seat.present for seat in room.seats))
            await beat_after(server, AWAY_SECONDS - 1)
            assert not hub.room.mode.is_done(seat)
            await beat_after(server, 2)
            assert hub.room.mode.is_done(seat)
            if game == "spite_and_malice_modern":
                assert hub.room.state.phase == "finished"
            await ann.ask(Leave)
        await until(lambda: hub.room.state.phase == "finished")
        await server.services.rooms.matched_games.beat()
        assert await games_left(server, ann.player) == 0


async def test_who_could_act_and_does_nothing_gives_up(server: Running) -> None:
    async with dial(server.port, source=HERE) as ann, dial(server.port, source=THERE) as bob:
        for player in (ann, bob):
            await player.hello("Ann")
        hub = await begun(server, "spite_and_malice_modern", ann, bob)
        clock = hub.room.state.clock
        assert clock is not None
        idle = clock.seat
        await beat_after(server, STALL_SECONDS - 1)
        phases = [hub.room.state.phase]
        await beat_after(server, 2)
        assert [*phases, hub.room.state.phase] == ["running", "finished"]
        assert idle is not None
        results = hub.room.state.results
        assert results is not None
        assert {row.seat: row.rank for row in results.rows}[idle] == 2


async def test_who_leaves_one_game_after_the_other_waits_longer(server: Running) -> None:
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        for name in ("Bob", "Eve"):
            async with dial(server.port, source=THERE) as leaver:
                await leaver.hello(name)
                await together(server, "golf", ann, leaver)
                await ann.ready()
            await beat_after(server, NO_SHOW_SECONDS + 1)
            await ann.state(lambda room: len(room.seats) == 1)
            await ann.ask(Leave)
        async with dial(server.port, source=THERE) as again:
            await again.hello("Zoe")
            await again.ask(Seek, games=("golf",), bot=False)
            told = await again.the(Waiting)
            assert (told.left, HELD_SECONDS - 5 < told.held <= HELD_SECONDS) == (2, True)
            await ann.ask(Seek, games=("golf",), bot=False)
            assert await ann.the(Waiting) == Waiting(everywhere=1, here=1, bot=False)


async def test_who_gives_up_after_hardly_a_move_has_left_and_who_plays_clears_it(server: Running) -> None:
    leavers = server.services.store.leavers
    async with dial(server.port, source=HERE) as ann, dial(server.port, source=THERE) as bob:
        for player in (ann, bob):
            await player.hello("Ann")
            assert player.player is not None
            await leavers.left([player.player], 0)
        hub = await begun(server, "golf", ann, bob)
        await bob.ask(Stand)
        for _ in range(FEWEST_MOVES):
            while not ann.moves:
                await ann.next()
            await ann.play(ann.moves[-1])
        await server.services.rooms.matched_games.beat()
        await ann.ask(Stand)
        await until(lambda: hub.room.state.phase == "finished")
        await server.services.rooms.matched_games.beat()
        await until(lambda: games_left(server, bob.player))
        await leavers.left([ann.player], 0)
        assert await games_left(server, ann.player) == 0, "one game after a played one is not two in a row"


@pytest.mark.parametrize("game", GAMES)
async def test_who_gives_up_as_soon_as_the_cards_lie_has_left(server: Running, game: str) -> None:
    async with dial(server.port, source=HERE) as ann, dial(server.port, source=THERE) as bob:
        for player in (ann, bob):
            await player.hello("Ann")
        assert bob.player is not None
        await server.services.store.leavers.left([bob.player], 0)
        hub = await together(server, game, ann, bob)
        await server.services.rooms.matched_games.beat()
        for player in (ann, bob):
            await player.ready()
        await bob.phase("running")
        await bob.ask(Stand)
        await ann.ask(Leave)
        await until(lambda: hub.room.state.phase == "finished")
        await server.services.rooms.matched_games.beat()
        await until(lambda: games_left(server, bob.player))
        assert await games_left(server, bob.player) == 2


async def test_only_the_server_opens_such_a_room(server: Running) -> None:
    async with dial(server.port) as ann:
        await ann.hello("Ann")
        refused = await ann.refusal(Create, game="golf", rules=RoomOptions(matched=True))
        assert refused.code is ErrorCode.BAD_OPTION
