"""The journal's connection: its addresses, its login, and one outcome for each batch."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_server.store.redis.writer import WAIT_MS, BatchResult, ErrorReply, Writer, pack, unpack
from cadogan_server.telemetry.pauses import READ_SECONDS
from tests.server.store.skipping import skipping

LONG = 20.0

ANSWERS: list[tuple[bytes, str | None]] = [
    (b"$19\r\n1800000000000-12345\r\n", None),
    (b"$4\r\n\r\n\r\n\r\n", None),
    (b"$-1\r\n", None),
    (b":1\r\n", None),
    (b"+OK\r\n", None),
    (b"*3\r\n:1\r\n*-1\r\n+-ERR\r\n", None),
    (b"-WRONGTYPE no log\r\n", "WRONGTYPE no log"),
    (b"-ERR \xff\r\n", "ERR \N{REPLACEMENT CHARACTER}"),
]
"""Answers as they arrive, and how the writer judges a refusal."""


class KeptTransport:
    """A transport that keeps the bytes written to it."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.aborted = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def abort(self) -> None:
        self.aborted = True


def with_transport(seconds: float = LONG) -> tuple[Writer, KeptTransport]:
    writer, transport = Writer(seconds), KeptTransport()
    writer.connection_made(transport)  # type: ignore[arg-type]
    return writer, transport


# ---- batches ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.lists(st.sampled_from(ANSWERS), min_size=1, max_size=6), min_size=1, max_size=3), st.data())
def test_every_batch_has_one_outcome_however_its_answers_are_torn(
    batches: list[list[tuple[bytes, str | None]]], data: st.DataObject
) -> None:
    async def check() -> None:
        writer, _ = with_transport()
        for batch in batches:
            outcomes: list[BatchResult] = []
            answers = b"".join(answer for answer, _ in batch)
            places = data.draw(st.sets(st.integers(1, len(answers) - 1)))
            writer.send([b"command"] * len(batch), outcomes.append)
            for start, end in zip([0, *sorted(places)], [*sorted(places), len(answers)], strict=True):
                assert outcomes == []
                writer.data_received(answers[start:end])
            (refused,) = outcomes
            assert isinstance(refused, list)
            expected = [(number, text) for number, (_, text) in enumerate(batch) if text is not None]
            assert [(number, str(refusal)) for number, refusal in refused] == expected
        writer.close()

    asyncio.run(check())


async def test_answers_may_come_byte_by_byte() -> None:
    writer, transport = with_transport()
    outcomes: list[BatchResult] = []
    writer.send([b"two ", b"commands"], outcomes.append)
    answers = b"$3\r\n1-1\r\n-ERR no\r\n"
    for place in range(len(answers)):
        assert outcomes == []
        writer.data_received(answers[place : place + 1])
    (refused,) = outcomes
    assert isinstance(refused, list)
    assert [(number, type(refusal), str(refusal)) for number, refusal in refused] == [(1, ErrorReply, "ERR no")]
    assert transport.written == [b"two commands"]
    writer.close()


@pytest.mark.parametrize(
    ("bytes", "why"),
    [(b":1\r\n:2\r\n:3\r\n", "more answers than requests"), (b"HTTP/1.1 400 Bad Request\r\n", "not Redis")],
    ids=["one too many", "another protocol"],
)
async def test_a_connection_with_a_wrong_answer_is_dropped(bytes: bytes, why: str) -> None:
    writer, transport = with_transport()
    outcomes: list[BatchResult] = []
    writer.send([b"a", b"batch"], outcomes.append)
    writer.data_received(bytes)
    (error,) = outcomes
    assert isinstance(error, ConnectionError)
    assert why in str(error)
    assert transport.aborted
    assert not writer.ready


async def test_a_connection_that_answers_unasked_is_dropped() -> None:
    writer, transport = with_transport()
    writer.data_received(b"-ERR max number of clients reached\r\n")
    assert transport.aborted
    assert not writer.ready


async def test_a_batch_is_given_up_when_its_time_is_over_and_not_before() -> None:
    outcomes: list[BatchResult] = []
    with skipping() as clock:
        writer, transport = with_transport()
        writer.send([b"answered"], outcomes.append)
        writer.data_received(b":1\r\n")
        await asyncio.sleep(LONG - 1)
        writer.send([b"not answered"], outcomes.append)
        due = clock.now + LONG
        await asyncio.sleep(LONG + READ_SECONDS / 2)
        assert outcomes == [[]], "answers that have arrived are read first"
        while len(outcomes) == 1:
            await asyncio.sleep(READ_SECONDS / 4)
        assert due + READ_SECONDS <= clock.now <= due + 2 * READ_SECONDS
    assert isinstance(outcomes[1], TimeoutError)
    assert transport.aborted
    assert not writer.ready
    writer.connection_lost(None)  # the reason is unknown
    assert len(outcomes) == 2


async def test_a_reply_from_a_standstill_is_read_and_the_next_batch_timed_anew() -> None:
    outcomes: list[BatchResult] = []
    with skipping() as clock:
        writer, _ = with_transport()
        writer.send([b"one"], outcomes.append)
        clock.stand_still(5 * LONG)
        for _ in range(2):
            await asyncio.sleep(0)  # the writer finds the batch overdue
        writer.data_received(b":1\r\n")
        writer.send([b"another"], outcomes.append)
        await asyncio.sleep(LONG + READ_SECONDS / 2)
        assert outcomes == [[]]
        assert writer.ready, "overdue for the first time, as the first batch was"
        writer.data_received(b":1\r\n")
        writer.close()
    assert outcomes == [[], []]


@given(st.lists(st.one_of(st.binary(), st.text(), st.integers()), min_size=1))
def test_a_packed_command_can_be_unpacked(command: list[Any]) -> None:
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in command]
    packed = pack(*command)
    assert unpack(packed + packed) == [parts, parts]
    assert pack(*parts) == packed


# ---- addresses -------------------------------------------------------------------------------------------------------


# ---- replicas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("have", "refused"),
    [(b":1\r\n", []), (b":2\r\n", []), (b":0\r\n", [(0, "NOREPLICAS")]), (b"-ERR no\r\n", [(0, "NOREPLICAS")])],
)
async def test_a_batch_that_too_few_replicas_have_is_refused(have: bytes, refused: list[tuple[int, str]]) -> None:
    writer, transport = Writer(LONG, replicas=1), KeptTransport()
    writer.connection_made(transport)  # type: ignore[arg-type]
    outcomes: list[Any] = []
    writer.send([b"command"], outcomes.append)
    assert transport.written == [b"command" + pack("WAIT", 1, WAIT_MS)]
    writer.data_received(b"+OK\r\n")
    assert outcomes == []
    writer.data_received(have)
    assert [(number, str(refusal).partition(" ")[0]) for number, refusal in outcomes[0]] == refused
    writer.close()
