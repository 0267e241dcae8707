"""The page of a link with its preview: a title, a sentence and a picture for programs that show links.

Rooms, replays, tournaments, clubs, players and games have such links. A preview shows what the page would show anybody, and
no more: nothing of a private room, whose key is never sent to the server. Requests for unknown codes cost a guess each.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from html import escape
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

from websockets.http11 import Request, Response

from cadogan_games import catalogue, texts
from cadogan_protocol.limits import CODE_ALPHABET, CODE_LENGTH
from cadogan_protocol.rooms import ResultRow, RoomState
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.gateway.http.page import Asset
from cadogan_server.gateway.http.routes import Content, json_content, respond
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.previews.clubs import of_club
from cadogan_server.gateway.previews.drawer import Drawer
from cadogan_server.gateway.previews.painter import of_game
from cadogan_server.gateway.previews.pictures import HEIGHT, WIDTH, LinkPicture
from cadogan_server.gateway.previews.tournaments import of_tournament
from cadogan_server.gateway.sockets.handshake import OPEN
from cadogan_server.gateway.sockets.web_origin import AllowedWebOrigins
from cadogan_server.hosting.finder import NOWHERE
from cadogan_server.mirrors.mirrors import NoLink
from cadogan_server.parts.services import Services
from cadogan_server.rooms.kinds.registry import kind_named
from cadogan_server.rooms.opening import replaying
from cadogan_server.rooms.records import BadLog, Created
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.clubs.season import season_of
from cadogan_server.store.tournaments.known import UnknownTournament

PICTURES, OEMBED = "/picture/", "/oembed"

PAGE = re.compile(
    rf"/(r|watch|replay)/([{CODE_ALPHABET}]{{{CODE_LENGTH}}})|/(player)/(?:[^/]*-)?([\w-]{{12}})|/(games)/(\w+)"
    r"|/(t)/([0-9a-z-]{6,24})|/(club)/([0-9a-z]{8,16})",
    re.I,
)
"""Paths of links with a preview: the kind of page, and the code, id or name."""

FRESH_SECONDS = 300
"""Seconds for which others may cache a picture: a room changes."""

PLAIN_SECONDS = 30
"""Seconds for which others may cache the plain picture, before a better one is available."""

FRAME = (800, 600)
"""Pixels of the frame in which other sites show a room."""


class Preview(NamedTuple):
    """The preview of a link: title, sentence and picture."""

    title: str
    text: str
    picture: LinkPicture


class NothingThere(Exception):
    """No player, tournament or club has this id. Its page says so, with status 404.

    A code without a room is no such case: one of a room by link must look the same.
    """


class LinkPages:
    """Previews of links.

    Args:
        services: the server's parts.
        limits: limits of addresses.
        origins: knows the page's own web origin.
        index: the page.
        drawer: has pictures drawn.
    """

    def __init__(
        self, services: Services, limits: Limits, origins: AllowedWebOrigins, index: Asset, drawer: Drawer
    ) -> None:
        self._services = services
        self._bounds = services.settings.previews
        self._limits = limits
        self._origins = origins
        self._index = index
        self._drawer = drawer
        self._ended: dict[str, Preview] = {}
        """Identity of a finished room → its preview."""

    async def answer(self, request: Request, address: str) -> Response | None:
        """Answer a request for a link's page, its picture, or its oEmbed description; return None for any other.

        Raises:
            Refused: the address, or all together, request too many pictures.
        """
        path = unquote(request.path.partition("?")[0])
        if request.method not in ("GET", "HEAD"):
            return None
        if path == OEMBED:
            return await self._oembed(request, address)
        if path.startswith(PICTURES):
            return await self._picture(request, path.removeprefix(PICTURES), address)
        found = PAGE.fullmatch(path)
        return await self._page(request, found, address) if found and self._index.status == HTTPStatus.OK else None

    # ---- the page ----------------------------------------------------------------------------------------------------

    async def _page(self, request: Request, found: re.Match[str], address: str) -> Response | None:
        base = self._origins.base(request.headers)
        try:
            async with asyncio.timeout(self._bounds.patience):
                preview = await self._look(found, address)
        except NothingThere:
            return respond(request, Content(self._index.body, "text/html", 404), {"Cache-Control": "no-cache"})
        except (Refused, TimeoutError):
            preview = None  # a client that may ask nothing more right now still gets the page
        if preview is None or base is None:
            return None
        body = self._index.body.replace(b"</head>", _tags(preview, base, found).encode() + b"</head>", 1)
        return respond(request, Content(body, "text/html"), {"Cache-Control": "no-cache"})

    async def _picture(self, request: Request, name: str, address: str) -> Response:
        found = PAGE.fullmatch(f"/{name.removesuffix('.png')}") if name.endswith(".png") else None
        preview = await self._of(found, address) if found else None
        if found is None or preview is None:
            return respond(request, json_content({"error": "there is no such picture"}, 404), OPEN)
        drawn, seconds = self._drawer.of_game(found[6]) if found[5] else None, FRESH_SECONDS
        if drawn is None:
            try:
                drawn = await self._drawer.drawn(preview.picture, address)
            except Refused:
                drawn, seconds = self._drawer.plain(), PLAIN_SECONDS
                if drawn is None:
                    raise
        fresh = {"Cache-Control": f"public, max-age={seconds}", **OPEN}
        return respond(request, Content(drawn, "image/png"), fresh)

    async def _oembed(self, request: Request, address: str) -> Response:
        """Answer with oEmbed 1.0 (https://oembed.com)."""
        query = parse_qs(urlsplit(request.path).query)
        if query.get("format", ["json"])[0] != "json":
            return respond(request, json_content({"error": "format is json; there is no other here"}, 501), OPEN)
        url, base = query.get("url", [""])[0], self._origins.base(request.headers)
        try:
            path = unquote(urlsplit(url).path)
        except ValueError:
            path = ""
        found = PAGE.fullmatch(path)
        preview = (
            await self._of(found, address) if found and base and urlsplit(url).netloc == urlsplit(base).netloc else None
        )
        if found is None or base is None or preview is None:
            why = f"url is the address of a room, replay, tournament, club, player or game here, which {url[:200]!r} is not"
            return respond(request, json_content({"error": why}, 404), OPEN)
        return respond(request, json_content(self._oembed_fields(preview, base, found, query)), OPEN)

    def _oembed_fields(
        self, preview: Preview, base: str, found: re.Match[str], query: dict[str, list[str]]
    ) -> dict[str, object]:
        fields: dict[str, object] = {
            "version": "1.0",
            "type": "link",
            "title": preview.title,
            "provider_name": "Cadogan",
            "provider_url": f"{base}/",
            "cache_age": FRESH_SECONDS,
            "thumbnail_url": _picture_url(base, found),
            "thumbnail_width": WIDTH,
            "thumbnail_height": HEIGHT,
        }
        if self._services.settings.embed_from and found[1] in ("r", "watch"):
            width, height = (
                _at_most(query, f"max{side}", most) for side, most in zip(("width", "height"), FRAME, strict=True)
            )
            frame = f'<iframe src="{base}/embed/{found[2].upper()}" width="{width}" height="{height}" frameborder="0"></iframe>'
            fields |= {"type": "rich", "html": frame, "width": width, "height": height}
        return fields

    # ---- the target of the link --------------------------------------------------------------------------------------

    async def _of(self, found: re.Match[str], address: str) -> Preview | None:
        """Return the preview of a link; None if there is nothing to show."""
        try:
            return await self._look(found, address)
        except NothingThere:
            return None

    async def _look(self, found: re.Match[str], address: str) -> Preview | None:
        """Return the preview of a link; None if there is nothing to show.

        Raises:
            NothingThere: it leads to a player, tournament or club that does not exist.
        """
        self._limits.reads.spend(address)
        await self._limits.turns.turn(address)
        try:
            if found[1]:
                return await self._guessed(lambda: self._room(found[2].upper(), found[1] == "replay"), address)
            if found[7]:
                return _there(await self._guessed(lambda: self._tournament(found[8].lower()), address), found[8])
            if found[9]:
                return _there(await self._guessed(lambda: self._club(found[10].lower()), address), found[10])
            return await self._player(found[4]) if found[3] else _game(found[6])
        except STORE_AWAY:
            return None

    async def _guessed(self, look: Callable[[], Awaitable[Preview | None]], address: str) -> Preview | None:
        """Look for a room; a code without a room, or one that needs a key too, costs a guess.

        Both get the answer at the same time after the request, so timing does not tell which codes private rooms have.
        """
        self._limits.links.spend(address)
        loop = asyncio.get_running_loop()
        until = loop.time() + self._bounds.nothing
        preview = await look()
        if preview is None:
            await asyncio.sleep(until - loop.time())
        else:
            self._limits.links.give_back(address)
        return preview

    async def _room(self, code: str, replay: bool) -> Preview | None:
        hub = self._services.rooms.registry.hubs.get(code)
        if hub is not None and not hub.room.state.created.key:
            return _of_room(hub.room)
        mirror = self._services.mirrors.get(code)
        if mirror is not None and mirror.is_public:
            return _of_state(mirror.room)
        try:
            # For a room by link that is here, the store is asked for a code that no room has: that takes as long.
            first = await self._services.store.logs.first(code if hub is None else NOWHERE)
        except BadLog:
            return None
        if first is None or first.key:
            return None
        over = await self._over(first) if replay else None
        return over or await self._elsewhere(code) or _unseen(first.game)

    async def _elsewhere(self, code: str) -> Preview | None:
        """Return the preview of a room at another node, from what that node shows to spectators; None if there is no such
        node, or it shows nothing."""
        node = await self._services.store.room_leases.other_owner(code)
        if node is None:
            return None
        try:
            return _of_state((await self._services.mirrors.of(code, node)).room)
        except (NoLink, Refused):
            return None

    async def _over(self, first: Created) -> Preview | None:
        """Return the preview of a finished room from its log, if no server has it in use; None if it is not over.

        So a link preview never takes up a room.
        """
        preview = self._ended.pop(first.identity, None)
        if preview is None:
            logs, queue = self._services.store.logs, self._services.queue
            try:
                found = await logs.read_in_steps(first.code, queue)
                room = await queue.through(replaying(found.records)) if found else None
            except BadLog:
                return None
            if room is None or room.state.phase != "finished":
                return None
            preview = _of_room(room)
        self._ended[first.identity] = preview
        if len(self._ended) > self._bounds.kept:
            del self._ended[next(iter(self._ended))]
        return preview

    async def _tournament(self, id: str) -> Preview | None:
        """Return the preview of a tournament. Everybody who has the link of a private one may see it."""
        part = self._services.tournaments
        try:
            return Preview(*of_tournament(part.director.telling.of(await part.known.read(id))))
        except UnknownTournament:
            return None

    async def _club(self, id: str) -> Preview | None:
        """Return the preview of a club. Everybody who has the link of a closed one may see it."""
        clubs = self._services.store.clubs
        club = (await clubs.read([id])).get(id)
        if club is None:
            return None
        season = season_of(self._services.clock.real())
        return Preview(*of_club(club, await clubs.seasons.table(id, season)))

    async def _player(self, id: str) -> Preview:
        (name,) = await self._services.people.players.names([id])
        if name is None:
            raise NothingThere(id)
        figures = await self._services.store.history.figures(id)
        every = next((one for one in figures if not one.game), None)
        lines: tuple[tuple[str, str], ...] = ()
        if every is not None:
            lines = (
                ("Games played", str(every.played)),
                ("Won", f"{every.won} ({round(100 * every.won / max(1, every.played))} %)"),
                ("Came first", str(every.first)),
                ("Most won in a row", str(every.longest)),
            )
        text = f"{every.played} games played, {every.won} won." if every else "A player of competitive patience."
        favourite = next((one.game for one in figures if one.game), "")
        picture = LinkPicture(name, "Player", lines, table=_table(favourite))
        return Preview(f"{name} – Cadogan", text, picture)


def _there(preview: Preview | None, id: str) -> Preview:
    """Return a preview; raise NothingThere without one."""
    if preview is None:
        raise NothingThere(id)
    return preview


def _of_room(room: Room) -> Preview:
    """Return the preview of a room of this node."""
    return _of_state(describe.state(room, Volatile(), room.state.created.at))


def outcome_of(rows: Iterable[ResultRow]) -> str:
    """Return in a few words who has won: partners do so together."""
    winners = [row.name for row in rows if row.won and row.rank == 1]
    return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "Over"


def _of_state(room: RoomState) -> Preview:
    """Return the preview of a room in this state."""
    title, by_time = room.title, kind_named(room.kind).by_time
    if room.results is not None:
        won = outcome_of(room.results.rows)
        lines = tuple(
            (f"{row.rank}. {row.name}", _value(row, room.progress_max, by_time=by_time)) for row in room.results.rows
        )
        text = "; ".join(f"{name}: {value}" for name, value in lines[:4])
        return Preview(f"{won}: {title}", text, LinkPicture(won, title, lines, "Watch the replay", _table(room.game)))
    if room.rules.spectators == "none":
        return _unseen(room.game)
    names = [seat.name for seat in room.seats]
    players = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
    waits = room.phase == "lobby" and not room.locked
    note = "Come in and play along: no account needed" if waits else "Watch them play"
    heading = f"A {room.kind}"
    lines = tuple((name, "") for name in names)
    picture = LinkPicture(title, heading, lines, note, _table(room.game))
    return Preview(f"{title}: {heading.lower()}", f"{players}. {note}." if players else f"{note}.", picture)


def _unseen(game: str) -> Preview:
    """Return the preview of a room of which only the game may be shown."""
    head = catalogue.head_of(game)
    heading = f"A {head.kind}"
    picture = LinkPicture(head.title, heading, (), "The same cards, at the same moment", _table(game))
    return Preview(f"{head.title}: {heading.lower()}", texts.summary(game, texts.ENGLISH), picture)


def _game(id: str) -> Preview | None:
    if id not in catalogue.ids():
        return None
    title = texts.title(id, texts.ENGLISH)
    return Preview(f"{title} – Cadogan", texts.summary(id, texts.ENGLISH), of_game(id))


def _table(game: str) -> str:
    return game if game in catalogue.ids() else ""


def _value(row: ResultRow, most: int, *, by_time: bool) -> str:
    if not by_time:
        return f"{row.score or 0} points"
    if not row.won or row.time is None:
        return f"{row.progress} of {most}"
    minutes, rest = divmod(row.time // 100, 600)
    return f"{minutes}:{rest // 10:02}.{rest % 10}"


# ---- tags of the page ------------------------------------------------------------------------------------------------


def _picture_url(base: str, found: re.Match[str]) -> str:
    page, of = next((found[group], found[group + 1]) for group in (1, 3, 5, 7, 9) if found[group])
    return f"{base}{PICTURES}{page}/{of}.png"


def _tags(preview: Preview, base: str, found: re.Match[str]) -> str:
    url = f"{base}{quote(found[0])}"
    values = {
        "og:site_name": "Cadogan",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": url,
        "og:image": _picture_url(base, found),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": preview.title,
    }
    tags = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in values.items()]
    tags.append('<meta name="twitter:card" content="summary_large_image" />')
    oembed = f"{base}{OEMBED}?format=json&url={quote(url, safe='')}"
    tags.append(f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}" />')
    return "\n    ".join(["", *tags, ""])


def _at_most(query: dict[str, list[str]], name: str, most: int) -> int:
    """Return a size no larger than the client has space for."""
    wanted = query.get(name, [""])[0]
    return min(most, int(wanted)) if wanted.isascii() and wanted.isdigit() and len(wanted) < 6 else most
