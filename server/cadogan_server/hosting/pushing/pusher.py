"""Sends news in the background: from one bounded queue, to players who are not here, of each kind once a minute at most."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable
from typing import Protocol

from cadogan_server.hosting.pushing.posting import NOT_ALLOWED, RESTING, News
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.people.invitations import Invitations
from cadogan_server.store.people.push_devices import PushDevice, PushDevices

logger = logging.getLogger(__name__)

MOST_WAITING = 1000
"""News that waits to be sent, at most. More is dropped."""

AT_ONCE = 8
"""News that is sent at once."""

GONE = (404, 410, NOT_ALLOWED)
"""Answers of push services that say that a device takes no news any more."""


RESULTS = ("sent", "gone", "resting", "refused", "failed", "dropped")
"""The possible outcomes of sending news."""


class Post(Protocol):
    """Sends news to a device, as `Posting.post` does."""

    def __call__(self, device: PushDevice, news: News, /) -> Awaitable[int]:
        """Return the status of the answer."""


class Pusher:
    """Sends news to players.

    Args:
        devices: the devices of players.
        here: knows who is connected.
        post: sends news to one device; None: no news is sent.
        most: news that waits, at most.

    Attributes:
        counts: what became of news: `sent`, `gone` (the device takes none any more), `resting` (the push service has asked not to
            be called for a while), `refused`, `failed` (the push service is away), `dropped` (too much waited).
    """

    def __init__(self, devices: PushDevices, here: Invitations, post: Post | None, most: int = MOST_WAITING) -> None:
        self.counts = Counter[str]()
        self._devices = devices
        self._here = here
        self._post = post
        self._queue: asyncio.Queue[tuple[str, News]] = asyncio.Queue(most)

    @property
    def is_on(self) -> bool:
        """True if this server sends news."""
        return self._post is not None

    def tell(self, player: str, news: News) -> None:
        """Have news sent to a player, if the player has asked for it. It is dropped if too much waits."""
        if self._post is None:
            return
        if self._queue.full():
            self.counts["dropped"] += 1
        else:
            self._queue.put_nowait((player, news))

    async def run(self) -> None:
        """Send what waits, until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(self._work())

    async def _work(self) -> None:
        while True:
            player, news = await self._queue.get()
            try:
                await self.send(player, news)
            except STORE_AWAY as error:
                logger.debug("news is dropped, the store is away: %s", error)
            except Exception:
                logger.exception("news could not be sent")

    async def send(self, player: str, news: News) -> None:
        """Send news to all devices of a player that want this kind, unless the player is here.

        Raises:
            redis.RedisError: the store does not answer.
        """
        devices = [device for device in await self._devices.of(player) if news.kind in device.kinds]
        if not devices or (not news.anyway and await self._here.who_is_here([player])):
            return
        if await self._devices.may_push(player, f"{news.kind}:{news.of}" if news.of else news.kind, news.quiet):
            await asyncio.gather(*(self._to(player, device, news) for device in devices))

    async def _to(self, player: str, device: PushDevice, news: News) -> None:
        assert self._post is not None
        try:
            status = await self._post(device, news)
        except (OSError, ValueError) as error:  # a TimeoutError is an OSError
            self.counts["failed"] += 1
            logger.debug("a push service took no news: %s", error)
            return
        if status in GONE:
            self.counts["gone"] += 1
            self._devices.drop(player, device.endpoint)
        elif status == RESTING:
            self.counts["resting"] += 1
        elif status >= 300:
            self.counts["refused"] += 1
            logger.debug("a push service refused news with %d", status)
        else:
            self.counts["sent"] += 1
