"""The list of compiled modules, checked by their sources: nothing is compiled here."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module

import build_compiled
from cadogan_games import engine
from cadogan_server import delivery, gateway, hosting, mirrors, rooms, store


def test_no_class_builds_on_one_of_a_compiled_module_but_in_another_such() -> None:
    for package in (engine, rooms, delivery, mirrors, hosting, store, gateway):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    assert build_compiled.outsiders() == []


def test_every_module_to_compile_exists() -> None:
    for module in build_compiled.MODULES:
        assert (build_compiled.ROOT / build_compiled.source_of(module)).exists(), module


def test_nothing_is_held_by_weak_references() -> None:
    """A class compiled for Python 3.13 allows no weak references."""
    folder = build_compiled.ROOT / "server" / "cadogan_server"
    assert [path.name for path in folder.rglob("*.py") if "weakref" in path.read_text(encoding="utf-8")] == []


def test_an_attribute_that_the_collector_sees_twice_is_found() -> None:
    c = """
hub___Hub_traverse(ObjectHub *self, visitproc visit, void *arg)
{
    Py_VISIT(self->_layout);
    Py_VISIT(self->_room);
    Py_VISIT(self->_layout);
    return 0;
}

hub___Shown_traverse(ObjectShown *self, visitproc visit, void *arg)
{
    Py_VISIT(self->_layout);
    return 0;
}
"""
    assert build_compiled.visited_twice(c) == ["hub___Hub: layout"]


def test_an_attribute_whose_name_compilers_keep_is_noticed() -> None:
    header = "    PyObject *__volatile;\n    PyObject *__volatiles;\n    PyObject *_inline;\n"
    assert build_compiled.reserved(header) == ["_volatile"]


def test_no_compiled_module_has_an_attribute_whose_name_compilers_keep() -> None:
    """`make compiled` refuses these names too, but it runs seldom."""
    name = re.compile(rf"\._({'|'.join(build_compiled.RESERVED)})\b")
    sources = [(build_compiled.ROOT / build_compiled.source_of(module)) for module in build_compiled.MODULES]
    assert [path.name for path in sources if name.search(path.read_text(encoding="utf-8"))] == []


def test_the_compiler_has_one_version_in_every_file() -> None:
    """A newer version may accept other sources, or have other faults."""
    wanted = {
        name: re.findall(r"mypy\[mypyc\]([^'\"]+)", (build_compiled.ROOT / name).read_text(encoding="utf-8"))
        for name in ("pyproject.toml", "deploy/Dockerfile", "deploy/README.md")
    }
    assert len({version for versions in wanted.values() for version in versions}) == 1, wanted
    assert all(wanted.values()), wanted
