"""The maps are complete: each package's README.md lists its modules and packages, decisions are listed, and links lead
to files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from tests.each import each

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "server" / "cadogan_server"
DECISIONS = ROOT / "docs" / "decisions"
PAGE = ROOT / "client" / "web" / "src"
LARGE = [ROOT / "server" / "cadogan_games" / folder for folder in ("engine", "games", "layouts")]
"""Packages that may have more modules: the engine is one subject, the others have a module for each game."""

ROOTS = [
    SERVER,
    *(ROOT / name for name in ("server/cadogan_games", "protocol/cadogan_protocol", "client/cadogan_client")),
]
PACKAGES = sorted(file.parent for file in chain.from_iterable(root.rglob("__init__.py") for root in ROOTS))
FOLDERS_OF_PAGE = sorted(folder for folder in PAGE.iterdir() if folder.is_dir() and folder.name != "assets")
MOST_MODULES = 20
MOST_BYTES = 12 * 1024

TERMS = {"HSETNX", "WAIT", "NAME", "NAMED", "Literal"}
"""Terms of Redis and Python, and placeholders."""

MAPS = [
    *(ROOT / name for name in ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")),
    *(ROOT / name / "README.md" for name in ("client/web/src", "deploy", "tests")),
    *(ROOT / "deploy" / name for name in ("FAULTS.md", "PERFORMANCE.md")),
    *(ROOT / "docs").rglob("*.md"),
    *(package / "README.md" for package in [*PACKAGES, *FOLDERS_OF_PAGE]),
]
WHERE = [
    ROOT,
    ROOT / "server",
    ROOT / "protocol",
    SERVER,
    ROOT / "server/cadogan_games",
    PAGE,
    ROOT / "client/cadogan_client",
]
"""The folders from which documents name files in code."""


@each("package", PACKAGES, called=lambda package: str(package.relative_to(ROOT)))
def test_a_package_lists_its_modules_and_is_not_too_large(package: Path) -> None:
    named = re.findall(r"^\| \[?`([\w/.]+)`", (package / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    listed = {name for name in named if name.endswith((".py", "/"))}
    modules = {file.name for file in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    packages = {f"{init.parent.name}/" for init in package.glob("*/__init__.py")}
    assert listed == modules | packages
    assert len(modules) <= MOST_MODULES or package in LARGE


@each("folder", FOLDERS_OF_PAGE, called=lambda folder: folder.name)
def test_a_folder_of_the_page_lists_its_modules(folder: Path) -> None:
    listed = re.findall(r"^\| `([\w/.-]+)`", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    modules = {
        file.relative_to(folder).as_posix()
        for pattern in ("**/*.ts", "**/*.svelte", "**/*.css")
        for file in folder.glob(pattern)
        if ".test." not in file.name
    }
    assert sorted(listed) == sorted(modules)


@pytest.mark.parametrize("folder", ["client/web/src", "tests"])
def test_a_folder_lists_its_folders(folder: str) -> None:
    listed = set(re.findall(r"^\| `([\w]+)/`", (ROOT / folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    there = {path.name for path in (ROOT / folder).iterdir() if path.is_dir() and not path.name.startswith((".", "__"))}
    assert listed == there


def test_the_architecture_is_two_pages() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_bytes()) <= MOST_BYTES


def test_each_decision_is_listed_once_by_its_title() -> None:
    listed = re.findall(
        r"^- \[(\d+)\]\(([\w.-]+)\) (.+)$", (DECISIONS / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    records = sorted(set(DECISIONS.glob("*.md")) - {DECISIONS / "README.md"})
    titles = [record.read_text(encoding="utf-8").partition("\n")[0] for record in records]
    assert sorted(file for _, file, _ in listed) == [record.name for record in records]
    assert {f"# {int(number)}. {title}" for number, _, title in listed} == set(titles)
    assert all(file.startswith(f"{number}-") for number, file, _ in listed)


@each("record", sorted(DECISIONS.glob("[0-9]*.md")), called=lambda record: record.stem)
def test_a_decision_says_context_decision_and_cost(record: Path) -> None:
    assert re.findall(r"^## (.+)$", record.read_text(encoding="utf-8"), re.MULTILINE) == ["Context", "Decision", "Cost"]


@each("page", MAPS, called=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if "://" in link or link.startswith("mailto:"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), f"{link} leads nowhere"
        if anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each("page", [page for page in MAPS if page.parent in (ROOT, DECISIONS)], called=lambda page: page.stem)
def test_files_that_documents_name_exist(page: Path) -> None:
    for name in re.findall(
        r"`([\w-]+/[\w/.-]+\.(?:py|ts|lua|toml|svelte\.ts))(?:::\w+)?`", page.read_text(encoding="utf-8")
    ):
        if "XX" not in name and "ID" not in name:
            assert any((folder / name).exists() for folder in [*WHERE, ROOT / "tests"]), name


@cache
def code() -> str:
    """Return all Python code of the project."""
    return "\n".join(file.read_text(encoding="utf-8") for root in ROOTS for file in root.rglob("*.py"))


@each("page", [page for page in MAPS if page.parent in (ROOT, DECISIONS)], called=lambda page: page.stem)
def test_classes_and_constants_that_documents_name_exist(page: Path) -> None:
    for name, of in re.findall(r"`([A-Z]\w{3,})(?:\.(\w+))?`", page.read_text(encoding="utf-8")):
        if name in TERMS:
            continue
        assert re.search(rf"^(class {name}\b|{name}\b.* = |    {name} = )", code(), re.MULTILINE), f"there is no {name}"
        assert not of or re.search(
            rf"^    (async )?def {of}\b|^    (self\.)?{of}(:| =)|self\.{of}\b", code(), re.MULTILINE
        ), f"{name} has no {of}"


def test_files_that_docstrings_name_exist() -> None:
    files = [
        path
        for root in ("server", "protocol", "client", "tests", "deploy", "docs")
        for path in files_below(ROOT / root)
    ]
    there = {path.name for path in [*files, *ROOT.glob("*")]}
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        if file.suffix == ".py"
        for name in re.findall(r"`([\w/.-]+\.(?:py|lua|md|ts))`", file.read_text(encoding="utf-8"))
        if "ID" not in name and not is_there(name, file, there)
    ]
    assert not wrong


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder, without those of tools."""
    for path in folder.iterdir():
        if path.is_dir() and path.name not in ("node_modules", "__pycache__"):
            yield from files_below(path)
        elif path.is_file():
            yield path


def is_there(name: str, file: Path, there: set[str]) -> bool:
    """Return True if a file is found from the file that names it, from one of the usual places, or by its bare name
    anywhere."""
    if "/" not in name:
        return name in there
    return any((folder / name).exists() for folder in [*WHERE, ROOT / "tests", *file.parents])
