"""The start of `cadogan serve`, and its failures."""

from __future__ import annotations

import socket

import pytest
from typer.testing import CliRunner

from cadogan_server.cli import app
from cadogan_server.commands.serve import announced
from cadogan_server.open_store import StartError
from tests.server.conftest import Serve


async def test_a_port_that_is_taken_is_named(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartError, match=f"port {port}"):
            async with serve(port=port):
                pass


def test_the_command_ends_with_the_reason() -> None:
    done = CliRunner().invoke(app, ["serve", "--port", "0", "--redis", "ftp://localhost"])
    assert done.exit_code == 1
    assert "is no address of a store" in done.stderr


def test_the_first_lines_say_who_can_reach_the_server() -> None:
    assert announced("127.0.0.1", 8000)[0] == "Cadogan is ready: http://localhost:8000"
    assert "--host 0.0.0.0" in announced("127.0.0.1", 8000)[1]
    assert announced("0.0.0.0", 80)[0] == "Cadogan is ready: http://localhost:80"
    assert announced("cards.example", 80) == ["Cadogan is ready: http://cards.example:80"]
    assert announced("2001:db8::1", 80) == ["Cadogan is ready: http://[2001:db8::1]:80"]
