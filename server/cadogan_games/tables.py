"""Writes anew everything that is made from the JSON files about the games: `python -m cadogan_games.tables`.

These are `sheets/CATALOGUE.md`, the tables in `reports/`, the count of the games in the README.md of the checkout, and
the lists of modules in `games/` and `layouts/`, which come from docstrings. When branches that add games are merged, only
the JSON files must be merged by hand. With `--check` nothing is written; the exit code is 1 if a file is stale.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from cadogan_games import catalogue, listing
from cadogan_games.brackets import solved_in
from cadogan_games.choices import Choices, choices_table
from cadogan_games.kept import FOLDER
from cadogan_games.levels import Levels, levels_table
from cadogan_games.report import Winnability, kept_speeds, speed_table, winnability_table

README = Path(__file__).resolve().parents[2] / "README.md"
"""The README.md of the checkout."""

_COUNT = re.compile(r"one of \d+ classic\npatience games \(\d+ with their variants\)")


def made() -> dict[Path, str]:
    """Return the texts of all files that are made, by their paths.

    Raises ValueError if the README.md doesn't count the games.
    """
    entries = json.loads((listing.SHEETS / "catalogue.json").read_text(encoding="utf-8"))
    return {
        listing.TABLE: listing.table(entries),
        FOLDER / "winnability.md": winnability_table(
            Winnability.parse(_kept("winnability")), solved_in(_kept("solved"))
        ),
        FOLDER / "choices.md": choices_table(Choices.parse(_kept("choices"))),
        FOLDER / "levels.md": levels_table(Levels.parse(_kept("levels"))),
        FOLDER / "speed.md": speed_table(kept_speeds(_kept("speed"))),
        README: counted(README.read_text(encoding="utf-8")),
        **{path: listing.modules(path) for path in listing.LISTED},
    }


def counted(readme: str) -> str:
    """Return the text of a README.md with the numbers of games and of races as they are now."""
    races = [head for id in catalogue.ids() if (head := catalogue.head_of(id)).players == 1]
    games = sum(head.variant_of is None for head in races)
    told = f"one of {games} classic\npatience games ({len(races)} with their variants)"
    text, found = _COUNT.subn(told, readme)
    if not found:
        raise ValueError("README.md doesn't say how many games there are")
    return text


def _kept(report: str) -> str:
    return (FOLDER / f"{report}.json").read_text(encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the files that are stale, or name them, and return the exit code."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m cadogan_games.tables [--check]", file=sys.stderr)
        return 2
    stale = {
        path: text for path, text in made().items() if not path.exists() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        if arguments:
            print(f"{path.parent.name}/{path.name} is stale: run python -m cadogan_games.tables", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.parent.name}/{path.name}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
