"""How whoever gets no WebSocket is answered: with headers that keep pages and browsers apart, and never in silence."""

from __future__ import annotations

from websockets.exceptions import InvalidMessage, ProtocolError
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.protocol import CONNECTING
from websockets.server import ServerProtocol

SECURITY = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        "microphone=(), midi=(), payment=(), usb=()"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What every answer over HTTP carries. Strict-Transport-Security is for the proxy that speaks TLS to say."""

UNREADABLE = "this is no request that can be read here: HTTP/1.1 or 1.0, GET or HEAD, without a body\n"


def secure(response: Response) -> None:
    """Put on an answer over HTTP what each carries."""
    for name, value in SECURITY.items():
        if name not in response.headers:
            response.headers[name] = value


class Handshake(ServerProtocol):
    """The library's part before the socket is open, with our headers on each of its answers.

    What it can't read, a request with a body say, it would leave without any; and over what comes before it has
    answered it would stumble.
    """

    _answered = False

    def send_response(self, response: Response) -> None:
        """Send the answer; after the first, nothing."""
        if self._answered:
            return
        self._answered = True
        if response.status_code != 101:
            secure(response)
        super().send_response(response)

    def recv_frame(self, frame: Frame) -> None:
        """Take a frame in; before the socket is open there can be none."""
        if self.state is CONNECTING:
            raise ProtocolError("a frame before the answer")
        super().recv_frame(frame)

    def fail(self, code: int, reason: str = "") -> None:
        """Let go of who breaks the protocol. Before the answer that is who sends more than a request."""
        if self.state is CONNECTING and not self.reader.eof:
            self.send_response(self.reject(400, UNREADABLE))
        else:
            super().fail(code, reason)

    def send_eof(self) -> None:
        """End what we send: after an answer, also where the library has none."""
        if isinstance(self.handshake_exc, InvalidMessage) and not self._answered and not self.reader.eof:
            self.send_response(self.reject(400, UNREADABLE))  # and that ends it
        else:
            super().send_eof()
