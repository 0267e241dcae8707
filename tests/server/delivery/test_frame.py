"""WebSocket frames that the server makes without the library."""

from __future__ import annotations

import pytest
from websockets.frames import Frame, Opcode

from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.messages import Replay
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.frame import ANY_REQUEST, BINARY, TEXT, SharedAnswer, framed, payloads
from tests.server.core import started


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 70000])
def test_frames_are_those_of_the_standard(size: int) -> None:
    payload = bytes(size)
    assert framed(BINARY, payload) == Frame(Opcode.BINARY, payload).serialize(mask=False)


def test_frames_that_lie_end_to_end_are_told_apart() -> None:
    told = [bytes(size) for size in (0, 1, 125, 126, 65535, 65536, 3)]
    assert list(payloads(b"".join(framed(TEXT, each) for each in told))) == told


@pytest.mark.parametrize("fmt", Format)
@pytest.mark.parametrize("request_id", [1, 300, ANY_REQUEST])
def test_an_answer_that_is_kept_has_the_id_of_each_request(fmt: Format, request_id: int) -> None:
    room = started()
    message = Replay(
        re=ANY_REQUEST,
        state=describe.state(room, Volatile(), 0),
        layout=describe.layout(room),
        boards=(),
        progress=(),
    )
    answer = SharedAnswer(message)
    for re in (7, request_id):
        frame = answer.frame(fmt, re)
        payload = frame[{126: 4, 127: 10}.get(frame[1], 2) :]
        assert framed(frame[0], payload) == frame
        data = payload if fmt is Format.MSGPACK else payload.decode()
        assert decode_server(data, fmt) == message.model_copy(update={"re": re})
