"""Streams of Server-Sent Events of a room or of the list of rooms, for clients that only read."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pydantic import BaseModel

from cadogan_protocol.api import Farewell, RoomGone, RoomsPage
from cadogan_protocol.errors import RECONNECT, CloseCode
from cadogan_protocol.limits import MAX_RACERS
from cadogan_protocol.messages import Delta, Progress
from cadogan_protocol.rooms import ListedRoom
from cadogan_protocol.streams import ROOM, number_of
from cadogan_server.delivery.frame import payloads
from cadogan_server.gateway.api.onlooker import refused
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.settings import Events

logger = logging.getLogger(__name__)

KEPT = 256
"""Changes of the list that are kept for clients that reconnect."""

MOST_WAITING = 256 * 1024
"""Bytes that may wait for a reader of the list that does not take them."""

HEAD = b"retry: 2000\n\n"
"""Sent before all events: milliseconds after which a browser reconnects by itself."""

BEAT = b":\n\n"
"""A comment as heartbeat; only proxies notice it."""

_LAST_SEEN = re.compile(r"[0-9]{1,3}:[0-9]{1,15}(,[0-9]{1,3}:[0-9]{1,15})*")


class EventStream:
    """The events for one reader. Events before `run` wait for it.

    Args:
        socket: the connection.
        times: intervals of the stream.
    """

    def __init__(self, socket: Socket, times: Events) -> None:
        self._socket = socket
        self._times = times
        self._early: list[bytes] | None = [HEAD]
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._has_taken = True
        """True if the reader has taken something since the last heartbeat."""

    def event(self, name: str, data: str, id: str | None = None) -> bool:
        """Send an event with one line of data; return True if the reader takes more now."""
        head = f"event: {name}\n" if id is None else f"id: {id}\nevent: {name}\n"
        return self._send(f"{head}data: {data}\n\n".encode())

    def end(self, code: int, reason: str) -> None:
        """Send the reason for the end, and close."""
        if not self._over.done():
            farewell = Farewell(code=code, reason=reason, reconnect=RECONNECT.get(code, code != 1000))
            self.event("end", farewell.model_dump_json())
            self._over.set_result(None)

    def drained(self) -> None:
        """Note that the reader has taken all bytes that waited."""
        self._has_taken = True

    @property
    def blocked(self) -> bool:
        """True while the reader takes nothing."""
        return self._socket.paused

    @property
    def waiting(self) -> int:
        """Bytes that wait for the reader."""
        return self._socket.transport.get_write_buffer_size()

    def drop(self) -> None:
        """Close at once: the reader takes nothing."""
        if not self._over.done():
            self._over.set_result(None)
        self._socket.transport.abort()

    async def run(self) -> None:
        """Send events until one side ends the stream, with heartbeats.

        A reader that has taken nothing from one heartbeat to the next is dropped: a slow one can't be told from one
        that is gone.
        """
        early, self._early = self._early or [], None
        self._send(b"".join(early))
        lost = self._socket.connection_lost_waiter
        while True:
            self._has_taken = False
            await asyncio.wait([lost, self._over], timeout=self._times.heartbeat, return_when=asyncio.FIRST_COMPLETED)
            if self._over.done() or lost.done():
                break
            if self.blocked and not self._has_taken:
                self.drop()
            elif not self.blocked:
                self._send(BEAT)
        self._socket.transport.close()
        await asyncio.wait([lost], timeout=self._times.parting)

    def _send(self, data: bytes) -> bool:
        if self._early is not None:
            self._early.append(data)
            return True
        if not self._socket.transport.is_closing():
            self._socket.transport.write(data)
        return not self.blocked


class RoomEvents(EventStream):
    """The events of one room: a spectator's messages in JSON. It is a transport.

    Args:
        socket: the connection.
        times: intervals of the stream.
        last: stream number → number of the last message that the client has.

    Attributes:
        begun: done when the room is entered; raises Refused if it can't be.
    """

    def __init__(self, socket: Socket, times: Events, last: dict[int, int]) -> None:
        super().__init__(socket, times)
        self._id = _id_of(last)
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send frames as events; return True if the reader takes more now."""
        more = True
        for each in frames:
            events = as_events(each, self._id)
            self._id = events.id
            if events.data:
                more = self._send(events.data)
            if events.enters:
                self.begun.set_result(None)
            if events.error:
                self._refused(events.error)
        return more

    def closed(self, code: int, reason: str) -> None:
        """End the stream: the session is over."""
        self.end(code, reason)

    def _refused(self, text: str) -> None:
        refusal = refused(text)
        if not self.begun.done():
            self.begun.set_exception(refusal)
        else:  # the room is gone
            self.end(1000, refusal.message)


class _Converted(NamedTuple):
    """Frames as events.

    Attributes:
        data: the events.
        id: id of the last event.
        enters: True if they include the entry into the room.
        error: why there will be no more events, in JSON; empty otherwise.
    """

    data: bytes
    id: str
    enters: bool
    error: str


@lru_cache(maxsize=32)
def as_events(frames: bytes, id: str) -> _Converted:
    """Return frames as events for a reader whose last event has this id.

    Hundreds may read the events of one room. They are sent the same bytes at the same moment, so the result is cached.
    """
    last, enters = last_seen(id), False
    data: list[bytes] = []
    for text in (payload.decode() for payload in payloads(frames)):
        said = json.loads(text)
        name = _FREQUENT[said[0]] if isinstance(said, list) else said["type"]
        match name:
            case "error":
                return _Converted(b"".join(data), _id_of(last), enters, text)
            case "joined":
                enters = True
            case "delta":
                last[said[1]] = number_of(said[2], last.get(said[1], -1))
            case "room" | "update" | "board":
                last[said.get("stream", ROOM)] = said["seq"]
            case "progress":
                pass
            case _:
                continue
        data.append(f"id: {_id_of(last)}\nevent: {name}\ndata: {text}\n\n".encode())
    return _Converted(b"".join(data), _id_of(last), enters, "")


def _id_of(last: dict[int, int]) -> str:
    return ",".join([f"{stream}:{seq}" for stream, seq in last.items()])


_FREQUENT = {Delta.tag: "delta", Progress.tag: "progress"}
"""Tag → name, of the messages that are arrays on the wire."""


def last_seen(id: str) -> dict[int, int]:
    """Return stream number → number of its last message, from the id of an event; {} if the id is invalid."""
    if not _LAST_SEEN.fullmatch(id):
        return {}
    pairs = (pair.split(":") for pair in id.split(","))
    found = {int(stream): int(seq) for stream, seq in pairs}
    return found if len(found) <= MAX_RACERS + 1 else {}


class ListEvents:
    """Sends each change of the public list of rooms to its readers. The list is compared only while there are readers.

    Args:
        listed: returns the list.
        look: seconds between two comparisons.
    """

    def __init__(self, listed: Callable[[], Sequence[ListedRoom]], look: float) -> None:
        self._listed = listed
        self._pause = look
        self._era = secrets.token_hex(4)
        self._number = 0
        self._rooms: dict[str, ListedRoom] = {}
        self._changes: deque[tuple[int, str, str]] = deque(maxlen=KEPT)
        self._readers: set[EventStream] = set()
        self._task: asyncio.Task[None] | None = None

    def add(self, reader: EventStream, last: str) -> None:
        """Add a reader whose last event has this id: send the changes since then, or the whole list."""
        if self._task is None or self._task.done():
            self._look()
            self._task = asyncio.create_task(self._watch(), name="list of rooms")
        missed = self._since(last)
        if missed is None:
            reader.event("rooms", _line(RoomsPage(rooms=tuple(self._rooms.values()))), self._id(self._number))
        else:
            for number, name, data in missed:
                reader.event(name, data, self._id(number))
        self._readers.add(reader)

    def drop(self, reader: EventStream) -> None:
        """Remove a reader."""
        self._readers.discard(reader)

    def _id(self, number: int) -> str:
        return f"{self._era}-{number}"

    def _since(self, last: str) -> list[tuple[int, str, str]] | None:
        """Return the changes after an event; None if not all of them are kept."""
        era, _, number = last.partition("-")
        if era != self._era or not (number.isascii() and number.isdigit()) or len(number) > 15:
            return None
        seen = int(number)
        if not self._number - len(self._changes) <= seen <= self._number:
            return None
        return [change for change in self._changes if change[0] > seen]

    async def _watch(self) -> None:
        while self._readers:
            await asyncio.sleep(self._pause)
            try:
                self._look()
            except Exception:
                logger.exception("changes of the list of rooms can't be sent")

    def _look(self) -> None:
        """Send the changes since the last comparison."""
        rooms = {room.code: room for room in self._listed()}
        before, self._rooms = self._rooms, rooms
        for code in before.keys() - rooms.keys():
            self._send_change("gone", _line(RoomGone(code=code)))
        for code, room in rooms.items():
            if before.get(code) != room:
                self._send_change("room", _line(room))

    def _send_change(self, name: str, data: str) -> None:
        self._number += 1
        self._changes.append((self._number, name, data))
        for reader in list(self._readers):
            reader.event(name, data, self._id(self._number))
            if reader.waiting > MOST_WAITING:
                reader.end(CloseCode.TOO_SLOW, "you take events too slowly; come back")
                reader.drop()


def _line(model: BaseModel) -> str:
    return model.model_dump_json(exclude_none=True)
