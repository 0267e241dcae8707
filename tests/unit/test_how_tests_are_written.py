"""Tests follow the rules of CONTRIBUTING.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.each import each
from tests.reporting import only_needed

TESTS = Path(__file__).parents[1]

LONGEST_NAME = 70

PUBLIC_ALL_THE_SAME = {"_asdict", "_fields", "_make", "_replace"}
"""Names that named tuples give to their public methods and attributes."""

REACHES_INTO = {
    "conftest.py": "typer.testing makes the command anew for each run, and takes no cached one",
    "mutants/trying.py": "pytest and mutmut offer no other way to run tests again in a process, and to leave it at once",
    "scheduling.py": "pytest-xdist decides in private methods which worker gets which test",
    "server/store/skipping.py": "an event loop takes another clock, but waits in a selector that is its own",
}
"""Modules that may use private attributes, with the reason: those of libraries that offer no other way."""

SLEEPS = {
    "test_a_pong_sent_while_the_server_stood_still_counts": "for this time the server stands still",
    "test_a_held_event_loop_is_seen_in_the_figures": "this holds the event loop",
    "renewed": "a server of an earlier version renews its lease now and then",
}
"""Functions that may sleep, with the reason."""

CONSTANT_SET = re.compile(r"^[\w.]+\.[A-Z][A-Z0-9_]* = ", re.MULTILINE)
"""Matches a replaced constant in the code of another process."""


@cache
def nodes(text: str) -> list[ast.AST]:
    """Return all nodes of a module."""
    return list(ast.walk(ast.parse(text)))


def long_names(text: str) -> Iterator[str]:
    functions = (node for node in nodes(text) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    for function in functions:
        if function.name.startswith("test_") and len(function.name) > LONGEST_NAME:
            yield function.name


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name != "_" and name not in PUBLIC_ALL_THE_SAME


def is_own(node: ast.expr) -> bool:
    """Return True if this stands for the object or the class to which the code belongs."""
    return isinstance(node, ast.Name) and node.id in ("self", "cls")


def named(call: ast.Call) -> str:
    """Return the attribute that a call of `getattr`, `setattr` or their like names, or `monkeypatch.setattr`, or
    `tests.server.iterations.counted`; "" for any other call."""
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function not in ("getattr", "setattr", "hasattr", "delattr", "counted"):
        return ""
    texts = [each.value for each in call.args[:3] if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return texts[0].rpartition(".")[2] if texts else ""


def reaches(text: str) -> Iterator[str]:
    """Yield the private attributes of other objects, and the private names of other modules, that a module uses."""
    for node in nodes(text):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and not is_own(node.value):
            yield f"{node.lineno}: {ast.unparse(node)}"
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.lineno}: {each.name}" for each in node.names if is_private(each.name))
        elif isinstance(node, ast.Call) and is_private(named(node)):
            yield f"{node.lineno}: {ast.unparse(node)}"


def replaced_constants(text: str) -> Iterator[str]:
    """Yield the places where a module replaces a constant of another, also in code for another process."""
    for node in nodes(text):
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else []
        for target in targets:
            if isinstance(target, ast.Attribute) and target.attr.isupper() and not is_own(target.value):
                yield f"{target.lineno}: {ast.unparse(target)}"
        if isinstance(node, ast.Call) and named(node).isupper() and "set" in ast.unparse(node.func):
            yield f"{node.lineno}: {ast.unparse(node)}"
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from (f"{node.lineno}: {found}" for found in CONSTANT_SET.findall(node.value))


def sleeps(text: str) -> Iterator[str]:
    """Yield the functions of a module that sleep for a time, unless they poll for a condition in a loop, or use a clock
    that skips waits."""

    def of(node: ast.AST, function: str) -> Iterator[str]:
        if isinstance(node, ast.While):
            return
        if isinstance(node, ast.With) and any("skipping(" in ast.unparse(item) for item in node.items):
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node.name
        if isinstance(node, ast.Call) and is_sleep(node):
            yield function
        for child in ast.iter_child_nodes(node):
            yield from of(child, function)

    yield from of(nodes(text)[0], "")


def is_sleep(call: ast.Call) -> bool:
    """Return True if this is a call of `asyncio.sleep`, `time.sleep` or Playwright's `wait_for_timeout`. A sleep of 0
    seconds only lets others run."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("sleep", "wait_for_timeout"):
        return False
    return not (call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0)


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


def test_no_test_reaches_into_private_attributes() -> None:
    found = {path: places for path, text in files() if (places := list(reaches(text)))}
    assert {path: places for path, places in found.items() if path not in REACHES_INTO} == {}
    assert set(found) == set(REACHES_INTO), "remove the exceptions that are no longer needed"


def test_private_attributes_are_found() -> None:
    found = reaches(
        "from a import _b, c\n"
        "self._x, cls._x, c.__name__, c._replace(d=1), c.d\n"
        "e = c._d\n"
        "c.d._e = 1\n"
        "getattr(c, '_f')\n"
        "monkeypatch.setattr(c, '_g', 1)\n"
        "monkeypatch.setattr('a.c._h', 1)\n"
        "super()._i()\n"
    )
    assert sorted(found) == [
        "1: _b",
        "3: c._d",
        "4: c.d._e",
        "5: getattr(c, '_f')",
        "6: monkeypatch.setattr(c, '_g', 1)",
        "7: monkeypatch.setattr('a.c._h', 1)",
        "8: super()._i",
    ]


def test_no_test_replaces_a_constant() -> None:
    assert [f"{path}:{place}" for path, text in files() for place in replaced_constants(text)] == []


def test_replaced_constants_are_found() -> None:
    found = replaced_constants(
        "x = self.A_B = a.B\n"
        "x = a.b.C_D = 1\n"
        "monkeypatch.setattr(a, 'C', 1)\n"
        "monkeypatch.setattr('a.D', 1)\n"
        "monkeypatch.setattr(a, 'c', 1)\n"
        "getattr(a, 'C')\n"
        "run('import a\\na.E = 1\\n')\n"
    )
    assert sorted(found) == [
        "2: a.b.C_D",
        "3: monkeypatch.setattr(a, 'C', 1)",
        "4: monkeypatch.setattr('a.D', 1)",
        "7: a.E = ",
    ]


def test_tests_poll_for_conditions_and_never_sleep() -> None:
    tests = [(path, text) for path, text in files() if path.rpartition("/")[2].startswith("test_")]
    found = {name: path for path, text in tests for name in sleeps(text)}
    assert {name: path for name, path in found.items() if name not in SLEEPS} == {}
    assert set(found) == set(SLEEPS), "remove the exceptions that are no longer needed"


def test_sleeps_are_found() -> None:
    found = sleeps(
        "async def a():\n"
        "    await asyncio.sleep(0)\n"
        "    with skipping(1000):\n"
        "        await asyncio.sleep(30)\n"
        "    while not there():\n"
        "        await asyncio.sleep(0.1)\n"
        "async def b():\n"
        "    for _ in range(10):\n"
        "        await asyncio.sleep(0.1)\n"
        "def c():\n"
        "    time.sleep(PAUSE)\n"
        "    page.wait_for_timeout(100)\n"
    )
    assert list(found) == ["b", "c", "c"]


def test_a_test_of_many_values_tries_all_and_names_those_that_fail() -> None:
    tried = []

    @each("a,b", [(1, 1), (1, 2), (3, 3), (3, 4)], called=lambda pair: f"pair {pair}")
    def equal(a: int, b: int) -> None:
        """Compare two numbers."""
        tried.append((a, b))
        assert a == b

    with pytest.raises(ExceptionGroup, match="2 of 4 fail") as failed:
        equal()
    assert tried == [(1, 1), (1, 2), (3, 3), (3, 4)]
    assert [fault.__notes__ for fault in failed.value.exceptions] == [["with pair (1, 2)"], ["with pair (3, 4)"]]
    assert (equal.__name__, equal.__doc__) == ("equal", "Compare two numbers.")
    assert "pair (3, 3)" in vars(equal), "-k finds it"


def test_only_reports_that_say_something_are_sent() -> None:
    sent = []
    send = only_needed(lambda name, **content: sent.append((name, content)))
    usual: dict[str, object] = {"when": "setup", "outcome": "passed", "duration": 0.0, "longrepr": None}
    usual |= {"sections": [], "user_properties": []}
    send("testreport", data=usual)
    send("testreport", data=usual | {"when": "teardown"})
    send("logstart", nodeid="a")
    assert sent == []
    telling: list[dict[str, object]] = [
        {"when": "call"},
        {"outcome": "failed"},
        {"outcome": "skipped"},
        {"duration": 0.5},
        {"longrepr": "why"},
        {"sections": [("Captured stdout", "said")]},
        {"user_properties": [("a", 1)]},
    ]
    for other in telling:
        send("testreport", data=usual | other)
    send("logfinish", nodeid="a")
    assert [name for name, _ in sent] == ["testreport"] * len(telling) + ["logfinish"]
