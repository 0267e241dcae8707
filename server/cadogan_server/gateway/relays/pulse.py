"""Watches over a node to which sockets are relayed.

A node that stands still, or can't be reached, closes no connection, so it is pinged.

One ping goes to a node at a time, however many sockets are relayed there. When no answer has come after a short while, the players
behind all of them are told. That costs nothing if it was only a stutter: what a client hears next withdraws it. Only after a longer
while are they sent away, to come back through another node or when the room has been taken up elsewhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from websockets.exceptions import WebSocketException

PING_SECONDS = 0.4
"""Between the answer to a ping and the next ping."""

TELL_SECONDS = 0.4
"""A ping that is unanswered for so long is reason enough to tell players, who so know of it within a second."""

LEAVE_SECONDS = 1.5
"""A node that has answered nothing for so long after a ping is given up."""


class Watched(Protocol):
    """A relay, as far as it is watched over."""

    @property
    def listens(self) -> bool:
        """Whether what the node says is read: not while the socket behind takes nothing."""

    async def ping(self) -> None:
        """Return when the node has answered a ping.

        Raises:
            websockets.exceptions.WebSocketException: the connection is closed.
        """

    def tell_silent(self) -> None:
        """Tell the player that the node does not answer."""

    def give_up(self) -> None:
        """Send the player away."""


class Pulse:
    """Pings one node for as long as anything is relayed to it.

    Args:
        on_silent: called when the node is given up.
    """

    def __init__(self, on_silent: Callable[[], None]) -> None:
        self._on_silent = on_silent
        self._relays: set[Watched] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def watches(self) -> bool:
        """Whether anything is relayed to the node."""
        return bool(self._relays)

    def add(self, relay: Watched) -> None:
        """Watch over one relay more."""
        self._relays.add(relay)
        if self._task is None:
            self._task = asyncio.create_task(self._beat(), name="pulse")

    def remove(self, relay: Watched) -> None:
        """A relay has ended."""
        self._relays.discard(relay)
        if not self._relays and self._task is not None:
            self._task.cancel()
            self._task = None

    def _listening(self) -> list[Watched]:
        return [relay for relay in self._relays if relay.listens]

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            listening = self._listening()
            if listening and not await self._is_there(listening[0]):
                self._on_silent()
                for relay in self._listening():
                    relay.give_up()

    async def _is_there(self, first: Watched) -> bool:
        """Return whether the node answers in time; tell all players when it takes longer than usual. One connection may have
        trouble of its own, so the node is then asked through all of them."""
        pings = {asyncio.create_task(_answers(first))}
        try:
            if await _one_answers(pings, TELL_SECONDS):
                return True
            relays = self._listening()
            for relay in relays:
                relay.tell_silent()
            pings |= {asyncio.create_task(_answers(relay)) for relay in relays if relay is not first}
            return await _one_answers(pings, LEAVE_SECONDS - TELL_SECONDS)
        finally:
            for ping in pings:
                ping.cancel()


async def _answers(relay: Watched) -> bool:
    try:
        await relay.ping()
    except WebSocketException:
        return False
    return True


async def _one_answers(pings: set[asyncio.Task[bool]], seconds: float) -> bool:
    """Return whether a ping is answered within so many seconds. Where all connections are closed nothing is known, and that is no
    reason to give the node up."""
    until = asyncio.get_running_loop().time() + seconds
    pending = pings
    while pending:
        left = until - asyncio.get_running_loop().time()
        done, pending = await asyncio.wait(pending, timeout=max(0, left), return_when=asyncio.FIRST_COMPLETED)
        if not done:
            return False
        if any(ping.result() for ping in done):
            return True
    return True
