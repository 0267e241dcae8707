"""Serves spectators a room from the messages sent about it: delayed spectators, and those at mirrors.

A feed gets the numbered messages that spectators get. It passes them on to all subscribers, keeps a backlog for those
who reconnect, and builds the snapshots for newcomers.
"""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import BoardSnapshot, Message, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState
from cadogan_protocol.streams import ROOM, number_of
from cadogan_server.delivery import describe
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import BINARY, Frame, framed, in_format, payload
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.picture import Picture
from cadogan_server.delivery.stream import Stream
from cadogan_server.delivery.viewer import Viewer


class MessageMissing(Exception):
    """A message has come, but one before it is missing."""


class Feed:
    """The streams that all spectators of one room get.

    Args:
        bus: the way to the sockets.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._picture = Picture()
        self._streams: dict[int, Stream] = {}
        self._listeners = Listeners()
        self._received: list[Frame] = []
        """Messages that have come since the last call of `pass_on`."""

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._listeners)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._listeners

    @property
    def room(self) -> RoomState:
        """The room as its spectators know it. Its snapshot must have come before."""
        return self._picture.room

    @property
    def last(self) -> dict[int, int]:
        """The number of the last message of each stream."""
        return {number: stream.seq for number, stream in self._streams.items()}

    # ---- input -------------------------------------------------------------------------------------------------------

    def receive(self, frame: Frame) -> None:
        """Take the next message; `pass_on` passes it on. A repeated message is ignored.

        Raises:
            MessageMissing: a message before it is missing.
        """
        data = payload(frame)
        head = codec.delta_head(data)
        message: Frame | Message = frame
        if head is not None:
            number, short = head
            if not self._is_next(number, short):
                return
            self._streams[number].add(frame)
        elif codec.is_map(data):
            message = decode_server(data, Format.MSGPACK)
            if not self._take_whole(message, frame):
                return
        self._picture.add(message)
        if self._listeners:
            self._received.append(frame)

    def _take_whole(self, message: Message, frame: Frame) -> bool:
        """Take a message that is not a delta of a board; return True if it is new."""
        if isinstance(message, RoomUpdate):
            if not self._is_next(ROOM, message.seq):
                return False
            self._streams[ROOM].add(frame)
        elif isinstance(message, RoomSnapshot):
            self._streams[ROOM] = Stream(message.seq)
        elif isinstance(message, BoardSnapshot):
            self._streams[message.stream] = Stream(message.seq)
            self._streams[ROOM].forget()  # as after a deal: the backlog from before is longer than a snapshot
        return True

    def _is_next(self, number: int, seq: int) -> bool:
        """Return True if this number, whole or short, is the next one of a stream; False if the stream has passed it.

        Raises:
            MessageMissing: a message before it is missing, or the stream has not begun.
        """
        if number not in self._streams:
            raise MessageMissing(f"stream {number} has not begun")
        last = self._streams[number].seq
        seq = number_of(seq, last)
        if seq > last + 1:
            raise MessageMissing(f"stream {number} goes from {last} to {seq}")
        return seq == last + 1

    def pass_on(self) -> None:
        """Pass on the messages that have come since the last call."""
        if self._received:
            frames, self._received = self._received, []
            self._listeners.publish(self._bus, *frames)

    # ---- subscribers -------------------------------------------------------------------------------------------------

    def show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Subscribe a viewer, and send it each stream from the number in `last`, or as a snapshot."""
        self.pass_on()
        self._listeners.add(viewer)
        outbox = viewer.outbox
        for number, snapshot in self._picture.frames(outbox.fmt).items():
            for frame in self._streams[number].up_to_now(last.get(number), outbox.fmt, snapshot):
                self._bus.send(outbox, frame)
        if last:  # no stream holds the racers' progress
            standings = describe.standings(self.room)
            if standings:
                frame = framed(BINARY, codec.packed(codec.progress(standings)))
                self._bus.send(outbox, in_format(frame, outbox.fmt))

    def drop(self, viewer: Viewer) -> None:
        """Unsubscribe a viewer, if it is a subscriber."""
        self.pass_on()
        self._listeners.drop(viewer)
