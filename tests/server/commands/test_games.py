"""`cadogan games`, as it is typed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cadogan_games
from cadogan_games import catalogue, texts
from tests.server.commands.typed import run


def test_games_lists_every_game() -> None:
    games = [json.loads(line) for line in run("games", "--json").output.splitlines()]
    assert [game["id"] for game in games] == list(catalogue.ids())
    klondike = next(game for game in games if game["id"] == "klondike")
    assert (klondike["packs"], klondike["revision"]) == (1, catalogue.head_of("klondike").revision)
    assert klondike["options"]["draw"] == [1, 3]
    lines = run("games").output.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(catalogue.ids()), "one line for each game, with its whole id"
    assert max(map(len, lines)) <= 100
    assert all(re.search(r"  [1-8]      (good|fair|poor|duel|shared)\b", line) for line in lines[1:]), (
        "packs and race are shown"
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


def test_one_game_is_printed_as_its_players_need_it() -> None:
    told = run("games", "klondike").output
    assert "alternate colours" in told
    assert "draw: 1, 3" in told
    assert json.loads(run("games", "nestor", "--json").output)["how_to"] == texts.how_to("nestor")
    assert run("games", "nope").exit_code == 2
