"""Everything that is made from the JSON files about the games is written by one command."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadogan_games import tables


def test_no_file_that_is_made_is_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert (tables.main(["--check"]), capsys.readouterr().err) == (0, "")


def test_the_tables_and_the_count_are_among_the_files() -> None:
    names = {f"{path.parent.name}/{path.name}" for path in tables.made() if path != tables.README}
    reports = {f"reports/{name}.md" for name in ("winnability", "choices", "levels", "speed")}
    assert names == {"sheets/CATALOGUE.md", "games/README.md", "layouts/README.md"} | reports
    assert tables.README in tables.made()


def test_stale_files_are_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stale, fresh, lost = tmp_path / "stale.md", tmp_path / "fresh.md", tmp_path / "lost.md"
    stale.write_text("old")
    fresh.write_text("new")
    monkeypatch.setattr(tables, "made", lambda: dict.fromkeys((stale, fresh, lost), "new"))
    assert tables.main(["--check"]) == 1
    told = capsys.readouterr().err
    assert "stale.md is stale: run python -m cadogan_games.tables" in told
    assert ("lost.md" in told, "fresh.md" in told) == (True, False)
    assert (tables.main([]), tables.main(["--check"])) == (0, 0)
    assert [path.read_text() for path in (stale, fresh, lost)] == ["new"] * 3
    assert tables.main(["--write"]) == 2


def test_the_readme_must_count_the_games() -> None:
    old = "one of 1 classic\npatience games (2 with their variants), and"
    assert tables.counted(old) != old
    assert tables.counted(old).endswith(" with their variants), and")
    assert tables.counted(tables.counted(old)) == tables.counted(old)
    with pytest.raises(ValueError, match=r"README.md doesn't say"):
        tables.counted("many games")
