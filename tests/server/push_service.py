"""A push service on the loopback, and a device that reads what the service got for it."""

from __future__ import annotations

import asyncio
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import http_ece
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def in_base64(raw: bytes) -> str:
    """Return bytes as browsers write them."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


class Device:
    """A device with its keys, as a browser makes them."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = secrets.token_bytes(16)

    @property
    def subscription(self) -> dict[str, str]:
        """The message of the page to the server."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": in_base64(point), "auth": in_base64(self._auth)}

    def read(self, body: bytes) -> Any:
        """Decrypt news."""
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))


class PushService:
    """A push service. `answers` has the status for each path; others are answered 201. `later` is its `Retry-After`."""

    def __init__(self) -> None:
        self.answers: dict[str, int] = {}
        self.got: asyncio.Queue[tuple[str, dict[str, str], bytes]] = asyncio.Queue()
        self.origin = ""
        self.later = ""

    def device(self, path: str = "/send/1") -> Device:
        """Return a device that is subscribed here."""
        return Device(f"{self.origin}{path}")

    async def news(self, device: Device) -> Any:
        """Wait for news for this device, whose sender must have signed it, and return it decrypted."""
        path, headers, body = await self.got.get()
        assert f"{self.origin}{path}" == device.endpoint
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Content-Encoding"] == "aes128gcm"
        return device.read(body)

    async def answer(self, request: web.Request) -> web.Response:
        """Take news."""
        self.got.put_nowait((request.path, dict(request.headers), await request.read()))
        status = self.answers.get(request.path, 201)
        headers = {"Location": f"{self.origin}/elsewhere"} if status == 307 else {}
        return web.Response(status=status, headers=headers | ({"Retry-After": self.later} if self.later else {}))


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    """Run a push service."""
    service, app = PushService(), web.Application()
    app.router.add_post("/{path:.*}", service.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    service.origin = f"http://{host}:{port}"
    try:
        yield service
    finally:
        await runner.cleanup()
