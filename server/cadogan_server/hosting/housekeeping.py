"""Work that is repeated as long as the server runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.node_lease import LeaseLost

logger = logging.getLogger(__name__)


async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> None:
    """Repeat `work` with pauses of `seconds`, until cancelled. It is repeated after a failure too."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except (*STORE_AWAY, Refused, LeaseLost) as error:
            logger.debug("repeated work is left out once: %s", error)
        except Exception:
            logger.exception("housekeeping failed")
