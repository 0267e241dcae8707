"""The sites whose pages may open a socket. A browser lets any page try, and names its web origin in the header
Origin."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from websockets.datastructures import Headers

PORTS = {"http": 80, "https": 443}
"""Default ports of the schemes, which Origin and Host omit."""

HOST = re.compile(r"[A-Za-z0-9._-]{1,253}(:\d{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?")
"""A host with an optional port, as browsers send it."""

SHOWN = 100
"""Maximum characters of an Origin or Host that a refusal repeats."""


class AllowedWebOrigins:
    """The pages that may open a WebSocket: our own, those of a setting, and clients that are no page.

    Args:
        others: web origins beside our own, such as `https://cards.example`; `null` is that of a file or a sandboxed
            frame.
        behind_proxy: True if a proxy in front names the requested host in X-Forwarded-Host.
    """

    def __init__(self, others: Iterable[str], behind_proxy: bool) -> None:
        self._others = {normal(other) for other in others}
        self._behind_proxy = behind_proxy

    def refusal(self, headers: Headers) -> str | None:
        """Return a sentence that says why a page may not open a socket; None if it may, or if no page asks."""
        origins = headers.get_all("Origin")
        if not origins:
            return None
        host = self._host(headers)
        origin = ", ".join(origins)
        if len(origins) == 1 and (_normal_or_none(origin) in self._others or _same(origin, host)):
            return None
        return (
            f"pages of {origin[:SHOWN]!r} may not open a WebSocket here, only those of {host[:SHOWN]!r}; the operator of "
            "this server can allow others with --origin"
        )

    def base(self, headers: Headers) -> str | None:
        """Return the beginning of this page's addresses, such as `https://cards.example`, from the requested host; None
        if that is invalid."""
        host = self._host(headers)
        if not HOST.fullmatch(host):
            return None
        if not self._behind_proxy:
            return f"http://{host}"
        scheme = ",".join(headers.get_all("X-Forwarded-Proto")).rpartition(",")[2].strip()
        return f"{scheme if scheme in PORTS else 'https'}://{host}"  # proxies are there for TLS

    def _host(self, headers: Headers) -> str:
        """Return the host and port that the browser requested."""
        if self._behind_proxy:
            forwarded = ",".join(headers.get_all("X-Forwarded-Host")).rpartition(",")[2].strip()
            if forwarded:
                return forwarded
        return ", ".join(headers.get_all("Host"))


def normal(origin: str) -> str:
    """Return a web origin as browsers write it: in lower case, without the default port.

    Raises:
        ValueError: it is none; the message says why.
    """
    if origin == "null":
        return origin
    url = urlsplit(origin)
    if not url.scheme or not url.hostname or url.path or url.query or url.fragment or "@" in url.netloc:
        raise ValueError(
            f"{origin[:SHOWN]!r} is no origin: write scheme, host and port alone, as https://cards.example"
        )
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    return f"{url.scheme}://{host}" + ("" if url.port in (None, PORTS.get(url.scheme)) else f":{url.port}")


def _normal_or_none(origin: str) -> str | None:
    try:
        return normal(origin)
    except ValueError:
        return None


def _same(origin: str, host: str) -> bool:
    """Return True if a web origin is that of a host. Schemes are ignored: behind a proxy we don't know ours."""
    try:
        page, asked = urlsplit(normal(origin)), urlsplit(f"//{host}")
        usual = PORTS[page.scheme]
        return (page.hostname, page.port or usual) == (asked.hostname, asked.port or usual)
    except (ValueError, KeyError):
        return False
