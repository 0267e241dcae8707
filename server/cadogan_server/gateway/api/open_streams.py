"""The streams of events that are being read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from cadogan_protocol.errors import CloseCode
from cadogan_server.fair_share import counted_under
from cadogan_server.gateway.api.events import EventStream
from cadogan_server.gateway.sockets.handshake import LongAnswer


class OpenStreams:
    """All open streams of events."""

    def __init__(self) -> None:
        self._streams: dict[EventStream, str] = {}
        """Stream → address, the newest last."""

    def __iter__(self) -> Iterator[EventStream]:
        return iter(self._streams)

    def answer(self, stream: EventStream, address: str, leave: Callable[[], Awaitable[None]]) -> LongAnswer:
        """Return the HTTP answer that sends a stream. `leave` is called when it is over."""

        async def run() -> None:
            try:
                await stream.run()
            finally:
                self._streams.pop(stream, None)
                await leave()

        self._streams[stream] = address
        return LongAnswer(run)

    def close(self, reason: str) -> None:
        """End all streams: the server stops."""
        for stream in self._streams:
            stream.end(CloseCode.GOING_AWAY, reason)

    def let_go(self, key: str, count: int) -> None:
        """End the newest streams of an address or a network that has too many over all nodes."""
        theirs = [stream for stream, address in reversed(self._streams.items()) if key in counted_under(address)]
        for stream in theirs[:count]:
            stream.end(
                CloseCode.TOO_MANY_SOCKETS, "your address has too many streams of events at all servers together"
            )
