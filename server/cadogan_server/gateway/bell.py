"""Tells players of this node that friends invite them, and keeps up for friends that they are connected."""

from __future__ import annotations

import asyncio
import logging

from cadogan_server.gateway.handlers.people import tell_invitations
from cadogan_server.gateway.sessions import Sessions
from cadogan_server.parts.services import Services
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.people.invitations import HERE_SECONDS

logger = logging.getLogger(__name__)


class Bell:
    """Looks again and again for calls to players of this node.

    Args:
        services: the server's parts.
        sessions: the sessions of this node.
    """

    def __init__(self, services: Services, sessions: Sessions) -> None:
        self._services = services
        self._sessions = sessions
        self._last = "0-0"
        self._noted = 0.0
        """The moment of the last note that the players of this node are here, by the time of the runtime."""

    async def run(self) -> None:
        """Look for calls until cancelled, as often as for orders."""
        while True:
            await asyncio.sleep(self._services.settings.orders_look)
            try:
                await self.look()
            except STORE_AWAY as error:
                logger.debug("no invitations can be read: %s", error)
            except Exception:
                logger.exception("an invitation could not be told")

    async def look(self) -> None:
        """Tell the players who were invited since the last look; note from time to time who is here.

        Raises:
            redis.RedisError: the store does not answer.
        """
        invitations, now = self._services.people.invitations, self._services.runtime.time()
        if now >= self._noted + HERE_SECONDS / 3:
            self._noted = now
            await invitations.note_here(
                {one.player.id for one in self._sessions if one.asks_for_friends and one.player is not None}
            )
        self._last, called = await invitations.calls(self._last)
        if not called:
            return
        for session in list(self._sessions):
            if session.hears_friends and session.player is not None and session.player.id in called:
                await tell_invitations(session)
