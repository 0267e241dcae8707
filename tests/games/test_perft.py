"""No game's rules change unnoticed: replays, numbered deals and their leaderboards depend on them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cadogan_games import catalogue, registry
from tests.each import each
from tests.games import perft

KEPT = perft.kept()
WRITE = "run `python -m tests.games.perft --write` and commit perft.json"


@each("key,id,options", perft.ways(), lambda way: way[0])
def test_the_same_number_gives_the_same_deal_and_moves_for_ever(key: str, id: str, options: dict[str, Any]) -> None:
    assert key in KEPT, f"perft.json lacks {key}: {WRITE}"
    now = perft.entry(id, options)
    if now["revision"] == KEPT[key]["revision"]:
        assert now == KEPT[key], f"{id} plays otherwise than before: raise its `revision`, then {WRITE}"
    assert now == KEPT[key], f"{id} has a new revision: {WRITE}"


def test_the_checksums_have_no_games_that_are_gone() -> None:
    assert set(KEPT) == {key for key, _, _ in perft.ways()}, WRITE


def test_a_changed_game_is_not_written_without_a_new_revision(tmp_path: Path) -> None:
    file = tmp_path / "perft.json"
    assert perft.write(["nestor"], file) == []
    written = perft.kept(file)
    altered = {**written["nestor"], "events": "other"}
    file.write_text(json.dumps({"nestor": altered}), encoding="utf-8")
    assert perft.write(["nestor"], file) == ["nestor has changed, but its revision is still 1: raise it"]
    assert perft.kept(file) == {"nestor": altered}
    file.write_text(json.dumps({"nestor": {**altered, "revision": 0}}), encoding="utf-8")
    assert perft.write(["nestor"], file) == []
    assert perft.kept(file) == written


def test_a_head_says_its_revision_and_variants_have_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = registry.heads()["nestor"]
    for id, head in (("x", replace(usual, revision=2)), ("y", usual), ("z", replace(usual, revision=3))):
        monkeypatch.setitem(registry.heads(), id, head)
        monkeypatch.setitem(registry.registered, id, registry.registered["nestor"])  # removed at the end of the test
    entry = registry.patience("x")(lambda: catalogue.game("nestor").definition)
    assert [each.head.revision for each in (entry, entry.variant("y"), entry.variant("z"))] == [2, 2, 3]
