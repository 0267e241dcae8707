"""Writes `sheets/CATALOGUE.md`, the table of all games for people, from `catalogue.json`, and the lists of modules in the
README.md of `games/` and `layouts/` from their docstrings: `python -m cadogan_games.listing`.

With `--check` it writes nothing; the exit code is 1 if a file is stale.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

SHEETS = Path(__file__).parent / "sheets"
"""The folder of the sheets."""

TABLE = SHEETS / "CATALOGUE.md"
"""The file that is written."""

LISTED = [SHEETS.parent / folder / "README.md" for folder in ("games", "layouts")]
"""The files whose table of modules is written: one row for each game or sheet, so a new game needs no line by hand."""

HEAD = "| module | purpose |\n|---|---|\n"
"""The head of that table. The text above it is written by hand."""

FAMILIES = (
    "open builders",
    "stock and waste",
    "packers",
    "reserve feeders",
    "climbers",
    "deal by rows",
    "pairs and sums",
    "spider kin",
    "placing games",
    "set pieces",
    "duel",
    "shared table",
)
"""The families in the order of the table; `sheets/README.md` says what the games of each have in common."""

COLUMNS = (
    "id", "title", "sheet", "packs", "cards", "groups", "phases", "actions", "options", "redeals", "progress to", "race",
)  # fmt: skip

NONE = "–"
"""Fills an empty cell."""

MOST_NUMBERS = 8
"""An option with more numbers than this shows only the lowest and the highest."""


def table(entries: Iterable[Mapping[str, Any]]) -> str:
    """Return the entries of `catalogue.json` as tables in Markdown, one for each family. Raises ValueError for an
    unknown family."""
    listed = sorted(entries, key=_order)
    for entry in listed:
        if entry["family"] not in FAMILIES:
            known = ", ".join(FAMILIES)
            raise ValueError(f"{entry['id']}: there is no family {entry['family']!r}; there are: {known}")
    text = [
        "# Catalogue",
        "",
        "Every id, variants included, by family. `catalogue.json` holds the same for programs, with pile counts after the deal. "
        "Groups: id × piles. Options: default first.",
        "Made by `python -m cadogan_games.listing`.",
        "",
    ]
    for family in FAMILIES:
        members = [entry for entry in listed if entry["family"] == family]
        if members:
            lines = (COLUMNS, ["---"] * len(COLUMNS), *map(_cells, members))
            text += [f"## {family.capitalize()} ({len(members)})", ""]
            text += [f"| {' | '.join(cells)} |" if cells[0] != "---" else f"|{'|'.join(cells)}|" for cells in lines]
            text.append("")
    return "\n".join(text)


def _order(entry: Mapping[str, Any]) -> tuple[str, bool, str]:
    """Return the sort key: by sheet, a game before its variants."""
    return entry["sheet"].removesuffix(".md"), entry["variant_of"] is not None, entry["id"]


def _cells(entry: Mapping[str, Any]) -> list[str]:
    variant = f" (variant of `{entry['variant_of']}`)" if entry["variant_of"] else ""
    groups = (group["id"] + (f" × {group['piles']}" if group["piles"] > 1 else "") for group in entry["groups"])
    options = (f"{name}: {_values(values)}" for name, values in entry["options"].items())
    return [
        f"`{entry['id']}`",
        entry["title"] + variant,
        f"[{entry['sheet']}]({entry['sheet']})",
        str(entry["packs"]),
        str(entry["cards"]),
        ", ".join(groups),
        ", ".join(entry["phases"]) if entry["phases"] != ["play"] else NONE,
        ", ".join(entry["actions"]) or NONE,
        "; ".join(options) or NONE,
        str(entry["redeals"]),
        str(entry["progress_max"]),
        entry["race"],
    ]


def _values(values: Sequence[object]) -> str:
    """Return an option's values: the default, then the others; many numbers as `20 (10 to 26)`."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values) > MOST_NUMBERS:
        return f"{values[0]} ({min(numbers)} to {max(numbers)})"
    return ", ".join(map(_value, values))


def _value(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def modules(readme: Path) -> str:
    """Return the text of a README.md with a row for each module beside it: the first paragraph of its docstring.

    Raises ValueError if the file has no table of modules.
    """
    above, head, _ = readme.read_text(encoding="utf-8").partition(HEAD)
    if not head:
        raise ValueError(f"{readme} has no table of modules")
    files = sorted(file for file in readme.parent.glob("*.py") if file.stem != "__init__")
    return above + head + "".join(f"| `{file.name}` | {_purpose(file)} |\n" for file in files)


def _purpose(module: Path) -> str:
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def main(arguments: list[str], file: Path = TABLE, lists: Sequence[Path] = LISTED) -> int:
    """Write the table into a file, and the modules into their lists, or check these files; return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m cadogan_games.listing [--check]", file=sys.stderr)
        return 2
    wanted = {file: table(json.loads((SHEETS / "catalogue.json").read_text(encoding="utf-8")))}
    wanted |= {path: modules(path) for path in lists}
    stale = [path for path in wanted if not path.exists() or path.read_text(encoding="utf-8") != wanted[path]]
    for path in stale:
        name = f"{path.parent.name}/{path.name}"
        if arguments:
            print(f"{name} is stale: run python -m cadogan_games.listing", file=sys.stderr)
        else:
            path.write_text(wanted[path], encoding="utf-8")
            print(f"wrote {name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
