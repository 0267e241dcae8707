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


def test_an_invalid_definition_is_explained_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(id: str, options: object, *more: object) -> None:
        raise BadDefinition(id, ["there is no group 'tablaeu'; there are foundations, tableau"])

    monkeypatch.setattr(catalogue, "game", broken)
    done = run("deal", "nestor")
    assert done.exit_code == 1
    assert done.output == "error: nestor: there is no group 'tablaeu'; there are foundations, tableau\n"
