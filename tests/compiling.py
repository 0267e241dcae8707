"""Lets workers share the compiling of the tests: each reads the files that the others have compiled.

All workers collect the same files in the same order at the same moment. So in a fresh clone each of them would compile
all files. Sharing halves the cost of collecting then.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest


def compile_share(config: pytest.Config) -> None:
    """Compile this worker's share of the tests that are to be collected and are not compiled yet. Without workers, do
    nothing."""
    worker = getattr(config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    folders = [config.rootpath / argument for argument in config.args]
    files = sorted(file for folder in folders if folder.is_dir() for file in folder.rglob("test_*.py"))
    number, count = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for file in files[number::count]:
        if not is_compiled(file):
            with suppress(Exception, pytest.skip.Exception):  # collecting the file reports the error
                import_module(".".join(file.relative_to(config.rootpath).with_suffix("").parts))


def is_compiled(file: Path) -> bool:
    """True if pytest's compiled form of a file is newer than the file."""
    tag = f"{sys.implementation.cache_tag}-pytest-{pytest.__version__}"
    compiled = file.parent / "__pycache__" / f"{file.stem}.{tag}.pyc"
    return compiled.exists() and compiled.stat().st_mtime >= file.stat().st_mtime
