"""The subscribers of a stream, in the form that the bus takes: tuples of outboxes."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_protocol.codec import Format
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import Frame, in_format
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Viewer

NO_VIEWERS: dict[Viewer, None] = {}
"""The viewers of all streams that have had none. Nothing is ever added to it."""


class Listeners:
    """The subscribers of a stream.

    Subscribers change seldom and messages are many, so the outboxes are gathered once after each change, as tuples that
    the bus may keep until the frames have left.
    """

    __slots__ = ("_json", "_msgpack", "_viewers")

    def __init__(self) -> None:
        self._viewers = NO_VIEWERS
        self._msgpack: tuple[Outbox, ...] | None = ()
        self._json: tuple[Outbox, ...] | None = ()

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, viewer: Viewer) -> None:
        """Subscribe a viewer."""
        if not self._viewers:
            self._viewers = {}
        self._viewers[viewer] = None
        self._msgpack = self._json = None

    def drop(self, viewer: Viewer) -> None:
        """Unsubscribe a viewer, if it is a subscriber."""
        if viewer in self._viewers:
            del self._viewers[viewer]
            self._msgpack = self._json = None

    @property
    def msgpack(self) -> tuple[Outbox, ...]:
        """The outboxes of viewers that read msgpack."""
        if self._msgpack is None:
            self._msgpack = self._gathered(Format.MSGPACK)
        return self._msgpack

    @property
    def json(self) -> tuple[Outbox, ...]:
        """The outboxes of viewers that read JSON."""
        if self._json is None:
            self._json = self._gathered(Format.JSON)
        return self._json

    def publish(self, bus: Bus, *frames: Frame) -> None:
        """Give the bus these frames for all subscribers, joined for each socket."""
        if self.msgpack:
            bus.publish(b"".join(frames), self.msgpack)
        if self.json:
            bus.publish(b"".join(in_format(frame, Format.JSON) for frame in frames), self.json)

    def _gathered(self, fmt: Format) -> tuple[Outbox, ...]:
        return tuple(viewer.outbox for viewer in self._viewers if viewer.outbox.fmt is fmt)
