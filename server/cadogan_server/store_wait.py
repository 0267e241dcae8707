"""Waits for a store that is not there yet, and answers 503 meanwhile."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from cadogan_server.store import STORE_AWAY
from cadogan_server.store.redis.trouble import in_words, may_pass

logger = logging.getLogger(__name__)

T = TypeVar("T")

AGAIN_SECONDS = 1.0
"""Seconds between two attempts."""

LOGGED_AGAIN_SECONDS = 60.0
"""Seconds after which the log repeats an unchanged reason for the wait."""

BODY = json.dumps({"status": "starting", "store": "away"}).encode()

ANSWER = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    b"Retry-After: 2\r\nConnection: close\r\n\r\n%b" % (len(BODY), BODY)
)
"""The answer to every request meanwhile, `/healthz` included."""

REQUEST_BYTES = 8192
"""The most bytes that are read of a request."""


class Stopped(Exception):
    """The server was told to stop while it waited."""


class StoreWait:
    """Waits for a store.

    Args:
        sockets: the listening sockets of the server's port.
        stop: set when the server is to stop.
        backlog: the number of connections that may wait at the port.
    """

    def __init__(self, sockets: Sequence[socket.socket], stop: asyncio.Event, backlog: int) -> None:
        self._sockets = sockets
        self._stop = stop
        self._backlog = backlog
        self._servers: list[asyncio.Server] = []
        self._logged = ""
        """The reason that was logged last."""
        self._logged_at = 0.0

    async def until_there(self, where: str, work: Callable[[], Awaitable[T]]) -> T:
        """Run `work` with the store at `where` (as it may stand in a log), again and again while the store is not
        there; return its result.

        Raises:
            Stopped: the server is to stop.
            redis.RedisError: the store is there and will never do this.
        """
        while True:
            try:
                return await work()
            except STORE_AWAY as error:
                if not may_pass(error):
                    raise
                self._log(where, in_words(error))
            await self._answer_meanwhile()
            with suppress(TimeoutError):
                async with asyncio.timeout(AGAIN_SECONDS):
                    await self._stop.wait()
                raise Stopped

    async def over(self) -> None:
        """Stop answering, so that the server gets all connections from now on."""
        for server in self._servers:
            server.close()
        for server in self._servers:
            await server.wait_closed()
        self._servers.clear()

    def _log(self, where: str, why: str) -> None:
        """Log the reason for the wait, when it changes and once in a while."""
        now = asyncio.get_running_loop().time()
        if why != self._logged or now > self._logged_at + LOGGED_AGAIN_SECONDS:
            self._logged, self._logged_at = why, now
            logger.error(
                "the store at %s can't be used yet, and this server waits for it: %s", where, why or "no answer"
            )

    async def _answer_meanwhile(self) -> None:
        if not self._servers:
            self._servers = [await self._open(sock) for sock in self._sockets]

    async def _open(self, sock: socket.socket) -> asyncio.Server:
        return await asyncio.start_server(_turn_away, sock=sock.dup(), backlog=self._backlog)


async def _turn_away(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        async with asyncio.timeout(AGAIN_SECONDS):
            await reader.read(REQUEST_BYTES)
            writer.write(ANSWER)
            await writer.drain()
    writer.close()
