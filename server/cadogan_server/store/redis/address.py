"""Connects the journal to its store: to one Redis, to the master that Sentinels name, or to a Cluster's masters."""

from __future__ import annotations

import asyncio
import re
import socket
from math import inf
from typing import Any

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import SSLConnection, UnixDomainSocketConnection
from redis.exceptions import RedisError

from cadogan_server.store.redis.location import HostPort, StoreKind, location_of, shown
from cadogan_server.store.redis.sentinels import DRIVER, WHERE_SECONDS, sentinels_of
from cadogan_server.store.redis.shards import Shards, owners_of
from cadogan_server.store.redis.trouble import TakesNothing, is_trouble
from cadogan_server.store.redis.writer import ErrorReply, Writer, pack


class Address:
    """The address of a store, with passwords, database and certificates.

    Args:
        url: URL of the store (`location.py`), with redis-py's options.
        seconds: seconds to wait for a connection and for a reply, unless the URL says otherwise.
        hang: seconds to wait for the reply to a batch that players wait for, if shorter.
        replicas: number of replicas of a master that must have a batch before it counts as written.

    Raises:
        ValueError: `url` is no URL of a store.
    """

    def __init__(self, url: str, seconds: float, hang: float = inf, replicas: int = 0) -> None:
        self.location = location_of(url)
        self._hang = hang
        self._replicas = replicas
        self._how = {"socket_timeout": seconds, "socket_connect_timeout": seconds, "driver_info": DRIVER}
        self._known = self.location.places
        self._read(*self._known[:1])  # raises for a meaningless option
        self._sentinels = sentinels_of(self.location) if self.location.kind is StoreKind.SENTINEL else None

    def __str__(self) -> str:
        return _named(self._read()) if self.location.kind is StoreKind.ONE else str(self.location)

    async def connect(self) -> Writer | Shards:
        """Return an open connection, or one to each master of a Cluster, on which Redis has answered.

        Raises:
            TakesNothing: Redis answers but takes nothing now.
            ConnectionError: there is no connection, or Redis rejects us; the message says why.
            TimeoutError: Redis does not answer.
        """
        match self.location.kind:
            case StoreKind.ONE:
                return await self._connect()
            case StoreKind.SENTINEL:
                return await self._connect_to_the_master()
            case StoreKind.CLUSTER:
                return await self._connect_to_masters()

    async def leads_to(self, writer: Writer | Shards) -> bool:
        """Return True if a connection leads to the current master. A Cluster reports a new master by itself; without an
        answer from Sentinels the result is True."""
        if self._sentinels is None:
            return True
        try:
            return writer.place == await self._master()
        except OSError:
            return True

    async def aclose(self) -> None:
        """Close the connections to Sentinels."""
        if self._sentinels is not None:
            await self._sentinels.aclose()

    async def _master(self) -> HostPort:
        assert self._sentinels is not None
        try:
            host, port = await self._sentinels.discover_master(self.location.name)
        except (RedisError, TimeoutError) as error:
            raise ConnectionError(f"the store at {self} has no master now: {error}") from error
        return str(host), int(port)

    async def _connect_to_the_master(self) -> Writer:
        place = await self._master()
        writer = await self._connect(place)
        writer.place = place
        try:
            (role,) = await writer.query([pack("ROLE")])
            # A replica may have replaced this master while it did not answer, and it does not know that yet.
            if (not isinstance(role, ErrorReply) and role[0] != b"master") or place != await self._master():
                raise ConnectionError(f"the store at {shown(place)} is no master any more")
        except BaseException:
            writer.close()
            raise
        return writer

    async def _connect_to_masters(self) -> Shards:
        owners = await self._owners()
        lines: dict[HostPort, Writer] = {}

        async def open(place: HostPort) -> None:
            lines[place] = await self._connect(place)

        try:
            for outcome in await asyncio.gather(*map(open, dict.fromkeys(owners)), return_exceptions=True):
                if outcome is not None:
                    raise outcome
        except BaseException:
            for line in lines.values():
                line.close()
            raise
        self._known = tuple(dict.fromkeys([*lines, *self.location.places]))
        return Shards(self._connect, owners, lines, self._hang)

    async def _owners(self) -> list[HostPort]:
        """Return the master of each slot, by the node that knows the latest change. A node that hung or was cut off
        does not know yet that a replica has taken over.

        Raises:
            ConnectionError: no node answers, or some slots have no master.
        """
        answers = await asyncio.gather(*map(self._owners_by, self._known), return_exceptions=True)
        found = [one for one in answers if not isinstance(one, BaseException)]
        if not found:
            why = next(one for one in answers if isinstance(one, BaseException))
            raise ConnectionError(f"{self} can't be used: {why or 'it does not answer'}") from why
        _, owners = max(found, key=lambda one: one[0])
        masters = [owner for owner in owners if owner is not None]
        if len(masters) < len(owners):
            raise ConnectionError(f"{self} can't be used: some slots have no master")
        return masters

    async def _owners_by(self, place: HostPort) -> tuple[int, list[HostPort | None]]:
        """Return the number of the last change of the Cluster that a node knows, and the master of each slot."""
        async with asyncio.timeout(WHERE_SECONDS):
            writer = await self._connect(place)
            try:
                info, slots = await writer.query([pack("CLUSTER", "INFO"), pack("CLUSTER", "SLOTS")])
            finally:
                writer.close()
        for answer in (info, slots):
            if isinstance(answer, ErrorReply):
                raise ConnectionError(f"the store at {shown(place)} is no node of a Cluster: {answer}")
        epoch = re.search(rb"cluster_current_epoch:(\d+)", info)
        return int(epoch[1]) if epoch else 0, owners_of(slots, place)

    def _read(self, place: HostPort | None = None) -> Any:
        """Return a connection of redis-py that is never opened. It holds what redis-py reads from the URL, and its
        defaults."""
        if place is None:
            pool: Any = ConnectionPool.from_url(self.location.url, **self._how)
        else:
            host, port = place
            pool = ConnectionPool(**{**self._how, **self.location.options, "host": host, "port": port})
        return pool.make_connection()

    async def _connect(self, place: HostPort | None = None) -> Writer:
        read = self._read(place)
        writer = Writer(read.socket_timeout, self._hang, self._replicas)
        try:
            async with asyncio.timeout(read.socket_connect_timeout):
                await _open(read, writer)
                await _log_in(read, writer)
        except TimeoutError as error:
            writer.close()
            raise TimeoutError(f"the store at {_named(read)} does not answer") from error
        except OSError as error:
            writer.close()
            trouble = TakesNothing if isinstance(error, TakesNothing) else ConnectionError
            raise trouble(f"the store at {_named(read)} can't be used: {error}") from error
        except BaseException:
            writer.close()
            raise
        return writer


def _named(read: Any) -> str:
    return str(read.path) if isinstance(read, UnixDomainSocketConnection) else f"{read.host}:{read.port}"


async def _open(read: Any, writer: Writer) -> None:
    loop = asyncio.get_running_loop()
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


async def _log_in(read: Any, writer: Writer) -> None:
    """Send user, password and database, and check that Redis is ready: it may be full, or still loading its data."""
    commands: dict[str, bytes] = {}
    if read.username or read.password:
        commands["AUTH"] = pack("AUTH", *([read.username] if read.username else []), read.password or "")
    if read.client_name:
        commands["CLIENT SETNAME"] = pack("CLIENT", "SETNAME", read.client_name)
    if read.db:
        commands["SELECT"] = pack("SELECT", read.db)
    commands["PING"] = pack("PING")
    for number, answer in enumerate(await writer.query([*commands.values()])):
        if isinstance(answer, ErrorReply):
            trouble = TakesNothing if is_trouble(str(answer)) else ConnectionError
            raise trouble(f"it refuses {list(commands)[number]}: {answer}")
