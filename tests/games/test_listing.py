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
    assert "CATALOGUE.md is stale: run python -m cadogan_games.listing" in capsys.readouterr().err
    assert not file.exists()
    assert (listing.main([], file), listing.main(["--check"], file)) == (0, 0)
    assert listing.main(["--write"], file) == 2


@pytest.mark.parametrize("readme", listing.LISTED, ids=lambda readme: readme.parent.name)
def test_a_folder_of_games_lists_its_modules(readme: Path) -> None:
    assert readme.read_text(encoding="utf-8") == listing.modules(readme)


def test_a_list_gets_a_row_for_a_new_module(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    readme = tmp_path / "README.md"
    readme.write_text(f"# games\n\n{listing.HEAD}", encoding="utf-8")
    (tmp_path / "ID.py").write_text('"""Penguin: columns,\nand cells.\n\nMore."""\n', encoding="utf-8")
    (tmp_path / "__init__.py").touch()
    assert listing.main(["--check"], lists=[readme]) == 1
    assert f"{tmp_path.name}/README.md is stale" in capsys.readouterr().err
    assert listing.main([], lists=[readme]) == 0
    assert readme.read_text(encoding="utf-8").endswith("|---|---|\n| `ID.py` | Penguin: columns, and cells. |\n")
    readme.write_text("# games\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has no table of modules"):
        listing.modules(readme)


def test_a_game_of_no_family_is_named() -> None:
    with pytest.raises(ValueError, match="klondike: there is no family 'gamblers'; there are: open builders"):
        listing.table([{**entry, "family": "gamblers"} for entry in ENTRIES if entry["id"] == "klondike"])
