"""Where the journal's Redis is, and how to get in."""

from __future__ import annotations

import asyncio
import socket
from math import inf
from typing import Any

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import SSLConnection, UnixDomainSocketConnection

from cadogan_server.store.writer import Writer, pack


class Address:
    """The address of a Redis, with password, database and certificates.

    Args:
        url: redis://, rediss:// or unix://, with all that redis-py reads from one.
        seconds: how long to wait for a connection, and for an answer; the URL may say otherwise.
        hang: how long for that of a batch that players wait for, if that is shorter.

    Raises:
        ValueError: it is no URL of a Redis.
    """

    def __init__(self, url: str, seconds: float, hang: float = inf) -> None:
        self._hang = hang
        pool: Any = ConnectionPool.from_url(url, socket_timeout=seconds, socket_connect_timeout=seconds)
        self._read: Any = (
            pool.make_connection()
        )  # never opened: it has what redis-py reads from a URL, and its defaults

    def __str__(self) -> str:
        read = self._read
        return str(read.path) if isinstance(read, UnixDomainSocketConnection) else f"{read.host}:{read.port}"

    async def connect(self) -> Writer:
        """Return a connection that Redis has answered on.

        Raises:
            ConnectionError: there is none, or Redis does not let us in; says why.
            TimeoutError: Redis does not answer.
        """
        writer = Writer(self._read.socket_timeout, self._hang)
        try:
            async with asyncio.timeout(self._read.socket_connect_timeout):
                await self._open(writer)
                await self._log_in(writer)
        except TimeoutError as error:
            writer.close()
            raise TimeoutError(f"the store at {self} does not answer") from error
        except OSError as error:
            writer.close()
            raise ConnectionError(f"the store at {self} can't be used: {error}") from error
        except BaseException:
            writer.close()
            raise
        return writer

    async def _open(self, writer: Writer) -> None:
        read, loop = self._read, asyncio.get_running_loop()
        if isinstance(read, UnixDomainSocketConnection):
            await loop.create_unix_connection(lambda: writer, read.path)
            return
        tls = read.ssl_context.get() if isinstance(read, SSLConnection) else None
        transport, _ = await loop.create_connection(lambda: writer, read.host, read.port, ssl=tls)
        if read.socket_keepalive:
            connection = transport.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in read.socket_keepalive_options.items():
                connection.setsockopt(socket.IPPROTO_TCP, option, value)

    async def _log_in(self, writer: Writer) -> None:
        """Say who we are and which database we want, and see that Redis is ready: it may be full, or still loading its data."""
        read = self._read
        commands: dict[str, bytes] = {}
        if read.username or read.password:
            commands["AUTH"] = pack("AUTH", *([read.username] if read.username else []), read.password or "")
        if read.client_name:
            commands["CLIENT SETNAME"] = pack("CLIENT", "SETNAME", read.client_name)
        if read.db:
            commands["SELECT"] = pack("SELECT", read.db)
        commands["PING"] = pack("PING")
        for number, refusal in await writer.ask(list(commands.values())):
            raise ConnectionError(f"it refuses {list(commands)[number]}: {refusal}")
