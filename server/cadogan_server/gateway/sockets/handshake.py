"""Answers requests that get no WebSocket: with security headers, and never with silence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from typing import Self

from websockets.datastructures import Headers
from websockets.exceptions import InvalidMessage, ProtocolError
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.protocol import CLOSED, CONNECTING
from websockets.server import ServerProtocol
from websockets.typing import StatusLike, Subprotocol

from cadogan_protocol.codec import Format
from cadogan_protocol.limits import OUTDATED

POLICY = (
    "default-src 'self'; connect-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {framed_by}; object-src 'none'"
)

FRAMES = "X-Frame-Options"
"""Tells old browsers what `frame-ancestors` tells others. It can't name other sites."""

SECURITY = {
    "Content-Security-Policy": POLICY.format(framed_by="'none'"),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), "
        "microphone=(), midi=(), payment=(), usb=()"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    FRAMES: "DENY",
}
"""Headers of every HTTP answer. The proxy that speaks TLS adds Strict-Transport-Security."""

OPEN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Additional headers of an answer that pages of any site may read."""


def framed_by(origins: Sequence[str]) -> dict[str, str]:
    """Return the headers of an answer that pages of these web origins may show in a frame; `*` means all."""
    return {"Content-Security-Policy": POLICY.format(framed_by=" ".join(origins))} if origins else {}


UNREADABLE = "this is no request that can be read here: HTTP/1.1 or 1.0, GET or HEAD, without a body\n"


TOO_LONG = (
    "the request is too long: its first line and each header may have 8,192 bytes, and there may be 128 headers\n"
)


def secure(response: Response) -> None:
    """Add the common headers to an HTTP answer. An answer with its own policy says there who may frame it."""
    own_policy = "Content-Security-Policy" in response.headers
    for name, value in SECURITY.items():
        if name not in response.headers and not (name == FRAMES and own_policy):
            response.headers[name] = value


class LongAnswer(Response):
    """The head of an HTTP answer whose body is sent bit by bit until one side closes.

    Args:
        run: called once the head is on its way; returns when the answer is over.
    """

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        super().__init__(200, "OK", Headers())
        self.run = run

    def headed(self, headers: Mapping[str, str]) -> Self:
        """Add these headers; return self."""
        self.headers.update(headers)
        return self


class Handshake(ServerProtocol):
    """The library's protocol before the socket is open, with our headers on each of its answers.

    It would answer requests that it can't read, such as one with a body, without any headers. And it would fail on
    input that comes before it has answered.
    """

    _answered = False

    def send_response(self, response: Response) -> None:
        """Send the answer; ignore all answers after the first."""
        if self._answered:
            return
        self._answered = True
        if response.status_code != 101:
            secure(response)
        if isinstance(response, LongAnswer):  # after any other answer the library sends the end of file
            self.writes.append(response.serialize())
            self.parser = self._until_gone()
            next(self.parser)
            return
        super().send_response(response)

    def _until_gone(self) -> Generator[None]:
        """Ignore input while a long answer is being sent."""
        while not (yield from self.reader.at_eof()):
            self.reader.discard()
        self.state = CLOSED
        yield

    def reject(self, status: StatusLike, text: str) -> Response:
        """Refuse a request in plain text. The library's own text would only say that no WebSocket was opened."""
        return super().reject(status, TOO_LONG if status in (414, 431) else text)

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """Choose the first of the client's subprotocols that we know. Its order is its preference. An outdated one is
        accepted, to say so."""
        return next((name for ours in (list(Format), OUTDATED) for name in subprotocols if name in ours), None)

    def recv_frame(self, frame: Frame) -> None:
        """Handle a frame. There are none before the socket is open."""
        if self.state is CONNECTING:
            raise ProtocolError("a frame before the answer")
        super().recv_frame(frame)

    def fail(self, code: int, reason: str = "") -> None:
        """Close the connection of a client that breaks the protocol, before the answer by sending more than a
        request."""
        if self.state is CONNECTING and not self.reader.eof:
            self.send_response(self.reject(400, UNREADABLE))
        else:
            super().fail(code, reason)

    def send_eof(self) -> None:
        """Send the end of file, after an answer even if the library has none."""
        if isinstance(self.handshake_exc, InvalidMessage) and not self._answered and not self.reader.eof:
            self.send_response(self.reject(400, UNREADABLE))  # which also sends the end of file
        else:
            super().send_eof()
