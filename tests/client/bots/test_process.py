"""The bots of a server, in a process of their own."""

from __future__ import annotations

import asyncio
import json
import sys

from cadogan_client import Room
from tests.client.bots.commanded import Connect
from tests.server.wire import PATIENCE


async def test_the_server_seats_bots_that_play_to_the_end(connect: Connect) -> None:
    ada = await connect("Ada")
    room: Room = await ada.create("nestor_dick", seats=3)
    await ada.seat_bots(2, "good")
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    assert [seat.bot for seat in room.state.seats] == [None, "good", "good"]
    await ada.give_up()
    async with asyncio.timeout(2 * PATIENCE):
        await ada.until(lambda: room.state.phase == "finished")
    assert room.state.results is not None
    assert all(row.moves > 0 for row in room.state.results.rows if row.bot)


async def test_the_host_reports_and_ends_with_its_input(connect: Connect, url: str) -> None:
    ada, bot = await connect("Ada"), await connect("Bot")
    room = await ada.create("nestor", seats=2)
    await bot.join(room.code)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cadogan_client.bots.process", "--url", url, "--pace", "0"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    order = {"room": room.code, "token": bot.token, "name": "Bot", "level": "fair"}
    for line in (
        b"nonsense",
        json.dumps({**order, "level": "best"}).encode(),
        json.dumps({**order, "room": "ZZZZZZ"}).encode(),
    ):
        process.stdin.write(line + b"\n")
        told = json.loads(await process.stdout.readline())
        assert told["error"]
        assert str(bot.token) not in str(told)
    process.stdin.write(json.dumps(order).encode() + b"\n")
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    told = json.loads(await process.stdout.readline())
    assert told == {"room": room.code, "name": "Bot", "rank": told["rank"], "won": told["won"]}
    process.stdin.write(json.dumps(order).encode())
    process.stdin.close()
    assert await process.wait() == 0
