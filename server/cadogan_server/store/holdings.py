"""How many things of one kind each network holds: clubs, tournaments, correspondence duels, analyses that wait.

Their number on a store is limited, and they last. So networks share the limit by what they hold now, as they share what nodes
hold in memory (`fair_share.py`): the less is left, the less one network may have, and the last quarter is for networks with
little or nothing.

The store keeps no address, and no mark of one that others could trace. A thing has one of `NUMBERS` numbers, which a keyed hash
makes of its network. Thousands of networks have each number, and share what one may hold.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic, time
from typing import Any

from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import FairShare, widest
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.log.journal import Journal

NUMBERS = 4096
"""The numbers that networks have. A newcomer has the number of a heavy network by chance: with 12 of them one time in 340."""

PURPOSE = "holds: "
"""What the secret of the nodes is used for here."""

TIDIED_SECONDS = 5.0
"""Seconds between two looks for things that are gone, and from a vain look for one that makes way to the next. Each reads much of
the store, so a flood can't ask for it."""

LEFT_SECONDS = 600
"""Seconds after which nobody opens anything with a reservation any more."""

# Keys: the things that exist, and the numbers. Arguments: a reservation, its number, and `NUMBERS`, by which the numbers of
# reservations are greater. Returns how many things there are, and how many have this number, both with reservations.
_RESERVE = """
local reserved = ARGV[2] + ARGV[3]
redis.call('ZADD', KEYS[2], reserved, ARGV[1])
return {
  redis.call('ZCARD', KEYS[1]) + redis.call('ZCOUNT', KEYS[2], ARGV[3], '+inf'),
  redis.call('ZCOUNT', KEYS[2], ARGV[2], ARGV[2]) + redis.call('ZCOUNT', KEYS[2], reserved, reserved),
}
"""

# Keys: the same. Arguments: a reservation, the thing that was opened with it or '', and its number.
_KEEP = """
redis.call('ZREM', KEYS[2], ARGV[1])
if ARGV[2] ~= '' and redis.call('ZSCORE', KEYS[1], ARGV[2]) then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2])
end
"""

# Keys: the same. Arguments: `NUMBERS`, and the moment before which a reservation was left behind by a node that has ended. Forgets
# the numbers of things that no longer exist, and such reservations.
_TIDY = """
local reserved = redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[1], '+inf', 'WITHSCORES')
redis.call('ZINTERSTORE', KEYS[2], 2, KEYS[2], KEYS[1], 'WEIGHTS', 1, 0)
for at = 1, #reserved, 2 do
  if tonumber(string.match(reserved[at], '^%d+')) > tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[2], reserved[at + 1], reserved[at])
  end
end
"""

MakeWay = Callable[[], Awaitable[bool]]
"""Removes a thing that nobody uses; returns False if there is none."""


async def nothing_makes_way() -> bool:
    """Remove nothing: all things of this kind are in use."""
    return False


@dataclass
class Place:
    """A place for one more thing, reserved for a network while the thing is opened.

    Attributes:
        number: the number of the network.
        theirs: how many other things have this number.
        reservation: its name in the store meanwhile, which begins with the present time.
        id: the thing, once it is open. Without one, the place is given back.
    """

    number: int
    theirs: int
    reservation: str
    id: str = ""


class Holdings:
    """The things of one kind. Every method raises redis.RedisError if the store does not answer.

    Args:
        redis: a client without `decode_responses`.
        journal: writes to the store.
        secret: returns the secret that all nodes share.
        index: the key of a sorted set of all things that exist, by id.
        numbers: the key of a sorted set of things by the numbers of their networks; in one slot with `index`.
        what: the plural noun for the things.
        each: how many one address may open while they last.
        most: how many there may be.
        code: the code of a refusal.
        wait: seconds after which a refused request may succeed; None: nobody knows.
        drop_gone: takes things that no longer exist off the index.
    """

    def __init__(
        self,
        redis: Redis,
        journal: Journal,
        secret: Callable[[], Awaitable[bytes]],
        index: str,
        numbers: str,
        *,
        what: str,
        each: float,
        most: int,
        code: ErrorCode = ErrorCode.BUSY,
        wait: int | None = None,
        drop_gone: MakeWay = nothing_makes_way,
    ) -> None:
        self.most = most
        self._redis = redis
        self._journal = journal
        self._index = index
        self._numbers = numbers
        self._secret = secret
        self._what = what
        self._share = FairShare(each, most)
        self._code = code
        self._wait = wait
        self._drop_gone = drop_gone
        self._reserve = redis.register_script(_RESERVE)
        self._forget = redis.register_script(_TIDY)
        self._tidied = -TIDIED_SECONDS
        self._in_use = -TIDIED_SECONDS
        """When nothing was found that could make way."""

    @asynccontextmanager
    async def place(self, address: str, make_way: MakeWay = nothing_makes_way) -> AsyncIterator[Place]:
        """Reserve a place for one more thing while the context lasts, which names the thing in `Place.id`.

        Args:
            address: the address from which it is opened.
            make_way: removes a thing that nobody uses, if all places are taken.

        Raises:
            Refused: the network has its share, or all places are taken.
        """
        number = _number_of(await self._secret(), widest(address))
        place = Place(number, 0, f"{int(time())}?{secrets.token_hex(8)}")
        try:
            await self._must_be_granted(place, make_way)
            yield place
        finally:
            # Behind what the journal writes of the thing itself.
            keys = (self._index, self._numbers)
            self._journal.write("EVAL", _KEEP, len(keys), *keys, place.reservation, place.id, place.number)

    async def _must_be_granted(self, place: Place, make_way: MakeWay) -> None:
        """Reserve a place, or raise Refused."""
        all = await self._count(place)
        if not self._grants(place, all) and await self._tidy():
            all = await self._count(place)
        would_do = self._share.grants(place.theirs, 1)  # else a heavy network would only remove what is others'
        if all > self.most and would_do and await self._has_made_way(make_way):
            all = await self._count(place)
        if self._grants(place, all):
            return
        if all > self.most:
            why = f"there are {self.most} {self._what} here, which is the most"
        else:
            why = f"of the {all - 1} {self._what} here, {place.theirs} come from your network, which is its share"
        raise Refused(self._code, f"{why}; try again later", wait=self._wait)

    async def _has_made_way(self, make_way: MakeWay) -> bool:
        """Let a thing that nobody uses make way; return False if there is none, or there was none a moment ago."""
        if monotonic() - self._in_use < TIDIED_SECONDS:
            return False
        if not await make_way():
            self._in_use = monotonic()
            return False
        self._tidied = -TIDIED_SECONDS
        return await self._tidy()

    def _grants(self, place: Place, all: int) -> bool:
        return self._share.grants(place.theirs, self.most - (all - 1))

    async def _count(self, place: Place) -> int:
        """Reserve a place, whether it is granted or not, and count what its network holds besides. Return how many things and
        reservations there are, this one included: what several reserve at once can't be too much for all of them unnoticed."""
        found: Any = await self._reserve(
            keys=[self._index, self._numbers], args=[place.reservation, place.number, NUMBERS]
        )
        all, theirs = found
        place.theirs = int(theirs) - 1
        return int(all)

    async def _tidy(self) -> bool:
        """Forget the numbers of things that are gone, and reservations that were left behind; return False if that was done a
        moment ago."""
        if monotonic() - self._tidied < TIDIED_SECONDS:
            return False
        self._tidied = monotonic()
        await self._drop_gone()
        await self._forget(keys=[self._index, self._numbers], args=[NUMBERS, int(time()) - LEFT_SECONDS])
        return True


def _number_of(secret: bytes, network: str) -> int:
    digest = hmac.digest(secret, (PURPOSE + network).encode(), "sha256")
    return int.from_bytes(digest[:8], "big") % NUMBERS
