"""A server that is killed during play, and started again on its data."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

from cadogan_protocol.applying import after_events
from cadogan_protocol.codec import encode
from cadogan_protocol.messages import GetLeaderboard, GetReplay, Moved, Ok, Play, Replay, SeatBots, Stand, Step
from cadogan_server import is_compiled
from tests.server.forked import forked
from tests.server.processes import SERVE, process
from tests.server.waiting import until
from tests.server.wire import PATIENCE, dial


async def test_no_acknowledged_move_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    async with process(tmp_path, "--no-bots", "--rate", "10000") as first, dial(first.port) as anna:
        await (await anna.hello("Anna")).create("klondike", time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        for _ in range(20):
            last_move = anna.moves[0]
            answer = await anna.play(last_move)
            assert isinstance(answer, Step | Moved)
        request = answer.re
        assert await first.end(signal.SIGKILL) == -signal.SIGKILL
    async with process(tmp_path, "--no-bots") as second:
        async with dial(second.port, first_id=1000) as again:
            await (await again.hello("Anna", anna.token)).join(anna.code, last=anna.seqs)
            await again.the(Moved)
            assert again.room is not None
            assert again.room.phase == "running"
            assert again.room.seats[0].moves == 20
            assert again.room.seats[0].present
            assert again.boards[1] == anna.boards[1]
            assert set(again.moves) == set(anna.moves)
            # The last request is repeated, as its answer might have been lost. It is not carried out twice.
            await again.connection.send(encode(Play(id=request, move=last_move), again.fmt))
            assert isinstance(await again.answer(request), Step | Moved)
            assert again.boards[1] == anna.boards[1]
            assert isinstance(await again.play(again.moves[0]), Step | Moved)
            await again.ask(Stand)
            await again.phase("finished")
        assert await second.end(signal.SIGTERM) == 0
    async with process(tmp_path, "--no-bots") as third, dial(third.port) as later:
        await later.hello("Anna", anna.token)

        async def is_counted() -> bool:
            return bool((await later.ask(GetLeaderboard, game="klondike")).own.races)

        await until(is_counted)  # the third server counts the game on recovery, as the second had no time
        assert (await later.ask(GetLeaderboard, game="klondike")).own.races == 1
        replay = await later.ask(GetReplay, room=anna.code)
        assert isinstance(replay, Replay)
        (board,) = replay.boards
        assert len(board.steps) == 21
        piles, counters = board.start.piles, board.start.counters
        for _, events in board.steps[:20]:
            piles, counters = after_events(piles, counters, events)
        assert piles == anna.boards[1].piles
        await later.join(anna.code, "spectator")
        assert (await later.phase("finished")).results is not None


async def test_bots_come_back_when_the_server_was_killed(tmp_path: Path) -> None:
    async with process(tmp_path, "--bot-pace", "0.05") as first, dial(first.port) as anna:
        await (await anna.hello("Anna")).create("klondike")
        assert isinstance(await anna.ask(SeatBots, count=2, level="easy"), Ok)
        await anna.ready()
        await anna.phase("running")
        await anna.state(lambda room: room.seats[1].moves > 3)
        await first.end(signal.SIGKILL)
    async with process(tmp_path, "--bot-pace", "0.05") as second, dial(second.port, first_id=1000) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        room = await again.state(lambda room: all(seat.present for seat in room.seats))
        before = [seat.moves for seat in room.seats]
        await again.state(lambda room: room.seats[1].moves > before[1] and room.seats[2].moves > before[2])


async def test_a_second_server_on_the_same_data_says_why_it_ends(tmp_path: Path) -> None:
    async with process(tmp_path, "--no-bots"):
        command = ("serve", "--port", "0", "--no-metrics", "--data", str(tmp_path))
        async with forked(SERVE, *command, keep_errors=True) as second, asyncio.timeout(PATIENCE):
            complaint = await second.stderr.read()
            assert await second.wait() == 1
        assert b"in use by another server" in complaint


async def test_a_server_of_a_compiled_test_is_compiled_and_says_so(tmp_path: Path) -> None:
    command = ("serve", "--port", "0", "--no-metrics", "--no-bots", "--data", str(tmp_path))
    async with forked(SERVE, *command, keep_errors=True) as server, asyncio.timeout(PATIENCE):
        while b"cadogan_server.commands.serve: version" not in (line := await server.stderr.readline()):
            assert line, "the process has ended"
    assert line.decode().rstrip().endswith(", compiled" if is_compiled() else ", plain Python")
