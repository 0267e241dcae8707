"""Files, tests and sites that documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

from cadogan_games import catalogue
from tests.each import each

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
NAMED = re.findall(r"`([a-z_]+/[a-z_/]+\.py)(?:::(\w+))?`", (ROOT / "SECURITY.md").read_text())
"""The named files, each with the named test or "". Files of the server are named by their paths in its package."""


def test_the_readme_counts_the_games_right() -> None:
    heads = [catalogue.head_of(id) for id in catalogue.ids()]
    races = [head for head in heads if head.kind == "race"]
    kinds = [head for head in races if head.variant_of is None]
    assert f"one of {len(kinds)} classic\npatience games ({len(races)} with their variants)" in README


def test_files_are_found_in_the_document() -> None:
    assert len(NAMED) > 20


@each("file,test", NAMED)
def test_files_and_tests_named_by_the_page_on_security_exist(file: str, test: str) -> None:
    places = ["tests", "server/cadogan_server", "server"]
    found = [ROOT / place / file for place in places if (ROOT / place / file).is_file()]
    assert found, f"SECURITY.md names {file}, which is in none of {places}"
    assert not test or f"def {test}" in found[0].read_text()
