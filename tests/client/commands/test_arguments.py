"""Arguments of the client's commands, and how a command that fails ends."""

from __future__ import annotations

import pytest
import typer

from cadogan_client.bots.easy import Easy
from cadogan_client.commands.arguments import chosen_policy, ending_in_a_line, entrance
from cadogan_client.errors import CannotConnect, ClientError, Disconnected


@pytest.mark.parametrize(
    ("room", "code", "key"),
    [
        ("ABCDEF", "ABCDEF", None),
        ("abcdef", "ABCDEF", None),
        ("ABCDEF#secret", "ABCDEF", "secret"),
        ("https://cards.example/r/abcdef#secret", "ABCDEF", "secret"),
        ("https://cards.example/watch/ABCDEF", "ABCDEF", None),
    ],
)
def test_a_room_is_named_by_code_key_or_link(room: str, code: str, key: str | None) -> None:
    assert entrance(room) == (code, "player", key)


@pytest.mark.parametrize("room", ["", "ABCDE", "ABCDEFG", "ABCDE0", "https://cards.example/r/"])
def test_a_code_that_no_room_can_have_is_refused(room: str) -> None:
    with pytest.raises(typer.BadParameter, match="no code of a room"):
        entrance(room)


def test_a_policy_is_chosen_by_name() -> None:
    assert chosen_policy("easy") is Easy
    with pytest.raises(typer.BadParameter, match="best"):
        chosen_policy("best")


@pytest.mark.parametrize(
    ("error", "code"),
    [(CannotConnect("no server"), 1), (Disconnected("it is gone"), 1), (ClientError("wrong"), 2), (OSError("full"), 2)],
)
def test_a_command_that_fails_ends_in_a_line(error: Exception, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as ended, ending_in_a_line(OSError):
        raise error
    assert ended.value.exit_code == code
    assert capsys.readouterr().err == f"error: {error}\n"


def test_a_command_that_is_interrupted_ends_well() -> None:
    with pytest.raises(typer.Exit) as ended, ending_in_a_line():
        raise KeyboardInterrupt
    assert ended.value.exit_code == 0


def test_an_error_that_nobody_expects_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError), ending_in_a_line():
        raise ZeroDivisionError
