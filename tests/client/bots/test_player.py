"""Bots over the real socket: in this process, from the command line, and seated by the server."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from cadogan_client import Client, RequestRefused, Room, bots
from cadogan_client.bots import POLICIES, Policy
from cadogan_client.bots.player import Pace, Unseated, race
from cadogan_client.bots.policy import PolicyFailed
from cadogan_client.bots.tempo import Tempo
from cadogan_client.commands import app
from cadogan_protocol import ErrorCode, Move, Moved, ResultRow
from cadogan_server.app import Running
from tests.client.tables import SIX
from tests.server.forked import forked
from tests.server.wire import PATIENCE

Connect = Callable[..., Awaitable[Client]]
Lines = list[dict[str, object]]


async def race_of(
    clients: list[Client], game: str, options: dict[str, Any] | None = None, **rules: Any
) -> list[ResultRow | None]:
    """Let each client play by another level in one room, and return their rows of the results."""
    first = await clients[0].create(game, options, seats=len(clients), **rules)
    rooms = [first, *[await client.join(first.code) for client in clients[1:]]]
    chances = [Random(number) for number in range(len(clients))]
    policies = [policy(chance) for policy, chance in zip(POLICIES.values(), chances, strict=False)]
    races = [
        race(client, room, policy, Pace(Tempo(0), chance))
        for client, room, policy, chance in zip(clients, rooms, policies, chances, strict=True)
    ]
    return await asyncio.gather(*races)


@pytest.mark.parametrize("game", SIX)
async def test_bots_race_every_game_to_a_result(connect: Connect, game: str) -> None:
    rows = await race_of([await connect(name) for name in ("Easy", "Fair", "Good")], game)
    assert sorted(row.seat for row in rows if row) == [0, 1, 2]
    assert all(row and row.rank >= 1 for row in rows)


@pytest.mark.parametrize("game", ["spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern"])
async def test_bots_duel_to_a_result(connect: Connect, game: str) -> None:
    rows = await race_of([await connect(name) for name in ("Easy", "Fair")], game)
    assert sorted(row.rank for row in rows if row) == [1, 2]


async def test_bots_play_a_whole_match(connect: Connect) -> None:
    rows = await race_of(
        [await connect(name) for name in ("Easy", "Fair")],
        "spite_and_malice_modern",
        options={"riddance": 5},
        target=12,
    )
    assert max(row.score or 0 for row in rows if row) >= 12


async def test_a_bot_that_is_sent_away_says_so(connect: Connect) -> None:
    ada, bot = await connect("Ada"), await connect("Bot")
    room = await ada.create("nestor", seats=2)
    playing = asyncio.create_task(
        race(bot, await bot.join(room.code), POLICIES["easy"](Random(0)), Pace(Tempo(0), Random(0)))
    )
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await bot.leave()
    with pytest.raises(Unseated):
        await playing


class Wrong(Policy):
    """Chooses illegal moves."""

    def choose(self, view, moves):
        return (0, 0, 1)


async def test_a_policy_that_breaks_the_rules_is_named(connect: Connect) -> None:
    bot = await connect("Bot")
    room = await bot.create("nestor", seats=1)
    with pytest.raises(
        PolicyFailed, match=r"test_player:Wrong failed: ValueError: it chose \(0, 0, 1\), which is none of"
    ):
        await race(bot, room, Wrong(Random(0)), Pace(Tempo(0), Random(0)))


async def test_a_move_that_came_too_fast_is_made_again(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = await connect("Bot")
    room = await bot.create("nestor", seats=1)
    real, asked = bot.play, []

    async def play(move: Move) -> Moved:
        asked.append(move)
        if len(asked) in (2, 3):
            raise RequestRefused(ErrorCode.TOO_FAST, "slower", retry=True)
        return await real(move)

    monkeypatch.setattr(bot, "play", play)
    row = await race(bot, room, POLICIES["good"](Random(0)), Pace(Tempo(0), Random(0), again=0.01))
    assert row
    assert asked[1] == asked[2] == asked[3]


async def test_thinking_takes_about_the_time_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    pace = Pace(Tempo(1.0), Random(3))
    for _ in range(500):
        await pace.think(5)
    assert 0.9 < sum(slept) / 500 < 1.1
    assert min(slept) > 0
    assert max(slept) <= 4


async def cadogan(*arguments: str, folder: Path | None = None) -> tuple[int, str, str]:
    """Run `cadogan`, and return its exit code, its output, and its text on standard error."""
    program = "from cadogan_client.cli import main; main()"
    async with forked(program, *arguments, keep_errors=True, folder=folder) as process:
        out, err = await asyncio.gather(process.stdout.read(), process.stderr.read())
        return await process.wait(), out.decode(), err.decode()


async def lines_of(*arguments: str, folder: Path | None = None) -> tuple[int, Lines, str]:
    """Run `cadogan`, and return its exit code, its lines of JSON, and its text on standard error."""
    code, out, err = await cadogan(*arguments, folder=folder)
    return code, [json.loads(line) for line in out.splitlines() if line.startswith("{")], err


async def test_the_command_plays_a_race(connect: Connect, url: str) -> None:
    ada = await connect("Annabel")
    room = await ada.create("nestor", seats=3)
    command = ("bot", "--room", room.code, "--count", "2", "--level", "good", "--url", url, "--pace", "0", "--json")
    running = asyncio.create_task(lines_of(*command))
    await ada.until(lambda: sum(seat.ready for seat in room.state.seats) == 2)
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    code, lines, _ = await running
    assert code == 0
    assert {line["name"] for line in lines} == {"Annabel 2", "Blanche"}
    assert all(line["rank"] for line in lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--room", "ABCDEF", "--level", "best"), "easy"),
        (("--room", "ABCDEF", "--count", "0"), "--count"),
        (("--room", "ABCDEF", "--policy", "best"), "there is no policy"),
        (("--room", "ABCDEF", "--policy", "no_such_module:X"), "ModuleNotFoundError"),
        (("--room", "ABC"), "'ABC' is no code of a room"),
        (("--room", "ABCDE0"), "none of them I, O, 0 or 1"),
        (("--room", "ABCDEF", "--url", "ws://localhost:99999/ws"), "is no address of a server: Port out of range"),
        (("--room", "ABCDEF", "--url", "ws://localhost:x/ws"), "is no address of a server: Port could not be cast"),
        (("--room", "ABCDEF", "--url", "http://localhost/"), "is no address of a server"),
        (("--room", "ABCDEF", "--name", " "), "is no name"),
        ((), "--room"),
    ],
)
def test_bad_arguments_end_with_exit_code_2(arguments: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, ["bot", *arguments], env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("verify", "nosuch"), "'nosuch' is no code of a room"),
        (("verify", "ABCDEF", "--url", "ws://localhost:99999/ws"), "is no address of a server"),
        (("race", "nestor", "--bots", ","), "0 bots can't race"),
        (("race", "nestor", "--bots", "best"), "there is no policy 'best'"),
        (("race", "nestor", "--option", "draw"), "'draw' is no NAME=VALUE"),
        (("race", "nestor", "--number", "0"), "--number"),
        (("race", "nestor", "--number", "3", "--winnable"), "leave out --number or --winnable"),
    ],
)
def test_the_other_commands_name_bad_arguments_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    done = CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    assert done.exit_code == 2
    assert says in done.output


async def test_a_missing_room_or_server_is_named(url: str) -> None:
    code, _, said = await lines_of("bot", "--room", "ZZZZZZ", "--url", url)
    assert code == 1
    assert "unknown_room" in said
    code, _, said = await lines_of("bot", "--room", "ZZZZZZ", "--url", "ws://127.0.0.1:1/ws")
    assert code == 1
    assert "no server can be reached" in said


async def test_bots_get_the_chosen_name_and_codes_may_be_in_small_letters(connect: Connect, url: str) -> None:
    ada = await connect("Ada")
    room = await ada.create("nestor", seats=3)
    options = ("--name", "Hal", "--count", "2", "--url", url, "--pace", "0", "--json")
    running = asyncio.create_task(lines_of("bot", "--room", room.code.lower(), *options))
    await ada.until(lambda: sum(seat.ready for seat in room.state.seats) == 2)
    assert {seat.name for seat in room.state.seats} == {"Ada", "Hal", "Hal 2"}
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    assert (await running)[0] == 0


# ---- cadogan race ----------------------------------------------------------------------------------------------------

HASTY = """
class Hasty:
    def __init__(self, random):
        self.random = random

    def choose(self, view, moves):
        return next((move for move in moves if len(move) == 3 and view.kinds[move[1]] == "foundation"), None)


class Clumsy(Hasty):
    def choose(self, view, moves):
        return view.piles[999]
"""


async def test_a_race_of_bots_is_run_and_its_results_printed(url: str, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    options = ("--bots", "hasty:Hasty,good,good", "--seed", "1", "--number", "7", "--url", url)
    code, lines, said = await lines_of("race", "Klondike, draw one", *options, "--json", folder=tmp_path)
    assert code == 0, said
    assert {(line["name"], line["bot"], line["why_not"]) for line in lines} == {
        ("Hasty", "hasty", "bot"),
        ("Good", "good", "bot"),
        ("Good 2", "good", "bot"),
    }
    ranks = [line["rank"] for line in lines]
    assert ranks == sorted(ranks, key=lambda rank: int(str(rank)))
    assert lines[-1]["name"] == "Hasty", "the other levels look further ahead"


async def test_a_race_on_a_winnable_deal_is_asked_for(server: Running, url: str) -> None:
    code, out, said = await cadogan("race", "nestor", "--bots", "easy", "--winnable", "--url", url)
    assert (code, len(out.splitlines())) == (0, 2), said
    (hub,) = server.services.rooms.registry.hubs.values()
    assert hub.room.state.rules.deal == "winnable"


async def test_two_bots_play_a_duel_and_the_table_is_narrow(url: str) -> None:
    command = ("race", "spite_and_malice_modern", "--bots", "good,easy", "-o", "riddance=5", "--url", url)
    code, out, _ = await cadogan(*command)
    printed = out.splitlines()
    assert code == 0
    assert printed[0].split() == ["rank", "name", "bot", "won", "progress", "moves", "seconds"]
    assert len(printed) == 3
    assert max(map(len, printed)) <= 100


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ("nestor", "--bots", "hasty:Clumsy,good"),
            "the policy hasty:Clumsy failed: IndexError: list index out of range (hasty",
        ),
        (("klodike", "--bots", "good"), "there is no game 'klodike': did you mean klondike or"),
        (("klondike", "--bots", "good", "-o", "draw=9"), "bad_option: "),
        (("spite_and_malice", "--bots", "good"), "a duel is for 2 bots, and --bots names 1"),
    ],
)
async def test_a_race_that_fails_says_why_in_one_line(
    url: str, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "hasty.py").write_text(HASTY)
    code, _, said = await lines_of("race", *arguments, "--url", url, folder=tmp_path)
    assert code == 1
    assert said.startswith(f"error: {says}")
    assert said.count("\n") == 1


async def test_a_room_opened_by_a_program_is_a_room_of_bots(connect: Connect) -> None:
    hal = await connect("Hal", program="hal")
    room = await hal.create("nestor", seats=1)
    assert [(seat.name, seat.bot) for seat in room.state.seats] == [("Hal", "hal")]
    assert room.state.host == 0
    await hal.ready()
    await hal.until(lambda: room.moves is not None)
    await hal.give_up()
    await hal.until(lambda: room.state.results is not None)
    again = await hal.rematch()
    assert [(seat.name, seat.bot) for seat in again.state.seats] == [("Hal", "hal")]


def examples() -> list[str]:
    """Return the programs in the README of the bots."""
    text = (Path(bots.__file__).parent / "README.md").read_text("utf-8")
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


async def test_the_bot_of_the_readme_plays(connect: Connect, url: str, tmp_path: Path) -> None:
    (tmp_path / "hasty.py").write_text(examples()[0])
    ada = await connect("Ada")
    room = await ada.create("nestor", seats=2)
    options = ("--policy", "hasty:Hasty", "--url", url, "--pace", "0", "--json")
    running = asyncio.create_task(lines_of("bot", "--room", room.code, *options, folder=tmp_path))
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    code, lines, said = await running
    assert (code, len(lines)) == (0, 1), said


async def test_the_client_of_the_readme_plays(url: str, tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(examples()[1].replace("ws://localhost:8000/ws", url))
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(tmp_path / "main.py"), stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 0, said


async def test_the_server_seats_bots_that_play_to_the_end(connect: Connect) -> None:
    ada = await connect("Ada")
    room: Room = await ada.create("nestor_dick", seats=3)
    await ada.seat_bots(2, "good")
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    assert [seat.bot for seat in room.state.seats] == [None, "good", "good"]
    await ada.give_up()
    async with asyncio.timeout(2 * PATIENCE):
        await ada.until(lambda: room.state.phase == "finished")
    assert room.state.results is not None
    assert all(row.moves > 0 for row in room.state.results.rows if row.bot)


async def test_the_host_reports_and_ends_with_its_input(connect: Connect, url: str) -> None:
    ada, bot = await connect("Ada"), await connect("Bot")
    room = await ada.create("nestor", seats=2)
    await bot.join(room.code)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "cadogan_client.bots.process", "--url", url, "--pace", "0"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    order = {"room": room.code, "token": bot.token, "name": "Bot", "level": "fair"}
    for line in (
        b"nonsense",
        json.dumps({**order, "level": "best"}).encode(),
        json.dumps({**order, "room": "ZZZZZZ"}).encode(),
    ):
        process.stdin.write(line + b"\n")
        told = json.loads(await process.stdout.readline())
        assert told["error"]
        assert str(bot.token) not in str(told)
    process.stdin.write(json.dumps(order).encode() + b"\n")
    await ada.until(lambda: any(seat.ready for seat in room.state.seats))
    await ada.ready()
    await ada.until(lambda: room.moves is not None)
    await ada.give_up()
    told = json.loads(await process.stdout.readline())
    assert told == {"room": room.code, "name": "Bot", "rank": told["rank"], "won": told["won"]}
    process.stdin.write(json.dumps(order).encode())
    process.stdin.close()
    assert await process.wait() == 0
