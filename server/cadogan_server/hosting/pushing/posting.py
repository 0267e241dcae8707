"""Encrypts news for a device (RFC 8291), and sends it to the device's push service in the server's name (RFC 8292)."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from email.utils import parsedate_to_datetime
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NamedTuple

from cadogan_protocol.messages import PushKind
from cadogan_server.hosting.pushing.push_services import PushServices
from cadogan_server.store.people.push_devices import PUSHED_SECONDS, PushDevice
from cadogan_server.store.people.push_key import PushKey

if TYPE_CHECKING:
    import aiohttp

LIBRARIES = ("aiohttp", "pywebpush", "py_vapid")
"""The libraries that send news. Loading them takes a seventh of a second and 15 MB. A server that sends news loads them at its
start: later, even in a thread, players would wait up to five milliseconds in each turn of the event loop meanwhile."""

SEAL_SECONDS = 0.005
"""Seconds from sealing one piece of news to sealing the next. Sealing takes a quarter of a millisecond of the event loop, and 64
pieces that were sealed in one turn of it kept players waiting for 16 ms and more."""

POST_SECONDS = 10.0
"""Seconds within which a push service must have answered."""

SIGNED_SECONDS = 12 * 3600
"""Seconds for which a signature is valid; 24 hours are allowed at most."""

NOT_ALLOWED, RESTING = 0, 1
"""Stand for the status of a service that may not be called any more, and of one that has asked not to be called for a while."""

BUSY = (429, 503)
"""Answers of services that want to be called later."""

REST_SECONDS, LONGEST_REST_SECONDS = 60.0, 3600.0
"""Seconds for which such a service is not called: if it does not say how long, and at most."""


Says = Literal["won", "lost", "drawn"]
"""The end of a correspondence duel for a player."""


class News(NamedTuple):
    """One piece of news.

    Attributes:
        kind: its kind.
        url: path of the page that it opens.
        text: what it says in English.
        names: names in it, for the texts of other languages.
        seconds: time after which a push service forgets it, if the device is off.
        of: what it is about, if news of the same kind about something else must not hold it back; empty: anything.
        anyway: True if it is also for players who are connected.
        reminds: True if it repeats earlier news.
        says: the kind that the device is told, if it is another: news for players who want `turn`, in words of its own.
        quiet: seconds in which the player gets no more news of this kind, or about the same if `of` is given.
    """

    kind: PushKind
    url: str
    text: str
    names: dict[str, str]
    seconds: int
    of: str = ""
    anyway: bool = False
    reminds: bool = False
    says: Says | None = None
    quiet: int = PUSHED_SECONDS


class Posting:
    """Sends news to push services. No redirect is followed, and nothing but the status and `Retry-After` of an answer is read.

    Args:
        key: the server's key.
        contact: where push services reach the operator.
        services: the push services that may be called.
        patience: seconds within which one must have answered.
        pace: seconds between two pieces of news.
        time: returns the seconds since 1970.
    """

    def __init__(
        self,
        key: PushKey,
        contact: str,
        services: PushServices,
        patience: float = POST_SECONDS,
        pace: float = SEAL_SECONDS,
        time: Callable[[], float] = time.time,
    ) -> None:
        self._key = key
        self._contact = contact
        self._services = services
        self._patience = patience
        self._pace = pace
        self._sealing = asyncio.Lock()
        self._time = time
        self._rests: dict[str, float] = {}
        """By web origin of a service that has asked for it: the moment until which it is not called."""
        self._session: aiohttp.ClientSession | None = None
        for name in LIBRARIES:
            import_module(name)

    async def post(self, device: PushDevice, news: News) -> int:
        """Send news to a device, and return the status of the answer.

        Raises:
            OSError: the push service can't be reached.
            TimeoutError: it does not answer.
            ValueError: the key of the device is invalid.
        """
        origin = self._services.origin(device.endpoint)
        if origin is None:
            return NOT_ALLOWED
        if self._is_resting(origin):
            return RESTING
        import aiohttp
        from yarl import URL

        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=self._patience), cookie_jar=aiohttp.DummyCookieJar()
            )
        async with self._sealing:  # one in each turn of the event loop
            await asyncio.sleep(self._pace)
            if self._is_resting(origin):
                return RESTING
            body, headers = self._sealed(device, news, origin)
        address = URL(device.endpoint, encoded=True)
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                if answer.status in BUSY:
                    self._rests[origin] = self._time() + rest_of(answer.headers.get("Retry-After"), self._time())
                return answer.status
        except aiohttp.ClientError as error:
            raise OSError(str(error)) from error

    def _is_resting(self, origin: str) -> bool:
        return self._rests.get(origin, 0) > self._time()

    def _sealed(self, device: PushDevice, news: News, origin: str) -> tuple[bytes, dict[str, str]]:
        """Return news as a request to a push service: its body and its headers. It takes a quarter of a millisecond."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        told = {"kind": news.says or news.kind, "url": news.url, "text": news.text, "names": news.names} | (
            {"reminds": True} if news.reminds else {}
        )
        subscription = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
        body = WebPusher(subscription).encode(json.dumps(told).encode())["body"]
        claims = {"sub": self._contact, "aud": origin, "exp": int(self._time()) + SIGNED_SECONDS}
        headers = {
            **Vapid02(self._key.private).sign(claims),
            "TTL": str(news.seconds),
            "Urgency": "high",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        return body, headers

    async def close(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()


def rest_of(said: str | None, now: float) -> float:
    """Return for how many seconds a service is not called that has said this in `Retry-After`: seconds, or a date."""
    seconds = REST_SECONDS
    if said is not None and said.strip().isascii() and said.strip().isdigit():
        seconds = float(said)
    elif said is not None:
        with suppress(ValueError):
            seconds = parsedate_to_datetime(said).timestamp() - now
    return min(max(0.0, seconds), LONGEST_REST_SECONDS)
