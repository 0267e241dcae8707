"""`cadogan deal`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cadogan_games
from cadogan_games import catalogue
from cadogan_games.engine.checking import BadDefinition
from tests.server.commands.typed import run


def test_the_piles_that_the_command_deals_are_those_of_the_catalogue() -> None:
    entries = json.loads((Path(cadogan_games.__file__).parent / "sheets/catalogue.json").read_text(encoding="utf-8"))
    for entry in entries:
        dealt = json.loads(run("deal", entry["id"], "--seed", "00" * 32, "--json").output)
        for group in entry["groups"]:
            if group["after_deal"] is not None:
                assert [len(pile["cards"]) for pile in dealt["piles"] if pile["group"] == group["id"]] == group[
                    "after_deal"
                ]


def test_deal_prints_every_pile_with_its_group_and_cards() -> None:
    table = json.loads(run("deal", "klondike", "--seed", "00ff", "-o", "draw=3", "--json").output)
    assert (table["game"], table["seed"], table["options"]["draw"]) == ("klondike", "00ff", 3)
    piles = {pile["name"]: pile for pile in table["piles"]}
    assert piles["tableau/6"]["group"] == "tableau"
    assert [card[0] == "#" for card in piles["tableau/6"]["cards"]] == [True] * 6 + [False]
    assert sum(len(pile["cards"]) for pile in table["piles"]) == 52
    assert run("deal", "klondike", "--seed", "00ff").output == run("deal", "klondike", "--seed", "00ff").output
    assert run("deal", "klondike").output != run("deal", "klondike").output


def test_deal_by_number_prints_the_cards_that_everybody_knows() -> None:
    lines = run("deal", "freecell", "--number", "617").output.splitlines()
    assert lines[0] == "FreeCell, Microsoft deal 617"
    assert lines[9].split(maxsplit=1) == ["tableau/0", "7D TD TH KD 4C 4S JD"]
    assert run("deal", "freecell", "--number", "617", "--numbering", "pysol").output.splitlines()[1:] == lines[1:]
    assert run("deal", "canfield", "--number", "617").output.splitlines()[0] == "Canfield, Cadogan deal 617"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--number", "0"], "there is no deal 0 by Microsoft's numbers: choose one from 1 to"),
        (["--number", "-1"], "there is no deal -1 by Microsoft's numbers: choose one from 1 to"),
        (["--number", "many"], "should be a valid integer"),
        (
            ["--number", "2147483648"],
            "there is no deal 2147483648 by Microsoft's numbers: choose one from 1 to 2147483647",
        ),
        (["--number", "7", "--numbering", "windows"], "'windows' is not one of"),
        (["--number", "7", "--seed", "00"], "leave out --number or --seed"),
        (["--numbering", "pysol"], "it belongs to --number"),
    ],
)
def test_a_number_that_is_none_is_refused_with_what_to_do(arguments: list[str], words: str) -> None:
    done = run("deal", "freecell", *arguments)
    assert done.exit_code == 2
    assert words in " ".join(done.output.replace("│", " ").split())


def test_a_game_without_numbers_of_the_world_says_so() -> None:
    said = " ".join(run("deal", "canfield", "--number", "7", "--numbering", "pysol").output.replace("│", " ").split())
    assert "Canfield has no deals by PySolFC's numbers: choose cadogan" in said


def test_an_invalid_definition_is_explained_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(id: str, options: object, *more: object) -> None:
        raise BadDefinition(id, ["there is no group 'tablaeu'; there are foundations, tableau"])

    monkeypatch.setattr(catalogue, "game", broken)
    done = run("deal", "nestor")
    assert done.exit_code == 1
    assert done.output == "error: nestor: there is no group 'tablaeu'; there are foundations, tableau\n"
