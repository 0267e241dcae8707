"""The connection of the journal: which addresses it takes, who is let in, and that every batch has one outcome."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from redis.asyncio import Redis

from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.writer import WAIT_MS, BatchResult, ErrorReply, Writer, pack, unpack
from cadogan_server.telemetry.pauses import READ_SECONDS
from tests.server.store.between import Between
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
"""Answers as they come, and what the writer makes of a refusal."""


class KeptTransport:
    """A transport that keeps what is written to it."""

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
async def test_what_does_not_answer_as_it_should_is_let_go_of(bytes: bytes, why: str) -> None:
    writer, transport = with_transport()
    outcomes: list[BatchResult] = []
    writer.send([b"a", b"batch"], outcomes.append)
    writer.data_received(bytes)
    (error,) = outcomes
    assert isinstance(error, ConnectionError)
    assert why in str(error)
    assert transport.aborted
    assert not writer.ready


async def test_what_comes_unasked_is_no_answer_to_the_next_batch() -> None:
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
        assert outcomes == [[]], "what is there is read first"
        while len(outcomes) == 1:
            await asyncio.sleep(READ_SECONDS / 4)
        assert due + READ_SECONDS <= clock.now <= due + 2 * READ_SECONDS
    assert isinstance(outcomes[1], TimeoutError)
    assert transport.aborted
    assert not writer.ready
    writer.connection_lost(None)  # which says nothing more
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
def test_what_is_packed_can_be_read_back(command: list[Any]) -> None:
    parts = [part if isinstance(part, bytes) else str(part).encode() for part in command]
    packed = pack(*command)
    assert unpack(packed + packed) == [parts, parts]
    assert pack(*parts) == packed


# ---- addresses -------------------------------------------------------------------------------------------------------


@pytest.fixture
async def guarded(redis: Redis) -> AsyncIterator[None]:
    """A Redis that lets in `anna` by her password, and others by another."""
    await redis.config_set("requirepass", "let me in")
    await redis.acl_setuser("anna", enabled=True, passwords=["++s p@ce"], commands=["+@all"], keys=["*"])
    yield
    await redis.acl_deluser("anna")
    await redis.config_set("requirepass", "")


@pytest.mark.store
@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    "form",
    [
        "unix://anna:%2Bs%20p%40ce@{path}?db=3&client_name=journal",
        "unix://{path}?db=3&username=anna&password=%2Bs%20p%40ce&client_name=journal",
        "redis://anna:%2Bs%20p%40ce@127.0.0.1:{port}/3?client_name=journal",
        "redis://:let%20me%20in@127.0.0.1:{port}?db=3&client_name=journal&protocol=2&health_check_interval=10",
        "redis://127.0.0.1:{port}/3?password=let+me+in&client_name=journal&protocol=3&max_connections=5&socket_timeout=9",
    ],
)
async def test_a_url_means_what_it_means_to_redis_py(redis_url: str, redis: Redis, form: str) -> None:
    async with Between(redis_url) as between:
        url = form.format(path=redis_url.removeprefix("unix://"), port=between.port)
        async with Redis.from_url(url) as other:
            assert await other.ping()
        writer = await Address(url, LONG).connect()
        assert await writer.ask([pack("SET", "key", url)]) == []
        async with Redis.from_url(redis_url, db=3, password="let me in") as other:
            assert await other.get("key") == url.encode()
        clients: Any = await redis.client_list()
        (ours,) = [client for client in clients if client["name"] == "journal"]
        assert (ours["db"], ours["user"]) == ("3", "anna" if "anna" in url else "default")
        writer.close()


@pytest.mark.usefixtures("guarded")
@pytest.mark.parametrize(
    ("login", "path", "why"),
    [
        ("", "", "refuses PING: NOAUTH"),
        ("", "/1", "refuses SELECT: NOAUTH"),
        (":a secret@", "/1", "refuses AUTH: WRONGPASS"),
        ("anna:a secret@", "", "refuses AUTH: WRONGPASS"),
        ("anna:%2Bs%20p%40ce@", "/16000", "refuses SELECT: ERR"),
    ],
)
async def test_who_is_not_let_in_is_told_why_and_no_secret_is(redis_url: str, login: str, path: str, why: str) -> None:
    async with Between(redis_url) as between:
        url = between.url.replace("//", f"//{login}") + path
        with pytest.raises(ConnectionError, match=why) as failed:
            await Address(url, LONG).connect()
        assert f"the store at 127.0.0.1:{between.port} can't be used" in str(failed.value)
        assert "secret" not in str(failed.value)
        assert "p@ce" not in str(failed.value)


async def test_where_there_is_no_redis_the_address_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError, match=f"{tmp_path}/nothing-here can't be used: .*No such file"):
        await Address(f"unix://{tmp_path}/nothing-here", LONG).connect()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"HTTP/1.1 400 Bad Request\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(ConnectionError, match=f"127.0.0.1:{port} can't be used: the server that answers is not Redis"):
        await Address(f"redis://127.0.0.1:{port}", LONG).connect()
    server.close()
    await server.wait_closed()
    with pytest.raises(ConnectionError, match=f"127.0.0.1:{port} can't be used"):
        await Address(f"redis://127.0.0.1:{port}", LONG).connect()


async def test_a_redis_that_lets_nobody_in_is_not_waited_for_too_long(redis_url: str) -> None:
    async with Between(redis_url) as between:
        between.answering.clear()
        for waits in (
            "socket_timeout=0.05&socket_connect_timeout=3600",
            "socket_timeout=3600&socket_connect_timeout=0.05",
        ):
            with pytest.raises(TimeoutError, match=f"127.0.0.1:{between.port} does not answer"):
                async with asyncio.timeout(LONG):
                    await Address(f"{between.url}?{waits}", LONG).connect()


@pytest.mark.parametrize("url", ["http://localhost", "localhost:6379", "redis://localhost:port", "redis://x?db=one"])
async def test_what_is_no_url_of_a_redis_is_said_at_once(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the words are redis-py's
        Address(url, LONG)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes a certificate with openssl")
async def test_a_certificate_is_looked_at_as_the_url_says(redis_url: str, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=store"
    for_us = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *options.split(), *for_us], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    async with Between(redis_url, context) as between:
        url = between.url.replace("redis:", "rediss:")
        with pytest.raises(ConnectionError, match="CERTIFICATE_VERIFY_FAILED"):
            await Address(url, LONG).connect()
        for how in (f"ssl_ca_certs={certificate}", "ssl_cert_reqs=none"):
            writer = await Address(f"{url}?{how}", LONG).connect()
            assert await writer.ask([pack("SET", "key", "value")]) == []
            writer.close()
            await asyncio.sleep(0)


# ---- replicas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("have", "refused"),
    [(b":1\r\n", []), (b":2\r\n", []), (b":0\r\n", [(0, "NOREPLICAS")]), (b"-ERR no\r\n", [(0, "NOREPLICAS")])],
)
async def test_what_replicas_must_have_is_refused_where_they_have_not(
    have: bytes, refused: list[tuple[int, str]]
) -> None:
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
