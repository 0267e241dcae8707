"""`cadogan solve` and `cadogan bench solver`, as they are typed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cadogan_games import catalogue
from cadogan_games.report import Row, Winnability
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


def test_a_deal_is_solved_by_its_number() -> None:
    lines = run("solve", "freecell", "--number", "1").output.splitlines()
    assert re.fullmatch(r"FreeCell, Microsoft deal 1: won, [\d,]+ nodes", lines[0])


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
        (["solve", "freecell", "--number", "1", "--deals", "2"], "a number is that of one deal"),
        (["solve", "klondike", "--jobs", "2"], "it belongs to --deals"),
        (["solve", "klondike", "fortress"], "one deal is of one game"),
        (["solve", "klondike", "-o", "draw=3", "--deals", "2"], "default options"),
        (["solve", "spite_and_malice"], "only races are solved"),
    ],
)
def test_bad_input_is_explained(arguments: list[str], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in re.sub(r"[│\s]+", " ", result.output)


def test_a_report_of_many_deals_is_kept_and_continued(tmp_path: Path) -> None:
    solve = ("solve", "uncle_sam", "--nodes", "500", "--report", str(tmp_path), "--json", "--jobs", "2")
    first = json.loads(run(*solve, "--deals", "3").output)
    assert first["deals"] == first["won"] + first["lost"] + first["unknown"] == 3
    kept = Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8"))
    verdicts = kept.rows["uncle_sam"].verdicts
    assert json.loads(run(*solve, "--deals", "5").output)["deals"] == 5
    again = Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8"))
    assert again.rows["uncle_sam"].verdicts.startswith(verdicts)
    other = run("solve", "uncle_sam", "--seed", "01", "--report", str(tmp_path), "--deals", "3")
    assert other.exit_code == 2
    assert "it holds games by seed 00; delete it to begin anew" in re.sub(r"[│\s]+", " ", other.output)
    fewer = run("solve", "uncle_sam", "--nodes", "400", "--report", str(tmp_path), "--deals", "9")
    assert "uncle_sam is left as it is: its deals were solved within 500 nodes" in fewer.output
    assert Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8")) == again


@asynccontextmanager
async def solving(folder: Path) -> AsyncIterator[subprocess.Popen[str]]:
    """Run `cadogan solve` on more deals than it can solve; yield once it has kept some verdicts in the folder."""
    arguments = ["solve", "klondike_draw1", "--nodes", "2000", "--deals", "100000", "--report", str(folder)]
    # A shell lets processes in its background ignore Ctrl-C.
    program = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    program += "from cadogan_server.cli import app; app()"
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            await until(lambda: (folder / "solved.json").exists() or process.poll() is not None)
            yield process
        finally:
            process.kill()


async def test_an_interrupted_command_keeps_the_deals_it_has_solved(tmp_path: Path) -> None:
    async with solving(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    row = Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8")).row("klondike_draw1")
    assert 1 <= row.deals < 100_000
    assert process.returncode == 130
    assert re.search(rf"klondike_draw1 +{row.deals} +{row.won} ", output)
    assert "the same command goes on from there" in errors


async def test_a_process_that_dies_ends_the_command_and_is_told(tmp_path: Path) -> None:
    async with solving(tmp_path) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="utf-8").split()
        (worker,) = (int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(worker, signal.SIGKILL)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "a process that solves deals has died" in errors
    assert Solved.parse((tmp_path / "solved.json").read_text(encoding="utf-8")).row("klondike_draw1").deals >= 1


def test_verdicts_are_told_beside_what_the_bots_win(tmp_path: Path) -> None:
    bots = Winnability("good", "00", 2000, {"uncle_sam": Row(1, games=5, won=5, moves=500, progress=520)})
    (tmp_path / "winnability.json").write_text(bots.as_text(), encoding="utf-8")
    run("solve", "uncle_sam", "fortress", "--nodes", "500", "--report", str(tmp_path), "--deals", "2")
    told = (tmp_path / "winnability.md").read_text(encoding="utf-8")
    assert "| Uncle Sam | `uncle_sam` | 5 | 5 | 100.0 |" in told
    assert "## Proofs of the solver" in told
    assert "cadogan solve --all --seed 00 --nodes 500 --deals 2 --report" in told
    assert re.search(r"\| Fortress \| `fortress` \| 2 \| \d \| \d \| \d \|", told)


def test_the_pace_of_games_is_measured() -> None:
    found = json.loads(run("bench", "solver", "klondike_draw1", "--nodes", "500", "--json").output)
    (row,) = found["rows"]
    assert (row["game"], row["nodes"]) == ("klondike_draw1", 500)
    assert row["nodes_per_second"] > 0
    assert run("bench", "solver", "klondike", "--against", "docs").exit_code == 1
    assert "klondike_draw1" in catalogue.ids()
