"""The results of a module's mutants, read from mutmut's folder."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutants.scripts import load

EQUIVALENT = Path(__file__).with_name("equivalent.toml")

REQUIRED = 0.95
"""The share of the mutants, equivalent ones left out, that the tests of a module must kill."""

UNNOTICED = (0, 5, 33)
"""mutmut's exit codes for a mutant that survived, and for one that no test runs through."""


class Change(NamedTuple):
    """One mutant: the module and function it is in, and the lines that it changes, stripped and joined with spaces."""

    module: str
    function: str
    was: str
    becomes: str


class Outcome(NamedTuple):
    """The result of the mutants of one module.

    Attributes:
        judged: the number of mutants that are not equivalent.
        killed: the number of those that a test noticed.
        equivalent: the number of mutants that survived and are in `equivalent.toml`, or for which `changes_nothing` is true.
        survivors: the other mutants that survived.
    """

    module: str
    judged: int
    killed: int
    equivalent: int
    survivors: tuple[Change, ...]

    @property
    def share(self) -> float:
        """Share of the judged mutants that were killed, 0 to 1."""
        return self.killed / self.judged if self.judged else 1.0


def outcomes(work: Path, modules: Sequence[str]) -> Iterator[Outcome]:
    """Yield the outcome of each module that mutmut has tried in the folder `work`."""
    before = Path.cwd()
    os.chdir(work)  # mutmut finds its files and its configuration below the current folder
    try:
        equivalent = known_equivalent()
        for module in modules:
            meta = Path("mutants") / f"{module}.meta"
            told = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"] if meta.exists() else {}
            tried = {mutant: code for mutant, code in told.items() if code is not None}
            survived = [_change(module, mutant) for mutant, code in tried.items() if code in UNNOTICED]
            scripts = load(Path("mutants") / f"{module}.scripts")
            survived += [Change(module, *lines) for *lines, code in scripts if code in UNNOTICED]
            every = len(tried) + len(scripts)
            real = tuple(change for change in survived if change not in equivalent and not changes_nothing(change))
            same = len(survived) - len(real)
            yield Outcome(module, every - same, every - len(survived), same, real)
    finally:
        os.chdir(before)


def known_equivalent() -> set[Change]:
    """Return the mutants of `equivalent.toml`."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return {Change(entry["module"], entry["function"], entry["was"], entry["becomes"]) for entry in entries}


def changed_lines(diff: str) -> tuple[str, str]:
    """Return the lines that a unified diff takes away, and those that it adds, each stripped and joined with spaces."""
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++"))]
    return tuple(" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")  # type: ignore[return-value]


def changes_nothing(change: Change) -> bool:
    """Return whether a mutant changes nothing that anybody could notice, in any function."""
    return (
        drops_an_assertion(change)
        or rewords_an_assertion(change)
        or renames_a_task(change)
        or writes_a_command_small(change)
    )


def rewords_an_assertion(change: Change) -> bool:
    """Return whether a mutant only changes the text of an error that no user can cause."""
    return bool(_ASSERTION.match(change.was)) and _without_text(change.was) == _without_text(change.becomes)


def renames_a_task(change: Change) -> bool:
    """Return whether a mutant only changes the name of a task. Names help people who look for an error."""
    return "create_task(" in change.was and _without_name(change.was) == _without_name(change.becomes)


def writes_a_command_small(change: Change) -> bool:
    """Return whether a mutant only writes a command of Redis, or a word of it, in lower case. Redis reads both."""
    words = _LARGE.findall(change.was)
    return bool(_COMMAND.search(change.was)) and any(
        change.was.replace(word, word.lower(), 1) == change.becomes for word in words
    )


def drops_an_assertion(change: Change) -> bool:
    """Return whether a mutant only drops `strict=True`."""
    return "strict=True" in change.was and _without_strict(change.was) == _without_strict(change.becomes)


_ASSERTION = re.compile(r"assert .*\"$|raise NotImplementedError\(")
_COMMAND = re.compile(r"\b(write|pack|execute_command)\(")
_LARGE = re.compile(r'"[A-Z]+"')


def _without_name(line: str) -> str:
    return re.sub(r',?\s*name=("\w[\w ]*"|None)|,\s*(?=\))', "", line)


def _without_text(line: str) -> str:
    return re.sub(r", \"[^\"]*\"$|\(.*\)$", "", line)


def _without_strict(line: str) -> str:
    return re.sub(r",?\s*strict=(True|False|None)|,\s*(?=\))", "", line)


def _change(module: str, mutant: str) -> Change:
    from mutmut.mutation.diff_apply import get_diff_for_mutant  # mutmut is installed for `make mutants` alone

    function = (
        mutant.rpartition(".")[2].partition("__mutmut_")[0].removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
    )
    was, becomes = changed_lines(get_diff_for_mutant(mutant, path=module))
    return Change(module, function, was, becomes)
