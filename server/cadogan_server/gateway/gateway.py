"""The server's door: puts together what accepts connections, answers requests and runs sockets."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence

from websockets.asyncio.server import Server

from cadogan_server.gateway.accepting import Accepting
from cadogan_server.gateway.answering import Answering
from cadogan_server.gateway.api.endpoints import Api
from cadogan_server.gateway.api.open_streams import OpenStreams
from cadogan_server.gateway.http.page import PICTURES
from cadogan_server.gateway.http.routes import Site
from cadogan_server.gateway.limits.bans import Bans
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.previews.drawer import Drawer
from cadogan_server.gateway.previews.link_pages import LinkPages
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.relays.siblings import Siblings
from cadogan_server.gateway.sessions import Sessions
from cadogan_server.gateway.socket_runner import SocketRunner
from cadogan_server.gateway.sockets.giving import Giving
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from cadogan_server.parts.services import Services
from cadogan_server.telemetry.stats import Door


class Gateway:
    """The server's door: WebSockets at `/ws`, everything else over HTTP from `site`.

    Args:
        services: the server's parts.
        site: everything that is served over HTTP.
        relays: opens relays to other nodes.
        siblings: the other workers of this machine, if any.

    Attributes:
        sessions: the session of each open socket, and of each stream of a room's events.
        streams: the open streams of events.
        limits: limits of addresses.
        bans: banned players, addresses and networks.
        drawer: draws the pictures of link previews.
    """

    def __init__(self, services: Services, site: Site, relays: Relays, siblings: Siblings | None = None) -> None:
        settings = services.settings
        self._settings = settings
        self._siblings = siblings
        self._store = services.store
        self._server: Server | None = None
        self.streams = OpenStreams()
        self.sessions = Sessions()
        self.limits = Limits(settings, asyncio.get_running_loop().time, self.sessions.let_go, self.streams.let_go)
        self.bans = Bans()
        self.drawer = Drawer(settings.previews, self.limits, settings.page / PICTURES)
        origins = AllowedWebOrigins(settings.origins, settings.behind_proxy)
        answering = Answering(
            services,
            self.limits,
            self.bans,
            origins,
            relays,
            api=Api(services, self.limits, self.bans, relays, self.sessions, self.streams, origins),
            previews=LinkPages(services, self.limits, origins, site.index, self.drawer),
            site=site,
        )
        runner = SocketRunner(services, self.limits, self.bans, self.sessions, relays, Giving(siblings, services.stats))
        self._accepting = Accepting(settings, services.queue, self.limits, answering.answer, runner.run)

    def standing(self) -> Door:
        """Return counts of the present connections."""
        return Door(len(self.sessions), self.sessions.relayed, self.limits.streams.sum, self._settings.streams)

    async def open(self, sockets: Sequence[socket.socket]) -> Server:
        """Accept connections from these listening sockets, and sockets that other workers give."""
        self._server = await self._accepting.open(sockets, self._siblings, lambda: self._store.away)
        return self._server

    async def close(self, reason: str) -> None:
        """End long HTTP answers, and close all sockets with this reason."""
        self.streams.close(reason)
        if self._server is not None:
            await self._accepting.close(self._server, reason)

    async def send_away(self) -> None:
        """Accept nobody more, and close all sockets, some at a time, so that clients go to other nodes."""
        if self._server is not None:
            self._server.server.close()
        await self.sessions.send_away()
