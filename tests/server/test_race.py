"""Whole races over real sockets and a real Redis."""

from __future__ import annotations

import random

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import BrokenRule
from cadogan_protocol.messages import GetLeaderboard, Leaderboard, Moved, Ok, Ping, Play, Pong, Stand, Step
from cadogan_server.app import Running
from tests.server.clocks import put_forward
from tests.server.waiting import until
from tests.server.wire import Wire, dial


async def play_on(wire: Wire, moves: int, seed: int = 1) -> None:
    """Play up to this many random legal moves."""
    chance = random.Random(seed)
    for _ in range(moves):
        if not wire.moves:
            return
        answer = await wire.play(chance.choice(wire.moves))
        assert isinstance(answer, Step | Moved), answer


@pytest.mark.parametrize("fmt", list(Format))
async def test_two_race_to_the_results_and_the_leaderboard(server: Running, fmt: Format) -> None:
    async with dial(server.port, fmt) as anna, dial(server.port, fmt, source="127.0.2.1") as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        assert isinstance(await anna.ready(), Ok)
        assert isinstance(await olga.ready(), Ok)
        for wire in (anna, olga):
            await wire.phase("running")
            await wire.the(Moved)
        assert anna.boards[1] == olga.boards[2]
        assert anna.boards.keys() == {1}
        assert anna.moves == olga.moves
        for _ in range(15):
            for wire in (anna, olga):
                put_forward(server, 1)
                await play_on(wire, 1)
        assert isinstance(await anna.ask(Stand), Ok)
        assert isinstance(await olga.ask(Stand), Ok)
        for wire in (anna, olga):
            room = await wire.phase("finished")
            assert room.results is not None
            assert {row.why_not for row in room.results.rows} == {None}
            while wire.boards.keys() != ({1, 66} if wire is anna else {2, 65}):
                await wire.next()

        async def is_counted() -> bool:  # after the end of the race
            return bool((await leaderboard(olga)).rows)

        await until(is_counted)
        board = await leaderboard(olga)
        assert sorted(row.name for row in board.rows) == ["Anna", "Olga"]
        assert board.own.races == 1


async def leaderboard(wire: Wire) -> Leaderboard:
    """Return the board of races of Klondike, as a player gets it."""
    board = await wire.ask(GetLeaderboard, game="klondike", metric="races")
    assert isinstance(board, Leaderboard)
    return board


@pytest.mark.parametrize(
    ("address", "browsers"),
    [("127.0.0.1", (None, None)), ("127.0.2.1", ("ab" * 16, "ab" * 16))],
    ids=["address", "browser"],
)
async def test_two_of_one_place_race_for_their_own_figures(
    server: Running, address: str, browsers: tuple[str | None, str | None]
) -> None:
    async with dial(server.port) as anna, dial(server.port, address=address) as olga:
        await (await anna.hello("Anna", browser=browsers[0])).create()
        await (await olga.hello("Olga", browser=browsers[1])).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
            await play_on(wire, 5)
            await wire.ask(Stand)
        room = await anna.phase("finished")
        assert room.results is not None
        assert [row.why_not for row in room.results.rows] == ["same_place", "same_place"]
        board = await anna.ask(GetLeaderboard, game="klondike", metric="races")
        assert (board.rows, board.own.races) == ((), 1)


async def test_a_racer_who_gives_up_is_told_once_that_no_move_is_left(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create()
        await (await olga.hello("Olga")).join(anna.code)
        for wire in (anna, olga):
            await wire.ready()
        for wire in (anna, olga):
            await wire.the(Moved)
        for wire in (anna, olga):
            seen = len(wire.log)
            await wire.ask(Stand)
            await wire.ask(Ping)
            kinds = [type(message) for message in wire.log[seen:]]
            assert kinds[-3:] == [Moved, Ok, Pong]
            assert kinds.count(Moved) == 1
            assert wire.moves == ()


@pytest.mark.parametrize("fmt", list(Format))
async def test_an_illegal_move_is_refused_with_the_rule_in_data(server: Running, fmt: Format) -> None:
    """The refusal has its name, its lines in the sheet, and values: cards as numbers and groups as ids, never English names."""
    async with dial(server.port, fmt) as anna:
        await (await anna.hello("Anna")).create("klondike", {"draw": 1})
        await anna.ready()
        await anna.the(Moved)
        refused = await anna.refusal(Play, move=("redeal",))
        assert refused.rule == BrokenRule(
            name="stock_not_empty",
            reason="Redeal is not possible: the stock still has cards.",
            line="8",
            action="redeal",
        )
        assert refused.message == refused.rule.reason
        column = next(pile for pile in range(4, 11) if (pile, 0, 1) not in anna.moves)
        refused = await anna.refusal(Play, move=(column, 0, 1))
        assert refused.rule is not None
        assert (refused.rule.name, refused.rule.line) == ("space_takes", "1, 2")
        assert refused.rule.values == {"target": "foundations", "cards": (0,)}
        assert refused.message.startswith(f"{refused.rule.reason[:-1]} (1, 2: ")


async def test_an_illegal_move_is_refused_with_the_rule_and_nothing_changes(server: Running) -> None:
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        await anna.ready()
        await anna.the(Moved)
        before = anna.boards[1]
        refused = await anna.play((0, 0, 1))
        assert refused.code is ErrorCode.ILLEGAL_MOVE
        assert len(refused.message) > 10
        assert anna.boards[1] == before
