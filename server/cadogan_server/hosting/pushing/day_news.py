"""Tells players who have asked for it that the deal of a new day is ready: once a day, by one node, some at a time."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_server.hosting.pushing.posting import News
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.rooms.fairness import day_of
from cadogan_server.store.people.push_devices import PushDevices

LOOK_SECONDS = 10.0
"""Seconds between two looks; at each of them some hundred people are told."""

NEWS = News("day", "/daily", "The deal of the day is ready", {}, 12 * 3600)


class DayNews:
    """Looks for a new day, and goes through all who want to know of it. If the node ends meanwhile, the others are not told.

    Args:
        devices: the devices of players.
        pusher: sends news.
        now: the clock, in ms.
    """

    def __init__(self, devices: PushDevices, pusher: Pusher, now: Callable[[], int]) -> None:
        self._devices = devices
        self._pusher = pusher
        self._now = now
        self._day = ""
        self._place: int | None = None
        """The place from which the next look goes on; None: all have been told."""

    async def look(self) -> None:
        """Tell the next people.

        Raises:
            redis.RedisError: the store does not answer.
        """
        day = day_of(self._now())
        if day != self._day:
            if await self._devices.may_tell_of(day):
                self._place = 0
            self._day = day
        if self._place is not None:
            place, players = await self._devices.who_want_the_day(self._place)
            self._place = place or None
            for player in players:
                self._pusher.tell(player, NEWS)
