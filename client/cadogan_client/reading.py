"""Reads the paths of a server's HTTP API, /api/v1."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit, urlunsplit
from urllib.request import Request, urlopen

from cadogan_client.errors import CannotConnect, ClientError
from cadogan_protocol.api import PREFIX
from cadogan_protocol.wording import shown

SECONDS = 20.0
"""The time that a server may take for an answer, in seconds."""

MOST_BYTES = 32 << 20
"""The largest size of an answer, in bytes."""

TOO_LONG = (HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)


class Problem(ClientError):
    """The server refuses a request.

    Attributes:
        status: the HTTP status of the answer.
        code: the reason for programs.
    """

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code


def address(url: str) -> str:
    """Return the HTTP address of a server from that of its sockets, such as `http://host` for `ws://host/ws`."""
    where = urlsplit(url)
    scheme = {"ws": "http", "wss": "https"}[where.scheme]
    return urlunsplit((scheme, where.netloc, where.path.removesuffix("/ws") + PREFIX, "", ""))


class Reader:
    """Reads from one server.

    Args:
        url: the address of its sockets, such as `wss://example.org/ws`.
        token: a player's token, for the player's own data.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        self._address = address(url)
        self._headers = {"Authorization": f"Bearer {token}"} if token is not None else {}

    def text(self, *path: str, **asked: Any) -> str:
        """Return the answer at a path as text.

        Args:
            path: its segments.
            asked: the parameters of the query; None leaves one out, a list repeats it.

        Raises:
            Problem: the server refuses the request.
            CannotConnect: there is no answer.
        """
        pairs = [(name, value) for name, value in asked.items() if value is not None]
        query = f"?{urlencode(pairs, doseq=True)}" if pairs else ""
        url = "/".join((self._address, *(quote(segment, safe="") for segment in path))) + query
        try:
            with urlopen(Request(url, headers=self._headers), timeout=SECONDS) as answer:
                body: bytes = answer.read(MOST_BYTES + 1)
        except HTTPError as error:
            with error:  # it holds the connection
                raise _problem(error) from error
        except (URLError, OSError, ValueError) as error:
            why = error.reason if isinstance(error, URLError) else error
            raise CannotConnect(f"{_short(url)} does not answer: {why}") from error
        if len(body) > MOST_BYTES:
            raise CannotConnect(f"{_short(url)} answers with more than {MOST_BYTES} bytes")
        return body.decode(errors="replace")

    def object(self, *path: str, **asked: Any) -> dict[str, Any]:
        """Return the answer at a path. Raises what `text` raises."""
        try:
            found = json.loads(self.text(*path, **asked))
        except ValueError as error:
            raise CannotConnect(f"{self._address} does not answer as a Cadogan server: {error}") from error
        if not isinstance(found, dict):
            raise CannotConnect(f"{self._address} does not answer as a Cadogan server")
        return found

    def pages(self, list_of: str, *path: str, **asked: Any) -> Iterator[Any]:
        """Yield the items of a list on all pages at a path. Raises what `text` raises."""
        cursor: str | None = None
        while cursor != "":
            page = self.object(*path, cursor=cursor, **asked)
            yield from page[list_of]
            cursor = str(page.get("next") or "")


def _short(url: str) -> str:
    return shown(url, 200, quoted=False)


def _problem(error: HTTPError) -> ClientError:
    if error.code in TOO_LONG:
        return Problem(
            error.code, "too_long", f"the address {_short(error.url)} is too long for the server: ask for less at once"
        )
    try:
        said = json.loads(error.read(MOST_BYTES))
        return Problem(error.code, str(said["code"]), str(said["detail"]))
    except (ValueError, KeyError, TypeError, OSError):
        return CannotConnect(f"{_short(error.url)} answers with status {error.code}; is a Cadogan server there?")
