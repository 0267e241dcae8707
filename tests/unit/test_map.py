"""The maps are whole: each package's README.md lists its modules and packages, and ARCHITECTURE.md the files of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "cadogan_server"
MAP = re.search(r"```\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.DOTALL)
PACKAGES = sorted(file.parent for file in SERVER.rglob("__init__.py"))
MOST_MODULES = 21


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


@pytest.mark.parametrize("folder", ["cadogan_games/engine"])
def test_every_file_is_on_the_map(folder: str) -> None:
    files = {file.name for file in (ROOT / "server" / folder).glob("*.py")} - {"__init__.py"}
    assert named_below(folder.rpartition("/")[2]) == files


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.relative_to(SERVER.parent)))
def test_a_package_lists_what_it_has_and_is_not_too_large(package: Path) -> None:
    listed = set(re.findall(r"^\| \[?`([\w/.]+)`", (package / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    modules = {file.name for file in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    packages = {f"{init.parent.name}/" for init in package.glob("*/__init__.py")}
    assert listed == modules | packages
    assert len(modules) <= MOST_MODULES
