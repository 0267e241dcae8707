"""Streams of Server-Sent Events: answers over HTTP that go on, of one room or of the list of rooms, for who only reads."""

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
"""So many changes of the list are kept for who comes back."""

MOST_WAITING = 256 * 1024
"""So many bytes may wait for who reads the list and does not take them."""

HEAD = b"retry: 2000\n\n"
"""Stands before all events: after so many milliseconds a browser comes back by itself."""

BEAT = b":\n\n"
"""A comment, which nobody sees but those between."""

_LAST_SEEN = re.compile(r"[0-9]{1,3}:[0-9]{1,15}(,[0-9]{1,3}:[0-9]{1,15})*")


class EventStream:
    """The way of events to one who reads. What comes before `run` waits for it.

    Args:
        socket: the connection.
        times: how it goes on.
    """

    def __init__(self, socket: Socket, times: Events) -> None:
        self._socket = socket
        self._times = times
        self._early: list[bytes] | None = [HEAD]
        self._over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._moves = True

    def event(self, name: str, data: str, id: str | None = None) -> bool:
        """Send an event, `data` being a line; return whether more is taken now."""
        head = f"event: {name}\n" if id is None else f"id: {id}\nevent: {name}\n"
        return self._send(f"{head}data: {data}\n\n".encode())

    def end(self, code: int, reason: str) -> None:
        """Say why nothing more will come, and let go."""
        if not self._over.done():
            farewell = Farewell(code=code, reason=reason, reconnect=RECONNECT.get(code, code != 1000))
            self.event("end", farewell.model_dump_json())
            self._over.set_result(None)

    def drained(self) -> None:
        """What waited has been taken."""
        self._moves = True

    @property
    def waiting(self) -> int:
        """How many bytes wait for who reads."""
        return self._socket.transport.get_write_buffer_size()

    def drop(self) -> None:
        """Let go at once of who takes nothing."""
        if not self._over.done():
            self._over.set_result(None)
        self._socket.transport.abort()

    async def run(self) -> None:
        """Let events through until one side ends it; say now and then that it goes on.

        Who has taken nothing from one heartbeat to the next is let go: nobody can tell a reader that is slow from one that is gone.
        """
        early, self._early = self._early or [], None
        self._send(b"".join(early))
        lost = self._socket.connection_lost_waiter
        while True:
            self._moves = False
            await asyncio.wait([lost, self._over], timeout=self._times.heartbeat, return_when=asyncio.FIRST_COMPLETED)
            if self._over.done() or lost.done():
                break
            if self._socket.paused and not self._moves:
                self.drop()
            elif not self._socket.paused:
                self._send(BEAT)
        self._socket.transport.close()
        await asyncio.wait([lost], timeout=self._times.parting)

    def _send(self, data: bytes) -> bool:
        if self._early is not None:
            self._early.append(data)
            return True
        if not self._socket.transport.is_closing():
            self._socket.transport.write(data)
        return not self._socket.paused


class RoomEvents(EventStream):
    """The events of one room: what a spectator is told in JSON. A transport.

    Args:
        socket: the connection.
        times: how it goes on.
        last: the numbers of the messages that are there of each stream.

    Attributes:
        begun: done once the room is entered; raises Refused where it can't be.
    """

    def __init__(self, socket: Socket, times: Events, last: dict[int, int]) -> None:
        super().__init__(socket, times)
        self._id = _id_of(last)
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def write(self, frames: Sequence[bytes]) -> bool:
        """Send what is told; return whether more is taken now."""
        more = True
        for each in frames:
            told = _as_events(each, self._id)
            self._id = told.id
            if told.data:
                more = self._send(told.data)
            if told.enters:
                self.begun.set_result(None)
            if told.error:
                self._refused(told.error)
        return more

    def closed(self, code: int, reason: str) -> None:
        """The session is over."""
        self.end(code, reason)

    def _refused(self, text: str) -> None:
        refusal = refused(text)
        if not self.begun.done():
            self.begun.set_exception(refusal)
        else:  # the room is no more
            self.end(1000, refusal.message)


class _Told(NamedTuple):
    """What frames tell who reads events.

    Attributes:
        data: the events.
        id: that of the last event there is now.
        enters: whether the room is entered by them.
        error: why there will be no more, in JSON; empty: there will be.
    """

    data: bytes
    id: str
    enters: bool
    error: str


@lru_cache(maxsize=32)
def _as_events(frames: bytes, id: str) -> _Told:
    """Return frames as events for who has had the one with this id.

    Hundreds may read the events of one room, all of whom are told the same by the same bytes at the same moment.
    """
    last, enters = last_seen(id), False
    data: list[bytes] = []
    for text in (payload.decode() for payload in payloads(frames)):
        said = json.loads(text)
        name = _HOT[said[0]] if isinstance(said, list) else said["type"]
        match name:
            case "error":
                return _Told(b"".join(data), _id_of(last), enters, text)
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
    return _Told(b"".join(data), _id_of(last), enters, "")


def _id_of(last: dict[int, int]) -> str:
    return ",".join([f"{stream}:{seq}" for stream, seq in last.items()])


_HOT = {Delta.tag: "delta", Progress.tag: "progress"}


def last_seen(id: str) -> dict[int, int]:
    """Return the number of the last message that is there of each stream, by the id of an event; none where it is no such id."""
    if not _LAST_SEEN.fullmatch(id):
        return {}
    pairs = (pair.split(":") for pair in id.split(","))
    found = {int(stream): int(seq) for stream, seq in pairs}
    return found if len(found) <= MAX_RACERS + 1 else {}


class ListEvents:
    """Tells who reads of each change of the list of public rooms. It is looked at only while somebody does.

    Args:
        listed: returns the list.
        look: seconds between two looks at it.
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
        """Tell one more, who has the event with this id: what came since, or all."""
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
        """This one reads no more."""
        self._readers.discard(reader)

    def _id(self, number: int) -> str:
        return f"{self._era}-{number}"

    def _since(self, last: str) -> list[tuple[int, str, str]] | None:
        """Return the changes after an event; None where not all of them are here."""
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
                logger.exception("the list of rooms can't be told")

    def _look(self) -> None:
        """Tell what has changed since the last look."""
        rooms = {room.code: room for room in self._listed()}
        before, self._rooms = self._rooms, rooms
        for code in before.keys() - rooms.keys():
            self._tell("gone", _line(RoomGone(code=code)))
        for code, room in rooms.items():
            if before.get(code) != room:
                self._tell("room", _line(room))

    def _tell(self, name: str, data: str) -> None:
        self._number += 1
        self._changes.append((self._number, name, data))
        for reader in list(self._readers):
            reader.event(name, data, self._id(self._number))
            if reader.waiting > MOST_WAITING:
                reader.end(CloseCode.TOO_SLOW, "you take events too slowly; come back")
                reader.drop()


def _line(model: BaseModel) -> str:
    return model.model_dump_json(exclude_none=True)
