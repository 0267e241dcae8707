"""Settings of servers on a test's own Redis."""

from __future__ import annotations

from typing import Any

from cadogan_server.settings import Settings
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.redis.embedded import EmbeddedRedis


def on(redis: EmbeddedRedis, **journal: Any) -> Settings:
    """Return the settings of a server on this Redis: no countdown, and no limit on messages.

    Its journal may have other bounds.
    """
    return Settings(
        port=0,
        metrics_port=None,
        redis=redis.url,
        spill=redis.log.parent.parent / "spill",
        bots=False,
        countdown=0.01,
        journal=Bounds(**journal),
        messages_per_second=1e6,
        message_burst=10**6,
    )
