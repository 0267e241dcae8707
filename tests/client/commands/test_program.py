"""`cadogan bot`, and what all commands of the client have in common."""

from __future__ import annotations

import asyncio

import pytest
from typer.testing import CliRunner

from cadogan_client.commands import app
from tests.client.bots.commanded import Connect, lines_of


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
