"""A proxy in front of a Redis that can fail in every way."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any, Self

import hiredis
from redis.asyncio.connection import parse_url

from cadogan_server.store.redis.writer import unpack

ASKED = (b"INFO", b"GET", b"XREVRANGE")
"""The first commands by which a journal compares the store with its acknowledged entries."""


class Between:
    """Passes commands on to the Redis at a unix socket, and its answers back. It is an asynchronous context manager.

    Attributes:
        batches: the number of commands of each batch that came; logins and reads are not counted.
        lose: the number of batches whose answers are lost, and the line with them: what was sent has been done.
        cut: the number of batches whose answers come in part, the last of them not whole; then the line breaks.
        answering: while this is not set, Redis gets what it is sent, but its answers don't come.
        lines: how many have been opened.
    """

    def __init__(self, url: str, tls: ssl.SSLContext | None = None) -> None:
        self.batches: list[int] = []
        self.lose = 0
        self.cut = 0
        self.answering = asyncio.Event()
        self.answering.set()
        self.lines = 0
        self._more = asyncio.Event()
        self.port = 0
        self._path: str = parse_url(url)["path"]
        self._tls = tls
        self._open: dict[asyncio.Task[Any], None] = {}

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.hang_up()
        if self._open:
            await asyncio.wait(self._open)

    async def has_got(self, batches: int) -> None:
        """Wait until `batches` batches have come."""
        while len(self.batches) < batches:
            self._more.clear()
            await self._more.wait()

    def hang_up(self) -> None:
        """Break all lines."""
        for task in self._open:
            task.cancel()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open[task] = None
        self.lines += 1
        far_reader, far_writer = await asyncio.open_unix_connection(self._path)
        try:
            while chunk := await reader.read(1 << 20):
                commands = unpack(chunk)
                far_writer.write(chunk)
                answers = await _answers(far_reader, len(commands))
                if commands[-1] != [b"PING"] and commands[0][0] not in ASKED:  # the end of a login
                    self.batches.append(len(commands))
                    self._more.set()
                    if self.lose or self.cut:
                        writer.write(answers[: len(answers) // 2 if self.cut else 0])
                        self.lose, self.cut = max(0, self.lose - 1), max(0, self.cut - 1)
                        break
                await self.answering.wait()
                writer.write(answers)
        except (asyncio.CancelledError, ConnectionError):
            pass
        finally:
            del self._open[task]
            for line in (writer, far_writer):
                line.close()


async def _answers(reader: asyncio.StreamReader, count: int) -> bytes:
    """Read `count` answers, and return them as they came."""
    came, parser = b"", hiredis.Reader()
    while count:
        chunk = await reader.read(1 << 20)
        if not chunk:
            raise ConnectionResetError
        came += chunk
        parser.feed(chunk)
        while count and parser.gets() is not False:
            count -= 1
    return came
