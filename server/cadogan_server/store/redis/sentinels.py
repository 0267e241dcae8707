"""Asks all Sentinels for the master, and believes the one that knows the latest failover.

A master that hung, or was cut off, comes back without knowing that another has taken over, and takes writes for seconds.
They are lost as soon as it is made a replica. redis-py asks one Sentinel after the other and believes the first whose
description of the master says that it is up. That may be the old one. The Sentinel that leads a failover describes the old
master until all replicas follow the new one, for up to `failover-timeout`, three minutes as a rule. Another Sentinel may not
have heard of the failover yet. So here all are asked by `GET-MASTER-ADDR-BY-NAME`, which names the new master as soon as it
is one, and the answer with the greatest configuration epoch counts, a number that grows with each failover.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redis.asyncio.connection import SSLConnection
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import MasterNotFoundError, Sentinel
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import RedisError, ResponseError

from cadogan_server.store.redis.location import HostPort, Location

WHERE_SECONDS = 1.0
"""Seconds that one Sentinel, or one node of a Cluster, has to say where the masters are. After that others are
asked."""

LATE_SECONDS = 0.25
"""Seconds after which Sentinels that have not answered are left out, if another has. Players wait meanwhile."""

DRIVER = DriverInfo()
"""The name by which redis-py introduces itself to the store. Otherwise it looks up its own version for each connection."""

_NO_SUCH_MASTER = "No such master"


class Named(NamedTuple):
    """A Sentinel's answer.

    Attributes:
        epoch: configuration epoch of the failover that made this server the master.
        place: the master.
        down: True if it does not answer this Sentinel.
    """

    epoch: int
    place: HostPort
    down: bool


class Sentinels(Sentinel):
    """A client of a store's Sentinels."""

    async def discover_master(self, service_name: str) -> HostPort:
        """Return the master of that name.

        Raises:
            MasterNotFoundError: no Sentinel answers, or none knows such a master that is up.
            redis.ResponseError: what answers is no Sentinel, or denies us the answer.
        """
        asked = [asyncio.create_task(_answer(sentinel, service_name)) for sentinel in self.sentinels]
        try:
            done, late = await asyncio.wait(asked, timeout=LATE_SECONDS)
            while late and not any(isinstance(task.result(), Named) for task in done):
                more, late = await asyncio.wait(late, return_when=asyncio.FIRST_COMPLETED)
                done |= more
        finally:
            for task in asked:
                task.cancel()
        answers = [task.result() for task in asked if task in done]
        place = latest([answer for answer in answers if isinstance(answer, Named)])
        if place is not None:
            return place
        errors = [answer for answer in answers if isinstance(answer, Exception)]
        for error in errors:
            if isinstance(error, ResponseError):
                raise error
        told = f" : {', '.join(map(repr, errors))}" if errors else ""
        raise MasterNotFoundError(f"No master found for {service_name!r}{told}")


def latest(answers: Sequence[Named]) -> HostPort | None:
    """Return the master that the latest failover has made; None if the Sentinels that know of that failover find it down."""
    epoch = max((answer.epoch for answer in answers), default=0)
    return next((answer.place for answer in answers if answer.epoch == epoch and not answer.down), None)


def sentinels_of(location: Location) -> Sentinels:
    """Return a client of a store's Sentinels, which connects on first use."""
    options = {
        "socket_timeout": WHERE_SECONDS,
        "socket_connect_timeout": WHERE_SECONDS,
        "retry": Retry(NoBackoff(), 0),
        "driver_info": DRIVER,
        **location.of_sentinels,
    }
    if options.pop("connection_class", None) is SSLConnection:
        options["ssl"] = True
    return Sentinels(location.places, sentinel_kwargs=options)  # type: ignore[no-untyped-call]


async def _answer(sentinel: Redis, name: str) -> Named | Exception | None:
    """Return a Sentinel's answer, or why there is none; None if it knows no such master."""
    try:
        async with sentinel.pipeline(transaction=False) as both:  # executed without anything in between
            both.sentinel_master(name)
            both.sentinel_get_master_addr_by_name(name)
            answers: Any = await both.execute(raise_on_error=False)
    except (RedisError, OSError) as error:
        return error
    state, named = answers
    for answer in answers:
        if isinstance(answer, Exception):
            return None if str(answer).startswith(_NO_SUCH_MASTER) else answer
    if named is None:
        return None
    host, port = named
    place = host.decode() if isinstance(host, bytes) else str(host), int(port)  # redis-py decodes only `state`
    down = place == (state["ip"], state["port"]) and bool(state["is_sdown"] or state["is_odown"])
    return Named(state["config-epoch"], place, down)
