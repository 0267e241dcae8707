"""Frames and moves that are read without the library, with the same result as by the library."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from cadogan_protocol.limits import MAX_MESSAGE_BYTES
from cadogan_server.gateway.sockets.frames import MOST_SMALL, are_whole, frame_size, is_ping, small_message
from tests.attack.attacker import framed

MASK = b"\x9a\x02\x7f\xc1"


def sent(first: int, payload: bytes) -> bytes:
    """Return a frame of a client, even one that the library would refuse to make."""
    size = len(payload)
    if size < 126:
        head = bytes((first, 0x80 | size))
    else:
        head = struct.pack("!BBH", first, 0x80 | 126, size) if size < 1 << 16 else struct.pack("!BBQ", first, 255, size)
    return head + MASK + bytes(byte ^ MASK[n % 4] for n, byte in enumerate(payload))


def read(data: bytes) -> Frame:
    """Return the frame that the library reads."""
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
def test_a_small_binary_message_is_read_as_by_the_library(payload: bytes) -> None:
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


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535 % MAX_MESSAGE_BYTES, MAX_MESSAGE_BYTES])
def test_a_frame_ends_where_it_says(size: int) -> None:
    frame = framed(bytes(size))
    assert frame_size(frame) == len(frame)
    assert frame_size(frame + b"\x82") == len(frame)
    assert {frame_size(frame[:end]) for end in range(min(len(frame), 20))} == {0}
    assert frame_size(frame[:-1]) == 0


@pytest.mark.parametrize("size", [MAX_MESSAGE_BYTES + 1, 1 << 40])
def test_a_frame_that_no_client_may_send_ends_with_its_head(size: int) -> None:
    head = b"\x82\xff" + size.to_bytes(8, "big") + b"rest"
    assert frame_size(head) == len(head)
    assert frame_size(b"\x82\x05hel") == 5, "without a mask"


def test_a_ping_is_recognised_only_whole_and_alone() -> None:
    ping = sent(0x89, b"are you there?")
    assert is_ping(ping)
    assert not any(is_ping(ping[:size]) for size in range(len(ping)))
    assert not is_ping(ping + sent(0x82, b""))
    assert not is_ping(sent(0x82, b"are you there?"))


def test_input_is_whole_if_it_ends_where_a_frame_ends() -> None:
    first, second = sent(0x82, b"x" * 200), sent(0x01, b"y")
    ends = {0, len(first), len(first + second)}
    for size in range(len(first + second) + 1):
        assert are_whole((first + second)[:size]) == (size in ends), size
