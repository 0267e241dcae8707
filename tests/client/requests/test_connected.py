"""Requests and their answers, whatever becomes of the connection."""

from __future__ import annotations

import asyncio

from cadogan_protocol import (
    Delta,
    Hello,
    Join,
    ListRooms,
    Moved,
    Ping,
    Play,
    Progress,
    Rooms,
    Standing,
)
from tests.client.scripted import ServerSide, connect, idle, joined, scripted


async def test_unanswered_requests_are_sent_again_with_their_id_after_a_drop() -> None:
    hellos: list[Hello] = []
    plays: list[Play] = []

    async def first(line: ServerSide) -> None:
        hellos.append(await line.welcome())
        await line.let_in()
        plays.append(await line.receive(Play))
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        hellos.append(await line.welcome())
        join = await line.receive(Join)
        assert join.last == {0: 1, 1: 0}
        await line.send(joined(join.id), Delta(stream=1, seq=1, change=1, events=((0, 1, 0, 1), (3, 1, 1, 37))))
        plays.append(await line.receive(Play))
        await line.send(Moved(re=plays[1].id, seq=1, moves=(("turn",),)))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        moved = await client.play((1, 0, 1))
        assert moved.moves == (("turn",),)
        assert room.table is not None
        assert room.table.piles[:2] == [[0], [-1, 37]]
        assert room.moves == (("turn",),)
    assert plays[0] == plays[1]
    assert [hello.token for hello in hellos] == [None, "secret"]
    assert hellos[1].id > plays[0].id


async def test_requests_made_while_the_line_is_down_wait_for_the_next() -> None:
    down = asyncio.Event()

    async def first(line: ServerSide) -> None:
        await line.welcome()
        line.socket.transport.abort()
        down.set()

    async def second(line: ServerSide) -> None:
        await line.welcome()
        asked = await line.receive(ListRooms)
        await line.send(Rooms(re=asked.id, rooms=()))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        await down.wait()
        assert await client.list_rooms() == ()


async def test_updates_tell_everything_about_the_room_and_end_with_the_client() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        await line.send(Progress(lines=(Standing(seat=0, progress=4, moves=5),)))
        await line.send(
            Delta(stream=1, seq=1, change=Standing(0, 4, 6, 1), events=((5, 0, 1),)), Moved(re=0, seq=1, moves=())
        )
        await idle(line)

    async with scripted(script) as url:
        client = await connect(url, "Ada")
        seen: list[str] = []

        async def listen() -> None:
            async for update in client.updates():
                seen.append(type(update).__name__)

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        room = await client.join("K7QX2M")
        await client.until(lambda: room.moves is not None)
        await client.close()
        await listening
    assert seen == ["Joined", "RoomSnapshot", "BoardSnapshot", "Progress", "Delta", "Moved"]
    own = room.state.seats[0]
    assert (own.progress, own.state, own.moves) == (4, "stuck", 6)


async def test_a_request_that_is_cancelled_is_forgotten() -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        await line.receive(Ping)
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        await line.welcome()
        asked = await line.receive(ListRooms)
        await line.send(Rooms(re=asked.id, rooms=()))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        pinging = asyncio.create_task(client.ping())
        await asyncio.sleep(0)
        pinging.cancel()
        assert await client.list_rooms() == ()
        assert pinging.cancelled()
