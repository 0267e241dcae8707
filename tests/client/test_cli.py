"""The command line as a whole: its parts, and its answers to bad arguments."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints, version

import pytest
import typer
from typer.testing import CliRunner

from cadogan_client import cli

PART = typer.Typer()


@PART.command()
def greet(name: str) -> None:
    """Say hello."""
    typer.echo(f"Hello, {name}")


def program(monkeypatch: pytest.MonkeyPatch, **parts: str) -> typer.Typer:
    """Return the program as it is if only these parts are installed."""
    points = EntryPoints(EntryPoint(name, target, cli.COMMANDS) for name, target in parts.items())
    monkeypatch.setattr(cli, "entry_points", lambda group: points.select(group=group))
    whole = typer.Typer(cls=cli.Program)
    whole.callback()(cli.cadogan)
    cli.add_installed(whole)
    return whole


def test_version() -> None:
    answer = CliRunner().invoke(cli.app, ["--version"])
    assert (answer.exit_code, answer.output) == (0, f"cadogan {version('cadogan')}\n")


def test_commands_of_an_installed_part_join(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = program(monkeypatch, friendly=f"{__name__}:PART")
    assert CliRunner().invoke(whole, ["greet", "Lady Cadogan"]).output == "Hello, Lady Cadogan\n"


@pytest.mark.parametrize("arguments", [["no-such-command"], ["--no-such-option"], ["greet"]])
def test_bad_arguments_end_with_2(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    whole = program(monkeypatch, friendly=f"{__name__}:PART")
    answer = CliRunner().invoke(whole, arguments)
    assert (answer.exit_code, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert answer.stderr.startswith("root")


def test_help_names_a_part_whose_libraries_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = program(monkeypatch, friendly=f"{__name__}:PART", server="no_such_module_at_all:app")
    answer = CliRunner().invoke(whole, ["--help"], env={"COLUMNS": "200"})
    assert answer.exit_code == 0
    assert "No module named 'no_such_module_at_all'. Try: pip install 'cadogan[server]'" in answer.output
    assert "greet" in answer.output


def test_an_unknown_command_names_the_part_that_may_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = program(monkeypatch, friendly=f"{__name__}:PART", server="no_such_module_at_all:app")
    answer = CliRunner().invoke(whole, ["serve"])
    assert (answer.exit_code, answer.stderr.count("\n")) == (2, 1)
    assert "No such command 'serve'. Without the commands of the server: No module named" in answer.stderr
    assert answer.stderr.endswith("Try: pip install 'cadogan[server]'\n")
    assert CliRunner().invoke(whole, ["greet"]).stderr.count("pip install") == 0
