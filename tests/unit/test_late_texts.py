"""The page's first load has no text that only its later parts use: such texts come with them, in `i18n/late`."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "client" / "web" / "src"
TEXTS = SOURCES / "i18n"
LATE = TEXTS / "late" / "late.ts"
ROOT = SOURCES / "main.ts"

IMPORT = re.compile(r"""^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s+)?['"](\.[^'"]+)['"]""", re.MULTILINE)
ON_DEMAND = re.compile(r"""\bimport\(\s*['"](\.[^'"]+)['"]\s*\)""")
NAMED = re.compile(r"'([\w.]+)'")
MADE = re.compile(r"`([a-z]\w*\.[\w.]*)\$\{")
"""The beginning of a name that is made at run time: `level.` in `t(`level.${level}`)`."""
OF_OPTIONS = {"on_timeout.auto", "stop.called", "target.1"}
"""Values with words of their own for one option, whose names are made of nothing else."""


@cache
def code() -> dict[Path, str]:
    """Return the page's modules with their text, without tests."""
    files = (file for file in SOURCES.rglob("*") if file.suffix in {".ts", ".svelte"})
    own = (file for file in files if not re.search(r"\.(test|setup)\.", file.name))
    return {file: file.read_text(encoding="utf-8") for file in own}


def imported(file: Path, how: re.Pattern[str]) -> set[Path]:
    """Return the modules that a module imports in a way."""
    targets = ((file.parent / spec).resolve() for spec in how.findall(code()[file]))
    return {found for target in targets for found in (target, target.with_name(f"{target.name}.ts")) if found in code()}


@cache
def late_modules() -> frozenset[Path]:
    """Return the modules that are never fetched without the late texts: those that import them, if only through others, and
    those that only such modules import."""
    at_once = {file: imported(file, IMPORT) for file in code()}
    importers: dict[Path, set[Path]] = {file: set() for file in code()}
    for file, found in at_once.items():
        for other in found | imported(file, ON_DEMAND):
            importers[other].add(file)
    late, before = {LATE}, 0
    while len(late) > before:
        before = len(late)
        late |= {
            file
            for file in code()
            if file != ROOT and (at_once[file] & late or (importers[file] and importers[file] <= late))
        }
    return frozenset(late)


@cache
def spoken() -> dict[Path, tuple[set[str], set[str]]]:
    """Return for each module the names in it that may be those of texts, and the beginnings of those that it makes."""
    return {
        file: (set(NAMED.findall(text)), set(MADE.findall(text)))
        for file, text in code().items()
        if TEXTS not in file.parents
    }


def users_of(name: str) -> set[Path]:
    """Return the modules that name a text, or make names like its."""
    return {
        file
        for file, (names, beginnings) in spoken().items()
        if name in names or any(name.startswith(beginning) for beginning in beginnings)
    }


def texts_of(file: Path) -> set[str]:
    """Return the names of the texts of a file; of a text with two forms, for one and for many, their common part."""
    names = re.findall(r"^  '([^']+)': ", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"_(one|other)$", "", name) for name in names}


def test_a_text_of_the_first_load_is_used_there() -> None:
    texts = texts_of(TEXTS / "en.ts")
    assert len(texts) > 300
    assert {name for name in texts if users_of(name) <= late_modules()} == set()


def test_the_first_load_itself_is_not_among_the_late_modules() -> None:
    early = {"main.ts", "App.svelte", "home/Choices.svelte", "race/PlayTools.svelte", "table/Table.svelte"}
    late = {"duel/DuelView.svelte", "results/Results.svelte", "pages/LeaderboardPage.svelte", "lobby/GameForm.svelte"}
    assert {SOURCES / name for name in early | late} <= set(code())
    assert {SOURCES / name for name in early}.isdisjoint(late_modules())
    assert {SOURCES / name for name in late} <= late_modules()


def test_every_text_is_used() -> None:
    texts = texts_of(TEXTS / "en.ts") | texts_of(TEXTS / "late" / "en.ts")
    assert {name for name in texts if not users_of(name)} == OF_OPTIONS
