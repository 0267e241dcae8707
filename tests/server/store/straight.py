"""A journal that writes when a test asks it to."""

from __future__ import annotations

from redis.asyncio import Redis


class Straight:
    """Keeps commands until `flush`."""

    def __init__(self) -> None:
        self.commands: list[tuple[object, ...]] = []

    def write(self, *command: object) -> None:
        self.commands.append(command)

    async def flush(self, redis: Redis) -> None:
        for command in self.commands:
            await redis.execute_command(*command)
        self.commands.clear()
