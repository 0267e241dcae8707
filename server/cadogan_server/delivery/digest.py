"""Collects the moves of a race for a fifth of a second, or two fifths under load, for its viewers.

Players want their answers at once; spectators don't notice a tenth of a second. A write to a
socket costs more than everything else about a move, so the moves of one digest go out in one write for each socket.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from cadogan_protocol.codec import Format
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.frame import Frame, in_format
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.telemetry.load import Load

DIGEST_SECONDS = 0.2
"""Seconds of a digest, from its first message until all are sent, while the server is quiet."""

LONGEST_SECONDS = 0.4
"""Seconds of a digest under full load. Half as many digests make a third fewer writes; longer ones gain little more."""


def digest_seconds(load: Load) -> float:
    """Return the seconds that a digest lasts if it begins now."""
    return DIGEST_SECONDS + load.level * (LONGEST_SECONDS - DIGEST_SECONDS)


class Digest:
    """Collects messages in order until the digest is over.

    A digest runs only while something waits. A message that must go at once ends it, so the order stays. Between digests
    this object refers to nothing of its room. A reference would close a cycle, and the room would stay in memory until the
    collector of cycles finds it.

    Args:
        bus: the way to the sockets.
        pacer: tells when the digest is over.
    """

    __slots__ = ("_bus", "_frames", "_pacer", "_runs", "_seats", "_tell_standings")

    def __init__(self, bus: Bus, pacer: Pacer) -> None:
        self._bus = bus
        self._pacer = pacer
        self._tell_standings: Callable[[Collection[int]], None] | None = None
        self._frames: list[tuple[Listeners, Frame]] | None = None
        self._seats: dict[int, None] | None = None
        self._runs = False

    def add(self, listeners: Listeners, frame: Frame) -> None:
        """Send a message to these listeners, as they are when the digest is over."""
        if self._frames is None:
            self._frames = []
        self._frames.append((listeners, frame))
        if not self._runs:
            self._run()

    def add_standing(self, seat: int, tell: Callable[[Collection[int]], None]) -> None:
        """Send a racer's standing: `tell` is called at the end of the digest with all seats that were added."""
        if self._seats is None:
            self._seats = {}
        self._seats[seat] = None
        self._tell_standings = tell
        if not self._runs:
            self._run()

    def end(self) -> None:
        """Send what waits now."""
        if self._frames is not None:
            frames, self._frames = self._frames, None
            self._publish(frames)
        if self._tell_standings is not None and self._seats is not None:
            tell, seats = self._tell_standings, self._seats
            self._tell_standings = self._seats = None
            tell(seats)

    def _run(self) -> None:
        self._runs = True
        self._pacer.later(digest_seconds(self._pacer.load), self._over)

    def _over(self) -> None:
        self._runs = False
        self.end()

    def _publish(self, frames: list[tuple[Listeners, Frame]]) -> None:
        """Join the frames for the same sockets. Most boards have the same ones: those of all spectators."""
        to: tuple[Outbox, ...] = ()
        together: list[Frame] = []
        for listeners, frame in frames:
            if listeners.msgpack is not to and listeners.msgpack != to:
                self._hand_on(together, to)
                to, together = listeners.msgpack, []
            together.append(frame)
            if listeners.json:
                self._bus.publish(in_format(frame, Format.JSON), listeners.json)
        self._hand_on(together, to)

    def _hand_on(self, frames: list[Frame], to: tuple[Outbox, ...]) -> None:
        if to:
            self._bus.publish(b"".join(frames), to)
