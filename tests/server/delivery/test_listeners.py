"""The viewers of a stream."""

from __future__ import annotations

from typing import Any

from cadogan_protocol.codec import Format
from cadogan_server.delivery.frame import packed_frame, payload
from cadogan_server.delivery.listeners import Listeners


class Published:
    """A bus that notes the frames that it is given."""

    def __init__(self) -> None:
        self.given: list[tuple[bytes, tuple[Any, ...]]] = []

    def publish(self, frame: bytes, outboxes: tuple[Any, ...]) -> None:
        self.given.append((frame, outboxes))


class Outbox:
    """An outbox for one format, unequal to any other."""

    def __init__(self, fmt: Format) -> None:
        self.fmt = fmt


class Reader:
    """A viewer that reads one format."""

    def __init__(self, fmt: Format) -> None:
        self.outbox = Outbox(fmt)


def subscribed(*formats: Format) -> tuple[Listeners, list[Any]]:
    listeners, readers = Listeners(), [Reader(fmt) for fmt in formats]
    for reader in readers:
        listeners.add(reader)  # type: ignore[arg-type]
    return listeners, readers


def test_outboxes_are_gathered_by_format_and_anew_after_each_change() -> None:
    listeners, (one, two, three) = subscribed(Format.MSGPACK, Format.JSON, Format.MSGPACK)
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
    listeners, (one, two) = subscribed(Format.MSGPACK, Format.JSON)
    bus, frames = Published(), (packed_frame([1]), packed_frame([2]))
    listeners.publish(bus, *frames)  # type: ignore[arg-type]
    (packed, to_packed), (text, to_text) = bus.given
    assert (packed, to_packed, to_text) == (b"".join(frames), (one.outbox,), (two.outbox,))
    assert payload(text[: len(text) // 2]) == b"[1]"


def test_nothing_is_published_without_viewers() -> None:
    bus = Published()
    Listeners().publish(bus, packed_frame([1]))  # type: ignore[arg-type]
    assert bus.given == []
