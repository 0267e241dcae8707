"""Encrypts news for a device (RFC 8291), and sends it to the device's push service in the server's name (RFC 8292)."""

from __future__ import annotations

import asyncio
import json
import time
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from cadogan_protocol.messages import PushKind
from cadogan_server.hosting.pushing.push_services import PushServices
from cadogan_server.store.people.push_devices import PushDevice
from cadogan_server.store.people.push_key import PushKey

if TYPE_CHECKING:
    import aiohttp

LIBRARIES = ("aiohttp", "pywebpush", "py_vapid")
"""The libraries that send news. Loading them takes a seventh of a second and 15 MB, so the first news loads them, in a thread."""

POST_SECONDS = 10.0
"""Seconds within which a push service must have answered."""

SIGNED_SECONDS = 12 * 3600
"""Seconds for which a signature is valid; 24 hours are allowed at most."""

NOT_ALLOWED = 0
"""Stands for the status of a service that may not be called any more."""


class News(NamedTuple):
    """One piece of news.

    Attributes:
        kind: its kind.
        url: path of the page that it opens.
        text: what it says in English.
        names: names in it, for the texts of other languages.
        seconds: time after which a push service forgets it, if the device is off.
    """

    kind: PushKind
    url: str
    text: str
    names: dict[str, str]
    seconds: int


class Posting:
    """Sends news to push services. No redirect is followed, and nothing but the status of an answer is read.

    Args:
        key: the server's key.
        contact: where push services reach the operator.
        services: the push services that may be called.
        patience: seconds within which one must have answered.
    """

    def __init__(self, key: PushKey, contact: str, services: PushServices, patience: float = POST_SECONDS) -> None:
        self._key = key
        self._contact = contact
        self._services = services
        self._patience = patience
        self._session: aiohttp.ClientSession | None = None

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
        if self._session is None:
            for name in LIBRARIES:
                await asyncio.to_thread(import_module, name)
        import aiohttp
        from yarl import URL

        if self._session is None:
            self._session = aiohttp.ClientSession(
                timeout=aiohttp.ClientTimeout(total=self._patience), cookie_jar=aiohttp.DummyCookieJar()
            )
        body, headers = self._sealed(device, news, origin)
        address = URL(device.endpoint, encoded=True)
        try:
            async with self._session.post(address, data=body, headers=headers, allow_redirects=False) as answer:
                return answer.status
        except aiohttp.ClientError as error:
            raise OSError(str(error)) from error

    def _sealed(self, device: PushDevice, news: News, origin: str) -> tuple[bytes, dict[str, str]]:
        """Return news as a request to a push service: its body and its headers. It takes a quarter of a millisecond."""
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        told = {"kind": news.kind, "url": news.url, "text": news.text, "names": news.names}
        subscription = {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}}
        body = WebPusher(subscription).encode(json.dumps(told).encode())["body"]
        claims = {"sub": self._contact, "aud": origin, "exp": int(time.time()) + SIGNED_SECONDS}
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
