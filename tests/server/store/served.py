"""How a server is set up that has a Redis of a test."""

from __future__ import annotations

from cadogan_server.settings import Settings
from cadogan_server.store.embedded import EmbeddedRedis


def on(redis: EmbeddedRedis) -> Settings:
    """What a server is set to that has this Redis: it counts down in no time and takes messages as fast as they come."""
    return Settings(
        port=0,
        metrics_port=None,
        redis=redis.url,
        spill=redis.log.parent.parent / "spill",
        bots=False,
        countdown=0.01,
        messages_per_second=1e6,
        message_burst=10**6,
    )
