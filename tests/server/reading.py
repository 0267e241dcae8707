"""Reads streams of Server-Sent Events of a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from cadogan_server.app import Running
from tests.server.waiting import until
from tests.server.wire import PATIENCE


class Event(NamedTuple):
    """One event."""

    id: str
    name: str
    data: Any


class Reader:
    """Reads the events of a stream. `status` and `headers` (by small letters) are those of the answer."""

    def __init__(self, reader: asyncio.StreamReader, status: int, headers: dict[str, str]) -> None:
        self.status = status
        self.headers = headers
        self.last = ""
        self._reader = reader

    async def next(self) -> Event | None:
        """Return the next event, without comments; None at the end."""
        fields: dict[str, str] = {}
        async with asyncio.timeout(PATIENCE):
            while line := await self._reader.readline():
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name:
                    fields[name] = value
                elif "data" in fields:
                    self.last = fields.get("id", self.last)
                    return Event(fields.get("id", ""), fields["event"], json.loads(fields["data"]))
        return None

    async def until(self, name: str) -> Event:
        """Return the next event with this name."""
        while (event := await self.next()) is not None:
            if event.name == name:
                return event
        raise AssertionError(f"the stream has ended before any {name}")

    async def line(self) -> str:
        """Return the next line, whatever it is."""
        async with asyncio.timeout(PATIENCE):
            return (await self._reader.readline()).decode().rstrip("\n")

    async def whole(self) -> bytes:
        """Return the rest of the stream."""
        async with asyncio.timeout(PATIENCE):
            return await self._reader.read()


async def nobody_reads(server: Running) -> bool:
    """Wait until nobody reads events of a server any more."""
    await until(lambda: server.gateway.limits.streams.sum == 0)
    return True


@asynccontextmanager
async def reading(port: int, path: str, **headers: str) -> AsyncIterator[Reader]:
    """Ask for a stream of events."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}\r\n".encode())
    try:
        async with asyncio.timeout(PATIENCE):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        pairs = (line.partition(": ") for line in lines)
        yield Reader(reader, int(first.split()[1]), {name.lower(): value for name, _, value in pairs})
    finally:
        writer.close()
