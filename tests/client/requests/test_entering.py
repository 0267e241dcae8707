"""The requests that lead into a room, against a real server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cadogan_client import Client

Connect = Callable[..., Awaitable[Client]]


async def test_practice_begins_from_a_position_of_a_finished_race(connect: Connect) -> None:
    anna = await connect("Anna")
    room = await anna.create("cover", seats=1)
    await anna.ready()
    await anna.until(lambda: room.moves is not None)
    for _ in range(2):
        assert room.moves
        await anna.play(room.moves[0])
    await anna.give_up()
    await anna.until(lambda: room.state.phase == "finished")
    await anna.leave()
    practice = await anna.play_from(room.code, 1)
    assert practice.state.practice is not None
    assert (practice.state.practice.room, practice.state.practice.moves) == (room.code, 1)
    await anna.ready()
    await anna.until(lambda: practice.moves is not None)
    assert practice.state.seats[0].moves == 1
