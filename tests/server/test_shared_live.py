"""Racing Demon over real sockets and a real Redis."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from cadogan_games import catalogue
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Error, GetReplay, GetReplayText, ReplayText, Stand, Step
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

GAME = catalogue.game("racing_demon")


async def open_table(anna: Wire, others: list[Wire], options: dict[str, Any], **rules: Any) -> None:
    """Seat people at a table of Anna's. Nobody is ready yet."""
    await (await anna.hello("Anna")).create("racing_demon", options, seats=8, time_limit=0, **rules)
    for number, wire in enumerate(others):
        await (await wire.hello(f"Guest {number}")).join(anna.code)


async def play_on(wire: Wire, chance: Random, most: int = 20_000, between: int = 0) -> list[Error]:
    """Play until the match is over, or this many moves; return the refusals. A player without a card to play says so,
    because a round in which nobody can play ends only when all have said it.
    """
    refused: list[Error] = []
    for _ in range(most):
        read = 0
        while not wire.moves or read < between:
            assert wire.room is not None
            if wire.room.phase == "finished":
                return refused
            await wire.next()
            read += 1
        plays = [move for move in wire.moves if not isinstance(move[0], str) and gains(move)]
        stuck = [move for move in wire.moves if move[0] == "stuck"]
        answer = await wire.play(chance.choice(plays or stuck or list(wire.moves)))
        if isinstance(answer, Error):
            refused.append(answer)
        else:
            assert isinstance(answer, Step)
    return refused


def gains(move: tuple[Any, ...]) -> bool:
    """True for a card that goes home, or comes to a work pile: runs could go to and fro for ever."""
    home, work = GAME.homes[0], GAME.spans["work"]
    return move[1] < home.stop or not work.start <= move[0] < work.stop


async def test_the_list_of_moves_and_the_table_stay_true_for_all(serve: Serve) -> None:
    async with (
        serve(between_games=0.2) as server,
        dial(server.port) as anna,
        dial(server.port, Format.JSON) as olga,
    ):
        await open_table(anna, [olga], {"target": 1})
        await anna.ready()
        await olga.ready()
        await anna.phase("running")
        await olga.phase("running")
        room = server.services.rooms.registry.hubs[anna.code].room
        for number in range(40):
            for wire in (anna, olga):
                await play_on(wire, Random(number), 1)
        answers = await asyncio.gather(*(wire.ask(GetReplay, room=anna.code) for wire in (anna, olga)))
        assert {answer.code for answer in answers} == {ErrorCode.NOT_FINISHED}
        for wire in (anna, olga):
            assert wire.boards[wire.own] == room.mode.views.board(wire.own)
            assert wire.seat is not None
            assert sorted(wire.moves, key=str) == sorted(room.mode.choices(wire.seat)[1], key=str)
        await olga.ask(Stand)
        await anna.phase("finished")
        text = await anna.ask(GetReplayText, room=anna.code)
        assert isinstance(text, ReplayText)
        assert "racing_demon" in text.text


async def test_a_room_for_one_waits_for_another(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga:
        await open_table(anna, [], {})
        await anna.ready()
        assert anna.room is not None
        await (await olga.hello("Olga")).join(anna.code)
        assert anna.room.phase == "lobby"
        await olga.ready()
        assert (await anna.phase("running")).kind == "shared"
