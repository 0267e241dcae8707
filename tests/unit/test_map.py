"""ARCHITECTURE's map is whole: it names every file of the folders that it lists file by file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAP = re.search(r"```\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.DOTALL)


def named_below(folder: str) -> set[str]:
    """The files that the map names in a folder: the indented lines below its own."""
    assert MAP is not None
    found: set[str] = set()
    inside = False
    for line in MAP[1].splitlines():
        if line.startswith("    ") and inside:
            found |= set(re.findall(r"\w+\.py", line[:36]))
        else:
            inside = line.startswith(f"  {folder}/ ")
    return found


@pytest.mark.parametrize("folder", ["cadogan_games/engine", "cadogan_server/rooms", "cadogan_server/live"])
def test_every_file_is_on_the_map(folder: str) -> None:
    files = {file.name for file in (ROOT / "server" / folder).glob("*.py")} - {"__init__.py"}
    assert named_below(folder.rpartition("/")[2]) == files
