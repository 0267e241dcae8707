"""How whoever gets no WebSocket is answered: with headers that keep pages and browsers apart, and never in silence."""

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
"""Says to old browsers what `frame-ancestors` says to others; it knows no sites by name."""

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
"""What every answer over HTTP carries. Strict-Transport-Security is for the proxy that speaks TLS to say."""

OPEN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""What an answer carries besides that pages of any site may read."""


def framed_by(origins: Sequence[str]) -> dict[str, str]:
    """What an answer carries that pages of these origins may show in a frame; `*` are all there are."""
    return {"Content-Security-Policy": POLICY.format(framed_by=" ".join(origins))} if origins else {}


UNREADABLE = "this is no request that can be read here: HTTP/1.1 or 1.0, GET or HEAD, without a body\n"


TOO_LONG = (
    "the request is too long: its first line and each header may have 8,192 bytes, and there may be 128 headers\n"
)


def secure(response: Response) -> None:
    """Put on an answer over HTTP what each carries. What has a policy of its own says there who may frame it."""
    own_policy = "Content-Security-Policy" in response.headers
    for name, value in SECURITY.items():
        if name not in response.headers and not (name == FRAMES and own_policy):
            response.headers[name] = value


class LongAnswer(Response):
    """The head of an answer over HTTP whose body comes bit by bit, until one side closes.

    Args:
        run: called once the head is on its way; returns when the answer is over.
    """

    def __init__(self, run: Callable[[], Awaitable[None]]) -> None:
        super().__init__(200, "OK", Headers())
        self.run = run

    def headed(self, headers: Mapping[str, str]) -> Self:
        """Carry these headers."""
        self.headers.update(headers)
        return self


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
        if isinstance(response, LongAnswer):  # after any other the library says that nothing more will come
            self.writes.append(response.serialize())
            self.parser = self._until_gone()
            next(self.parser)
            return
        super().send_response(response)

    def _until_gone(self) -> Generator[None]:
        """Pass over whatever comes while a long answer goes out."""
        while not (yield from self.reader.at_eof()):
            self.reader.discard()
        self.state = CLOSED
        yield

    def reject(self, status: StatusLike, text: str) -> Response:
        """Refuse a request in plain text; of what the library can't read it would only say that no WebSocket was opened."""
        return super().reject(status, TOO_LONG if status in (414, 431) else text)

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        """Take the first of ours that the client offers: its order is its preference. An outdated one is taken to say so."""
        return next((name for ours in (list(Format), OUTDATED) for name in subprotocols if name in ours), None)

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
