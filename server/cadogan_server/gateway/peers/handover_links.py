"""Links to other nodes for handing rooms over: one connection to each, for many rooms at a time."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from cadogan_server.gateway.relays.relay import NoRelay, Relays
from cadogan_server.hosting.finder import Finder
from cadogan_server.nodes.handover import Unwilling
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere

logger = logging.getLogger(__name__)

HEALTH_SECONDS = 1.0
"""Seconds to wait for a node's health. A node that does not answer may be well."""

HEALTH_BYTES = 4096
"""Bytes read of that answer, which is always shorter."""

GIVE_SECONDS = 5.0
"""Seconds that a node has to take a room before it is given up."""


class HandoverLinks:
    """Handover links to the other nodes.

    Args:
        relays: opens connections to them.
        ends_too: returns True if a node ends together with this one.
    """

    def __init__(self, relays: Relays, ends_too: Callable[[str], bool]) -> None:
        self._relays = relays
        self._ends_too = ends_too
        self._connections: dict[str, asyncio.Task[_NodeConnection]] = {}

    def willing(self) -> Sequence[str]:
        """Return the ids of the nodes that may be asked to take rooms."""
        return [node for node in self._relays.willing() if not self._ends_too(node)]

    def forget_silence(self) -> None:
        """Count nodes that were found silent a moment ago as willing: they are asked once more."""
        self._relays.forget_silence()

    async def give(self, node: str, code: str, facts: dict[str, Any]) -> None:
        """Have a node take a room, with the state that its log lacks; return when it has.

        Raises:
            Unwilling: it does not take the room, or can't be reached.
        """
        if node not in self._connections:
            self._connections[node] = asyncio.create_task(self._open(node), name=f"handover link to {node}")
        try:
            async with asyncio.timeout(GIVE_SECONDS):
                connection = await asyncio.shield(self._connections[node])
                why = await connection.ask(code, facts)
        except (NoRelay, *STORE_AWAY) as error:
            self._connections.pop(node, None)
            raise Unwilling(str(error) or f"no answer within {GIVE_SECONDS:g} s") from error
        if why:
            raise Unwilling(why)

    async def close(self) -> None:
        """Close all connections."""
        for task in self._connections.values():
            if task.done() and not task.exception():
                await task.result().close()
            task.cancel()

    async def _open(self, node: str) -> _NodeConnection:
        return _NodeConnection(await self._relays.handover_link(node))


class _NodeConnection:
    """A connection to a node, and the requests that wait for an answer."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._asked: dict[str, asyncio.Future[str]] = {}
        self._task = asyncio.create_task(self._hear(), name="answers of a node")

    async def ask(self, code: str, facts: dict[str, Any]) -> str:
        """Ask the node to take a room; return the reason if it does not, or "" if it has."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked[code] = answer
        try:
            await self._connection.send(json.dumps({"take": code, **facts}))
        except ConnectionClosed as closed:
            return f"the connection is closed: {closed}"
        return await answer

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.close()
        await self._task

    async def _hear(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                answer = json.loads(await self._connection.recv())
                self._settle(answer["code"], answer["why"])
        for code in list(self._asked):
            self._settle(code, "the connection was closed")

    def _settle(self, code: str, why: str) -> None:
        asked = self._asked.pop(code, None)
        if asked is not None and not asked.done():
            asked.set_result(why)


async def lacks_store(address: str | None) -> bool:
    """Return True if the node at this address (`ws://HOST:PORT`) says that it can't reach the store; False if it does not
    answer."""
    host, _, port = (address or "").removeprefix("ws://").rpartition(":")
    if not port.isdigit():
        return False
    try:
        async with asyncio.timeout(HEALTH_SECONDS):
            reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
            try:
                writer.write(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                answer = await reader.read(HEALTH_BYTES)
            finally:
                writer.transport.abort()
        health = json.loads(answer.partition(b"\r\n\r\n")[2])
        return isinstance(health, dict) and health.get("store") == "away"
    except (OSError, ValueError):
        return False


async def taken_over(finder: Finder, message: str | bytes) -> str:
    """Handle another node's request over such a connection: take a room. Return the answer."""
    facts = json.loads(message)
    code, why = facts["take"], ""
    try:
        await finder.take_over(code, facts)
    except Refused as refused:
        why = refused.message
    except (Elsewhere, *STORE_AWAY) as error:
        why = str(error) or type(error).__name__
    except Exception:
        logger.exception("room %s could not be taken over", code)
        why = "something went wrong there; its log says what"
    return json.dumps({"code": code, "why": why})
