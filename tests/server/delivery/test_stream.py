"""The backlog of a stream, for viewers who come back."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Pong
from cadogan_server.delivery.frame import BINARY, frame_of, framed
from cadogan_server.delivery.stream import KEPT, SPARE, Stream


def test_a_stream_gives_the_messages_that_it_still_has() -> None:
    stream = Stream(base=100)
    sizes = {5: 126, 300: 70_000}  # the lengths of these frames take two and eight further bytes
    frames = [framed(BINARY, bytes(sizes.get(number, 9))) for number in range(KEPT + SPARE - 1)]
    frames.append(frame_of(Pong(re=7, now=0)))
    assert stream.since(100, Format.MSGPACK) == []
    for frame in frames[:-1]:
        stream.add(frame)
    assert stream.since(100, Format.MSGPACK) == frames[:-1]
    stream.add(frames[-1])
    assert stream.seq == 100 + KEPT + SPARE
    assert stream.since(stream.seq, Format.MSGPACK) == []
    assert stream.since(stream.seq - 2, Format.MSGPACK) == frames[-2:]
    assert stream.since(stream.seq - KEPT, Format.MSGPACK) == frames[-KEPT:]
    assert stream.since(stream.seq - KEPT - 1, Format.MSGPACK) is None
    assert stream.since(stream.seq + 1, Format.MSGPACK) is None
    assert stream.since(stream.seq - 1, Format.JSON) == [frame_of(Pong(re=7, now=0), Format.JSON)]
    stream.forget()
    assert stream.since(stream.seq - 1, Format.MSGPACK) is None
    assert stream.since(stream.seq, Format.MSGPACK) == []
    stream.add(frames[-1])
    assert stream.since(stream.seq - 1, Format.MSGPACK) == frames[-1:]


def test_a_skipped_message_has_a_number_and_ends_the_backlog() -> None:
    stream, frame = Stream(), framed(BINARY, b"one")
    stream.pass_over()
    stream.pass_over()
    assert stream.seq == 2
    stream.add(frame)
    assert stream.since(2, Format.MSGPACK) == [frame]
    stream.pass_over()
    assert stream.seq == 4
    assert stream.since(2, Format.MSGPACK) is None
    assert stream.since(4, Format.MSGPACK) == []


def test_a_client_gets_what_it_missed_or_a_smaller_snapshot() -> None:
    stream = Stream(base=10)
    frames = [frame_of(Pong(re=re, now=0)) for re in (1, 2, 3)]
    for frame in frames:
        stream.add(frame)
    small, large = framed(BINARY, bytes(2)), framed(BINARY, bytes(100))
    assert stream.up_to_now(11, Format.MSGPACK, large) == frames[1:]
    assert stream.up_to_now(13, Format.MSGPACK, large) == []
    assert stream.up_to_now(11, Format.JSON, large) == [frame_of(Pong(re=re, now=0), Format.JSON) for re in (2, 3)]
    assert stream.up_to_now(11, Format.MSGPACK, small) == [small]
    assert stream.up_to_now(None, Format.MSGPACK, large) == [large]
    assert stream.up_to_now(9, Format.MSGPACK, large) == [large]
