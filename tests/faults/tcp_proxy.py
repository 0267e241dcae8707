"""A small proxy for TCP between two ends. A test decides the fate of the data that passes it.

It knows nothing of the data, so it can be put before a server or a store.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

CHUNK = 1 << 16


class Way:
    """One direction of one connection; `inwards` is the one from the client to the server."""

    def __init__(
        self, proxy: TcpProxy, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, inwards: bool
    ) -> None:
        self._proxy = proxy
        self._inwards = inwards
        self._reader = reader
        self._writer = writer

    async def carry(self) -> None:
        """Pass data on, as the proxy does at present, until one end closes."""
        proxy = self._proxy
        with suppress(OSError, asyncio.IncompleteReadError):
            while data := await self._reader.read(proxy.piece):
                await proxy.open.wait()
                if proxy.deaf is self._inwards:
                    continue
                if proxy.lag:
                    await asyncio.sleep(proxy.lag)
                if proxy.delay:
                    await asyncio.sleep(proxy.delay * proxy.chance.random())
                for part in proxy.torn(data):
                    self._writer.write(part)
                    await self._writer.drain()
                if proxy.rate:
                    await asyncio.sleep(len(data) / proxy.rate)
        self._writer.close()


class TcpProxy:
    """A port through which another one is reached.

    Attributes:
        delay: the most seconds for which each piece is kept back, at random.
        lag: the seconds for which each piece is kept back, while the next ones wait behind it.
        deaf: the direction in which nothing comes through; True: from the clients to the server, False: back; None: neither.
        refuses: true to accept no connection.
        rate: the bytes that pass in a second; 0: no limit.
        tears: true to pass data on in small pieces.
        open: set while data goes through. Otherwise data waits, and neither end is told.
        linger: the seconds for which data still goes to the server after the client has been cut off. It arrives late, when the
            client has reconnected and repeated it.
    """

    def __init__(self, seed: int = 0) -> None:
        self.port = 0
        self.delay = 0.0
        self.lag = 0.0
        self.deaf: bool | None = None
        self.refuses = False
        self.rate = 0
        self.tears = False
        self.linger = 0.0
        self.open = asyncio.Event()
        self.open.set()
        self.chance = Random(seed)
        self.to: int | str = 0
        """A port of this machine, or the path of a socket."""
        self._clients: set[asyncio.StreamWriter] = set()
        self._servers: set[asyncio.StreamWriter] = set()

    @property
    def piece(self) -> int:
        """Return how many bytes are read at once."""
        return min(CHUNK, max(1, self.rate // 50)) if self.rate else CHUNK

    def torn(self, data: bytes) -> list[bytes]:
        """Return the pieces in which data is passed on."""
        if not self.tears:
            return [data]
        parts, at = [], 0
        while at < len(data):
            size = self.chance.randrange(1, 8)
            parts.append(data[at : at + size])
            at += size
        return parts

    def cut(self) -> None:
        """Break all connections off without a word, even in the midst of a message."""
        for writer in list(self._clients):
            writer.transport.abort()
        if self.linger:
            asyncio.get_running_loop().call_later(self.linger, self._forget, list(self._servers))
        else:
            self._forget(list(self._servers))

    @staticmethod
    def _forget(writers: list[asyncio.StreamWriter]) -> None:
        for writer in writers:
            writer.transport.abort()

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.refuses:
            writer.transport.abort()
            return
        try:
            if isinstance(self.to, str):
                there, back = await asyncio.open_unix_connection(self.to)
            else:
                there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        self._clients.add(writer)
        self._servers.add(back)
        inwards = asyncio.create_task(Way(self, reader, back, inwards=True).carry())
        outwards = asyncio.create_task(Way(self, there, writer, inwards=False).carry())
        try:
            await asyncio.wait([inwards, outwards], return_when=asyncio.FIRST_COMPLETED)
            await asyncio.sleep(self.linger)
        finally:
            for task in (inwards, outwards):
                task.cancel()
            for one, all in ((writer, self._clients), (back, self._servers)):
                one.transport.abort()
                all.discard(one)


@asynccontextmanager
async def tcp_proxy(to: int | str, seed: int = 0) -> AsyncIterator[TcpProxy]:
    """Open a proxy of a port of this machine, or of a socket with a path."""
    made = TcpProxy(seed)
    made.to = to
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(made.accept(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
