"""A new game's files are a playable game, and name the parts that are still to be written."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cadogan_games import new_game, registry
from cadogan_server.cli import app
from tests.games import game, perft, telling


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a copy of the files that a game needs."""
    shutil.copytree(new_game.ROOT / "server" / "cadogan_games", tmp_path / "server" / "cadogan_games")
    folder = tmp_path / "tests" / "games"
    folder.mkdir(parents=True)
    for path in (folder / "__init__.py", tmp_path / "tests" / "__init__.py"):
        path.touch()
    shutil.copy(new_game.ROOT / "tests" / "games" / "positions.py", folder)
    return tmp_path


@pytest.mark.parametrize("packs", [1, 2])
def test_a_game_from_the_template_is_dealt_and_passes_its_checks(checkout: Path, packs: int) -> None:
    made = new_game.files(checkout, "trial", "The Trial", packs, "packers")
    new_game.write(checkout, made)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--rootdir={checkout}",
            "tests/games/test_trial.py",
        ],
        cwd=checkout,
        env={"PYTHONPATH": f"{checkout}/server:{checkout}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in done.stdout, done.stdout + done.stderr
    listed = subprocess.run(
        [
            sys.executable,
            "-c",
            "from cadogan_games import catalogue as c; print(c.head_of('trial').title, c.head_of('trial').cards)",
        ],
        env={"PYTHONPATH": f"{checkout}/server", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == f"The Trial {52 * packs}\n"
    left = list(new_game.unfinished(checkout, "trial"))
    named = {sentence.split(":")[0].split(",")[0] for sentence in left}
    assert named == {
        *(str(path) for path in made if path.suffix in (".md", ".py")),
        "sheets/catalogue.json",
        "how_to/en/summary.json",
        "how_to/en/race_why.json",
    }


def test_lines_that_are_there_already_stay_as_written(checkout: Path) -> None:
    made = new_game.files(checkout, "trial", "Trial")
    for path in made:
        if (checkout / path).exists():
            before = set((checkout / path).read_text(encoding="utf-8").splitlines())
            lost = before - set(made[path].splitlines())
            assert all(line.strip() in ("}", "]", "},") or line + "," in made[path] for line in lost), lost


@pytest.mark.parametrize(
    ("id", "title", "family", "why"),
    [
        ("Free-Cell", "FreeCell", "packers", "is no id"),
        ("class", "Class", "packers", "is no id"),
        ("klondike", "Klondike", "packers", "there is a game 'klondike' already"),
        ("trial", " ", "packers", "is no title"),
        ("trial", 'A "Trial"', "packers", "is no title"),
        ("trial", "Trial", "gamblers", "there is no family 'gamblers'"),
    ],
)
def test_a_name_that_can_be_no_game_is_refused(checkout: Path, id: str, title: str, family: str, why: str) -> None:
    with pytest.raises(new_game.NotNew, match=why):
        new_game.files(checkout, id, title, 1, family)


def test_a_file_that_is_there_is_not_written_over(checkout: Path) -> None:
    (checkout / "tests" / "games" / "test_trial.py").touch()
    with pytest.raises(new_game.NotNew, match=r"test_trial.py is there already"):
        new_game.files(checkout, "trial", "Trial")
    with pytest.raises(new_game.NotNew, match="is no checkout"):
        new_game.files(checkout / "server", "trial", "Trial")


def test_the_command_writes_the_files_and_names_the_next_steps(checkout: Path) -> None:
    command = ["new-game", "trial", "Trial", "--checkout", str(checkout)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0
    assert "server/cadogan_games/sheets/trial.md\n" in done.output
    assert "`make game ID=trial` lists what is missing" in done.output
    assert (checkout / "server/cadogan_games/games/trial.py").exists()
    assert CliRunner().invoke(app, command).exit_code == 2


# ---- the output of `make game` ---------------------------------------------------------------------------------------


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the id of a game with Fortress' rules and nothing else."""
    entry = registry.registered["fortress"]
    head = replace(entry.head, id="trial", sheet="trial", variant_of="fortress")
    monkeypatch.setitem(registry.registered, "trial", replace(entry, head=head))
    return "trial"


def test_no_game_of_the_catalogue_lacks_a_part() -> None:
    assert list(game.missing("fortress")) == []
    assert list(game.untranslated("fortress")) == []


def test_make_game_measures_and_then_lists_missing_parts(
    unknown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []
    monkeypatch.setattr(game, "measure", lambda *arguments, anyway: asked.append((*arguments, anyway)))
    assert game.main(["fortress", "--no-pictures", "--games", "5"]) == 0
    assert capsys.readouterr().out == "\nfortress: nothing is missing\n"
    assert game.main([unknown, "fortress"]) == 1
    told = capsys.readouterr().out
    assert "trial: this is missing:\n- server/cadogan_games/sheets/trial.md, the sheet, is not there\n" in told
    assert "- not translated: how_to/fr/trial.md is missing\n" in told
    pictures = game.ROOT / "screenshots"
    assert asked == [
        ("fortress", 5, None, False),
        (unknown, 1000, pictures, False),
        ("fortress", 1000, pictures, False),
    ]
    assert game.main(["no_such_game"]) == 1
    assert "there is no game 'no_such_game'" in capsys.readouterr().err


def test_a_step_of_make_game_is_told_again_while_it_runs(capfd: pytest.CaptureFixture[str]) -> None:
    game.run("fortress, step 1 of 1", (sys.executable, "-c", "print(6 * 7)"), 0.001)
    first, again, *_ = (told := capfd.readouterr().out).splitlines()
    assert first.startswith("fortress, step 1 of 1: $ ")
    assert re.fullmatch(r"fortress, step 1 of 1: it has run for \d+ s", again)
    assert "42" in told.splitlines()
    with pytest.raises(subprocess.CalledProcessError):
        game.run("fortress", (sys.executable, "-c", "raise SystemExit(3)"), 60)


@pytest.mark.parametrize(("busy", "anyway"), [(0.9, False), (0.9, True), (0.1, False)])
def test_make_game_measures_no_speed_beside_the_work_of_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], busy: float, anyway: bool
) -> None:
    made: list[tuple[str | Path, ...]] = []
    monkeypatch.setattr(game, "run", lambda title, command, told: made.append(command))
    monkeypatch.setattr(game, "used_by_others", lambda seconds: busy)
    monkeypatch.setattr(perft, "write", lambda ids: [])
    game.measure("fortress", 5, None, anyway=anyway)
    skipped = busy > 0.5 and not anyway
    assert any("bench" in command for command in made) is not skipped
    assert ("other programs use 90% of the processors" in capsys.readouterr().out) is skipped


def test_the_share_of_used_processors_is_read_from_the_system() -> None:
    before = "cpu  100 0 50 800 20 1 2 0 7 0\ncpu0 ...\n"
    after = "cpu  130 0 70 840 30 1 2 0 7 0\ncpu0 ...\n"
    assert game.used(before, after) == pytest.approx(0.5)


def test_a_refusal_that_other_languages_do_not_tell_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "texts_of", lambda language: {})
    (line, *_) = game.missing("fortress")
    assert line.startswith("client/web/src/i18n/rules/de.ts has no line for '")


def test_missing_parts_of_a_game_are_named(unknown: str) -> None:
    found = list(game.missing(unknown))
    for sentence in (
        "server/cadogan_games/sheets/trial.md, the sheet, is not there",
        "tests/games/test_trial.py, the Checks, is not there",
        "reach.json holds nothing of it: run python -m tests.games.reach --games trial --write",
        "how_to/en/trial.md is missing",
        "how_to/en/summary.json has no line for 'trial'",
        "perft.json holds nothing of trial: run python -m tests.games.perft --write trial",
        "winnability.json has 0 deals of 1000: run make game ID=trial",
        "choices.json has 0 deals of 150: run make game ID=trial",
        "levels.json has 0 deals of 5: run make game ID=trial",
        "speed.json holds nothing of it: run make game ID=trial",
    ):
        assert sentence in found
    assert "how_to/de/summary.json has no line for 'trial'" not in found
    assert "how_to/de/summary.json has no line for 'trial'" in list(game.untranslated(unknown))


def test_one_game_is_kept_without_touching_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, file = perft.kept(), tmp_path / "perft.json"
    others = {key: kept for key, kept in before.items() if key != "fortress"}
    file.write_text(json.dumps(others), encoding="utf-8")
    monkeypatch.setattr(perft, "count", lambda table, depth: len(table.moves()))
    assert perft.write(["fortress"], file) == []
    after = perft.kept(file)
    assert after.keys() == before.keys()
    assert {key: kept for key, kept in after.items() if key != "fortress"} == others
