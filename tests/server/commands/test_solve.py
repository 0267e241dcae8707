"""`cadogan solve` and `cadogan bench solver`, as they are typed."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cadogan_games import catalogue
from cadogan_games.solver.solved import Solved
from cadogan_server.cli import app
from tests.server.waiting import until


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_one_deal_is_told_with_its_line() -> None:
    lines = run("solve", "uncle-sam", "--seed", "00").output.splitlines()
    assert re.fullmatch(r"Uncle Sam, seed 00: won, [\d,]+ nodes", lines[0])
    assert re.fullmatch(r" +1  .+", lines[1])


def test_one_deal_as_json_has_moves_that_programs_read() -> None:
    told = json.loads(run("solve", "uncle_sam", "--seed", "00", "--json").output)
    assert (told["game"], told["seed"], told["budget"], told["verdict"]) == ("uncle_sam", "00", 200_000, "won")
    assert all(move.keys() in ({"from", "to", "count"}, {"action"}) for move in told["line"])
    unknown = json.loads(run("solve", "mrs_mop", "--nodes", "10", "--json").output)
    assert (unknown["verdict"], unknown["nodes"], unknown["line"]) == ("unknown", 10, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["solv"], "No such command"),
        (["solve"], "name some games, or --all"),
        (["solve", "clondike"], "there is no game 'clondike': did you mean"),
        (["solve", "klondike", "--nodes", "0"], "should be greater than or equal to 1"),
        (["solve", "klondike", "--seed", "00" * 33], "a seed has 1 to 32 bytes, this one 33"),
        (["solve", "klondike", "--seed", "xyz"], "'xyz' is no hex"),
        (["solve", "klondike", "-o", "drew=3"], "has no option 'drew'; it has: draw"),
        (["solve", "klondike", "--option-x"], "No such option"),
        (["solve", "klondike", "--jobs", "2"], "it belongs to --deals"),
        (["solve", "klondike", "fortress"], "one deal is of one game"),
        (["solve", "klondike", "-o", "draw=3", "--deals", "2"], "default options"),
        (["solve", "spite_and_malice"], "only races are solved"),
    ],
)
def test_bad_input_is_told_what_is_wrong_with_it(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in re.sub(r"[│\s]+", " ", result.output)


def test_many_deals_are_kept_and_gone_on_with(tmp_path: Path) -> None:
    solve = ("solve", "uncle_sam", "--nodes", "500", "--report", str(tmp_path), "--json", "--jobs", "2")
    first = json.loads(run(*solve, "--deals", "3").output)
    assert first["deals"] == first["won"] + first["lost"] + first["unknown"] == 3
    kept = Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8"))
    verdicts = kept.rows["uncle_sam"].verdicts
    assert json.loads(run(*solve, "--deals", "5").output)["deals"] == 5
    again = Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8"))
    assert again.rows["uncle_sam"].verdicts.startswith(verdicts)
    other = run("solve", "uncle_sam", "--nodes", "600", "--report", str(tmp_path), "--deals", "3")
    assert other.exit_code == 2
    assert "within 500 nodes each; delete it to begin anew" in re.sub(r"[│\s]+", " ", other.output)
    assert Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8")) == again


async def test_what_is_done_is_kept_when_the_command_is_interrupted(tmp_path: Path) -> None:
    arguments = ["solve", "klondike_draw1", "--nodes", "2000", "--deals", "100000", "--report", str(tmp_path)]
    # A shell lets what it starts in the background ignore Ctrl-C.
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program += "from cadogan_server.cli import app; app()"
    kept = tmp_path / "solved.json"
    with subprocess.Popen([sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE) as process:
        await until(lambda: kept.exists() or process.poll() is not None)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
    row = Solved.parse(kept.read_text(encoding="utf-8")).row("klondike_draw1")
    assert 1 <= row.deals < 100_000
    assert process.returncode != 0


def test_the_pace_of_games_is_measured() -> None:
    found = json.loads(run("bench", "solver", "klondike_draw1", "--nodes", "500", "--json").output)
    (row,) = found["rows"]
    assert (row["game"], row["nodes"]) == ("klondike_draw1", 500)
    assert row["nodes_per_second"] > 0
    assert run("bench", "solver", "klondike", "--against", "docs").exit_code == 1
    assert "klondike_draw1" in catalogue.ids()
