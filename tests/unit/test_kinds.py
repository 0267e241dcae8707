"""Nothing compares the name of a room's kind: a further kind is an entry in each registry, and its own files."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from cadogan_client.kinds import KINDS
from cadogan_protocol.room_options import RoomKind
from cadogan_server.rooms.kinds.registry import MODES

ROOT = Path(__file__).resolve().parents[2]
NAMES: tuple[str, ...] = get_args(RoomKind)
PACKAGES = ("server/cadogan_games", "server/cadogan_server", "client/cadogan_client")
PAGE = ROOT / "client" / "web" / "src"
GENERATED = PAGE / "wire" / "types.ts"

NAME = rf"""['"](?:{"|".join(NAMES)})['"]"""
COMPARED = re.compile(
    rf"[!=]==?\s*{NAME}|{NAME}\s*[!=]==?|\bcase\s+{NAME}|{NAME}\s*\|\s*{NAME}|\b[A-Z]+\.(?:{'|'.join(NAMES)})\b"
)
"""Comparisons in the page's code, types that list the kinds, and entries of the registries that are read by name."""


def compared_in_python(text: str) -> Iterator[int]:
    """Yield the lines that compare something with the name of a kind."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare | ast.MatchValue):
            constants = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            if not set(NAMES).isdisjoint(constants):
                yield node.lineno


def compared_on_the_page(text: str) -> Iterator[int]:
    """The same for TypeScript and Svelte."""
    for number, line in enumerate(text.splitlines(), 1):
        if COMPARED.search(line):
            yield number


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_compares_the_name_of_a_kind(package: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in (ROOT / package).rglob("*.py")
        for line in compared_in_python(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_no_file_of_the_page_compares_the_name_of_a_kind() -> None:
    files = [file for file in PAGE.rglob("*") if file.suffix in {".ts", ".svelte"} and ".test." not in file.name]
    assert len(files) > 100
    found = [
        f"{file.relative_to(ROOT)}:{line}"
        for file in files
        if file != GENERATED
        for line in compared_on_the_page(file.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "if (state.kind === 'duel') return []",
        "const isRace = 'race' == kind",
        "export const METRICS: Record<'race' | 'duel', Metric[]> = {",
        "    case 'duel':",
        "const view = TABLES.race('player')",
    ],
)
def test_a_comparison_on_the_page_is_found(line: str) -> None:
    assert list(compared_on_the_page(line)) == [1]


@pytest.mark.parametrize(
    "line", ['a = kind == "duel"', 'b = kind in ("race", "other")', 'match k:\n    case "race": pass']
)
def test_a_comparison_in_python_is_found(line: str) -> None:
    assert list(compared_in_python(line))


def test_every_kind_of_the_wire_has_its_entries() -> None:
    """Types hold the page's entries: `Record<KindName, …>`."""
    assert set(NAMES) == set(KINDS) == set(MODES)
    assert all(kind.name == name for name, kind in KINDS.items())
