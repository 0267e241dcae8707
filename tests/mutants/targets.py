"""The modules that may be mutated, with the tests for each."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "protocol", ROOT / "server", ROOT / "client")
TARGETS = Path(__file__).with_name("targets.toml")


class UnknownModule(Exception):
    """No target has a module of this name. The text lists all names."""


class Target(NamedTuple):
    """Modules, and the tests that must notice a change in any of them.

    Attributes:
        modules: paths below the folder that holds their package.
        tests: paths that pytest takes.
        without: the beginnings of the names of tests that take too long to be run for each mutant.
    """

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()


def all_targets() -> list[Target]:
    """Return all targets of `targets.toml`. A module belongs to the first target that matches it."""
    taken: set[str] = set()
    targets = []
    for entry in tomllib.loads(TARGETS.read_text(encoding="utf-8"))["target"]:
        modules = sorted({module for pattern in entry["modules"] for module in _matching(pattern)} - taken)
        taken.update(modules)
        targets.append(Target(tuple(modules), tuple(entry["tests"]), tuple(entry.get("without", ()))))
    return targets


def chosen(names: Sequence[str]) -> list[Target]:
    """Return the targets, with the named modules only, such as `rooms/counting`, `store/nodes/node_lease.py` or `rooms`. Without
    names all modules are kept.

    Raises:
        UnknownModule: a name matches nothing.
    """
    targets = all_targets()
    if not names:
        return targets
    for name in names:
        if not any(_is_named(module, name) for target in targets for module in target.modules):
            known = ", ".join(module for target in targets for module in target.modules)
            raise UnknownModule(f"no module {name!r} in {TARGETS.name}; there are: {known}")
    found = []
    for target in targets:
        modules = tuple(module for module in target.modules if any(_is_named(module, name) for name in names))
        if modules:
            found.append(target._replace(modules=modules))
    return found


def _matching(pattern: str) -> list[str]:
    return [
        str(path.relative_to(source))
        for source in SOURCES
        for path in source.glob(pattern)
        if path.name != "__init__.py"
    ]


def _is_named(module: str, name: str) -> bool:
    path, wanted = Path(module), Path(name).parts
    return any(
        parts[start : start + len(wanted)] == wanted
        for parts in (path.parts, path.with_suffix("").parts)
        for start in range(len(parts))
    )
