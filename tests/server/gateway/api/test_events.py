"""Streams of events: of a room as a spectator sees it, and of the list of rooms."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.api import PREFIX
from cadogan_protocol.codec import Format
from cadogan_protocol.limits import MAX_RACERS
from cadogan_protocol.messages import Delta, Leave, Stand, Undo
from cadogan_protocol.rooms import ListedRoom
from cadogan_protocol.streams import OTHERS
from cadogan_server.app import Running
from cadogan_server.delivery.frame import frame_of
from cadogan_server.gateway.api.events import KEPT, EventStream, ListEvents, as_events, last_seen
from cadogan_server.settings import Events
from tests.server.conftest import Serve
from tests.server.fetching import fetch
from tests.server.gateway.limits.test_limits import begun
from tests.server.reading import nobody_reads, reading
from tests.server.waiting import soon
from tests.server.wire import PATIENCE, dial


async def test_events_tell_a_race_as_a_spectator_sees_it_and_resume(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port, Format.JSON) as olga:
        await begun(await anna.hello("Anna"))
        path = f"{PREFIX}/events/rooms/{anna.code}"
        await (await olga.hello("Olga")).join(anna.code, "spectator")
        async with reading(server.port, path) as first:
            assert (first.status, first.headers["content-type"]) == (200, "text/event-stream")
            assert (first.headers["access-control-allow-origin"], first.headers["cache-control"]) == ("*", "no-store")
            board = await first.until("board")
            await anna.play(anna.moves[0])
            delta = await first.until("delta")
        await olga.the(Delta)
        told = [json.loads(text) for text in olga.raw]
        assert board.data == next(said for said in told if isinstance(said, dict) and said["type"] == "board")
        assert delta.data == next(said for said in told if isinstance(said, list) and said[0] == Delta.tag)
        await anna.play(anna.moves[0])
        async with reading(server.port, path, Last_Event_ID=delta.id) as again:
            names = []
            while "delta" not in names and (event := await again.next()):
                names.append(event.name)
            assert {*names} <= {"joined", "update", "delta"}, "neither the room nor the board is sent again"
        for unknown in ("0:99999999", "x", "1" * 5000):
            async with reading(server.port, path, Last_Event_ID=unknown) as other:
                assert (await other.until("board")).data["seq"] == board.data["seq"] + 2
        await anna.ask(Stand)
        async with reading(server.port, path) as last:
            assert (await last.until("room")).data["state"]["results"]["rows"][0]["name"] == "Anna"
            assert server.services.rooms.registry.close(anna.code, "tidied up")
            farewell = await last.until("end")
            assert ("tidied up" in farewell.data["reason"], farewell.data["reconnect"]) == (True, False)
            assert await last.whole() == b""


def test_each_message_of_a_batch_is_an_event_with_its_own_id() -> None:
    """It holds also for a race whose racers are so numerous that the streams of their boards have three digits."""
    board = OTHERS + MAX_RACERS - 1
    frames = [frame_of(Delta(stream=board, seq=41 + number, change=1, events=()), Format.JSON) for number in range(3)]
    told = as_events(b"".join(frames), f"0:7,{board}:40")
    assert told.data.count(b"event: delta\n") == 3
    assert last_seen(told.id) == {0: 7, board: 43}
    assert b"id: " + told.id.encode() in told.data


async def test_a_reader_who_may_not_watch_gets_no_events(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await begun(await anna.hello("Anna"), spectators="none")
        await (await olga.hello("Olga")).create(public=False, by_link=True)
        for path, status, code in (
            (anna.code, 403, "no_spectators"),
            (olga.code, 404, "unknown_room"),
            (f"{olga.code}?key={'A' * 11}", 404, "unknown_room"),
        ):
            for where in ("/events/rooms/", "/rooms/"):
                async with reading(server.port, f"{PREFIX}{where}{path}") as stream:
                    assert stream.status == status
                    assert json.loads(await stream.whole())["code"] == code
        async with reading(server.port, f"{PREFIX}/events/rooms/{olga.code}?key={olga.key}") as stream:
            assert (await stream.until("room")).data["state"]["code"] == olga.code
        assert await nobody_reads(server)


async def test_readers_are_as_far_behind_as_spectators(server: Running) -> None:
    async with dial(server.port) as anna:
        await begun(await anna.hello("Anna"), spectators="delayed", delay=600, rated=False)
        dealt = anna.boards[anna.own]
        await anna.play(anna.moves[0])
        room = json.loads((await fetch(server, f"{PREFIX}/rooms/{anna.code}"))[1])
        async with reading(server.port, f"{PREFIX}/events/rooms/{anna.code}") as stream:
            told = await stream.until("room")
            assert told.data["state"]["phase"] == room["state"]["phase"] != "running"
        assert room["boards"] == []
        assert anna.boards[anna.own] != dealt


async def test_the_list_of_rooms_is_told_by_events(serve: Serve) -> None:
    path = f"{PREFIX}/events/rooms"
    async with serve(events=Events(look=0.01)) as server, dial(server.port) as anna:
        async with reading(server.port, path) as stream:
            assert (await stream.until("rooms")).data == {"rooms": []}
            await (await anna.hello("Anna")).create("nestor")
            told = await stream.until("room")
            assert (told.data["code"], told.data["players"]) == (anna.code, ["Anna"])
        async with reading(server.port, path, Last_Event_ID="x-1") as stream:
            assert [room["code"] for room in (await stream.until("rooms")).data["rooms"]] == [anna.code]
            await anna.ask(Leave)
            assert (await stream.until("gone")).data == {"code": anna.code}
        async with reading(server.port, path, Last_Event_ID=told.id) as stream:
            missed = await stream.next()
            assert missed is not None
            assert (missed.name, missed.data) == ("gone", {"code": anna.code})


@asynccontextmanager
async def deaf(server: Running, path: str) -> AsyncIterator[EventStream]:
    """Ask for a stream of events and read nothing, until the socket is full."""
    with socket.socket() as line:
        line.setblocking(False)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        loop, streams = asyncio.get_running_loop(), server.gateway.streams
        await loop.sock_connect(line, ("127.0.0.1", server.port))
        await loop.sock_sendall(line, f"GET {path} HTTP/1.1\r\n\r\n".encode())
        async with asyncio.timeout(PATIENCE):
            assert await loop.sock_recv(line, 1)  # the head of the answer: the stream is open
            (stream,) = streams
            while not stream.blocked and stream in streams:
                stream.event("update", f'"{"x" * 65536}"')
                await asyncio.sleep(0)
        yield stream


async def test_a_reader_who_takes_nothing_is_closed(serve: Serve) -> None:
    async with serve(events=Events(heartbeat=0.05)) as server, dial(server.port) as anna:
        await begun(await anna.hello("Anna"))
        async with deaf(server, f"{PREFIX}/events/rooms/{anna.code}"):
            await nobody_reads(server)
            assert len(server.gateway.sessions) == 1


async def test_a_reader_who_falls_behind_is_closed_at_once(serve: Serve) -> None:
    times = Events(heartbeat=1000, parting=0.01)
    async with serve(outbox_bytes=100, events=times) as server, dial(server.port) as anna:
        await begun(await anna.hello("Anna"), rated=False, undo="free")
        async with deaf(server, f"{PREFIX}/events/rooms/{anna.code}"):
            async with asyncio.timeout(PATIENCE):
                while server.gateway.limits.streams.sum:
                    await anna.play(anna.moves[0])
                    await anna.ask(Undo)
        assert len(server.gateway.sessions) == 1


async def test_a_server_that_stops_says_so(serve: Serve) -> None:
    async with AsyncExitStack() as stack:
        async with serve() as server, dial(server.port) as anna:
            await begun(await anna.hello("Anna"))
            paths = (f"{PREFIX}/events/rooms", f"{PREFIX}/events/rooms/{anna.code}")
            streams = [await stack.enter_async_context(reading(server.port, path)) for path in paths]
        for stream in streams:
            farewell = await stream.until("end")
            assert (farewell.data["code"], farewell.data["reconnect"]) == (1001, True)
            assert await stream.whole() == b""


async def test_a_stream_without_events_gets_heartbeats(serve: Serve) -> None:
    async with (
        serve(events=Events(heartbeat=0.01)) as server,
        reading(server.port, f"{PREFIX}/events/rooms") as stream,
    ):
        await stream.until("rooms")
        assert [await stream.line() for _ in range(4)] == [":", "", ":", ""]


@given(st.dictionaries(st.integers(0, 99), st.integers(0, 10**15 - 1), min_size=1, max_size=65))
def test_an_events_id_names_the_last_message_of_each_stream(last: dict[int, int]) -> None:
    assert last_seen(",".join(f"{stream}:{seq}" for stream, seq in last.items())) == last


class Reader:
    """Reads the whole list: the name and the id of each event."""

    waiting = 0

    def __init__(self) -> None:
        self.events: list[tuple[str, str]] = []

    def event(self, name: str, data: str, id: str) -> bool:
        self.events.append((name, id))
        return True


async def test_changes_that_are_no_longer_kept_are_told_as_a_whole() -> None:
    rooms: list[Any] = []
    told = ListEvents(lambda: rooms, 0)

    def missed(last: str) -> list[tuple[str, str]]:
        reader: Any = Reader()
        told.add(reader, last)
        told.drop(reader)
        events: list[tuple[str, str]] = reader.events
        return events

    first: Any = Reader()
    told.add(first, "")
    listed: Any = ListedRoom.model_construct  # only its code is read
    rooms += [listed(code=f"{number:06}") for number in range(KEPT + 10)]
    await soon(lambda: len(first.events) == 1 + KEPT + 10)
    events = first.events
    for last in (events[9][1], events[-1][1] + "0", "0" * 8 + "-1"):
        assert [name for name, _ in missed(last)] == ["rooms"]
    assert missed(events[KEPT + 8][1]) == events[KEPT + 9 :]
    assert len(missed(events[10][1])) == KEPT
    told.drop(first)
