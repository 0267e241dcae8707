"""The table of all games for people agrees with `catalogue.json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cadogan_games import listing

ENTRIES = json.loads((listing.SHEETS / "catalogue.json").read_text(encoding="utf-8"))


def test_the_table_is_made_from_the_catalogue() -> None:
    assert listing.TABLE.read_text(encoding="utf-8") == listing.table(ENTRIES)
    assert all(f"\n| `{entry['id']}` | {entry['title']}" in listing.table(ENTRIES) for entry in ENTRIES)


def test_a_stale_table_is_told_and_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "CATALOGUE.md"
    assert listing.main(["--check"], file) == 1
    assert "is stale: run python -m cadogan_games.listing" in capsys.readouterr().err
    assert not file.exists()
    assert (listing.main([], file), listing.main(["--check"], file)) == (0, 0)
    assert listing.main(["--write"], file) == 2


def test_a_game_of_no_family_is_named() -> None:
    with pytest.raises(ValueError, match="klondike: there is no family 'gamblers'; there are: open builders"):
        listing.table([{**entry, "family": "gamblers"} for entry in ENTRIES if entry["id"] == "klondike"])
