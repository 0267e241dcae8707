"""Moves are read without the library: that must never make a difference."""

from __future__ import annotations

import struct

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from cadogan_server.gateway.sockets.frames import MOST_SMALL, small_message

MASK = b"\x9a\x02\x7f\xc1"


def sent(first: int, payload: bytes) -> bytes:
    """A frame of a client, also one that the library would refuse to make."""
    size = len(payload)
    if size < 126:
        head = bytes((first, 0x80 | size))
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, size) if size < 1 << 16 else struct.pack("!BBQ", first, 255, size)
    return head + MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(payload))


def read(data: bytes) -> Frame:
    """The frame that the library reads."""
    reader = StreamReader()
    reader.feed_data(data)
    try:
        next(Frame.parse(reader.read_exact, mask=True))
    except StopIteration as done:
        assert not reader.buffer
        frame: Frame = done.value
        return frame
    raise AssertionError("it waits for more")


firsts = st.one_of(st.just(0x82), st.integers(0, 255))
payloads = st.one_of(st.binary(max_size=140), st.sampled_from([0, 125, 126, 70_000]).map(bytes))


@given(payloads)
def test_a_small_binary_message_is_what_the_library_reads(payload: bytes) -> None:
    data = sent(0x82, payload)
    frame = read(data)
    assert (frame.opcode, frame.fin, bytes(frame.data)) == (Opcode.BINARY, True, payload)
    assert small_message(data) == (payload if len(payload) <= MOST_SMALL else None)


@given(firsts, payloads, st.data())
def test_anything_else_is_left_to_the_library(first: int, payload: bytes, data: st.DataObject) -> None:
    whole = sent(first, payload)
    if first != 0x82:
        assert small_message(whole) is None
    assert small_message(whole[: data.draw(st.integers(0, len(whole) - 1))]) is None
    assert small_message(whole + data.draw(st.binary(min_size=1, max_size=140))) is None
    assert small_message(Frame(Opcode.BINARY, payload).serialize(mask=False)) is None
