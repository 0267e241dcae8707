"""Who follows a stream, ready to be handed on with each of its messages."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_protocol.codec import Format
from cadogan_server.delivery.frame import Frame, in_format
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.store.log.journal import Journal


class Listeners:
    """The viewers of a stream.

    They come and go seldom and messages are many, so their outboxes are gathered once, as values that the journal may keep
    until it has written a batch.
    """

    __slots__ = ("_json", "_msgpack", "_viewers")

    def __init__(self) -> None:
        self._viewers: dict[Viewer, None] = {}
        self._msgpack: tuple[Outbox, ...] | None = ()
        self._json: tuple[Outbox, ...] | None = ()

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, viewer: Viewer) -> None:
        """This one follows the stream from now on."""
        self._viewers[viewer] = None
        self._msgpack = self._json = None

    def drop(self, viewer: Viewer) -> None:
        """This one follows it no more, if ever."""
        if viewer in self._viewers:
            del self._viewers[viewer]
            self._msgpack = self._json = None

    @property
    def msgpack(self) -> tuple[Outbox, ...]:
        """The outboxes of those who read msgpack."""
        if self._msgpack is None:
            self._msgpack = self._gathered(Format.MSGPACK)
        return self._msgpack

    @property
    def json(self) -> tuple[Outbox, ...]:
        """The outboxes of those who read JSON."""
        if self._json is None:
            self._json = self._gathered(Format.JSON)
        return self._json

    def tell(self, journal: Journal, *frames: Frame) -> None:
        """Hand these to the journal for all who follow, in one piece for each socket."""
        if self.msgpack:
            journal.publish(b"".join(frames), self.msgpack)
        if self.json:
            journal.publish(b"".join(in_format(frame, Format.JSON) for frame in frames), self.json)

    def _gathered(self, fmt: Format) -> tuple[Outbox, ...]:
        return tuple(viewer.outbox for viewer in self._viewers if viewer.outbox.fmt is fmt)
