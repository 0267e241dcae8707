"""A short run of the fuzzer, and a check that it notices faults. `python -m tests.fuzz` runs it for as long as you like."""

from __future__ import annotations

from itertools import islice
from typing import Any, get_args

import pytest

from cadogan_protocol.codec import Format, encode
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import ClientMessage, Error, ServerMessage
from tests.fuzz import codec
from tests.fuzz.codec import broken_frames, try_frame
from tests.fuzz.corpus import messages
from tests.fuzz.figures import Figures
from tests.fuzz.gateway import Attack, fuzz_gateway

SHARE = 6
"""One example of this many is made of each kind of message. `python -m tests.fuzz` makes all."""


def test_broken_frames_are_refused_or_are_other_messages() -> None:
    figures = Figures()
    for kind, fmt, data in islice(broken_frames(1, SHARE), 2000):
        try_frame(kind, fmt, data, figures)
    assert not figures.faults
    assert len(figures.answers) > 100
    assert figures.cases.total() == 2000


async def test_broken_input_harms_no_server_and_no_quiet_room() -> None:
    figures = Figures()
    await fuzz_gateway(2, 1, figures, least=100, share=SHARE)
    assert not figures.faults
    assert len(figures.cases) == 3
    assert len(figures.answers) > 20


def test_the_fuzzer_begins_with_every_kind_of_message() -> None:
    assert {type(message) for message in messages(1, SHARE)} == {*get_args(ClientMessage), *get_args(ServerMessage)}


def test_a_fault_of_the_codec_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise KeyError("type")

    monkeypatch.setattr(codec, "decode_client", broken)
    figures = Figures()
    try_frame("bytes", Format.JSON, "{}", figures)
    assert figures.faults == ["KeyError: 'type' from broken; after '{}' (2 in all)"]


def test_a_fault_of_the_gateway_is_noticed() -> None:
    figures = Figures()
    attack = Attack(0, (), figures)
    internal = Error(re=1, code=ErrorCode.INTERNAL, message="oh", retry=True)
    attack.check(1, encode(internal, Format.JSON).encode(), Format.JSON, b"sent")
    attack.check(8, (1011).to_bytes(2), Format.JSON, b"sent")
    assert [fault.partition(";")[0] for fault in figures.faults] == [
        "an error of the server's own",
        "the socket is closed with 1011, which is not documented",
    ]
