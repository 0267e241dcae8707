"""Plain HTTP requests of tests to a server."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from http.client import HTTPConnection, HTTPResponse
from typing import Any

from cadogan_server.app import Running
from tests.server.wire import PATIENCE

Answer = tuple[HTTPResponse, bytes]


async def fetch(server: Running, path: str, method: str = "GET", **headers: str) -> Answer:
    """Make one request over a connection of its own."""

    def get() -> Answer:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        try:
            connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    return await asyncio.to_thread(get)


def apart(server: Running) -> Running:
    """Return the server's address with the port of its metrics."""
    assert server.metrics_port is not None
    return dataclasses.replace(server, door=dataclasses.replace(server.door, port=server.metrics_port))


async def figures(server: Running) -> list[str]:
    """Return the lines of the metrics for Prometheus."""
    answer, body = await fetch(apart(server), "/metrics")
    assert answer.status == 200
    return body.decode().splitlines()


async def fetch_json(server: Running, path: str) -> Any:
    answer, body = await fetch(server, path)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    return json.loads(body)
