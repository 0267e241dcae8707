"""What the store promises of what it has acknowledged, and whether it keeps an append-only file at all."""

from __future__ import annotations

import logging
from enum import StrEnum
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

logger = logging.getLogger(__name__)


class Durability(StrEnum):
    """When the store has what it acknowledges on its disk."""

    ALWAYS = "always"
    """Before it acknowledges it: a power cut takes nothing that anybody was told of."""
    EVERYSEC = "everysec"
    """Within a second or two: those are what a power cut may take. A process that is killed takes nothing."""


class NotDurable(Exception):
    """The store can't promise what was asked for; says why, and what to do about it."""


async def see_to_durability(redis: Redis, wanted: Durability | None) -> None:
    """Set a store that is not our own to what is wanted, and warn of one that keeps nothing.

    Raises:
        NotDurable: it can't be set so.
        redis.RedisError: the store does not answer.
    """
    info: Any = await redis.info("persistence")
    if not info.get("aof_enabled"):
        if wanted is not None:
            raise NotDurable(
                f"--durability {wanted} needs a store with an append-only file, and this one keeps none: set `appendonly yes` "
                "where it is run"
            )
        logger.warning(
            "the store keeps no append-only file (`appendonly no`): what was acknowledged since it last saved itself, games and "
            "all, is lost when it ends; set `appendonly yes` where it is run"
        )
        return
    if wanted is None:
        return
    try:
        await redis.config_set("appendfsync", wanted.value)
    except ResponseError as error:
        raise NotDurable(
            f"the store does not let itself be set to `appendfsync {wanted}`: {error}; start without --durability, and set that "
            "where it is run"
        ) from error
