"""`cadogan games`, `deal` and `simulate`, as they are typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import cadogan_games
from cadogan_games import catalogue, texts
from cadogan_games.engine.checking import BadDefinition
from cadogan_server.cli import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_games_lists_every_game() -> None:
    games = [json.loads(line) for line in run("games", "--json").output.splitlines()]
    assert [game["id"] for game in games] == list(catalogue.ids())
    klondike = next(game for game in games if game["id"] == "klondike")
    assert (klondike["packs"], klondike["revision"]) == (1, catalogue.head_of("klondike").revision)
    assert klondike["options"]["draw"] == [1, 3]
    lines = run("games").output.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(catalogue.ids()), "a line for each game, with its whole id"
    assert max(map(len, lines)) <= 100
    assert all(re.search(r"  [1-4]      (good|fair|poor|duel)\b", line) for line in lines[1:]), (
        "packs and race are there"
    )


def test_the_census_of_the_command_is_that_of_the_catalogue() -> None:
    listed = {(game := json.loads(line))["id"]: game for line in run("games", "--json").output.splitlines()}
    entries = json.loads((Path(cadogan_games.__file__).parent / "sheets/catalogue.json").read_text(encoding="utf-8"))
    assert listed.keys() == {entry["id"] for entry in entries}
    for entry in entries:
        game = listed[entry["id"]]
        assert {g["id"]: g["piles"] for g in game["groups"]} == {g["id"]: g["piles"] for g in entry["groups"]}
        assert set(game["actions"]) == set(entry["actions"])
        assert set(game["phases"]) == set(entry["phases"])
        assert set(game["counters"]) == set(entry["counters"])
        assert game["options"].keys() == entry["options"].keys()


def test_the_piles_that_the_command_deals_are_those_of_the_catalogue() -> None:
    entries = json.loads((Path(cadogan_games.__file__).parent / "sheets/catalogue.json").read_text(encoding="utf-8"))
    for entry in entries:
        dealt = json.loads(run("deal", entry["id"], "--seed", "00" * 32, "--json").output)
        for group in entry["groups"]:
            if group["after_deal"] is not None:
                assert [len(pile["cards"]) for pile in dealt["piles"] if pile["group"] == group["id"]] == group[
                    "after_deal"
                ]


def test_one_game_is_told_as_its_players_need_it() -> None:
    told = run("games", "klondike").output
    assert "alternate colours" in told
    assert "draw: 1, 3" in told
    assert json.loads(run("games", "nestor", "--json").output)["how_to"] == texts.how_to("nestor")
    assert run("games", "nope").exit_code == 2


def test_deal_prints_every_pile_with_its_group_and_cards() -> None:
    table = json.loads(run("deal", "klondike", "--seed", "00ff", "-o", "draw=3", "--json").output)
    assert (table["game"], table["seed"], table["options"]["draw"]) == ("klondike", "00ff", 3)
    piles = {pile["name"]: pile for pile in table["piles"]}
    assert piles["tableau/6"]["group"] == "tableau"
    assert [card[0] == "#" for card in piles["tableau/6"]["cards"]] == [True] * 6 + [False]
    assert sum(len(pile["cards"]) for pile in table["piles"]) == 52
    assert run("deal", "klondike", "--seed", "00ff").output == run("deal", "klondike", "--seed", "00ff").output
    assert run("deal", "klondike").output != run("deal", "klondike").output


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


def test_no_table_is_wider_than_a_hundred_columns() -> None:
    assert max(map(len, run("simulate", "--all", "--moves", "1").output.splitlines())) <= 100


def test_a_definition_that_is_no_good_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(id: str, options: object, *more: object) -> None:
        raise BadDefinition(id, ["there is no group 'tablaeu'; there are foundations, tableau"])

    monkeypatch.setattr(catalogue, "game", broken)
    done = run("deal", "nestor")
    assert done.exit_code == 1
    assert done.output == "error: nestor: there is no group 'tablaeu'; there are foundations, tableau\n"


def test_simulate_counts_and_traces(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    done = run("simulate", "klondike", "--seed", "00", "--games", "3", "--trace", str(trace), "--json")
    counts = json.loads(done.output)
    assert (counts["games"], counts["seed"]) == (3, "00")
    assert counts["won"] + counts["blocked"] + counts["unfinished"] == 3
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert sum(line["move"] is not None for line in lines) == counts["moves"]
    for line in lines:
        assert line["move"] is None or line["move"] in line["moves"]
        assert sum(len(pile) for group in line["piles"].values() for pile in group) == 52
    assert "moves per second" in run("simulate", "nestor", "--games", "2").output


def test_a_trace_of_a_duel_has_the_progress_of_both(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    run("simulate", "spite_and_malice_modern", "--seed", "00", "--moves", "50", "--trace", str(trace))
    assert json.loads(trace.read_text().splitlines()[0])["progress"] == [0, 0]


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
