"""Racing Demon over real sockets and a real Redis: two people, six bots, two nodes, and a spectator."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.player import Pace, race
from cadogan_client.bots.tempo import Tempo
from cadogan_client.client import Client
from cadogan_client.dealt import check_deal
from cadogan_games import catalogue
from cadogan_protocol.applying import after_events
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import Error, GetReplay, GetReplayText, Replay, ReplayText, Stand, Step
from cadogan_protocol.moves import SHIFTED
from cadogan_protocol.rooms import ResultRow
from cadogan_protocol.streams import OTHERS
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial

GAME = catalogue.game("racing_demon")

SEVERAL = 8
"""The players: two people and six bots."""

OTHERS_FIRST = 12
"""The messages that a person reads between two moves, so that the bots play as much as people do."""


async def open_table(anna: Wire, others: list[Wire], options: dict[str, Any], **rules: Any) -> None:
    """Seat people at a table of Anna's. Nobody is ready yet."""
    await (await anna.hello("Anna")).create("racing_demon", options, seats=8, time_limit=0, **rules)
    for number, wire in enumerate(others):
        await (await wire.hello(f"Guest {number}")).join(anna.code)


async def bot_at(stack: AsyncExitStack, port: int, code: str, number: int) -> ResultRow | None:
    """Let a bot play in a room to its end, and return its row of the results."""
    client = await Client.connect(f"ws://127.0.0.1:{port}/ws", f"Bot {number}", program="good")
    await stack.enter_async_context(client)
    room = await client.join(code)
    return await race(client, room, POLICIES["good"](Random(number)), Pace(Tempo(0.02), Random(number)))


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


def at_the_end(replay: Replay) -> TableState:
    """Return the table of a replay after its last step."""
    (board,) = replay.boards
    now = board.start.piles, board.start.counters
    for _, events in board.steps:
        now = after_events(*now, events)
    return TableState(piles=now[0], counters=now[1])


def homeward(replay: Replay) -> list[int]:
    """Return the foundations on which cards were laid, in the order of the replay."""
    (board,), homes = replay.boards, replay.layout.groups[0]
    assert homes.id == "foundations"
    return [
        event[2]
        for _, events in board.steps
        for event in events
        if event[0] == SHIFTED and event[2] < len(homes.places)
    ]


@pytest.mark.parametrize("fmt", Format)
async def test_two_people_and_six_bots_play_a_round_on_two_nodes(serve: Serve, fmt: Format) -> None:
    async with (
        serve(between_games=0.2) as one,
        serve() as two,
        dial(one.port, fmt) as anna,
        dial(two.port, fmt) as olga,
        dial(two.port, fmt) as eve,
        AsyncExitStack() as stack,
    ):
        await one.services.store.node_lease.confirm(anew=True)
        await open_table(anna, [olga], {"target": 1, "demon": 7, "out": "at_once"})
        bots = [asyncio.create_task(bot_at(stack, one.port, anna.code, number)) for number in range(SEVERAL - 2)]
        await anna.state(lambda room: sum(seat.ready for seat in room.seats) == len(bots))
        await (await eve.hello("Eve")).join(anna.code, "spectator")
        await anna.ready()
        await olga.ready()
        for wire in (anna, olga):
            await wire.state(lambda room: room.phase == "running")
        refused = await asyncio.gather(
            play_on(anna, Random(1), between=OTHERS_FIRST), play_on(olga, Random(2), between=OTHERS_FIRST)
        )
        for wire in (anna, olga, eve):
            await wire.phase("finished")
        for error in (*refused[0], *refused[1]):
            late = error.rule is not None and error.code is ErrorCode.ILLEGAL_MOVE
            assert late or error.code is ErrorCode.WRONG_PHASE, error
            assert not error.retry
        assert all(await asyncio.gather(*bots))
        replay = await olga.ask(GetReplay, room=anna.code)
        assert isinstance(replay, Replay)
        end = at_the_end(replay)
        assert end == anna.boards[anna.own] == olga.boards[olga.own] == eve.boards[OTHERS]
        assert anna.room is not None
        assert anna.room.results is not None
        home = homeward(replay)
        if all(len(events) < 100 for _, events in replay.boards[0].steps):  # a single round
            assert len(home) == sum(map(len, end.piles[:32])) > 0, "each card has gone home once"
        assert max(row.score or 0 for row in anna.room.results.rows) >= 1
        assert len(anna.room.results.rows) == SEVERAL
        check = check_deal(replay)
        assert check.holds, check


async def test_the_list_of_moves_and_the_table_stay_true_for_all(serve: Serve) -> None:
    async with serve(between_games=0.2) as server, dial(server.port) as anna, dial(server.port, Format.JSON) as olga:
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
