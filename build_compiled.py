"""Compiles what a move runs through, with mypyc: a copy of the packages that does the same in half the time.

    python build_compiled.py            build the copy in .compiled: it takes a C compiler, and half a minute
    python build_compiled.py --check    only see whether mypyc takes the modules

    PYTHONPATH=.compiled .venv/bin/cadogan serve

A compiled module holds its annotations to be true: where a value has another type it raises TypeError. A class of it can be a base
only for classes of other compiled modules, so a module stands here together with those that build on its classes.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution, Extension

ROOT = Path(__file__).resolve().parent
COMPILED = ROOT / ".compiled"
BUILD = ROOT / ".mypy_cache" / "compiled"
"""Where the C is made, with a cache of mypy's apart from its usual one, as either would find the other's out of date."""
CONFIG = f"""[mypy]
mypy_path = protocol:server:client
explicit_package_bases = True
ignore_missing_imports = True
cache_dir = {BUILD}
[mypy-PIL.*,hiredis.*,openskill.*,opentelemetry.*,prometheus_client.*,pydantic.*,redis.*,rich.*,typer.*,webauthn.*,websockets.*]
follow_imports = skip
"""
"""`make check` looks at types. To read those of libraries takes longer than all else, and what is compiled knows none of them."""
ROOTS = {
    "cadogan_protocol": "protocol",
    "cadogan_games": "server",
    "cadogan_server": "server",
    "cadogan_client": "client",
}
"""Where each package lies."""

MODULES = [
    f"{package}.{name}"
    for package, names in {
        "cadogan_protocol": "moves",
        "cadogan_games.engine": "auto cards duel events finding game relations table view",
        "cadogan_server.rooms": "duel effects hands lobby race records requests room seats veil",
        "cadogan_server.store": "room_log",
        "cadogan_server.live": "audience describe follower frame hub listeners mirror rounds stream viewer",
    }.items()
    for name in names.split()
]


class NotCompiled(Exception):
    """The modules could not be compiled; says why."""


def source_of(module: str) -> str:
    """Return the file of a module, from the top of the checkout."""
    return f"{ROOTS[module.partition('.')[0]]}/{module.replace('.', '/')}.py"


def translate() -> list[Extension]:
    """Have mypyc make C of the modules; return what is to be compiled.

    Raises:
        NotCompiled: mypyc does not take them.
    """
    BUILD.mkdir(parents=True, exist_ok=True)
    config = BUILD / "mypy.ini"
    config.write_text(CONFIG)
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            found: list[Extension] = mypycify(
                [f"--config-file={config}", *map(source_of, MODULES)],
                debug_level="0",
                multi_file=True,
                group_name="cadogan",
                target_dir=str(BUILD),
            )
    except SystemExit as error:
        raise NotCompiled(f"{said.getvalue()}{error.code or ''}") from None
    return found


def compile_into(folder: Path) -> None:
    """Make a folder that has the packages, and beside each of the modules what it was compiled to.

    Raises:
        NotCompiled: mypyc does not take them, or there is no C compiler.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for package, root in ROOTS.items():
        shutil.copytree(ROOT / root / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    with tempfile.TemporaryDirectory() as scratch:
        modules = Distribution({"name": "cadogan", "ext_modules": translate()})
        build: Any = modules.get_command_obj("build_ext")
        build.build_lib, build.build_temp, build.parallel = str(folder), scratch, os.cpu_count()
        build.ensure_finalized()
        try:
            build.run()
        except Exception as error:  # setuptools has many, and no base for those of compilers
            raise NotCompiled(f"the C compiler: {error}") from error


def outsiders() -> list[str]:
    """Return the classes that build on a class of these modules and are in none of them."""
    found: list[str] = []
    for module in MODULES:
        for each in vars(import_module(module)).values():
            if isinstance(each, type) and each.__module__ == module and not issubclass(each, tuple):
                found += [
                    f"{below.__module__}.{below.__name__} builds on {module}.{each.__name__}"
                    for below in each.__subclasses__()
                    if below.__module__ not in MODULES and below.__module__.partition(".")[0] in ROOTS
                ]
    return found


def main(arguments: list[str]) -> int:
    """Do what the arguments say (see the top of this file) and return the exit code."""
    os.chdir(ROOT)
    try:
        if arguments == ["--check"]:
            translate()
        elif arguments:
            print(__doc__, file=sys.stderr)
            return 2
        else:
            compile_into(COMPILED)
            print(f"{len(MODULES)} modules are compiled. Try: PYTHONPATH={COMPILED.name} .venv/bin/cadogan serve")
    except NotCompiled as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
