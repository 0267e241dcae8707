"""Compiles the path of a move with mypyc. The result is a copy of the packages that runs moves in half the time.

    python build_compiled.py                  build the copy in .compiled; takes a C compiler and half a minute
    python build_compiled.py --into FOLDER    build it in FOLDER, replacing its content
    python build_compiled.py --check          only check that mypyc accepts the modules

    PYTHONPATH=.compiled .venv/bin/cadogan serve

It needs only `mypy[mypyc]` and the Python that is to run the result.

A compiled module enforces its annotations: a value of another type raises TypeError. Only classes of compiled modules
can derive from its classes, so a module is listed together with those that derive from its classes. A derived class
must not annotate an attribute of its base again: mypyc would let the garbage collector free objects in use.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setuptools import Extension


ROOT = Path(__file__).resolve().parent
COMPILED = ROOT / ".compiled"
BUILD = ROOT / ".mypy_cache" / "compiled"
"""Folder for the generated C. Its cache is separate from mypy's usual one: either would consider the other outdated."""
CONFIG = f"""[mypy]
mypy_path = protocol:server:client
explicit_package_bases = True
ignore_missing_imports = True
cache_dir = {BUILD}
[mypy-PIL.*,hiredis.*,openskill.*,opentelemetry.*,prometheus_client.*,pydantic.*,redis.*,rich.*,typer.*,webauthn.*,websockets.*]
follow_imports = skip
"""
"""mypy's options. `make check` checks types. Reading libraries' types would take longer than everything else, and
compiled modules use none."""
ROOTS = {
    "cadogan_protocol": "protocol",
    "cadogan_games": "server",
    "cadogan_server": "server",
    "cadogan_client": "client",
}
"""Package → its folder."""

MODULES = [
    f"{package}.{name}"
    for package, names in {
        "cadogan_protocol": "moves",
        "cadogan_games.engine": "auto cards events finding game relations table view",
        "cadogan_games.planning": "run_worth walk",
        "cadogan_games.solver": "beam cursor dead_ends dominance keys moves ordering search tables worth",
        "cadogan_server.rooms": "countdown effects hands lifetime moves occupant outcome records requests room seats state",
        "cadogan_server.rooms.kinds": "day_clock duel duel_views match mode race race_views racer rounds shared shared_views "
        "table_views turn_clock veil",
        "cadogan_server.store.log": "batch chain interval journal known room_log",
        "cadogan_server.delivery": "audience broadcast bus describe digest frame listeners outbox standings stream viewer",
        "cadogan_server.mirrors": "mirror remote_mirror",
        "cadogan_server.hosting": "attendance hub",
        "cadogan_server.gateway": "moves",
        "cadogan_server.gateway.limits": "bucket ratelimit shared_bucket",
        "cadogan_server.gateway.sockets": "frames",
        "cadogan_server": "fair_share",
    }.items()
    for name in names.split()
]

RESERVED = (
    "alignof", "asm", "attribute", "complex", "const", "extension", "imag", "inline", "label", "real", "restrict",
    "signed", "thread", "typeof", "volatile",
)  # fmt: skip
"""Words that C compilers reserve when two underscores stand in front, as in `__const`."""


class NotCompiled(Exception):
    """The modules could not be compiled. The message says why."""


def source_of(module: str) -> str:
    """Return the file of a module, relative to the checkout."""
    return f"{ROOTS[module.partition('.')[0]]}/{module.replace('.', '/')}.py"


def translate() -> list[Extension]:
    """Have mypyc translate the modules to C; return the extensions to compile.

    Raises:
        NotCompiled: mypyc rejects them.
    """
    from mypyc.build import mypycify  # imported here, as it is slow and not needed to list modules

    BUILD.mkdir(parents=True, exist_ok=True)
    config = BUILD / "mypy.ini"
    config.write_text(CONFIG)
    for earlier in BUILD.glob("__native_*.c"):
        earlier.unlink()
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            found: list[Extension] = mypycify(
                [f"--config-file={config}", *map(source_of, MODULES)],
                debug_level="0",
                multi_file=True,
                group_name="cadogan",
                target_dir=str(BUILD),
            )
    except SystemExit as error:
        raise NotCompiled(f"{printed.getvalue()}{error.code or ''}") from None
    if clashes := [each for path in BUILD.glob("__native_*.h") for each in reserved(path.read_text())]:
        raise NotCompiled(f"C compilers reserve the names of these private attributes; rename them: {clashes}")
    if twice := [each for path in BUILD.glob("__native_cadogan_*.c") for each in visited_twice(path.read_text())]:
        raise NotCompiled(
            "a class and its base annotate these attributes, so mypyc would free objects in use; "
            f"remove the annotation in the derived class: {twice}"
        )
    return found


def reserved(header: str) -> list[str]:
    """Return the private attributes, in a header made by mypyc, whose names C compilers reserve. mypyc puts another
    underscore in front of a name."""
    return [f"_{word}" for word in re.findall(rf"\b__({'|'.join(RESERVED)});", header)]


def visited_twice(c: str) -> list[str]:
    """Return the attributes that the garbage collector visits twice in one object, found in C made by mypyc.

    A class annotates them, and a derived class annotates them again, as dataclasses do by themselves. mypyc then makes
    two attributes of each.
    """
    return [
        f"{traverse[1]}: {name}"
        for traverse in re.finditer(r"\n(\w+)_traverse\(.*?\)\n\{(.*?)\n\}", c, re.DOTALL)
        for name, times in Counter(re.findall(r"Py_VISIT\(self->_(\w+)", traverse[2])).items()
        if times > 1
    ]


def compile_into(folder: Path) -> None:
    """Make a folder with the packages and the compiled modules. An existing one stays until everything is ready.

    Raises:
        NotCompiled: mypyc rejects the modules, or there is no C compiler.
    """
    from setuptools import Distribution

    modules = Distribution({"name": "cadogan", "ext_modules": translate()})
    with tempfile.TemporaryDirectory(dir=BUILD) as scratch:
        made = Path(scratch) / "made"
        for package, root in ROOTS.items():
            shutil.copytree(ROOT / root / package, made / package, ignore=shutil.ignore_patterns("__pycache__"))
        build: Any = modules.get_command_obj("build_ext")
        build.build_lib, build.build_temp, build.parallel = str(made), scratch, os.cpu_count()
        build.ensure_finalized()
        try:
            build.run()
        except Exception as error:  # setuptools raises many kinds without a common base for compilers
            raise NotCompiled(f"the C compiler: {error}") from error
        shutil.rmtree(folder, ignore_errors=True)
        shutil.move(made, folder)


def outsiders() -> list[str]:
    """Return the classes outside these modules that derive from classes in them."""
    found: list[str] = []
    for module in MODULES:
        for each in vars(import_module(module)).values():
            if isinstance(each, type) and each.__module__ == module and not issubclass(each, tuple):
                found += [
                    f"{below.__module__}.{below.__name__} derives from {module}.{each.__name__}"
                    for below in each.__subclasses__()
                    if below.__module__ not in MODULES and below.__module__.partition(".")[0] in ROOTS
                ]
    return found


def main(arguments: list[str]) -> int:
    """Run the command of the arguments (see the top of this file); return the exit code."""
    folder: Path | None
    match arguments:
        case []:
            folder = COMPILED
        case ["--into", name]:
            folder = Path(name).absolute()
        case ["--check"]:
            folder = None
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    os.chdir(ROOT)
    try:
        if folder is None:
            translate()
        else:
            compile_into(folder)
            print(f"{len(MODULES)} modules are compiled. To serve with them: PYTHONPATH={folder} cadogan serve")
    except NotCompiled as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
