"""A room as it is fanned out by what was sent of it: to spectators who are behind, and to those of another node's room.

It is fed with the messages that spectators get, numbered already. They go on to all who follow, are kept for those who come
back, and make up the picture that newcomers are shown.
"""

from __future__ import annotations

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import BoardSnapshot, Message, RoomSnapshot, RoomUpdate
from cadogan_protocol.rooms import RoomState
from cadogan_protocol.streams import ROOM, number_of
from cadogan_server.delivery import describe
from cadogan_server.delivery.frame import BINARY, Frame, framed, in_format, payload
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.picture import Picture
from cadogan_server.delivery.stream import Stream
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.store.log.journal import Journal


class Gap(Exception):
    """A message has come before another one that is missing."""


class Feed:
    """The streams that spectators of one room get, all of them alike.

    Args:
        journal: the way to the sockets.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._picture = Picture()
        self._streams: dict[int, Stream] = {}
        self._listeners = Listeners()
        self._untold: list[Frame] = []

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._listeners

    @property
    def room(self) -> RoomState:
        """The room as those who follow have been told of it; there is none before its snapshot has come."""
        return self._picture.room

    @property
    def last(self) -> dict[int, int]:
        """The number of the last message of each stream."""
        return {number: stream.seq for number, stream in self._streams.items()}

    # ---- what comes in -----------------------------------------------------------------------------------------------

    def take(self, frame: Frame) -> None:
        """Go on by a message: `tell` then hands it on. One that has come before is passed over.

        Raises:
            Gap: it is not the next of its stream.
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
        self._picture.take(message)
        if self._listeners:
            self._untold.append(frame)

    def _take_whole(self, message: Message, frame: Frame) -> bool:
        """Go on by a message that is not of the frequent ones; return whether it is news."""
        if isinstance(message, RoomUpdate):
            if not self._is_next(ROOM, message.seq):
                return False
            self._streams[ROOM].add(frame)
        elif isinstance(message, RoomSnapshot):
            self._streams[ROOM] = Stream(message.seq)
        elif isinstance(message, BoardSnapshot):
            self._streams[message.stream] = Stream(message.seq)
            self._streams[ROOM].forget()  # as where it was dealt: what was said before is longer than a snapshot
        return True

    def _is_next(self, number: int, seq: int) -> bool:
        """Whether this number, whole or short, is that of the next message of a stream; False where it has been there."""
        if number not in self._streams:
            raise Gap(f"stream {number} has not begun")
        last = self._streams[number].seq
        seq = number_of(seq, last)
        if seq > last + 1:
            raise Gap(f"stream {number} goes from {last} to {seq}")
        return seq == last + 1

    def tell(self) -> None:
        """Hand on what has come in since this was done last."""
        if self._untold:
            frames, self._untold = self._untold, []
            self._listeners.tell(self._journal, *frames)

    # ---- who follows -------------------------------------------------------------------------------------------------

    def show(self, viewer: Viewer, last: dict[int, int]) -> None:
        """Let a viewer follow, and send it each stream from the number that it has seen `last`."""
        self.tell()
        self._listeners.add(viewer)
        outbox = viewer.outbox
        for number, snapshot in self._picture.frames(outbox.fmt).items():
            for frame in self._streams[number].up_to_now(last.get(number), outbox.fmt, snapshot):
                self._journal.send(outbox, frame)
        if last:  # how far racers are is told in no stream
            standings = describe.standings(self.room)
            if standings:
                frame = framed(BINARY, codec.packed(codec.progress(standings)))
                self._journal.send(outbox, in_format(frame, outbox.fmt))

    def drop(self, viewer: Viewer) -> None:
        """This one follows no more, if ever."""
        self.tell()
        self._listeners.drop(viewer)
