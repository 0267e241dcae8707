"""A player who stays connected: the link to the server, and the local copy of the room."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

from cadogan_client.errors import ClientError, Disconnected, RequestRefused
from cadogan_client.feed import Feed
from cadogan_client.link import Ask, Link
from cadogan_client.promise import Promise
from cadogan_client.room import Gap, Room
from cadogan_protocol import (
    Attend,
    BoardSnapshot,
    Called,
    Chat,
    Delta,
    ErrorCode,
    Format,
    Hello,
    Join,
    Joined,
    Matched,
    Moved,
    MyTournament,
    Ok,
    Progress,
    Ready,
    Reveal,
    RoomSnapshot,
    RoomUpdate,
    Seek,
    SeekOver,
    ServerMessage,
    Step,
    Tournament,
    Waiting,
    Welcome,
)
from cadogan_protocol.room_options import UNSEEN_DEALS

Answer = TypeVar("Answer", bound=ServerMessage)

Evening = Tournament | MyTournament | Called

Update = Joined | RoomSnapshot | RoomUpdate | Progress | BoardSnapshot | Delta | Step | Moved | Evening
"""The items of `Client.updates`: each message about the room, after it has been applied to `Client.room`, and each about the
tournament in whose hall the player is."""

RETRY_SECONDS = 0.5
"""Seconds to wait after a passing refusal of a request that the client sends by itself."""

MOST_GAPS = 5
"""Gaps in a row after which the room is joined through a new socket, which comes after a pause."""

GONE = (
    ErrorCode.UNKNOWN_ROOM,
    ErrorCode.WRONG_PHASE,
    ErrorCode.ROOM_FULL,
    ErrorCode.ROOM_LOCKED,
    ErrorCode.PUT_OUT,
    ErrorCode.NO_SPECTATORS,
)
"""Refusals of a join after which there is no way back into the room."""


class Connected:
    """A player at a server who stays connected. Derived classes add the requests.

    Args:
        url, fmt, patience, first_delay: as in `Link`.
        name: the player's name.
        token: the token of an earlier `welcome`, to be the same player.
        program: the kind of bot, for a program that plays; None for a person.

    Attributes:
        room: the local copy of the room that was created or joined last, or None.
        welcome: the server's answer to the last `hello`.
        token: the player's secret. Any client that has it is this player.
        name: the player's name.
        search: what the server said last about the search for somebody to play with; None before.
    """

    def __init__(
        self,
        url: str,
        name: str,
        token: str | None,
        fmt: Format,
        patience: float,
        first_delay: float,
        program: str | None,
    ) -> None:
        self._link = Link(url, fmt, patience, first_delay, self._greet, self._take, self._lose)
        self._feed: Feed[Update] = Feed()
        self._rejoining: set[int] = set()
        self._mending: set[asyncio.Task[None]] = set()
        self._gaps = 0
        self._keeping: asyncio.Task[None] | None = None
        self._clock_offset = 0.0
        self.name = name
        self.token = token
        self._keeps_identity = token is not None
        """True if the identity matters: a token was given, or the player has had a seat."""
        self._program = program
        self.room: Room | None = None
        self.search: Waiting | Matched | SeekOver | None = None
        self._seeking: dict[str, Any] | None = None
        """The fields of the request that began the search. They are sent again over a new socket."""
        self._hall = ""
        """The tournament in whose hall the player is. A new socket is brought there again."""
        self.welcome: Welcome | None = None

    def updates(self) -> AsyncIterator[Update]:
        """Yield each message about the room from now on, after it has been applied to `room`, and about the tournament in whose
        hall the player is, until the client is closed.

        Raises:
            Disconnected: the connection is gone for good.
            Lagging: more than 10,000 updates were waiting.
        """
        return self._feed.items()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds; it is checked after each message.

        Raises:
            Disconnected: the connection is gone for good before it does.
        """
        await self._feed.until(condition)

    async def ready(self, ready: bool = True, *, nonce: bool = True) -> None:
        """Set the player ready, or no longer.

        If the deal is fresh, this promises a nonce for its seed. The client shows the nonce by itself when all promises
        are made, and promises a new one when the countdown was called off.

        Args:
            ready: true to be ready.
            nonce: true to promise a nonce. Without one nobody can tell afterwards that the deal was not chosen.
        """
        room = self.room
        fresh = room is not None and room.known and room.state.rules.deal in UNSEEN_DEALS
        promise = Promise() if ready and nonce and fresh else None
        before = room.promise if room is not None else None
        if room is not None:
            room.promise = promise  # at once, as the countdown may begin before the answer is here
        try:
            await self._request(Ok, Ready, ready=ready, nonce_hash=promise.hash if promise else None)
        except RequestRefused:
            if room is not None and room.promise is promise:
                room.promise = before
                self._keep_promise()
            raise

    # ---- for derived classes -----------------------------------------------------------------------------------------

    async def _request(self, kind: type[Answer], message: type[Any], /, **fields: Any) -> Answer:
        answer = await self._link.request(message(id=self._link.new_id(), **fields))
        if not isinstance(answer, kind):
            raise ClientError(f"the server answered {message.__name__} with {type(answer).__name__}")
        return answer

    async def _arrived(self) -> Room:
        """Wait until the room that was just joined is known, and return it."""
        await self.until(lambda: self.room is None or self.room.known)
        if self.room is None:
            raise ClientError("the room is gone")
        return self.room

    # ---- the link's side ---------------------------------------------------------------------------------------------

    async def _greet(self, ask: Ask) -> None:
        """Say hello on a new socket, and return to the room."""
        try:
            await self._hello(ask)
        except RequestRefused as refused:
            # A restarted server knows no player who has never taken a seat.
            if refused.code is not ErrorCode.BAD_TOKEN or self._keeps_identity:
                raise
            self.token = None
            await self._hello(ask)
        if self._hall:
            await self._attend_again(ask)
        if self.room is None:
            if self._seeking is not None:
                await ask(Seek(id=self._link.new_id(), **self._seeking))
            return
        try:
            await self._join_again(self.room, ask)
        except RequestRefused as refused:
            if refused.code not in GONE:
                raise
            self.room = None
            self._feed.wake()

    async def _attend_again(self, ask: Ask) -> None:
        try:
            await ask(Attend(id=self._link.new_id(), tournament=self._hall))
        except RequestRefused as refused:
            if refused.retry:
                raise
            self._hall = ""

    async def _hello(self, ask: Ask) -> None:
        await ask(Hello(id=self._link.new_id(), name=self.name, token=self.token, program=self._program))

    async def _join_again(self, room: Room, ask: Ask) -> None:
        """Join a room with the numbers of the last messages seen, so that the server sends the messages after them."""
        join = Join(id=self._link.new_id(), room=room.code, role=room.role, key=room.key, last=dict(room.last))
        self._rejoining.add(join.id)
        try:
            await ask(join)
        finally:
            self._rejoining.discard(join.id)

    def _take(self, message: ServerMessage) -> None:
        """Apply a message."""
        if isinstance(message, Welcome):
            self.welcome, self.token, self.name = message, message.token, message.name
            self._set_clock(message.now)
        elif isinstance(message, Joined):
            self._set_clock(message.now)
            self._keeps_identity = self._keeps_identity or message.seat is not None
            if self.room is not None and message.re in self._rejoining:
                self._rejoining.discard(message.re)
                self.room.rejoined(message)
            else:
                self.room = Room(message)
            self._feed.tell(message)
        elif isinstance(message, Chat) and self.room is not None:
            self.room.heard(message)
        elif isinstance(message, (Waiting, Matched, SeekOver)):
            self.search = message
        elif isinstance(message, (Tournament, MyTournament, Called)):
            self._feed.tell(message)
        elif isinstance(message, (RoomSnapshot, BoardSnapshot, RoomUpdate, Progress, Delta, Step, Moved)):
            self._follow(message)
        self._feed.wake()

    def _follow(self, message: RoomSnapshot | RoomUpdate | Progress | BoardSnapshot | Delta | Step | Moved) -> None:
        if self.room is None:
            return
        try:
            if self.room.apply(message):
                self._gaps = 0
                self._feed.tell(message)
                self._keep_promise()
        except Gap:
            if not self._rejoining:
                task = asyncio.create_task(self._mend(self.room))
                self._mending.add(task)
                task.add_done_callback(self._mending.discard)

    def _keep_promise(self) -> None:
        """Begin to send the nonce or promise that the room waits for, if it waits for one."""
        room = self.room
        if room is not None and room.owes and (self._keeping is None or self._keeping.done()):
            self._keeping = asyncio.create_task(self._send_owed(room))

    async def _send_owed(self, room: Room) -> None:
        while self.room is room and (owed := room.owes):
            promise = room.promise
            assert promise is not None
            try:
                if owed == "promise":
                    await self.ready()
                else:
                    room.witness = room.witnessed(promise)
                    await self._request(Ok, Reveal, nonce=promise.nonce)
                    promise.shown = True
            except RequestRefused as refused:
                if refused.retry:
                    await asyncio.sleep(RETRY_SECONDS)
                elif owed == "nonce":
                    promise.shown = True  # the room has gone on without it
                else:
                    room.promise = None
            except ClientError:
                return

    async def _mend(self, room: Room) -> None:
        """Join again after a gap, once for everything that is missing."""
        if self._rejoining:
            return
        self._gaps += 1
        with contextlib.suppress(ClientError):
            if self._gaps > MOST_GAPS:
                await self._link.drop()
            else:
                await self._join_again(room, self._link.request)

    def _set_clock(self, now: int) -> None:
        self._clock_offset = now - time.monotonic() * 1000

    def _lose(self, lost: Disconnected | None) -> None:
        self._feed.end(lost)
