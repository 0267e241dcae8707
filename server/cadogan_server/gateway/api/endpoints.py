"""Answers every path of `cadogan_protocol.api`, for programs and for pages of any site."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from email.utils import formatdate
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from websockets.http11 import Request, Response

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.api import JSON, PREFIX, PROBLEM, STATUS, Endpoint, Problem
from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.api import clubs, days, games, people, rooms, streams, tournaments
from cadogan_server.gateway.api.asked import ApiAnswer, ApiParts, ApiRequest, json_of
from cadogan_server.gateway.api.events import ListEvents
from cadogan_server.gateway.api.open_streams import OpenStreams
from cadogan_server.gateway.api.questions import ApiRefusal, find, question
from cadogan_server.gateway.conversation import STORE_SILENT
from cadogan_server.gateway.http.page import Asset
from cadogan_server.gateway.http.routes import Content, respond, send, unchanged
from cadogan_server.gateway.limits.bans import Bans, sentence
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.sessions import Sessions
from cadogan_server.gateway.sockets.handshake import OPEN, LongAnswer
from cadogan_server.gateway.sockets.socket import Socket
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.people.players import Player

logger = logging.getLogger(__name__)

METHODS = "GET, HEAD, OPTIONS"

PREFLIGHT = {
    **OPEN,
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Last-Event-ID",
    "Access-Control-Max-Age": "86400",
}
"""Headers for a browser that asks whether a page of another site may send its own headers."""

EXPOSED = {
    **OPEN,
    "Access-Control-Expose-Headers": "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
}

LONGEST_TOKEN = 64
"""Maximum characters of a token."""


ANSWERS: dict[str, Callable[[ApiParts, ApiRequest], Awaitable[ApiAnswer | Asset | LongAnswer]]] = {
    "games": games.games,
    "game": games.game,
    "rules": games.rules,
    "layouts": games.layouts,
    "openapi": games.openapi,
    "asyncapi": games.asyncapi,
    "rooms": rooms.rooms,
    "room": rooms.room,
    "room_events": streams.room_events,
    "list_events": streams.list_events,
    "replay": rooms.replay,
    "replay_text": rooms.replay_text,
    "analysis": rooms.analysis,
    "replay_signature": rooms.replay_signature,
    "signing_keys": rooms.signing_keys,
    "board": people.board,
    "player": people.player,
    "me": people.me,
    "friends": people.friends,
    "history": people.history,
    "running": people.running,
    "tournaments": tournaments.tournaments,
    "coming_tournaments": tournaments.coming,
    "tournament": tournaments.tournament,
    "tournament_games": tournaments.games,
    "tournament_table": tournaments.table,
    "tournament_date": tournaments.date,
    "clubs": clubs.clubs,
    "club": clubs.club,
    "club_season": clubs.season,
    "club_table": clubs.table,
    "days": days.days,
    "day": days.day,
    "day_contests": days.day_contests,
}
"""Name of an endpoint → function that answers it."""


class Api:
    """Answers all paths of the API.

    Args:
        services, limits, bans, relays: the server's.
        sessions: open sessions with their sockets; readers of a room's events are among them.
        streams: the open streams of events.
    """

    def __init__(
        self,
        services: Services,
        limits: Limits,
        bans: Bans,
        relays: Relays,
        sessions: Sessions,
        streams: OpenStreams,
        origins: AllowedWebOrigins,
    ) -> None:
        self._services = services
        self._limits = limits
        self._bans = bans
        self._origins = origins
        listed = ListEvents(services.rooms.listing.listed, services.settings.events.look)
        self._parts = ApiParts(services, limits, bans, relays, sessions, streams, listed)

    async def answer(self, socket: Socket, request: Request) -> Response:
        """Answer a request; for an error of ours, with 500 and a log line."""
        headers: dict[str, str] = dict(EXPOSED)
        try:
            self._limits.reads.spend(socket.address)
            return await self._found(socket, request, headers)
        except ApiRefusal as refusal:
            return problem(request, refusal, headers)
        except (Refused, CatalogueError, *STORE_AWAY) as error:
            return problem(request, _as_refusal(error), {**headers, **self._left(socket)})
        except Exception:
            logger.exception("the answer to %s %r failed", request.method, _path_of(request)[:200])
            failed = ApiRefusal(ErrorCode.INTERNAL, "something went wrong here; the server's log says what", 500)
            return problem(request, failed, headers)

    async def _found(self, socket: Socket, request: Request, headers: dict[str, str]) -> Response:
        headers.update(self._left(socket))
        if request.method == "OPTIONS":
            return respond(request, Content(b"", JSON, 204), {**headers, **PREFLIGHT, "Allow": METHODS})
        if request.method not in ("GET", "HEAD"):
            headers["Allow"] = METHODS
            raise ApiRefusal("bad_method", f"{request.method[:20]} is not allowed here: use {METHODS}", 405)
        path, _, query = request.path.partition("?")
        endpoint, parts = find(path.removeprefix(PREFIX) if path.startswith(PREFIX) else path)
        asked = ApiRequest(
            parts,
            question(endpoint, query),
            await self._whose(endpoint, request, headers),
            socket,
            request.headers.get("Last-Event-ID", ""),
            request.method == "HEAD",
            self._origins.base(request.headers) or "",
        )
        answer = await ANSWERS[endpoint.name](self._parts, asked)
        if isinstance(answer, LongAnswer):
            return answer.headed(
                {
                    "Date": formatdate(usegmt=True),
                    "Connection": "close",
                    "Content-Type": endpoint.kind,
                    "X-Accel-Buffering": "no",  # otherwise nginx buffers events
                    **headers,
                    "Cache-Control": endpoint.caching,
                }
            )
        if isinstance(answer, Asset):
            return send(request, answer, headers)
        return _answered(request, endpoint, answer, {**headers, **self._left(socket)})

    def _left(self, socket: Socket) -> dict[str, str]:
        """Return headers with the number of requests that an address may still make
        (draft-ietf-httpapi-ratelimit-headers)."""
        left = self._limits.reads.left(socket.address)
        return {
            "RateLimit-Policy": f'"reads";q={left.most};w={left.window}',
            "RateLimit": f'"reads";r={left.now};t={left.seconds}',
        }

    async def _whose(self, endpoint: Endpoint, request: Request, headers: dict[str, str]) -> Player | None:
        """Return the player of a request's token; None if the path wants none, or if none was sent and none is
        required."""
        if endpoint.token == "no":
            return None
        headers["Vary"] = "Authorization"
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if not scheme and endpoint.token == "may":
            return None
        headers["WWW-Authenticate"] = 'Bearer realm="cadogan"'
        if not scheme:
            raise ApiRefusal(ErrorCode.BAD_TOKEN, "this belongs to a player: send `Authorization: Bearer TOKEN`", 401)
        if scheme.lower() != "bearer" or not 0 < len(token) <= LONGEST_TOKEN:
            raise ApiRefusal(
                ErrorCode.BAD_TOKEN,
                "`Authorization` holds no token: write it as `Bearer TOKEN`, as `welcome` has it",
                401,
            )
        player = await self._services.people.players.recognise(token, None)
        if player is None:
            raise ApiRefusal(ErrorCode.BAD_TOKEN, "this token is unknown; it may belong to another server", 401)
        ban = self._bans.of_player(player.id, self._services.clock.real())
        if ban is not None:
            raise ApiRefusal(ErrorCode.BANNED, sentence(ban), 403)
        del headers["WWW-Authenticate"]
        return player


def _answered(request: Request, endpoint: Endpoint, answer: ApiAnswer, headers: dict[str, str]) -> Response:
    tag = f'"{sha256(answer.body).hexdigest()[:20]}"'
    headers = {**headers, "ETag": tag, "Cache-Control": endpoint.caching}
    if answer.next:
        headers["Link"] = f'<{_next_page(request.path, answer.next)}>; rel="next"'
    if unchanged(request, tag):
        return respond(request, Content(b"", endpoint.kind, 304), headers)
    return respond(request, Content(answer.body, endpoint.kind), headers)


def _next_page(path: str, cursor: str | int) -> str:
    path, _, query = path.partition("?")
    kept = [(name, value) for name, value in parse_qsl(query) if name != "cursor"]
    return f"{path}?{urlencode([*kept, ('cursor', cursor)])}"


def problem(request: Request, refusal: ApiRefusal, headers: dict[str, str]) -> Response:
    """Return the answer to a refused request."""
    said = Problem(
        title=HTTPStatus(refusal.status).phrase,
        status=refusal.status,
        detail=refusal.detail,
        code=refusal.code,
        instance=_path_of(request)[:200],
        parameter=refusal.parameter,
        retry=refusal.retry,
        wait=refusal.wait,
    )
    more = {"Cache-Control": "no-store", **headers}
    if refusal.status in (429, 503):
        more["Retry-After"] = str(refusal.wait or 1)
    return respond(request, Content(json_of(said), PROBLEM, refusal.status), more)


def _as_refusal(error: Exception) -> ApiRefusal:
    if isinstance(error, Refused):
        return ApiRefusal(error.code, error.message, STATUS[error.code], wait=error.wait)
    if isinstance(error, CatalogueError):
        code = ErrorCode.UNKNOWN_GAME if isinstance(error, UnknownGame) else ErrorCode.BAD_OPTION
        return ApiRefusal(code, str(error), STATUS[code])
    return ApiRefusal(ErrorCode.STORE_DOWN, STORE_SILENT, STATUS[ErrorCode.STORE_DOWN])


def _path_of(request: Request) -> str:
    """Return the path of a request, without the query, which may hold a room's key."""
    return request.path.partition("?")[0]
