"""The worked session of PROTOCOL.md is a true one."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cadogan_protocol import (
    Format,
    Moved,
    RoomSnapshot,
    RoomUpdate,
    Step,
    decode_client,
    decode_server,
    encode,
)
from cadogan_protocol.documents.sample import sample


@pytest.mark.parametrize("fmt", list(Format))
def test_the_worked_session_can_be_read_back(fmt: Format) -> None:
    for step in sample():
        decode = decode_client if step.sender == "client" else decode_server
        assert decode(encode(step.message, fmt), fmt) == step.message


def test_the_worked_session_proves_its_deal() -> None:
    messages = [step.message for step in sample()]
    opened = next(m for m in messages if isinstance(m, RoomSnapshot))
    results = next(m.results for m in messages if isinstance(m, RoomUpdate) and m.results)
    secret = bytes.fromhex(results.secret)
    assert opened.state.commit == sha256(secret).hexdigest()
    assert (
        results.seed
        == sha256(b"cadogan fresh deal" + secret + b"".join(map(bytes.fromhex, results.nonces))).hexdigest()
    )


def test_the_worked_sessions_streams_run_without_holes() -> None:
    last: dict[int, int] = {}
    for step in sample():
        stream = 1 if isinstance(step.message, Step) else getattr(step.message, "stream", 0)
        seq = getattr(step.message, "seq", None)
        if seq is None or isinstance(step.message, Moved):
            continue
        if stream in last and seq != last[stream]:
            assert seq == last[stream] + 1
        last[stream] = seq
