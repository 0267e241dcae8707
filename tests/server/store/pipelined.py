"""A client of a store that notes how much it sends at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline


class NotingPipeline(Pipeline):
    """A pipeline that notes how many commands are sent together."""

    note: Callable[[int], None]

    async def execute(self, raise_on_error: bool = True) -> Any:
        """Send the commands."""
        self.note(len(self))
        return await super().execute(raise_on_error)


class NotingRedis(Redis):
    """A client that notes how much it sends at once.

    Attributes:
        most: the most commands that it has sent in one pipeline.
        most_unlinked: the most keys that one command has removed outside a pipeline.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = 0
        self.most_unlinked = 0

    @classmethod
    def at(cls, url: str) -> NotingRedis:
        """Return a client of the store at a URL."""
        client = cls.from_url(url)
        assert isinstance(client, NotingRedis)
        return client

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        """Begin a pipeline."""
        pipeline = NotingPipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)
        pipeline.note = self._note
        return pipeline

    async def unlink(self, *names: Any) -> Any:
        """Remove keys."""
        self.most_unlinked = max(self.most_unlinked, len(names))
        return await super().unlink(*names)

    def _note(self, commands: int) -> None:
        self.most = max(self.most, commands)
