"""`cadogan tournament`."""

from __future__ import annotations

import json

from cadogan_protocol.messages import Account, GetAccount
from cadogan_server.app import Running
from tests.client.commands.typed import refused, run
from tests.server.wire import dial


async def test_a_tournament_is_opened_shown_and_managed(server: Running, url: str) -> None:
    told = await run("tournament", "open", "swiss", "golf", "--rounds", 3, "--title", "Golf!", "--json", "--url", url)
    opened = json.loads(told.stdout)
    await server.services.tournaments.director.beat()
    assert "Golf!" in (await run("tournament", "list", "--url", url)).stdout
    (line,) = (await run("tournament", "list", "--json", "--url", url)).stdout.splitlines()
    assert json.loads(line)["id"] == opened["id"]
    assert "Golf!: open" in (await run("tournament", "show", f"https://x/t/{opened['id']}", "--url", url)).stdout
    host = ("--token", opened["token"], "--url", url)
    moved = await run("tournament", "order", opened["id"], "move", "--starts", "2031-01-01T20:00", *host)
    assert moved.exit_code == 2, "it must begin within a month"
    assert (await run("tournament", "order", opened["id"], "cancel", *host)).stdout == "cancel: done\n"
    shown = await run("tournament", "show", opened["id"], "--json", "--live", "--url", url)
    assert json.loads(shown.stdout)["about"]["phase"] == "cancelled"
    assert (await run("tournament", "games", opened["id"], "--url", url)).stdout == ""


async def test_bad_tournaments_are_refused_in_a_line(server: Running, url: str) -> None:
    assert "no_such" in await refused("tournament", "open", "arena", "no_such", "--url", url)
    assert "minutes" in await refused("tournament", "open", "arena", "golf", "--minutes", 5, "--url", url)
    assert "kind" in await refused("tournament", "open", "league", "golf", "--url", url)
    assert "nowhere" in await refused("tournament", "show", "nowhere", "--url", url)
    told = await run("tournament", "order", "nowhere", "explode", "--token", "x", "--url", url)
    assert (told.exit_code, "no order" in told.output) == (2, True)
    told = await run("tournament", "order", "nowhere", "start", "--url", url)
    assert (told.exit_code, "CADOGAN_TOKEN" in told.output) == (2, True)


async def test_a_host_keeps_the_own_name(server: Running, url: str) -> None:
    async with dial(server.port) as olga:
        await olga.hello("Olga")
        host = ("--token", olga.token, "--url", url)
        opened = json.loads((await run("tournament", "open", "swiss", "golf", "--rounds", 3, "--json", *host)).stdout)
        assert (await run("tournament", "order", opened["id"], "cancel", *host)).exit_code == 0
        told = await olga.ask(GetAccount)
        assert isinstance(told, Account)
        assert told.name == "Olga"
