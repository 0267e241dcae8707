"""Answers requests before a WebSocket is open: refuses its handshake, or answers over HTTP."""

from __future__ import annotations

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from cadogan_protocol.codec import Format
from cadogan_protocol.limits import OUTDATED
from cadogan_server.gateway.api.endpoints import Api
from cadogan_server.gateway.http.routes import Site, refusal
from cadogan_server.gateway.limits.address import FORWARDED_FOR, forwarded
from cadogan_server.gateway.limits.bans import Bans, sentence
from cadogan_server.gateway.limits.limits import LARGE, Limits
from cadogan_server.gateway.previews.link_pages import LinkPages
from cadogan_server.gateway.relays import relay
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.telemetry import tracing

PATH = "/ws"

API = "/api"
"""Path prefix of the HTTP API; `cadogan_protocol.api.PREFIX` adds the version."""


class Answering:
    """Answers each request, or lets the handshake of a WebSocket go on.

    Args:
        services: the server's parts.
        limits: limits of addresses.
        bans: banned players, addresses and networks.
        origins: web origins whose pages may open a WebSocket.
        relays: knows requests of other nodes.
        api: answers everything under `API`.
        previews: answers programs that show links.
        site: everything else that is served over HTTP.
    """

    def __init__(
        self,
        services: Services,
        limits: Limits,
        bans: Bans,
        origins: AllowedWebOrigins,
        relays: Relays,
        *,
        api: Api,
        previews: LinkPages,
        site: Site,
    ) -> None:
        self._services = services
        self._limits = limits
        self._bans = bans
        self._origins = origins
        self._relays = relays
        self._api = api
        self._previews = previews
        self._site = site

    async def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request that opens no WebSocket; return None to let the handshake go on."""
        assert isinstance(connection, Socket)
        if self._services.settings.behind_proxy and FORWARDED_FOR in request.headers:
            try:
                self._count_for(connection, forwarded(request.headers, connection.address))
            except Refused as refused:
                return self._turned_away(refused, request)
        path = request.path.partition("?")[0]
        ban = self._bans.of_address(connection.address, self._services.clock.real())
        if ban is not None:
            return connection.respond(403, f"{sentence(ban)}\n")
        if path == relay.PATH:
            return await self._answer_node(connection, request)
        if path == PATH:
            return self._answer_handshake(connection, request)
        if "Sec-WebSocket-Key" in request.headers:
            return connection.respond(404, f"the WebSocket is at {PATH}, not at {path[:100]}\n")
        return await self._within_limits(connection, request, path)

    def _count_for(self, connection: Socket, address: str) -> None:
        """Count a connection for the address that a proxy has forwarded.

        Raises:
            Refused: the address, its networks, or all together have too many connections, or connect too often.
        """
        connection.address = address
        self._limits.requests.spend(address)
        connection.charges.occupy(self._limits.requesting, address)

    def _answer_handshake(self, connection: Socket, request: Request) -> Response | None:
        """Refuse the WebSocket of a client; return None if it may be opened."""
        if self._services.store.journal.cut_off:
            return connection.respond(503, "this server can't reach its store just now; come back to another one\n")
        unwelcome = self._origins.refusal(request.headers)
        if unwelcome is not None:
            return connection.respond(403, f"{unwelcome}\n")
        connection.page_origin = request.headers.get("Origin", "")
        offered = ",".join(request.headers.get_all("Sec-WebSocket-Protocol"))
        is_known = any(name.strip() in (*Format, *OUTDATED) for name in offered.split(","))
        if "Sec-WebSocket-Key" in request.headers and not is_known:
            ours = ", ".join(fmt.value for fmt in Format)
            return connection.respond(
                400, f"none of the WebSocket subprotocols {offered[:100]!r} is spoken here; offer one of {ours}\n"
            )
        return None

    async def _answer_node(self, connection: Socket, request: Request) -> Response | None:
        """Refuse a request that claims to come from another node; return None if it does."""
        headers, relays = request.headers, self._relays
        try:
            speaks = headers.get(relay.VERSION, "")
            if speaks not in relay.UNDERSTOOD:
                text = f"this server speaks version {relay.SPEAKS} with other nodes, not {speaks[:20]}\n"
                return connection.respond(409, text)
            hands_over = await relays.hands_over(headers.get(relay.ROOMS, ""))
            if hands_over is None:
                return connection.respond(421, "this request is for another worker at this port\n")
            connection.hands_over = hands_over
            if hands_over:
                return None
            connection.passenger = await relays.arrived(headers.get(relay.HEADER, ""))
            connection.follows = await relays.follows(headers.get(relay.FOLLOWS, ""))
            connection.mirroring = await relays.mirroring(headers)
        except STORE_AWAY:
            return connection.respond(503, "the store does not answer just now\n")
        if connection.mirroring is not None:
            connection.counts = 0
            return None
        if connection.passenger is None:
            return connection.respond(403, "only nodes of this store may connect here\n")
        connection.address, connection.counts = connection.passenger.address, 0  # the other node counts it
        connection.page_origin, connection.of_node = connection.passenger.page_origin, True
        return None

    async def _within_limits(self, connection: Socket, request: Request, path: str) -> Response:
        """Answer over HTTP within the limits of an address."""
        try:
            with tracing.span(f"GET {path[:100]}", request.headers):
                if path == API or path.startswith(f"{API}/"):
                    response = await self._api.answer(connection, request)
                else:
                    response = await self._previews.answer(request, connection.address) or await self._site.answer(
                        request
                    )
            if len(response.body) > LARGE:
                connection.charges.occupy(self._limits.unread, connection.address, len(response.body))
        except Refused as refused:
            return self._turned_away(refused, request)
        return response

    def _turned_away(self, refused: Refused, request: Request) -> Response:
        self._services.stats.refusals[refused.code] += 1
        return refusal(refused, request)
