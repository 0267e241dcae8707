"""`cadogan analyse`: where a race was lost, which moves of a duel were mistakes, and why there is no analysis."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from cadogan_client import Client, Room
from cadogan_server.app import Running, running
from cadogan_server.settings import Settings
from cadogan_server.store.log.bounds import Bounds
from tests.client.commands.typed import begun, refused, run
from tests.client.duelling import dueled
from tests.server.wire import PATIENCE

Connect = Callable[..., Awaitable[Client]]


@pytest.fixture
async def server(redis_url: str, tmp_path: Path) -> AsyncIterator[Running]:
    """A server with a solver."""
    settings = Settings(
        port=0,
        metrics_port=None,
        redis=redis_url,
        data=tmp_path / "data",
        countdown=0.05,
        solvers=1,
        solver_slow=PATIENCE,
        journal=Bounds(lately=0),  # results count as certain at once
        reveal=60,
        messages_per_second=1e6,
        message_burst=10**6,
        reads_per_address=10**6,
        reads=10**6,
    )
    async with running(settings) as it:
        yield it


async def lost(client: Client, moves: int = 6) -> Room:
    """A race that was given up after some moves."""
    room = await begun(client)
    for _ in range(moves):
        assert room.moves
        await client.play(room.moves[0])
    await client.give_up()
    await client.until(lambda: room.state.phase == "finished")
    return room


async def test_a_race_is_told_board_by_board(url: str, connect: Connect) -> None:
    room = await lost(await connect("Anna"))
    answer = await run("analyse", room.code.lower(), "--url", url)
    assert answer.exit_code == 0, answer.output
    (line,) = answer.stdout.splitlines()
    assert line.startswith("Anna: ")
    (told,) = [
        json.loads(line) for line in (await run("analyse", room.code, "--json", "--url", url)).stdout.splitlines()
    ]
    assert (told["name"], told["seat"], told["spans"][0]["first"], told["spans"][-1]["last"]) == ("Anna", 0, 0, 6)


async def test_a_duel_is_told_by_its_greatest_mistakes(url: str) -> None:
    code = await dueled(url)
    answer = await run("analyse", code, "--mistakes", "3", "--url", url)
    assert answer.exit_code == 0, answer.output
    good, easy, *mistakes = answer.stdout.splitlines()
    assert good.startswith("Ann: ")
    assert "in 0 the bot would have played better; 0.0 % lost a move" in good, "it is the bot that judges"
    assert easy.startswith("Bob: ")
    assert len(mistakes) == 3
    assert all("Bob: " in line and "; better: " in line for line in mistakes)
    told = [json.loads(line) for line in (await run("analyse", code, "--json", "--url", url)).stdout.splitlines()]
    assert {move["name"] for move in told} == {"Ann", "Bob"}
    assert all(move["loss"] == 0 for move in told if move["name"] == "Ann")
    worst = max(told, key=lambda move: int(move["loss"]))
    assert f"−{worst['loss'] / 10:.1f} %" in mistakes[0]


async def test_what_can_not_be_analysed_is_told_in_a_line(server: Running, url: str, connect: Connect) -> None:
    assert "ABCDEF" in await refused("analyse", "ABCDEF", "--url", url)
    assert "is no code of a room" in (await run("analyse", "no code", "--url", url)).stderr
    anna = await connect("Anna")
    room = await begun(anna)
    assert "is not finished" in await refused("analyse", room.code, "--url", url)
    await anna.give_up()
    await anna.until(lambda: room.state.phase == "finished")
    hub = server.services.rooms.registry.hubs[room.code]
    hub.room.state.created = hub.room.state.created._replace(revision=0)
    assert "was played by revision 0 of the rules" in await refused("analyse", room.code, "--url", url)
    ann, bob = await connect("Ann"), await connect("Bob")
    duel = await ann.create("spite_and_malice_modern")
    await bob.join(duel.code)
    for client in (ann, bob):
        await client.ready()
    await bob.until(lambda: bob.room is not None and bob.room.state.phase == "running")
    await bob.give_up()
    await ann.until(lambda: duel.state.phase == "finished")
    assert "nobody has made a move" in await refused("analyse", duel.code, "--url", url)
