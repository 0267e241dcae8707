"""The viewers of a stream."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_protocol.codec import Format
from cadogan_server.delivery.frame import packed_frame, payload
from cadogan_server.delivery.listeners import Listeners
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.delivery.viewer import Viewer
from tests.server.hosting.stage import FakeJournal


class Sink:
    """A socket that notes what it is sent."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    def write(self, frames: Sequence[bytes]) -> bool:
        self.given += frames
        return True


def subscribed(*formats: Format) -> tuple[Listeners, list[Viewer], list[Sink]]:
    listeners, sinks, holder = Listeners(), [Sink() for _ in formats], Any
    viewers = [
        Viewer(f"p{number}", Outbox(sink, fmt, lambda: None, 10**6), None, holder)  # type: ignore[arg-type]
        for number, (sink, fmt) in enumerate(zip(sinks, formats, strict=True))
    ]
    for viewer in viewers:
        listeners.add(viewer)
    return listeners, viewers, sinks


def test_outboxes_are_gathered_by_format_and_anew_after_each_change() -> None:
    listeners, (one, two, three), _ = subscribed(Format.MSGPACK, Format.JSON, Format.MSGPACK)
    assert (listeners.msgpack, listeners.json) == ((one.outbox, three.outbox), (two.outbox,))
    kept = listeners.msgpack
    assert listeners.msgpack is kept
    listeners.drop(one)
    listeners.drop(one)
    assert (listeners.msgpack, kept) == ((three.outbox,), (one.outbox, three.outbox)), (
        "the bus keeps the tuple that it was given"
    )
    assert (one in listeners, three in listeners, len(listeners), list(listeners)) == (False, True, 2, [two, three])


def test_frames_for_all_go_out_joined_in_the_format_of_each() -> None:
    listeners, _, (packed, text) = subscribed(Format.MSGPACK, Format.JSON)
    journal, frames = FakeJournal(), (packed_frame([1]), packed_frame([2]))
    listeners.publish(journal.bus, *frames)
    journal.release()
    assert packed.given == [b"".join(frames)]
    assert payload(text.given[0][: len(text.given[0]) // 2]) == b"[1]"


def test_nothing_is_published_without_viewers() -> None:
    journal = FakeJournal()
    Listeners().publish(journal.bus, packed_frame([1]))
    assert journal.bus.tick == 0
