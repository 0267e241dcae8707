"""No callback is put into an object after it was made.

An object gets its callbacks as arguments of its constructor, or it has observers (`observe`). Otherwise a reader of the
object can't know what it calls, and a caller can't know whether it is wired yet.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("server/cadogan_server", "client/cadogan_client")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(root: Path) -> dict[Path, ast.Module]:
    """Return the syntax trees of all modules below a folder."""
    return {path: ast.parse(path.read_text()) for path in sorted(root.rglob("*.py"))}


def is_callable(annotation: ast.expr | None) -> bool:
    """Return True if an annotation is of a callable, or may be."""
    return annotation is not None and "Callable[" in ast.unparse(annotation)


def attributes(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Yield each attribute of a module's classes whose type is written down, with True if it holds a callable."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute):
            yield node.target.attr, is_callable(node.annotation)
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    yield each.target.id, is_callable(each.annotation)
        elif isinstance(node, Function):
            arguments = {each.arg: each.annotation for each in (*node.args.args, *node.args.kwonlyargs)}
            for target, value in assigned(node):
                if isinstance(value, ast.Name) and value.id in arguments:
                    yield target.attr, is_callable(arguments[value.id])


def callback_names(trees: Iterable[ast.Module]) -> set[str]:
    """Return the names of attributes that always hold callables."""
    found = {each for tree in trees for each in attributes(tree)}
    return {name for name, callable in found if callable and (name, False) not in found}


def pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield each target of an assignment with its value."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, of in zip(target.elts, value.elts, strict=False):
            yield from pairs(each, of)
    else:
        yield target, value


def assigned(tree: ast.AST) -> Iterator[tuple[ast.Attribute, ast.expr]]:
    """Yield each attribute that is assigned to, and its value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets, value = [node.target], node.value
        else:
            continue
        for target in targets:
            yield from ((each, of) for each, of in pairs(target, value) if isinstance(each, ast.Attribute))


def late(tree: ast.Module, callbacks: set[str]) -> Iterator[str]:
    """Yield each statement that puts a callable into another object; `callbacks` are the names that such attributes have."""
    functions = {node.name for node in ast.walk(tree) if isinstance(node, Function)}
    for target, value in assigned(tree):
        if isinstance(target.value, ast.Name) and target.value.id in ("self", "cls"):
            continue
        text = ast.unparse(value)
        is_function = isinstance(value, ast.Lambda) or text.startswith("partial(") or text in functions
        if (is_function or target.attr in callbacks) and not target.attr.startswith("__"):
            yield f"{target.lineno}: {ast.unparse(target)} = {text}"


EXAMPLE = """
class Lease:
    field: Callable[[], None]
    seconds: float

    def __init__(self, given: Callable[[], None]) -> None:
        self.given = given
        self.on_lost: Callable[[], None] | None = None

def helper(): ...
"""


@pytest.mark.parametrize("package", PACKAGES)
def test_no_callback_is_put_into_an_object_that_exists(package: str) -> None:
    trees = modules(ROOT / package)
    callbacks = callback_names(trees.values())
    wrong = [f"{path.relative_to(ROOT)}:{each}" for path, tree in trees.items() for each in late(tree, callbacks)]
    assert wrong == [], "pass it to the constructor, or use an observer"


@pytest.mark.parametrize(
    "statement",
    [
        "lease.on_lost = unwritten.give_up",
        "lease.sure, lease.on_lost = True, unwritten.give_up",
        "lease.on_lost = None",
        "lease.given = unwritten.give_up",
        "lease.field = unwritten.give_up",
        "lease.other = lambda: 0",
        "self.lease.other = lambda: 0",
        "lease.other = partial(helper, 1)",
        "lease.other = helper",
    ],
)
def test_a_callback_that_is_put_into_an_object_is_found(statement: str) -> None:
    tree = ast.parse(f"{EXAMPLE}\n{statement}\n")
    assert len([*late(tree, callback_names([tree]))]) == 1


@pytest.mark.parametrize("statement", ["lease.other = helper()", "lease.seconds = 1", "on_lost = helper"])
def test_other_assignments_are_left_alone(statement: str) -> None:
    tree = ast.parse(f"{EXAMPLE}\n{statement}\n")
    assert [*late(tree, callback_names([tree]))] == []
