"""The devices of players to which news is sent while the page is closed."""

from __future__ import annotations

from typing import Any, NamedTuple

from cadogan_protocol.limits import MOST_PUSH_DEVICES
from cadogan_server.store import keys
from cadogan_server.store.people.own_hash import OwnHash

PUSHED_SECONDS = 60
"""Seconds after news of one kind in which a player usually gets no more of that kind."""


TOLD_SECONDS = 2 * 24 * 3600
"""Seconds for which the store remembers that people were told of a day."""

AT_A_LOOK = 100
"""People who are told of a new day at a time, roughly."""


class PushDevice(NamedTuple):
    """A device: its address at its push service, its public key and secret (base64url), the kinds of news, and the time at which
    it was added, in ms since 1970."""

    endpoint: str
    p256dh: str
    auth: str
    kinds: tuple[str, ...]
    added: int


class PushDevices(OwnHash[PushDevice]):
    """Stores the devices of players."""

    async def save(self, player: str, device: PushDevice, seconds: int) -> None:
        """Store a device for `seconds`, as long as its player is kept. If there are too many, the oldest goes.

        Raises:
            redis.RedisError: the store does not answer.
        """
        others = [one.endpoint for one in await self.of(player) if one.endpoint != device.endpoint]
        for endpoint in others[: max(0, len(others) + 1 - MOST_PUSH_DEVICES)]:
            self.drop(player, endpoint)
        self._write(player, device)
        self._keep(player, seconds)
        if "day" in device.kinds:
            self._journal.write("SADD", keys.PUSH_DAYS, player)

    async def may_push(self, player: str, kind: str, seconds: int = PUSHED_SECONDS) -> bool:
        """Return True if a player may get news of this kind now; then no node may send more of it for some seconds.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return bool(await self._redis.set(keys.pushed(player, kind), "", nx=True, ex=seconds))

    async def may_tell_of(self, day: str) -> bool:
        """Return True if this node must tell of a new day; no other node gets True.

        Raises:
            redis.RedisError: the store does not answer.
        """
        return bool(await self._redis.set(keys.day_told(day), "", nx=True, ex=TOLD_SECONDS))

    async def who_want_the_day(self, place: int) -> tuple[int, list[str]]:
        """Return some who want to know of each new day, and the place of the next ones; 0: these were the last.

        Raises:
            redis.RedisError: the store does not answer.
        """
        answer: Any = await self._redis.sscan(keys.PUSH_DAYS, place, count=AT_A_LOOK)
        following, found = answer
        wanting: list[str] = []
        for player in (each.decode() for each in found):
            if any("day" in device.kinds for device in await self.of(player)):
                wanting.append(player)
            else:
                self._journal.write("SREM", keys.PUSH_DAYS, player)
        return int(following), wanting

    def _key(self, player: str) -> str:
        return keys.push_devices(player)

    def _read(self, id: str, *rest: Any) -> PushDevice:
        p256dh, auth, kinds, added = rest
        return PushDevice(id, p256dh, auth, tuple(kinds), added)
