"""The client against a server that drops connections, loses messages and sends odd ones."""

from __future__ import annotations

import asyncio
import contextlib

import pytest
from websockets.asyncio.server import serve
from websockets.exceptions import ConnectionClosed

from cadogan_client import CannotConnect, Client, Disconnected, RequestRefused
from cadogan_client.requests.connected import MOST_GAPS
from cadogan_protocol import (
    CloseCode,
    Delta,
    Error,
    ErrorCode,
    Format,
    Hello,
    Join,
    ListRooms,
    Moved,
    Ok,
    Ping,
    Play,
    Pong,
    Ready,
    Rooms,
    RoomSnapshot,
    RoomUpdate,
)
from tests.client.scripted import LOBBY, ServerSide, board, connect, idle, joined, scripted
from tests.server.wire import PATIENCE


@pytest.mark.parametrize("lost", ["board", "room"])
async def test_a_gap_is_noticed_and_mended_once(lost: str) -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        if lost == "board":
            await line.send(Delta(stream=1, seq=2, change=0, events=()), Delta(stream=1, seq=3, change=0, events=()))
        else:
            await line.send(RoomUpdate(seq=5, watchers=5), RoomUpdate(seq=6, watchers=6))
        join = await line.receive(Join)
        assert join.last == {0: 1, 1: 0}
        await line.send(joined(join.id), RoomSnapshot(seq=6, state=LOBBY), board(3, (7,)))
        await line.send(RoomUpdate(seq=7, watchers=7))
        ping = await line.receive(Ping)
        await line.send(Pong(re=ping.id, now=0))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        await client.until(lambda: room.state.watchers == 7)
        assert room.table is not None
        assert room.table.piles[1] == [7]
        await client.ping()


async def test_an_event_that_does_not_fit_gets_a_snapshot() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        await line.send(Delta(stream=1, seq=1, change=0, events=((0, 3, 0, 5),)))
        join = await line.receive(Join)
        assert join.last == {0: 1}
        await line.send(joined(join.id), board(1, (9,)))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        await client.until(lambda: room.last.get(1) == 1)
        assert room.table is not None
        assert room.table.piles[1] == [9]


async def test_gaps_that_never_end_lead_to_a_new_socket() -> None:
    joins = 0

    async def broken(line: ServerSide) -> None:
        nonlocal joins
        await line.welcome()
        await line.let_in()
        await line.send(RoomUpdate(seq=9))
        with contextlib.suppress(ConnectionClosed):
            while True:
                join = await line.receive(Join)
                joins += 1
                await line.send(joined(join.id), RoomUpdate(seq=9))

    async def whole(line: ServerSide) -> None:
        await line.welcome()
        join = await line.receive(Join)
        await line.send(joined(join.id), RoomUpdate(seq=2, watchers=3))
        await idle(line)

    async with scripted(broken, whole) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        await client.until(lambda: room.state.watchers == 3)
    assert joins == MOST_GAPS


async def test_old_numbers_are_passed_over() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in(seq=4)
        await line.send(RoomUpdate(seq=4, watchers=9), RoomUpdate(seq=5, watchers=1))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        await client.until(lambda: room.last[0] == 5)
        assert room.state.watchers == 1


@pytest.mark.parametrize("code", [CloseCode.REPLACED, CloseCode.TOO_MANY_ERRORS, CloseCode.TOO_BIG])
async def test_close_codes_that_forbid_reconnecting_end_the_client(code: CloseCode) -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.receive(Ping)
        await line.socket.close(code, "that is why")

    async with scripted(script) as url, await connect(url, "Ada") as client:
        updates = client.updates()
        with pytest.raises(Disconnected, match="that is why") as lost:
            await client.ping()
        assert lost.value.code == code
        for waiting in (client.ping(), client.until(lambda: False), anext(updates)):
            with pytest.raises(Disconnected):
                await waiting


@pytest.mark.parametrize("code", [CloseCode.GOING_AWAY, CloseCode.TOO_SLOW, 1011])
async def test_the_client_reconnects_after_other_close_codes(code: int) -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        await line.socket.close(code, "come back")

    async def second(line: ServerSide) -> None:
        assert (await line.welcome()).token == "secret"
        ping = await line.receive(Ping)
        await line.send(Pong(re=ping.id, now=0))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        await client.ping()


@pytest.mark.parametrize("asked", [Hello, Join])
async def test_a_refusal_that_may_pass_is_not_the_end_of_the_room(asked: type) -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        if asked is Join:
            await line.welcome()
        request = await line.receive(asked)
        await line.send(Error(re=request.id, code=ErrorCode.STORE_DOWN, message="soon", retry=True))
        await idle(line)

    async def third(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in(seq=7)
        await idle(line)

    async with scripted(first, second, third) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        async with asyncio.timeout(PATIENCE):
            await client.until(lambda: room.last[0] == 7)
        assert client.room is room


async def test_a_client_turned_away_while_it_reconnects_stays_away() -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        await line.socket.close(CloseCode.REPLACED, "somebody else")

    async def third(line: ServerSide) -> None:
        raise AssertionError("it came back")

    async with scripted(first, second, third) as url, await connect(url, "Ada") as client:
        with pytest.raises(Disconnected, match="somebody else"):
            await client.until(lambda: False)


async def test_a_move_is_made_when_the_board_shows_it() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        play = await line.receive(Play)
        await line.send(Moved(re=play.id, seq=1, moves=(("turn",),)), RoomUpdate(seq=2, watchers=9))
        ping = await line.receive(Ping)
        await line.send(Delta(stream=1, seq=1, change=1, events=((0, 1, 0, 1),)), Pong(re=ping.id, now=0))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        playing = asyncio.create_task(client.play((1, 0, 1)))
        await client.until(lambda: room.state.watchers == 9)
        assert not playing.done()
        assert room.moves is None, "they belong to a board that has not arrived yet"
        await client.ping()
        await playing
        assert room.moves == (("turn",),)


async def test_a_token_that_is_no_longer_known_ends_the_client() -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        hello = await line.receive(Hello)
        await line.send(Error(re=hello.id, code=ErrorCode.BAD_TOKEN, message="nobody", retry=False))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada", "secret") as client:
        with pytest.raises(Disconnected, match="nobody"):
            await client.until(lambda: False)


async def test_a_room_that_is_gone_meanwhile_is_forgotten() -> None:
    async def first(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        await line.welcome()
        join = await line.receive(Join)
        await line.send(Error(re=join.id, code=ErrorCode.UNKNOWN_ROOM, message="gone", retry=False))
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        room = await client.join("K7QX2M")
        assert client.room is room
        await client.until(lambda: client.room is None)
        assert room.code == "K7QX2M"


async def test_no_way_back_within_its_patience_ends_the_client() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()

    async with scripted(script) as url:
        client = await connect(url, "Ada", patience=0.2)
        asked = asyncio.ensure_future(client.until(lambda: False))
        await asyncio.sleep(0)
    with pytest.raises(Disconnected, match="no way back"):
        await asked
    await client.close()


async def test_refusals_and_answers_that_cannot_be_read() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        ping = await line.receive(Ping)
        await line.send(Error(re=ping.id, code=ErrorCode.TOO_FAST, message="slower", retry=True))
        ready = await line.receive(Ready)
        await line.socket.send(f'{{"type":"fine","re":{ready.id}}}')
        ping = await line.receive(Ping)
        await line.socket.send('{"type":"news"}')
        await line.socket.send("no json")
        await line.send(Pong(re=ping.id, now=0))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada", fmt=Format.JSON) as client:
        with pytest.raises(RequestRefused, match="slower") as refused:
            await client.ping()
        assert (refused.value.code, refused.value.retry) == (ErrorCode.TOO_FAST, True)
        with pytest.raises(RequestRefused, match='"fine"'):
            await client.ready()
        await client.ping()


async def test_a_failed_connection_says_why() -> None:
    with pytest.raises(CannotConnect, match="no server can be reached"):
        await Client.connect("ws://127.0.0.1:1/ws", "Ada")
    with pytest.raises(CannotConnect, match="no address"):
        await Client.connect("http//x", "Ada")

    async def other(socket) -> None:
        await socket.wait_closed()

    async with serve(other, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        with pytest.raises(CannotConnect, match=r"cadogan\.2\.msgpack"):
            await Client.connect(f"ws://127.0.0.1:{port}/ws", "Ada")


async def test_leaving_forgets_the_room() -> None:
    async def script(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        leave = await line.receive()
        await line.send(Ok(re=leave.id))
        await idle(line)

    async with scripted(script) as url, await connect(url, "Ada") as client:
        await client.join("K7QX2M")
        await client.leave()
        assert client.room is None


async def test_the_client_returns_at_once_after_a_renewal_and_says_why() -> None:
    said: list[str | None] = []

    async def first(line: ServerSide) -> None:
        await line.welcome()
        await line.let_in()
        await line.socket.close(CloseCode.RENEWED, "the server is being renewed")

    async def second(line: ServerSide) -> None:
        said.append(client.away)
        await line.welcome()
        await line.let_in()
        asked = await line.receive(ListRooms)
        await line.send(Rooms(re=asked.id, rooms=()))
        await idle(line)

    async with scripted(first, second) as url:
        client = await connect(url, "Ada", first_delay=1000)
        async with client, asyncio.timeout(PATIENCE):
            await client.join("K7QX2M")
            assert await client.list_rooms() == ()
            assert client.away is None
    assert said == ["the server is being renewed"]
