"""Tests lie where one looks for them: in the file of the module's name, in the folder of its package's name.

Three kinds of modules need no file: those with hardly a statement within functions, those of `mirrored_names.toml`, and
`__init__.py`.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"

PACKAGES = {
    "server/cadogan_server": "server",
    "client/cadogan_client": "client",
    "protocol/cadogan_protocol": "protocol",
    "server/cadogan_games/solver": "games/solver",
}
"""Package → folder of its tests."""

SCENARIOS = ("server", "client")
"""Folders whose own files may also test whole servers, and clients at a server."""

FEW = 20
"""A module with fewer statements within its functions needs no test file: the tests of its callers are enough."""

OTHER_NAMES = {
    "client/bots/malice/test_several.py": "all levels at Spite and Malice for three and four, with rivals and partners",
    "games/solver/test_elsewhere.py": "the solver's verdicts beside those of another program",
    "games/solver/test_options.py": "the solver's verdicts by one set of options beside those by another",
    "games/solver/test_shortcuts.py": "the shortcuts of a search together, beside the search without them",
    "server/rooms/test_commands.py": "the records and refusals of each command of a room, in whichever part of it",
    "server/rooms/kinds/test_shared_turns.py": "a shared table whose game goes by turns, beside `test_shared.py`",
    "server/rooms/test_logs.py": "whole logs of an earlier version, through all of `rooms`",
}
"""Test files named after no module → their subject."""

ELSEWHERE: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("mirrored_names.toml").read_text("utf-8"))[
    "elsewhere"
]
"""Modules without a test file, where their tests are, and why there."""


def statements(module: Path) -> int:
    """Return the number of statements within functions, without docstrings."""
    functions = [
        node
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    within = {
        statement
        for function in functions
        for statement in ast.walk(function)
        if isinstance(statement, ast.stmt) and statement is not function
    }
    return sum(not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)) for each in within)


def modules() -> dict[str, Path]:
    """Return the modules of all packages, and the scripts for Redis, by the path that their test file should have."""
    return {
        (TESTS / folder / file.relative_to(ROOT / package).with_name(f"test_{file.stem}.py"))
        .relative_to(TESTS)
        .as_posix(): file
        for package, folder in PACKAGES.items()
        for pattern in ("**/*.lua", "**/*.py")
        for file in (ROOT / package).glob(pattern)
        if file.stem not in ("__init__", "__main__")
    }


def test_a_test_file_has_the_name_of_a_module_beside_it() -> None:
    known = modules()
    strange = {
        name
        for folder in PACKAGES.values()
        for file in (TESTS / folder).rglob("test_*.py")
        if (name := file.relative_to(TESTS).as_posix()) not in known
        and file.parent.relative_to(TESTS).as_posix() not in SCENARIOS
    }
    assert strange == OTHER_NAMES.keys(), "rename a test file after its module, or say in `OTHER_NAMES` what it tests"


def without() -> set[str]:
    """Return the modules with behaviour that have no test file, by their paths below the folder of all packages."""
    return {
        file.relative_to(ROOT).as_posix().split("/", 1)[1]
        for name, file in modules().items()
        if file.suffix == ".py" and not (TESTS / name).exists() and statements(file) >= FEW
    }


def belongs(module: str, entry: str) -> bool:
    """Return True if an entry of the list names a module, or its folder."""
    return module.startswith(entry) if entry.endswith("/") else module == entry


def test_a_module_has_a_test_file_of_its_name() -> None:
    excused = [entry for group in ELSEWHERE for entry in group["modules"]]
    bare = {module for module in without() if not any(belongs(module, entry) for entry in excused)}
    assert not bare, "write tests of the module, or say in `mirrored_names.toml` where they are"


def test_every_exception_is_needed_once_and_names_tests_that_are_there() -> None:
    bare = without()
    excused = [entry for group in ELSEWHERE for entry in group["modules"]]
    assert len(excused) == len(set(excused))
    idle = [entry for entry in excused if not any(belongs(module, entry) for module in bare)]
    assert not idle, "these modules have a test file, do little, or are gone"
    for group in ELSEWHERE:
        assert group["why"].endswith(".")
        assert group["tests"]
        assert not [name for name in group["tests"] if not (TESTS / name).exists()]
