"""Bots that the server seats, in their own process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetLeaderboard, Hello, Moved, Ok, Rematch, SeatBots, Stand, Step, Unseat
from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.wire import dial


@pytest.fixture
async def server_with_bots(serve: Serve) -> AsyncIterator[Running]:
    async with serve(bots=True, bot_pace=0) as it:
        yield it


async def test_bots_race_to_the_end_and_come_to_the_rematch(server_with_bots: Running) -> None:
    async with dial(server_with_bots.port) as anna:
        await (await anna.hello("Anna")).create("nestor")
        assert isinstance(await anna.ask(SeatBots, count=3, level="easy"), Ok)
        assert isinstance(await anna.ask(Unseat, seat=2), Ok)
        await anna.state(lambda room: all(seat.ready for seat in room.seats if seat.bot))
        await anna.ready()
        await anna.phase("running")
        await anna.ask(Stand)
        room = await anna.phase("finished")
        assert room.results is not None
        assert sorted(row.seat for row in room.results.rows) == [0, 1, 3]
        assert [row.bot for row in sorted(room.results.rows, key=lambda row: row.seat)] == [None, "easy", "easy"]
        await anna.joined(await anna.ask(Rematch))
        room = await anna.state(lambda room: room.phase == "lobby" and len(room.seats) == 3)
        await anna.state(lambda room: all(seat.ready for seat in room.seats if seat.bot))


async def test_bots_race_the_first_six_games_to_a_result(server_with_bots: Running) -> None:
    for game in ("klondike", "la_belle_lucie", "sultan", "nestor", "carpet", "fourteenth"):
        async with dial(server_with_bots.port) as anna:
            await (await anna.hello("Anna")).create(game)
            assert isinstance(await anna.ask(SeatBots, count=2, level="good"), Ok)
            await anna.ready()
            await anna.phase("running")
            await anna.ask(Stand)
            room = await anna.phase("finished")
            assert room.results is not None
            best, *_ = room.results.rows
            assert best.bot == "good", game
            assert best.progress > 0, game
            assert len(anna.boards) == 3, game


async def test_a_master_races_in_a_room_beside_another_bot(server_with_bots: Running) -> None:
    async with dial(server_with_bots.port) as anna:
        await (await anna.hello("Anna")).create("uncle_sam")
        assert isinstance(await anna.ask(SeatBots, level="master"), Ok)
        assert isinstance(await anna.ask(SeatBots, level="easy"), Ok)
        await anna.ready()
        await anna.phase("running")
        await anna.ask(Stand)
        room = await anna.phase("finished")
        assert room.results is not None
        assert {row.bot: row.progress > 0 for row in room.results.rows if row.bot} == {"master": True, "easy": True}


async def test_bots_are_for_the_host_and_for_free_seats(server_with_bots: Running) -> None:
    async with dial(server_with_bots.port) as anna, dial(server_with_bots.port) as olga:
        await (await anna.hello("Anna")).create(seats=3)
        await (await olga.hello("Olga")).join(anna.code)
        assert (await olga.refusal(SeatBots)).code is ErrorCode.NOT_HOST
        assert (await anna.refusal(SeatBots, count=2)).code is ErrorCode.ROOM_FULL
        assert (await olga.refusal(Unseat, seat=0)).code is ErrorCode.NOT_HOST
        assert (await anna.refusal(Unseat, seat=2)).code is ErrorCode.NOT_SEATED


async def test_a_server_seats_no_more_bots_than_it_may(serve: Serve) -> None:
    async with (
        serve(bots=True, bots_most=3, bot_pace=0) as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
    ):
        await (await anna.hello("Anna")).create("nestor")
        await (await olga.hello("Olga")).create("nestor")
        assert isinstance(await anna.ask(SeatBots, count=2, level="easy"), Ok)
        refused = await olga.refusal(SeatBots, count=2)
        assert (refused.code, refused.retry) == (ErrorCode.NO_BOTS, True)
        assert "2 bots are wanted and 1 of the 3 of this server are free" in refused.message
        assert isinstance(await olga.ask(SeatBots, count=1, level="easy"), Ok)
        assert (await anna.refusal(SeatBots, count=1)).code is ErrorCode.NO_BOTS
        await olga.ready()
        await olga.phase("running")
        await olga.ask(Stand)
        await olga.phase("finished")
        assert isinstance(await anna.ask(SeatBots, count=1, level="easy"), Ok), "the bot of a finished game is free"
        await olga.joined(await olga.ask(Rematch))
        room = await olga.state(lambda room: room.phase == "lobby")
        assert [seat.name for seat in room.seats] == ["Olga"], "a rematch goes on without bots if none is free"


async def test_a_program_is_shown_as_a_bot_and_not_counted(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as visitor:
        await (await anna.hello("Anna")).create("klondike")
        await visitor.ask(Hello, name="Hasty", program="hasty")
        await visitor.join(anna.code)
        state = await anna.state(lambda room: len(room.seats) == 2)
        assert [seat.bot for seat in state.seats] == [None, "hasty"]
        for wire in (anna, visitor):
            await wire.ready()
        await anna.the(Moved)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await visitor.ask(Stand)
        await anna.ask(Stand)
        finished = await anna.phase("finished")
        assert finished.results is not None
        assert {row.name: row.why_not for row in finished.results.rows} == {"Anna": "bots", "Hasty": "bot"}
        best = await anna.ask(GetLeaderboard, game="klondike", metric="races")
        assert (best.rows, best.own.races) == ((), 1)
        assert (await visitor.ask(GetLeaderboard, game="klondike")).own.races == 0
        again = await anna.ask(Rematch)
        assert [seat.name for seat in (await anna.state(lambda room: room.code == again.room)).seats] == ["Anna"]


async def test_a_server_without_bots_says_so(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        refused = await anna.refusal(SeatBots)
        assert refused.code is ErrorCode.NO_BOTS
        assert "--no-bots" in refused.message
