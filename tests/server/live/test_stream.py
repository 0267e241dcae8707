"""What a stream keeps for those who come back."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Pong
from cadogan_server.live.frame import BINARY, frame_of, framed
from cadogan_server.live.stream import KEPT, SPARE, Stream


def test_a_stream_gives_what_it_still_has() -> None:
    stream = Stream(base=100)
    sizes = {5: 126, 300: 70_000}  # their lengths are written in two and in eight bytes more
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
