"""The address of a store."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store.redis.address import Address
from cadogan_server.store.redis.writer import pack
from tests.server.store.between import Between
from tests.server.store.redis.test_writer import LONG


@pytest.fixture
async def guarded(redis: Redis) -> AsyncIterator[None]:
    """Let a Redis accept `anna` by her password, and other users by another one."""
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
async def test_a_url_has_the_same_meaning_as_in_redis_py(redis_url: str, redis: Redis, form: str) -> None:
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
async def test_a_refused_login_is_told_why_without_the_password(
    redis_url: str, login: str, path: str, why: str
) -> None:
    async with Between(redis_url) as between:
        url = between.url.replace("//", f"//{login}") + path
        with pytest.raises(ConnectionError, match=why) as failed:
            await Address(url, LONG).connect()
        assert f"the store at 127.0.0.1:{between.port} can't be used" in str(failed.value)
        assert "secret" not in str(failed.value)
        assert "p@ce" not in str(failed.value)


async def test_a_failed_connection_names_the_address(tmp_path: Path) -> None:
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
async def test_an_invalid_url_of_a_redis_is_refused_at_once(url: str) -> None:
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
