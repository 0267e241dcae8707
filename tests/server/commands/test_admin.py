"""Orders of operators to running servers, given by the commands themselves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis
from typer.testing import CliRunner, Result
from websockets.exceptions import InvalidStatus

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Error, Hello, Moved, Step
from cadogan_server.app import Running
from cadogan_server.cli import app
from cadogan_server.store.nodes.node_lease import living
from cadogan_server.store.nodes.orders import Orders
from tests.server.conftest import Serve
from tests.server.wire import PATIENCE, Wire, dial


@pytest.fixture
def usual() -> dict[str, Any]:
    """Servers look for orders all the time."""
    return {"orders_look": 0.02}


pytestmark = pytest.mark.store


async def run(redis_url: str, *arguments: str) -> Result:
    """Run a command beside the server of this test. It waits for all nodes that live, however slow the machine is."""
    asks = arguments[:2] not in (("admin", "bans"), ("admin", "export")) and arguments[0] == "admin"
    more = ("--wait", str(PATIENCE)) if asks else ()
    return await asyncio.to_thread(lambda: CliRunner().invoke(app, [*arguments, *more, "--redis", redis_url]))


async def said(redis_url: str, *arguments: str) -> list[dict[str, Any]]:
    """Run a command that prints objects."""
    done = await run(redis_url, *arguments, "--json")
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture
async def asked(serve: Serve) -> AsyncIterator[Running]:
    """A server."""
    async with serve(node="one") as server:
        yield server


async def playing(wire: Wire) -> None:
    await (await wire.hello("Anna")).create("klondike", time_limit=0)
    await wire.ready()
    await wire.the(Moved)


async def test_the_rooms_are_listed_with_their_players(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna, dial(asked.port) as olga:
        await playing(anna)
        assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await (await olga.hello("Olga")).create("nestor", public=False)
        found = {line["room"]: line for line in await said(redis_url, "rooms")}
        assert found.keys() == {anna.code, olga.code}
        line = found[anna.code]
        assert (line["game"], line["phase"], line["moves"], line["node"]) == ("klondike", "running", 1, "one")
        room = asked.services.rooms.registry.hubs[anna.code].room
        assert line["players"] == [{"seat": 0, "player": room.state.occupants[0].player, "name": "Anna", "bot": ""}]
        assert room.state.created.secret.hex() not in json.dumps(line)
        assert [line["room"] for line in await said(redis_url, "rooms", "--game", "Nestor")] == [olga.code]
        assert len(await said(redis_url, "rooms", "--limit", "1")) == 1
        shown = await run(redis_url, "rooms")
        assert "2 rooms" in shown.stdout
        assert anna.code in shown.stdout


async def test_every_node_reports_its_rooms_and_sockets(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await playing(anna)
        (node,) = await said(redis_url, "admin", "nodes")
        assert (node["node"], node["sockets"], node["rooms"], node["safe"]) == ("one", 1, {"running": 1}, True)


async def test_a_room_is_closed_and_its_players_are_told_why(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await playing(anna)
        done = await run(redis_url, "admin", "close", anna.code.lower(), "--why", "the machine is needed")
        assert (done.exit_code, done.stdout) == (0, f"one: room {anna.code} is closed\n")
        told = await anna.the(Error)
        assert (told.code, "the machine is needed" in told.message) == (ErrorCode.UNKNOWN_ROOM, True)
        assert await said(redis_url, "rooms") == []
        again = await run(redis_url, "admin", "close", anna.code)
        assert again.exit_code == 1
        assert f"no node has a room {anna.code}" in again.stderr


async def test_a_room_that_no_node_has_is_taken_up_to_be_closed(serve: Serve, redis_url: str) -> None:
    async with serve() as first, dial(first.port) as anna:
        await playing(anna)
    (line,) = await said(redis_url, "rooms")
    assert (line["room"], line["node"]) == (anna.code, None)
    async with serve(node="one") as second, serve(node="two") as third:
        assert second.services.rooms.registry.hubs == third.services.rooms.registry.hubs == {}
        assert sorted(node["node"] for node in await said(redis_url, "admin", "nodes")) == ["one", "two"]
        done = await run(redis_url, "admin", "close", anna.code)
        assert done.exit_code == 0
        assert f"room {anna.code} is closed" in done.stdout
        assert await said(redis_url, "rooms") == []


async def test_a_node_that_is_drained_ends_and_another_name_does_nothing(serve: Serve, redis_url: str) -> None:
    drained = asyncio.Event()
    async with serve(drain=drained.set, node="one"):
        missed = await run(redis_url, "admin", "drain", "two")
        assert (missed.exit_code, drained.is_set()) == (1, False)
        assert "no node 'two' answers" in missed.stderr
        async with Redis.from_url(redis_url) as redis:
            orders = Orders(redis)
            assert await orders.done_with(await orders.last()) == await living(redis) == 1, (
                "the command waits no longer"
            )
        done = await run(redis_url, "admin", "drain", "one")
        assert done.stdout.startswith("one: it hands over")
        await asyncio.wait_for(drained.wait(), PATIENCE)
    drained.clear()
    async with serve(
        drain=drained.set, node="one"
    ) as again:  # an order from before the start of a server is not for it
        assert len(await said(redis_url, "admin", "nodes")) == 1
        assert not drained.is_set()
        assert again.services.settings.node == "one"


async def test_a_player_is_banned_put_out_and_let_in_again(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna, dial(asked.port) as olga:
        await playing(anna)
        await olga.hello("Olga")
        player = asked.services.rooms.registry.hubs[anna.code].room.state.occupants[0].player
        done = await run(redis_url, "admin", "ban", "--player", player, "--hours", "2", "--why", "abuse")
        assert done.stdout == "one: the bans are known, and 1 sockets closed\n"
        code, reason = await anna.closed()
        assert code == CloseCode.BANNED
        assert reason.startswith("you are banned from this server until ")
        assert reason.endswith(": abuse")
        async with dial(asked.port) as again:
            refused = await again.refusal(Hello, name="Anna", token=anna.token)
            assert refused.code == ErrorCode.BANNED
            assert (await again.closed())[0] == CloseCode.BANNED
        async with dial(asked.port) as other:
            await other.hello("Another")
        (ban,) = await said(redis_url, "admin", "bans")
        assert (ban["kind"], ban["name"], ban["why"]) == ("player", player, "abuse")
        assert (await run(redis_url, "admin", "unban", "--player", player)).exit_code == 0
        assert (await run(redis_url, "admin", "unban", "--player", player)).exit_code == 1
        async with dial(asked.port, first_id=1000) as back:
            await (await back.hello("Anna", anna.token)).join(anna.code)
            await back.the(Moved)


async def test_a_banned_address_is_refused_everywhere(asked: Running, redis_url: str) -> None:
    async with dial(asked.port) as anna:
        await anna.hello("Anna")
        await run(redis_url, "admin", "ban", "--address", "127.0.0.0/8", "--hours", "0")
        assert await anna.closed() == (CloseCode.BANNED, "you are banned from this server")
    with pytest.raises(InvalidStatus) as turned_away:
        async with dial(asked.port):
            pass
    assert turned_away.value.response.status_code == 403
    assert (await run(redis_url, "admin", "unban", "--address", "127.0.0.0/8")).exit_code == 0
    async with dial(asked.port) as again:
        await again.hello("Anna")


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
