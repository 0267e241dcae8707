"""The page's folders import one way, in the order of the table in their README.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "client" / "web" / "src"
ORDER = re.findall(r"^\| `(\w+)/`", (SOURCES / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
"""From the folder that may import all others down to the one that imports none."""

IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}/[^'"?]+)""")
MOST_FILES = 20
LARGE = {"table"}
"""Folders that may have more files: a table is one subject."""


def modules(folder: str) -> list[Path]:
    """Return the code of a folder without its tests."""
    found = (SOURCES / folder).rglob("*")
    return [file for file in found if file.suffix in {".ts", ".svelte"} and ".test." not in file.name]


def imported(file: Path) -> set[str]:
    """Return the folders from which a file imports."""
    targets = (file.parent / spec for spec in IMPORT.findall(file.read_text(encoding="utf-8")))
    inside = (Path(target).resolve().relative_to(SOURCES).parts for target in targets)
    return {parts[0] for parts in inside if len(parts) > 1}


def test_every_folder_has_its_place() -> None:
    assert sorted(ORDER) == sorted(folder.name for folder in SOURCES.iterdir() if folder.is_dir())


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_imports_only_from_those_below_it(folder: str) -> None:
    below = set(ORDER[ORDER.index(folder) :])
    wrong = {f"{file.name} imports {name}/" for file in modules(folder) for name in imported(file) - below}
    assert not wrong


@pytest.mark.parametrize("folder", ORDER)
def test_a_folder_has_few_files(folder: str) -> None:
    assert folder in LARGE or len(modules(folder)) <= MOST_FILES
