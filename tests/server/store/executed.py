"""A journal whose commands a test carries out itself."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis


class Commands:
    """Notes the written commands in order.

    Attributes:
        full: True if a journal of this kind takes no more.
    """

    def __init__(self) -> None:
        self.full = False
        self.written: list[tuple[Any, ...]] = []

    def write(self, *command: Any) -> None:
        """Take a command."""
        self.written.append(command)

    async def carry_out(self, redis: Redis) -> None:
        """Send all commands so far to the store."""
        for command in self.written:
            await redis.execute_command(*command)
        self.written.clear()
