"""Watches a node to which sockets are relayed.

A node that hangs or can't be reached closes no connection, so it is pinged.

One ping at a time goes to a node, however many sockets are relayed there. If it stays unanswered for a short while, the
players behind all relays are told. A mere stutter costs nothing: the client withdraws the notice with the next message
that it gets. Only after a longer while are the players sent away, to come back through another node or when another
node has taken up the room.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol

from websockets.exceptions import WebSocketException


class Times(NamedTuple):
    """The times after which a node counts as silent, in seconds.

    Attributes:
        ping: between the answer to a ping and the next ping.
        tell: after which an unanswered ping makes us tell the players. So they know within a second.
        leave: after an unanswered ping until the node is given up.
        late: if this node itself notices the end of such a time so late, it has done something else meanwhile, and may have an
            answer that it has not read yet. Then the time begins anew.
    """

    ping: float = 0.4
    tell: float = 0.4
    leave: float = 1.5
    late: float = 0.2


USUAL = Times()


class WatchedRelay(Protocol):
    """A relay, as far as its node is watched."""

    @property
    def listens(self) -> bool:
        """True while input from the node is read, which stops while the player's socket takes nothing."""

    async def ping(self) -> None:
        """Wait until the node has answered a ping.

        Raises:
            websockets.exceptions.WebSocketException: the connection is closed.
        """

    def tell_silent(self) -> None:
        """Tell the player that the node does not answer."""

    def give_up(self) -> None:
        """Close the player's socket."""


class Pulse:
    """Pings one node as long as anything is relayed to it.

    Args:
        on_silent: called when the node is given up.
        times: when it counts as silent.
    """

    def __init__(self, on_silent: Callable[[], None], times: Times = USUAL) -> None:
        self._on_silent = on_silent
        self._times = times
        self._relays: set[WatchedRelay] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def watches(self) -> bool:
        """True while anything is relayed to the node."""
        return bool(self._relays)

    def add(self, relay: WatchedRelay) -> None:
        """Watch the node of one more relay."""
        self._relays.add(relay)
        if self._task is None:
            self._task = asyncio.create_task(self._beat(), name="pulse")

    def remove(self, relay: WatchedRelay) -> None:
        """Note that a relay has ended."""
        self._relays.discard(relay)
        if not self._relays and self._task is not None:
            self._task.cancel()
            self._task = None

    def _listening(self) -> list[WatchedRelay]:
        return [relay for relay in self._relays if relay.listens]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._times.ping)
            listening = self._listening()
            if listening and not await self._is_there(listening[0]):
                self._on_silent()
                for relay in self._listening():
                    relay.give_up()

    async def _is_there(self, first: WatchedRelay) -> bool:
        """Return True if the node answers in time; tell all players if it takes longer than usual. A single connection
        may have its own trouble, so the node is then pinged through all of them."""
        pings = {asyncio.create_task(_answers(first))}
        try:
            if await _one_answers(pings, self._times.tell, self._times.late):
                return True
            relays = self._listening()
            for relay in relays:
                relay.tell_silent()
            pings |= {asyncio.create_task(_answers(relay)) for relay in relays if relay is not first}
            return await _one_answers(pings, self._times.leave - self._times.tell, self._times.late)
        finally:
            for ping in pings:
                ping.cancel()


async def _answers(relay: WatchedRelay) -> bool:
    try:
        await relay.ping()
    except WebSocketException:
        return False
    return True


async def _one_answers(pings: set[asyncio.Task[bool]], seconds: float, late: float) -> bool:
    """Return True if a ping is answered within `seconds`. Also if all connections are closed: that proves nothing about
    the node."""
    until = asyncio.get_running_loop().time() + seconds
    pending = pings
    while pending:
        left = until - asyncio.get_running_loop().time()
        done, pending = await asyncio.wait(pending, timeout=max(0, left), return_when=asyncio.FIRST_COMPLETED)
        if not done:
            now = asyncio.get_running_loop().time()
            if now - until <= late:
                return False
            until = now + seconds
        if any(ping.result() for ping in done):
            return True
    return True
