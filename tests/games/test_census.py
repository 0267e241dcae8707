"""Every id, group, action, option, phase and counter of the catalogue exists, and the deal lays the cards that it states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cadogan_games
from cadogan_games import catalogue
from tests.each import each
from tests.games.choices import all_single_options

SHEETS = Path(cadogan_games.__file__).parent / "sheets"
ENTRIES: list[dict[str, Any]] = json.loads((SHEETS / "catalogue.json").read_text(encoding="utf-8"))
BY_ID = {entry["id"]: entry for entry in ENTRIES}


@each("id", catalogue.ids())
def test_head_is_that_of_the_sheet(id: str) -> None:
    head, entry = catalogue.head_of(id), BY_ID[id]
    assert head.title == entry["title"]
    assert head.variant_of == entry["variant_of"]
    assert (head.packs, head.cards) == (entry["packs"], entry["cards"])
    assert (head.family, head.race) == (entry["family"], entry["race"])
    assert f"{head.sheet}.md" == entry["sheet"]
    assert head.progress_max == entry["progress_max"]


@each("id", catalogue.ids())
def test_options_are_those_of_the_sheet(id: str) -> None:
    listed = BY_ID[id]["options"]
    options = {name: list(values) for name, values in catalogue.head_of(id).option_values.items()}
    assert {name: without_unlisted_ranges(values, listed[name]) for name, values in options.items()} == listed


def without_unlisted_ranges(values: list[Any], listed: list[Any]) -> list[Any]:
    """A single default in the catalogue stands for a range that the sheet gives. Our options state the range after it."""
    return [value for value in values if value in listed or " to " not in str(value)]


@each("id", catalogue.ids())
def test_groups_actions_phases_and_counters_are_those_of_the_sheet(id: str) -> None:
    game, entry = catalogue.game(id), BY_ID[id]
    assert {group.id: group.size for group in game.groups} == {group["id"]: group["piles"] for group in entry["groups"]}
    assert set(game.phases) == set(entry["phases"])
    assert game.phases[0] == entry["phases"][0]
    assert set(game.counters) == set(entry["counters"])
    with_all_options = {name for options in all_single_options(id) for name in catalogue.game(id, options).action_names}
    assert with_all_options == set(entry["actions"])


@each("id", catalogue.ids())
def test_deal_lays_what_the_sheet_counts(id: str) -> None:
    for seed in range(3):
        table = catalogue.game(id).deal(seed.to_bytes(32, "big"))
        for group in BY_ID[id]["groups"]:
            if group["after_deal"] is not None:
                assert [len(pile) for pile in table.group(group["id"])] == group["after_deal"], (group["id"], seed)
        assert sum(len(pile) for pile in table.piles) == BY_ID[id]["cards"], seed


def test_every_id_of_the_catalogue_is_there() -> None:
    assert set(catalogue.ids()) == BY_ID.keys()
