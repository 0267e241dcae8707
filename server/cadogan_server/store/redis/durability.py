"""The store's promise about acknowledged writes, and whether it keeps an append-only file at all."""

from __future__ import annotations

import logging
from enum import StrEnum

from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from cadogan_server.store.redis.servers import Server, masters, replicas

logger = logging.getLogger(__name__)


REPLICAS = 1
"""Replicas that must have a write before it is acknowledged, if nothing may be lost."""


class Durability(StrEnum):
    """The moment from which acknowledged writes are on the store's disk."""

    ALWAYS = "always"
    """Before they are acknowledged: a power cut takes nothing that anybody was told of. If replicas may replace their
    masters, one replica has each write before, too."""
    EVERYSEC = "everysec"
    """Within two seconds, which a power cut may take. The end of a process takes nothing."""


class NotDurable(Exception):
    """The store can't promise the durability that was asked for. The message says why, and what to do."""


async def see_to_durability(redis: Redis, wanted: Durability | None, *, fails_over: bool = False) -> int:
    """Configure a store that is not our own, and warn of one that keeps nothing. Return the number of replicas that
    must have a write before it is acknowledged.

    Args:
        redis: a client.
        wanted: wanted durability; None: as the store is configured.
        fails_over: True if replicas may replace its masters.

    Raises:
        NotDurable: it can't be configured so.
        redis.RedisError: the store does not answer.
    """
    for server in await masters(redis):
        await _see_to(server, wanted)
        if fails_over:
            await _see_to_replicas(server, wanted)
    if wanted is None or not fails_over:
        return 0
    for server in await replicas(redis):
        try:
            await server.set(appendfsync=wanted.value)
        except RedisError as error:
            logger.warning(
                "replica %s can't be set to `appendfsync %s`: %s; set it where it is run", server.name, wanted, error
            )
        finally:
            if server.redis is not redis:
                await server.redis.aclose()
    return REPLICAS if wanted is Durability.ALWAYS else 0


async def _see_to(server: Server, wanted: Durability | None) -> None:
    info = await server.info("persistence")
    if not info.get("aof_enabled"):
        if wanted is not None:
            raise NotDurable(
                f"--durability {wanted} needs a store with an append-only file, and {server.name or 'this one'} keeps none: set "
                "`appendonly yes` where it is run"
            )
        logger.warning(
            "the store keeps no append-only file (`appendonly no`%s): changes acknowledged since it last "
            "saved itself, games included, are lost when it ends; set `appendonly yes` in its configuration",
            f" at {server.name}" if server.name else "",
        )  # fmt: skip
        return
    if wanted is None:
        return
    try:
        await server.set(appendfsync=wanted.value)
    except ResponseError as error:
        raise NotDurable(
            f"the store does not let itself be set to `appendfsync {wanted}`: {error}; start without --durability, and set that "
            "where it is run"
        ) from error


async def _see_to_replicas(server: Server, wanted: Durability | None) -> None:
    have = int((await server.info("replication")).get("connected_slaves", 0))
    if wanted is Durability.ALWAYS and have < REPLICAS:
        logger.error(
            "%s has no replica now, and --durability always needs every write at one: until it has one, "
            "players are told that nothing is safe", server.name or "the store's master",
        )  # fmt: skip
    try:
        bound = await server.setting("min-replicas-to-write")
    except ResponseError:
        return  # it hides its configuration
    if have and bound == "0":
        logger.warning(
            "a master cut off from its replicas goes on taking writes, which are lost once a replica has "
            "taken over: set `min-replicas-to-write 1` and `min-replicas-max-lag 5` in the configuration of "
            "%s", server.name or "the store",
        )  # fmt: skip
