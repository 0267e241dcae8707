"""Classes and functions of the three packages stay small enough to be read in one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDERS = [ROOT / name for name in ("server", "client", "protocol")]
APP = ROOT / "server" / "cadogan_server" / "app.py"

MOST_METHODS = 25
MOST_LINES = 60
MOST_LINES_OF_APP = 150

TABLES: dict[str, str] = {}
"""Functions that may be longer, as they are tables: name → reason."""


class Part(NamedTuple):
    """A class or a function, and its methods or lines."""

    name: str
    size: int
    is_class: bool

    @property
    def is_too_large(self) -> bool:
        return self.size > (MOST_METHODS if self.is_class else MOST_LINES)


def parts_of(text: str, where: str) -> Iterator[Part]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            yield Part(f"{where}: {node.name}", len(methods), True)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield Part(f"{where}: {node.name}", node.end_lineno - node.lineno + 1, False)


@cache
def too_large() -> set[str]:
    return {
        part.name
        for folder in FOLDERS
        for file in folder.glob("cadogan_*/**/*.py")
        for part in parts_of(file.read_text(encoding="utf-8"), file.relative_to(folder).as_posix())
        if part.is_too_large
    }


def test_only_named_tables_are_large() -> None:
    assert too_large() == TABLES.keys()


def test_the_module_that_assembles_the_server_is_short() -> None:
    assert len(APP.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_APP


def test_sizes_are_counted() -> None:
    methods = "".join(f"    def m{number}(self): ...\n" for number in range(MOST_METHODS))
    lines = "".join("    x = 1\n" for _ in range(MOST_LINES - 1))
    assert not any(part.is_too_large for part in parts_of(f"class A:\n{methods}def f():\n{lines}", "x.py"))
    more = parts_of(f"class A:\n{methods}    async def m(self): ...\ndef f():\n{lines}    x = 1\n", "x.py")
    assert {part.name for part in more if part.is_too_large} == {"x.py: A", "x.py: f"}
