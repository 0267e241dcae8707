"""Orders of operators to running servers, given by the commands themselves."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import InvalidStatus

from cadogan_protocol.messages import Moved, Step
from cadogan_server.app import Running
from cadogan_server.cli import app
from tests.server.commands.ordering import playing, run
from tests.server.conftest import Serve
from tests.server.wire import dial


@pytest.fixture
def usual() -> dict[str, Any]:
    """Servers look for orders all the time."""
    return {"orders_look": 0.02}


pytestmark = pytest.mark.store


@pytest.fixture
async def asked(serve: Serve) -> AsyncIterator[Running]:
    """A server."""
    async with serve(node="one") as server:
        yield server


async def test_a_ban_is_known_to_a_server_that_starts_later(serve: Serve, redis_url: str) -> None:
    assert "no node answers now" in (await run(redis_url, "admin", "ban", "--address", "127.0.0.1")).stdout
    async with serve() as server:
        with pytest.raises(InvalidStatus):
            async with dial(server.port):
                pass


async def test_a_log_is_exported_record_by_record(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await playing(anna)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        done = await run(redis_url, "admin", "export", anna.code)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        secret = asked.services.rooms.registry.hubs[anna.code].room.state.created.secret.hex()
        assert (records[0]["record"], records[0]["code"], records[0]["secret"]) == ("Created", anna.code, secret)
        assert records[-1]["record"] == "Played"
        assert (await run(redis_url, "admin", "export", "NOSUCH")).exit_code == 1


def test_a_ban_of_nobody_or_of_no_address_is_refused(redis_url: str) -> None:
    for arguments in ([], ["--player", "x", "--address", "192.0.2.1"], ["--address", "cards.example"]):
        done = CliRunner().invoke(app, ["admin", "ban", *arguments, "--redis", redis_url])
        assert done.exit_code == 2


def test_admin_commands_say_that_there_is_no_server(tmp_path: Any) -> None:
    done = CliRunner().invoke(app, ["rooms", "--data", str(tmp_path)])
    assert (done.exit_code, "no server with a Redis of its own runs in" in done.stderr) == (1, True)
    done = CliRunner().invoke(app, ["admin", "nodes", "--redis", "unix:///no/such/socket"])
    assert (done.exit_code, "the store does not answer" in done.stderr) == (1, True)
