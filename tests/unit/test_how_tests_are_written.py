"""Tests keep to what CONTRIBUTING.md says of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]

LONGEST_NAME = 70


def long_names(text: str) -> Iterator[str]:
    functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for function in functions:
        if function.name.startswith("test_") and len(function.name) > LONGEST_NAME:
            yield function.name


def files() -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each module of the tests."""
    for file in sorted(TESTS.rglob("*.py")):
        yield file.relative_to(TESTS).as_posix(), file.read_text(encoding="utf-8")


def test_the_name_of_a_test_is_short() -> None:
    assert [f"{path}: {name}" for path, text in files() for name in long_names(text)] == []


def test_long_names_are_found() -> None:
    name = "test_" + (LONGEST_NAME - 5) * "x"
    assert list(long_names(f"def {name}(): ...")) == []
    assert list(long_names(f"class A:\n    async def {name}x(self): ...")) == [f"{name}x"]
