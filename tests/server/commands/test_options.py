"""Arguments that several commands share, as they are typed."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cadogan_server.cli import app
from tests.server.commands.typed import run


@pytest.mark.parametrize("name", ["klondike_draw1", "Klondike_Draw1", "KLONDIKE-DRAW1", "Klondike, draw one"])
def test_a_game_is_found_in_any_case_and_by_its_title(name: str) -> None:
    assert json.loads(run("deal", name, "--seed", "00", "--json").output)["game"] == "klondike_draw1"
    assert json.loads(run("games", name, "--json").output)["id"] == "klondike_draw1"


@pytest.mark.parametrize("command", ["deal", "games", "simulate"])
def test_a_misspelt_game_is_answered_with_those_that_look_alike(command: str) -> None:
    refused = CliRunner().invoke(app, [command, "klodike"], env={"COLUMNS": "200"})
    assert refused.exit_code == 2
    assert "there is no game 'klodike': did you mean klondike or" in refused.output
    refused = CliRunner().invoke(app, [command, "zzzz"], env={"COLUMNS": "200"})
    assert "there is no game 'zzzz': `cadogan games` lists them all" in refused.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("games", "nestor"),
        ("deal", "nestor"),
        ("simulate", "nestor"),
        ("simulate", "--all", "--moves", "1"),
    ],
)
def test_json_is_an_object_on_each_line(arguments: tuple[str, ...]) -> None:
    lines = run(*arguments, "--json").output.splitlines()
    assert lines
    assert all(isinstance(json.loads(line), dict) for line in lines)


@pytest.mark.parametrize(
    "arguments",
    [
        ("deal", "no_such_game"),
        ("deal", "klondike", "--seed", "xyz"),
        ("deal", "klondike", "--option", "draw=2"),
        ("deal", "klondike", "--option", "draw"),
        ("deal", "klondike", "--option", "draw=" + "9" * 5000),
        ("simulate", "klondike", "--games", "0"),
        ("simulate", "klondike", "--trace", "/no/such/folder/file"),
        ("serve", "--port", "99999"),
        ("serve", "--embed-from", "blog.example"),
        ("serve", "--embed-from", "null"),
        ("games", "klodike"),
    ],
)
def test_bad_arguments_end_with_exit_code_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).exit_code == 2
