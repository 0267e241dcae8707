"""Answers every path of `cadogan_protocol.api`, for programs and for pages of any site."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email.utils import formatdate
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlencode

from websockets.http11 import Request, Response

from cadogan_games import catalogue, texts
from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.api import (
    ENDPOINTS,
    JSON,
    PREFIX,
    PROBLEM,
    STATUS,
    AskBoard,
    AskDay,
    AskGames,
    AskHistory,
    AskLanguage,
    AskRoom,
    AskRooms,
    Day,
    Days,
    Endpoint,
    GamesPage,
    Problem,
    PublishedKey,
    RoomsPage,
    Signature,
    SigningKeys,
)
from cadogan_protocol.documents.asyncapi import asyncapi
from cadogan_protocol.documents.openapi import openapi
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import (
    GetAccount,
    GetDay,
    GetHistory,
    GetLeaderboard,
    GetPlayer,
    GetReplay,
    GetReplayText,
    GetRules,
    Join,
    ListFriends,
    Message,
    Ping,
)
from cadogan_protocol.rooms import Part
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_protocol.wording import shown
from cadogan_server.delivery.outbox import Transport
from cadogan_server.fair_share import counted_under
from cadogan_server.gateway.api.events import EventStream, ListEvents, RoomEvents, last_seen
from cadogan_server.gateway.api.onlooker import ANSWER_SECONDS, CollectedAnswer, Onlooker
from cadogan_server.gateway.api.questions import ApiRefusal, find, question
from cadogan_server.gateway.conversation import AWAY
from cadogan_server.gateway.handlers import asking
from cadogan_server.gateway.handlers.asking import game_infos
from cadogan_server.gateway.http.page import CHECKED, Asset, asset
from cadogan_server.gateway.http.routes import Content, respond, send, unchanged
from cadogan_server.gateway.limits.bans import Bans, sentence
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.previews.drawings import drawings
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.sockets.handshake import OPEN, LongAnswer
from cadogan_server.gateway.sockets.socket import Socket
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

REQUEST = 1
"""Id of the request whose answer is awaited."""


@dataclass(frozen=True)
class ApiRequest:
    """A parsed request.

    Attributes:
        parts: values of the path's placeholders.
        of: the query, by the model of the path.
        player: the player of its token.
        socket: the connection.
        last: id of the last event that the client has.
        peeks: True if only the head of the answer is wanted.
    """

    parts: dict[str, str]
    of: Any
    player: Player | None
    socket: Socket
    last: str
    peeks: bool


@dataclass(frozen=True)
class Answer:
    """An answer: its body, and the cursor of the next page."""

    body: bytes
    next: str | int | None = None


class Api:
    """Answers all paths of the API.

    Args:
        services, limits, bans, relays: the server's.
        sessions: open sessions with their sockets; readers of a room's events are among them.
    """

    def __init__(
        self, services: Services, limits: Limits, bans: Bans, relays: Relays, sessions: dict[Session, Socket]
    ) -> None:
        prepare()
        self._services = services
        self._limits = limits
        self._bans = bans
        self._relays = relays
        self._sessions = sessions
        self._times = services.settings.events
        self._list = ListEvents(services.rooms.listing.listed, self._times.look)
        self._streams: dict[EventStream, str] = {}
        """Open streams with their addresses, the newest last."""
        limits.streams.on_excess = self._let_go
        self._answers: dict[str, Callable[[ApiRequest], Awaitable[Answer | Asset | LongAnswer]]] = {
            endpoint.name: getattr(self, f"_{endpoint.name}") for endpoint in ENDPOINTS
        }

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
        )
        answer = await self._answers[endpoint.name](asked)
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
        """Return headers with what an address may still ask (draft-ietf-httpapi-ratelimit-headers)."""
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

    # ---- answered here -----------------------------------------------------------------------------------------------

    async def _games(self, asked: ApiRequest) -> Answer | Asset:
        of: AskGames = asked.of
        language = texts.spoken(of.language)
        if of == AskGames(language=of.language):
            return _catalogue(language)
        fits = [info for info in game_infos(language) if of.family in ("", info.family) and of.kind in ("", info.kind)]
        ids = [info.id for info in fits]
        if of.cursor and of.cursor not in ids:
            raise _bad_cursor(of.cursor)
        first = ids.index(of.cursor) + 1 if of.cursor else 0
        page = fits[first : first + of.count]
        after = page[-1].id if first + of.count < len(fits) else None
        return Answer(_json(GamesPage(games=tuple(page), next=after)), after)

    async def _game(self, asked: ApiRequest) -> Answer:
        of: AskLanguage = asked.of
        game = catalogue.head_of(asked.parts["game"]).id
        return Answer(_json(next(info for info in game_infos(texts.spoken(of.language)) if info.id == game)))

    async def _layouts(self, _: ApiRequest) -> Asset:
        return drawings()

    async def _openapi(self, _: ApiRequest) -> Asset:
        return _documents()["openapi"]

    async def _asyncapi(self, _: ApiRequest) -> Asset:
        return _documents()["asyncapi"]

    async def _rooms(self, asked: ApiRequest) -> Answer:
        of: AskRooms = asked.of
        if of.cursor and not (of.cursor.isascii() and of.cursor.isdigit()):
            raise _bad_cursor(of.cursor)
        first = int(of.cursor[:9] or 0)
        fits = [
            room
            for room in self._services.rooms.listing.listed()
            if of.game in ("", room.game) and of.phase in ("", room.phase)
        ]
        page = tuple(fits[first : first + of.count])
        after = str(first + of.count) if first + of.count < len(fits) else None
        return Answer(_json(RoomsPage(rooms=page, next=after)), after)

    async def _days(self, _: ApiRequest) -> Answer:
        days = self._services.store.days
        around = {"today": days.published(days.today), "tomorrow": days.published(days.tomorrow)}
        known = {name: Day(**day._asdict()) for name, day in around.items() if day}
        return Answer(_json(Days(**known, past=tuple(Day(**day._asdict()) for day in days.last()))))

    async def _day(self, asked: ApiRequest) -> Answer:
        day = asked.parts["day"]
        found = self._services.store.days.published(day)
        if found is None:
            raise ApiRefusal("unknown_path", f"nothing is published about {day}; it may be later than tomorrow", 404)
        return Answer(_json(Day(**found._asdict())))

    async def _day_contests(self, asked: ApiRequest) -> Answer:
        of: AskDay = asked.of
        return await self._told(asked, GetDay(id=REQUEST, day=asked.parts["day"], count=of.count))

    # ---- answered like a socket's messages ---------------------------------------------------------------------------

    async def _rules(self, asked: ApiRequest) -> Answer:
        of: AskLanguage = asked.of
        return await self._told(asked, GetRules(id=REQUEST, game=asked.parts["game"], language=of.language))

    async def _replay(self, asked: ApiRequest) -> Answer:
        of: AskRoom = asked.of
        return await self._told(asked, GetReplay(id=REQUEST, room=asked.parts["code"], key=of.key))

    async def _replay_text(self, asked: ApiRequest) -> Answer:
        of: AskRoom = asked.of
        answer, _ = await self._heard(asked, GetReplayText(id=REQUEST, room=asked.parts["code"], key=of.key))
        return Answer(json.loads(answer)["text"].encode())

    async def _replay_signature(self, asked: ApiRequest) -> Answer:
        text = (await self._replay_text(asked)).body.decode()
        signed = self._services.people.signing.sign(text)
        if signed is None:
            raise ApiRefusal(
                ErrorCode.STORE_DOWN, "the signing key has not been read from the store yet; try again", 503
            )
        key, signature = signed
        return Answer(_json(Signature(key=key.id, signature=signature)))

    async def _signing_keys(self, _: ApiRequest) -> Answer:
        await self._services.people.signing.look()
        published = self._services.people.signing.published
        return Answer(_json(SigningKeys(keys=tuple(PublishedKey(**key._asdict()) for key in published))))

    async def _board(self, asked: ApiRequest) -> Answer:
        of: AskBoard = asked.of
        if of.view == "around" and asked.player is None:
            raise ApiRefusal(
                ErrorCode.BAD_TOKEN,
                "`view=around` needs a player: send the player's token as `Authorization: Bearer TOKEN`",
                401,
            )
        message = GetLeaderboard(
            id=REQUEST,
            game=asked.parts["game"],
            metric=of.metric,
            count=of.count,
            options=dict(map(catalogue.read_option, of.option)),
            period=of.period,
            scope=of.scope,
            view=of.view,
            players=of.player,
            after=int(of.cursor or 0),
        )
        return await self._told(asked, message)

    async def _player(self, asked: ApiRequest) -> Answer:
        return await self._told(asked, GetPlayer(id=REQUEST, player=asked.parts["player"]))

    async def _me(self, asked: ApiRequest) -> Answer:
        return await self._told(asked, GetAccount(id=REQUEST))

    async def _friends(self, asked: ApiRequest) -> Answer:
        return await self._told(asked, ListFriends(id=REQUEST))

    async def _history(self, asked: ApiRequest) -> Answer:
        of: AskHistory = asked.of
        return await self._told(
            asked,
            GetHistory(
                id=REQUEST,
                before=of.cursor,
                count=of.count,
                game=of.game,
                against=of.against,
                won=of.won,
                first=of.first,
            ),
        )

    async def _told(self, asked: ApiRequest, message: Message) -> Answer:
        """Return what a socket would be answered."""
        text = (await self._heard(asked, message))[0]
        paged = isinstance(message, (GetHistory, GetLeaderboard))
        return Answer(text.encode() + b"\n", json.loads(text).get("next") if paged else None)

    async def _room(self, asked: ApiRequest) -> Answer:
        of: AskRoom = asked.of
        join = Join(id=REQUEST, room=asked.parts["code"], role="spectator", key=of.key, preview=True)
        _, said = await self._heard(asked, join, Ping(id=REQUEST + 1))
        return Answer(_json_of(_room_view(said)))

    async def _heard(self, asked: ApiRequest, *messages: Message) -> tuple[str, list[dict[str, Any]]]:
        """Return the answer to the last of these messages as JSON, and all messages that were sent on the way as
        maps."""
        heard = CollectedAnswer(messages[-1].id)  # type: ignore[attr-defined]
        onlooker = self._onlooker(asked, heard, heard.closed)
        try:
            for message in messages:
                await onlooker.say(message)
            answer = await heard.answer()
        finally:
            await onlooker.stop()
        if len(messages) == 1:
            return answer, []
        return answer, [said for said in map(json.loads, heard.texts) if isinstance(said, dict)]

    # ---- streams of events -------------------------------------------------------------------------------------------

    async def _room_events(self, asked: ApiRequest) -> Answer | LongAnswer:
        of: AskRoom = asked.of
        if asked.peeks:
            return Answer(b"")
        self._limits.streams.occupy(asked.socket.address)
        last = last_seen(asked.last)
        stream = RoomEvents(asked.socket, self._times, last)
        onlooker = self._onlooker(asked, stream, stream.closed)

        async def leave() -> None:
            self._limits.streams.give_back(asked.socket.address)
            self._sessions.pop(onlooker.session, None)
            await onlooker.stop()

        try:
            await onlooker.say(
                Join(id=REQUEST, room=asked.parts["code"], role="spectator", key=of.key, preview=True, last=last)
            )
            async with asyncio.timeout(ANSWER_SECONDS):
                await stream.begun
        except TimeoutError:
            await leave()
            raise ApiRefusal(ErrorCode.BUSY, "the room does not answer; ask again", 503, wait=2) from None
        except BaseException:
            await leave()
            raise
        outbox = onlooker.session.outbox
        # A reader that falls behind reconnects for a snapshot; a spectator's socket would be sent one.
        outbox.lagging = None
        asked.socket.on_drained = _both(outbox.drained, stream.drained)
        self._sessions[onlooker.session] = asked.socket
        return self._long(stream, asked.socket.address, leave)

    async def _list_events(self, asked: ApiRequest) -> Answer | LongAnswer:
        if asked.peeks:
            return Answer(b"")
        self._limits.streams.occupy(asked.socket.address)
        stream = EventStream(asked.socket, self._times)

        async def leave() -> None:
            self._limits.streams.give_back(asked.socket.address)
            self._list.drop(stream)

        try:
            self._list.add(stream, asked.last)
        except BaseException:
            await leave()
            raise
        asked.socket.on_drained = stream.drained
        return self._long(stream, asked.socket.address, leave)

    def _long(self, stream: EventStream, address: str, leave: Callable[[], Awaitable[None]]) -> LongAnswer:
        async def run() -> None:
            try:
                await stream.run()
            finally:
                self._streams.pop(stream, None)
                await leave()

        self._streams[stream] = address
        return LongAnswer(run)

    def close(self, reason: str) -> None:
        """End all event streams: the server stops."""
        for stream in self._streams:
            stream.end(CloseCode.GOING_AWAY, reason)

    def _let_go(self, key: str, count: int) -> None:
        """End the newest streams of an address or a network that has too many over all nodes."""
        theirs = [stream for stream, address in reversed(self._streams.items()) if key in counted_under(address)]
        for stream in theirs[:count]:
            stream.end(
                CloseCode.TOO_MANY_SOCKETS, "your address has too many streams of events at all servers together"
            )

    def _onlooker(self, asked: ApiRequest, transport: Transport, close: Callable[[int, str], None]) -> Onlooker:
        return Onlooker(
            self._services,
            self._limits,
            self._bans,
            self._relays,
            address=asked.socket.address,
            player=asked.player,
            transport=transport,
            close=close,
        )


def _both(one: Callable[[], None], other: Callable[[], None]) -> Callable[[], None]:
    def both() -> None:
        one()
        other()

    return both


def _room_view(said: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the fields of a `RoomView`, from the messages that a new spectator was sent."""
    of: dict[str, list[dict[str, Any]]] = {}
    for message in said:
        of.setdefault(message["type"], []).append(message)
    state = of["room"][0]["state"]
    boards = []
    for board in of.get("board", ()):
        stream = board["stream"]
        owner = {} if state["kind"] == "duel" else {"seat": stream - (OTHERS if stream >= OTHERS else BOARDS)}
        boards.append({"stream": stream, **owner, "table": board["table"]})
    return {"state": state, "layout": of["joined"][0]["layout"], "boards": boards}


def _answered(request: Request, endpoint: Endpoint, answer: Answer, headers: dict[str, str]) -> Response:
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
    return respond(request, Content(_json(said), PROBLEM, refusal.status), more)


def _as_refusal(error: Exception) -> ApiRefusal:
    if isinstance(error, Refused):
        return ApiRefusal(error.code, error.message, STATUS[error.code], wait=error.wait)
    if isinstance(error, CatalogueError):
        code = ErrorCode.UNKNOWN_GAME if isinstance(error, UnknownGame) else ErrorCode.BAD_OPTION
        return ApiRefusal(code, str(error), STATUS[code])
    return ApiRefusal(ErrorCode.STORE_DOWN, AWAY, STATUS[ErrorCode.STORE_DOWN])


def _bad_cursor(cursor: str) -> ApiRefusal:
    return ApiRefusal(
        "bad_parameter", f"{shown(cursor)} is no `cursor` of this list: take `next` of a page", 400, parameter="cursor"
    )


def _path_of(request: Request) -> str:
    """Return the path of a request, without the query, which may hold a room's key."""
    return request.path.partition("?")[0]


def _json(model: Part) -> bytes:
    return model.model_dump_json(exclude_none=True).encode() + b"\n"


def _json_of(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@cache
def _catalogue(language: str) -> Asset:
    return asset(_json(GamesPage(games=game_infos(language))), JSON, CHECKED)


@cache
def _documents() -> dict[str, Asset]:
    made = {"openapi": openapi(), "asyncapi": asyncapi()}
    return {name: asset(_json_of(document), JSON, CHECKED) for name, document in made.items()}


def prepare() -> None:
    """Compute answers that are always the same and take too long to compute while others play."""
    asking.prepare()
    for language in texts.languages():
        _catalogue(language)
    _documents()
    drawings()
