"""Everything answered over plain HTTP: a table of paths made at the start. No request reads the disk."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from time import time
from types import MappingProxyType
from urllib.parse import parse_qs, unquote, urlsplit

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.http.page import Asset
from cadogan_server.gateway.sockets.handshake import framed_by, secure
from cadogan_server.rooms.refused import Refused

logger = logging.getLogger(__name__)

Query = dict[str, list[str]]

EMBED = "/embed/"
"""Path prefix of the pages that other sites may show in a frame, if the server allows them."""


@dataclass(frozen=True)
class Content:
    """An answer that is made anew for each request."""

    body: bytes
    kind: str = "application/json"
    status: int = 200


Live = Callable[[str, Query], Awaitable["Content | Asset | None"]]
"""Answers all paths with a prefix, given the rest of the path and the query; None: there is no such path."""


class Site:
    """All paths of the server except the WebSocket's.

    Args:
        assets: path → file of the page.
        index: the page itself, which answers all remaining paths.
        live: path prefix → function that answers it.
        embed_from: web origins whose pages may show `/embed/CODE` in a frame.
        is_page: returns True if a path is one of the page's. For any other the page is sent with status 404, and shows
            that there is nothing.
    """

    def __init__(
        self,
        assets: Mapping[str, Asset],
        index: Asset,
        live: dict[str, Live],
        embed_from: Sequence[str] = (),
        is_page: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._assets = assets
        self.index = index
        """The page itself."""
        self._lost = replace(index, status=404) if index.status == HTTPStatus.OK else index
        self._is_page = is_page
        self._live = live
        self._framed = framed_by(embed_from)

    async def answer(self, request: Request) -> Response:
        """Answer a request; for an error of ours, with 500 and a log line.

        Raises:
            Refused: the address, or all together, ask too much at the moment.
        """
        try:
            return await self._find(request)
        except Refused:
            raise
        except Exception:
            logger.exception("the answer to %s %r failed", request.method, request.path[:200])
            failed = json_content({"error": "something went wrong here; the server's log says what"}, 500)
            return respond(request, failed, {"Cache-Control": "no-store"})

    async def _find(self, request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            return respond(request, Content(b"GET and HEAD only\n", "text/plain", 405), {"Allow": "GET, HEAD"})
        try:
            url = urlsplit(request.path)
        except ValueError:
            return respond(request, Content(b"this is no path\n", "text/plain", 400), {})
        path = unquote(url.path)
        asset = self._assets.get(path)
        if asset is not None:
            return send(request, asset)
        for beginning, live in self._live.items():
            if path == beginning or path.startswith(beginning + "/"):
                found = await live(path[len(beginning) + 1 :], parse_qs(url.query))
                if isinstance(found, Asset):
                    return send(request, found)
                if found is None:
                    found = Content(b'{"error": "there is nothing at this path"}\n', status=404)
                return respond(request, found, {"Cache-Control": "no-store"})
        if "." in path.rpartition("/")[2]:
            return respond(request, Content(b"there is no such file\n", "text/plain", 404), {})
        if not self._is_page(path):
            return send(request, self._lost)
        return send(request, self.index, self._framed if path.startswith(EMBED) else {})


def leaf(make: Callable[[], Content]) -> Live:
    """Return an answer for exactly one path."""

    async def live(rest: str, _: Query) -> Content | None:
        return None if rest else make()

    return live


def json_content(data: object, status: int = 200) -> Content:
    """Return a JSON answer."""
    return Content(json.dumps(data, ensure_ascii=False).encode() + b"\n", status=status)


def refusal(refused: Refused, request: Request | None = None) -> Response:
    """Return the answer to a refused request: 429 if its address, 503 if all together ask too much."""
    status = 429 if refused.code is ErrorCode.TOO_FAST else 503
    more = {"Cache-Control": "no-store", "Retry-After": str(refused.wait or 1)}
    return respond(request or Request("/", Headers()), json_content({"error": refused.message}, status), more)


def refusal_at_the_door(refused: Refused) -> bytes:
    """Return the same as bytes, for a connection that is refused before its request is read. Few of these are
    cached."""
    return _refusal(refused.code, refused.message, refused.wait, int(time()))


@lru_cache(maxsize=64)
def _refusal(code: ErrorCode, message: str, wait: int | None, _: int) -> bytes:
    response = refusal(Refused(code, message, wait=wait))
    secure(response)
    return response.serialize()


def send(request: Request, asset: Asset, more: Mapping[str, str] = MappingProxyType({})) -> Response:
    """Return a file, compressed if the client accepts that, or the answer that it has not changed."""
    headers = {"ETag": asset.tag, "Cache-Control": asset.caching, "Vary": "Accept-Encoding", **more}
    if asset.status == HTTPStatus.OK and unchanged(request, asset.tag):
        return respond(request, Content(b"", asset.kind, 304), headers)
    packed = asset.gzipped is not None and "gzip" in request.headers.get("Accept-Encoding", "")
    if packed:
        headers["Content-Encoding"] = "gzip"
    body = asset.gzipped if packed and asset.gzipped is not None else asset.body
    return respond(request, Content(body, asset.kind, asset.status), headers)


def unchanged(request: Request, tag: str) -> bool:
    """Return True if the client already has the answer with this tag (RFC 9110, 13.1.2)."""
    known = ",".join(request.headers.get_all("If-None-Match"))
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in known.split(","))


def respond(request: Request, answer: Content, more: Mapping[str, str]) -> Response:
    """Return an answer with these headers and the common ones."""
    status = HTTPStatus(answer.status)
    kind = f"{answer.kind}; charset=utf-8" if answer.kind.startswith("text/") else answer.kind
    headers = Headers(
        {
            "Date": formatdate(usegmt=True),
            "Connection": "close",
            "Content-Length": str(len(answer.body)),
            "Content-Type": kind,
            **more,
        }
    )
    return Response(status.value, status.phrase, headers, b"" if request.method == "HEAD" else answer.body)
