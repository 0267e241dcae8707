"""Remembers which request opened which room, so that a repeated request opens no second one."""

from __future__ import annotations

from typing import Any

from redis.asyncio import Redis

from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.log.journal import Journal

KEPT = 10_000
"""The number of players whose last opening this node remembers."""

KEPT_SECONDS = 3600
"""Seconds for which the store remembers a player's last opening, for other nodes and for this one after a restart."""


class RequestedRooms:
    """Remembers the last room that each player has opened, and the request that opened it."""

    def __init__(self, redis: Redis, journal: Journal) -> None:
        self._redis = redis
        self._journal = journal
        self._codes: dict[str, tuple[int, str]] = {}

    def note(self, player: str, request: int, code: str) -> None:
        """Note that this request has opened this room."""
        self._remember(player, request, code)
        if not self._journal.full:
            self._journal.write("SET", keys.opening(player), f"{request} {code}", "EX", KEPT_SECONDS)

    async def of(self, player: str, first: int, request: int) -> str | None:
        """Return the room that this request has opened; None if it has opened none, or if the player has opened another since.

        `first` is the request id of the player's hello. If it does not come after the last opening, the client has
        begun to count its requests anew, so the same number means another request.
        """
        opened = self._codes.get(player)
        if opened is None or opened[0] != request:  # the player may have opened a later one at another node
            opened = await self._from_store(player)
        return opened[1] if opened is not None and first > opened[0] == request else None

    async def _from_store(self, player: str) -> tuple[int, str] | None:
        try:
            found: Any = await self._redis.get(keys.opening(player))
        except STORE_AWAY:
            return None
        if not found:
            return None
        request, _, code = found.decode().partition(" ")
        return int(request), code

    def _remember(self, player: str, request: int, code: str) -> None:
        self._codes.pop(player, None)
        self._codes[player] = (request, code)
        if len(self._codes) > KEPT:
            del self._codes[next(iter(self._codes))]
