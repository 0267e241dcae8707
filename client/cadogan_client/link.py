"""A connection that repairs itself: it reconnects after a break, and repeats unanswered requests."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Awaitable, Callable
from itertools import chain

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close

from cadogan_client.connection import delays, dial
from cadogan_client.errors import CannotConnect, Disconnected, RequestRefused
from cadogan_protocol import (
    RECONNECT,
    BadMessage,
    ClientMessage,
    CloseCode,
    Error,
    Format,
    ServerMessage,
    decode_server,
    encode,
)

RENEWED_WITHIN = 0.06
"""The seconds within which clients reconnect to a renewed server, so that they do not all come at the same instant."""

Ask = Callable[[ClientMessage], Awaitable[ServerMessage]]
"""Sends a request and returns its answer. Raises RequestRefused if the answer is an error."""


class Link:
    """A series of sockets to the same server, one after the other.

    Args:
        url, fmt: the server's address, and the format.
        patience: the seconds to keep trying after a break.
        first_delay: the largest delay in seconds before the first attempt to reconnect.
        greet: called for each new socket before anything else is sent; it says hello by calling its argument.
        take: called with each message. A request gets its answer only after this call.
        lose: called once, when the connection is gone for good or (with None) was closed.

    Attributes:
        away: the reason why there is no connection now, in the server's words if it gave one; None while there is one.
    """

    def __init__(
        self,
        url: str,
        fmt: Format,
        patience: float,
        first_delay: float,
        greet: Callable[[Ask], Awaitable[None]],
        take: Callable[[ServerMessage], None],
        lose: Callable[[Disconnected | None], None],
    ) -> None:
        self._url = url
        self._fmt = fmt
        self._patience = patience
        self._first_delay = first_delay
        self._greet = greet
        self._take = take
        self._on_lost = lose
        self._chance = random.Random()
        self._socket: ClientConnection | None = None
        self.away: str | None = None
        self._next_id = 1
        self._pending: dict[int, tuple[ClientMessage, asyncio.Future[ServerMessage]]] = {}
        self._lost: Disconnected | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect for the first time, and stay connected from now on.

        Raises:
            CannotConnect: no server can be reached there.
            RequestRefused: the server refuses the requests of `greet`.
        """
        try:
            socket = await self._open()
        except (OSError, TimeoutError, ConnectionClosed) as error:
            raise CannotConnect(f"no server can be reached at {self._url}: {error or type(error).__name__}") from error
        self._task = asyncio.create_task(self._keep(socket), name=f"link to {self._url}")

    async def close(self) -> None:
        """Close the connection for good."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._lose(None)

    async def drop(self) -> None:
        """Close the socket, and reconnect through a new one."""
        if self._socket is not None:
            await self._socket.close()

    def new_id(self) -> int:
        """Return the id for the next request. Each is higher than the last."""
        self._next_id += 1
        return self._next_id - 1

    async def request(self, request: ClientMessage) -> ServerMessage:
        """Send a request and return its answer. The request is repeated if the connection breaks before the answer.

        Raises:
            RequestRefused: the answer is an error.
            Disconnected: the connection is gone for good.
        """
        if self._lost is not None:
            raise self._lost
        future: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._pending[request.id] = request, future
        try:
            if self._socket is not None:
                await self._send(self._socket, request)
            return _accepted(await future)
        finally:
            self._pending.pop(request.id, None)

    # ---- one socket after the other ----------------------------------------------------------------------------------

    async def _keep(self, socket: ClientConnection) -> None:
        try:
            while True:
                with contextlib.suppress(ConnectionClosed):
                    while True:
                        self._receive(await socket.recv())
                self._socket = None
                socket = await self._come_back(_close_of(socket))
        except Disconnected as lost:
            self._lose(lost)
        except RequestRefused as refused:
            self._lose(Disconnected(f"the server does not take the player back: {refused}"))
        finally:
            if self._socket is not None:
                await self._socket.close()
                self._socket = None

    async def _come_back(self, close: Close | None) -> ClientConnection:
        """Return a new socket.

        Raises:
            Disconnected: the server forbids coming back, or could not be reached in time.
        """
        _check_may_return(close)
        began = time.monotonic()
        trouble = (close.reason if close else "") or "the connection broke"
        renewed = close is not None and close.code == CloseCode.RENEWED
        self.away = trouble
        at_once = [self._chance.uniform(0, RENEWED_WITHIN)] if renewed else []
        for delay in chain(at_once, delays(self._chance, self._first_delay)):
            if time.monotonic() + delay - began > self._patience:
                break
            await asyncio.sleep(delay)
            try:
                socket = await self._open()
                self.away = None
                return socket
            except ConnectionClosed as closed:
                _check_may_return(closed.rcvd)
                trouble = str(closed)
            except RequestRefused as refused:
                if not refused.retry:
                    raise
                trouble = str(refused)
            except (OSError, TimeoutError, CannotConnect) as error:
                trouble = str(error) or type(error).__name__
        raise Disconnected(f"no way back to {self._url} in {self._patience:g} seconds: {trouble}")

    async def _open(self) -> ClientConnection:
        """Return a new socket on which `greet` has said hello and the open requests are sent again."""
        socket = await dial(self._url, self._fmt)

        async def ask(request: ClientMessage) -> ServerMessage:
            await socket.send(encode(request, self._fmt))
            while True:
                message = self._receive(await socket.recv())
                if message is not None and getattr(message, "re", None) == request.id:
                    return _accepted(message)

        try:
            await self._greet(ask)
            self._socket = socket
            for request, _ in list(self._pending.values()):
                await self._send(socket, request)
        except BaseException:
            self._socket = None
            await socket.close()
            raise
        return socket

    async def _send(self, socket: ClientConnection, message: ClientMessage) -> None:
        # If its socket breaks here, a request stays pending and is sent again through the next one.
        with contextlib.suppress(ConnectionClosed):
            await socket.send(encode(message, self._fmt))

    # ---- messages of the server --------------------------------------------------------------------------------------

    def _receive(self, frame: bytes | str) -> ServerMessage | None:
        try:
            message = decode_server(frame, self._fmt)
        except BadMessage as bad:
            # A newer server may have sent it. If it answers a request, that request must not wait for ever.
            self._resolve(bad.re, Error(re=bad.re, code=bad.code, message=bad.message, retry=False))
            return None
        self._take(message)
        self._resolve(getattr(message, "re", None), message)
        return message

    def _resolve(self, re: int | None, answer: ServerMessage) -> None:
        if re in self._pending:
            future = self._pending[re][1]
            if not future.done():
                future.set_result(answer)

    def _lose(self, lost: Disconnected | None) -> None:
        if self._lost is not None:
            return
        self._lost = lost or Disconnected("the client was closed")
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(self._lost)
        self._on_lost(lost)


def _accepted(answer: ServerMessage) -> ServerMessage:
    if isinstance(answer, Error):
        raise RequestRefused(answer.code, answer.message, answer.retry, answer.rule)
    return answer


def _close_of(socket: ClientConnection) -> Close | None:
    """Return how the other side closed the socket, or None if the connection broke."""
    if socket.close_code is None or socket.close_code == 1006:
        return None
    return Close(socket.close_code, socket.close_reason or "")


def _check_may_return(close: Close | None) -> None:
    if close is not None and not RECONNECT.get(close.code, True):
        raise Disconnected(f"the server closed the connection: {close.reason or close.code}", close.code)
