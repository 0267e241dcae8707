"""Writes a new game's files from a template that can be dealt and played at once: `cadogan new-game ID TITLE`.

`MARK` stands where the author must write something; `unfinished` finds the marks that are left.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template

from cadogan_games import registry
from cadogan_games.listing import FAMILIES

ROOT = Path(__file__).resolve().parents[2]
"""The root of the checkout that holds this module."""

GAMES = Path("server/cadogan_games")
"""The package of the rules, below the root."""

MARK = "✎"
"""Marks in a new file each place that the author must still write."""

_ID = re.compile(r"[a-z][a-z0-9_]{1,38}")

_SHEET = Template("""\
# $title

## 1. Head

- **id**: `$id`
- **Title**: $title
- **Packs**: $packs_in_words
- **Source**: ✎ the book, its year, and the page
- **Kin**: ✎ which sheet shares its mechanism, and how it differs
- **Race**: fair: ✎ why
- **Family**: $family

## 2. Layout

| id | group | piles | cards after the deal | facing | available |
|---|---|---|---|---|---|
| `foundations` | foundations | $foundations | none | face up | none |
| `tableau` | columns (tableau piles) | 8 | $columns_in_words | face up, overlapping downwards | the top card |

✎ How the piles lie on the table: the foundations in a row (y=0), below them eight columns (x=0..7, y=1.4).

## 3. Deal

✎ Card by card in rounds over the eight columns, until all $cards cards are laid.

## 4. Moves

1. ✎ **Top card of a column to a foundation**: an ace to a free foundation place; otherwise one rank higher in suit.
2. ✎ **Top card of a column to another column**: one rank lower and of the other colour; any card on an empty one.

## 5. Stock, waste, redeals

✎ None.

## 6. Spaces

✎ An empty column takes any available card, when the player likes.

## 7. Won when, and progress

✎ Won when all $cards cards are on the foundations. Progress: number of cards on the foundations.

## 8. Decisions

- ✎ Each point that the source leaves open, the reading taken, and why.

## 9. Checks

Counts: ✎ $counts_in_words = $cards.

1. ✎ C1's top card is A♥: it goes to a free foundation place.
""")

_DEFINITION = Template('''\
"""$title."""

from cadogan_games.words import *


@patience("$id")
def $name() -> Patience:
    """✎ What the game is, in a line."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)$copies),
            tableau(8, alternate_colour & down, space=ALL, name="column"),
        ],
        deal=[rounds("tableau")],
        moves={
            "1": top_of("tableau").home(),
            "2": top_of("tableau").to("tableau"),
        },
        goal=all_home(),
    )
''')

_LAYOUT = Template('''\
"""$title: ✎ where its piles lie, in a line."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, fanned, row

LAYOUTS = {
    "$id": Layout({"foundations": row($foundations_at, 0, $foundations), "tableau": fanned(row(0, 1.4, 8), dy=0.25)}),
}
''')

_CHECKS = Template('''\
"""The Checks of sheets/$id.md."""

from __future__ import annotations

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, position


def test_counts_of_the_deal() -> None:
    """✎ A test for each Check of the sheet, by its number."""
    table = catalogue.game("$id").deal(SEED)
    assert counts(table) == {"foundations": [0] * $foundations, "tableau": $columns}


def test_1_an_ace_goes_home() -> None:
    assert is_legal(position("$id", {"tableau/0": "5C AH"}), "tableau/0", "$hearts")
''')

_HOW_TO = Template("""\
✎ How $title is played, in 80 to 250 words, for a player who has the table before them: goal, layout, moves, redeals.

*Tip:* ✎ what a good player looks out for.

From ✎ the book.
""")

_ENTRY = Template("""\
 {
  "id": "$id",
  "title": $title_in_json,
  "sheet": "$id.md",
  "variant_of": null,
  "source": "✎",
  "packs": $packs,
  "cards": $cards,
  "players": 1,
  "groups": [
   {"id": "foundations", "piles": $foundations, "after_deal": $empty},
   {"id": "tableau", "piles": 8, "after_deal": $columns}
  ],
  "facing": "all up",
  "phases": ["play"],
  "counters": [],
  "actions": [],
  "options": {},
  "redeals": 0,
  "progress_max": $cards,
  "family": "$family",
  "race": "fair"
 }
]
""")

_LINES = {
    "summary": "✎ What it is like to play, in a line of 20 to 120 characters.",
    "race_why": "✎ why it races fairly well",
}


class NotNew(ValueError):
    """No game can begin under this id. The text says why."""


def files(root: Path, id: str, title: str, packs: int = 1, family: str = FAMILIES[0]) -> dict[Path, str]:
    """Return the texts of a new game's files by their paths below `root`; files that exist already get its lines added.

    Raises NotNew if the id is invalid or taken, the family unknown, or `root` not a checkout of the project.
    """
    _check(root, id, title, family)
    words = _words(id, title, packs, family)
    catalogue, how_to = GAMES / "sheets" / "catalogue.json", GAMES / "how_to" / "en"
    listed = (root / catalogue).read_text(encoding="utf-8").rstrip().removesuffix("]").rstrip()
    made = {
        GAMES / "sheets" / f"{id}.md": _SHEET.substitute(words),
        GAMES / "games" / f"{id}.py": _DEFINITION.substitute(words),
        GAMES / "layouts" / f"{id}.py": _LAYOUT.substitute(words),
        Path("tests/games") / f"test_{id}.py": _CHECKS.substitute(words),
        how_to / f"{id}.md": _HOW_TO.substitute(words),
    }
    for path in made:
        if (root / path).exists():
            raise NotNew(f"{path} is there already")
    made[catalogue] = f"{listed},\n{_ENTRY.substitute(words)}"
    for name, line in _LINES.items():
        path = how_to / f"{name}.json"
        texts = json.loads((root / path).read_text(encoding="utf-8"))
        lines = dict(sorted({**texts, id: line}.items()))
        made[path] = json.dumps(lines, indent=2, ensure_ascii=False) + "\n"
    return made


def write(root: Path, made: Mapping[Path, str]) -> None:
    """Write the files below `root`. Raises OSError."""
    for path, text in made.items():
        (root / path).write_text(text, encoding="utf-8")


def unfinished(root: Path, id: str) -> Iterator[str]:
    """Yield a sentence for each file of a new game that still holds text of the template, with the first such line."""
    owned = [
        GAMES / "sheets" / f"{id}.md",
        GAMES / "games" / f"{id}.py",
        GAMES / "layouts" / f"{id}.py",
        Path("tests/games") / f"test_{id}.py",
        GAMES / "how_to" / "en" / f"{id}.md",
    ]
    for path in owned:
        if (root / path).exists():
            yield from _marks(path, (root / path).read_text(encoding="utf-8"))
    entries = json.loads((root / GAMES / "sheets" / "catalogue.json").read_text(encoding="utf-8"))
    for entry in entries:
        if entry["id"] == id and MARK in json.dumps(entry, ensure_ascii=False):
            yield f"sheets/catalogue.json, entry {id!r}: write what {MARK} stands for"
    for name in _LINES:
        texts = json.loads((root / GAMES / "how_to" / "en" / f"{name}.json").read_text(encoding="utf-8"))
        if MARK in texts.get(id, ""):
            yield f"how_to/en/{name}.json, line {id!r}: write what {MARK} stands for"


def _marks(path: Path, text: str) -> Iterator[str]:
    marked = [number for number, line in enumerate(text.splitlines(), start=1) if MARK in line]
    if marked:
        yield f"{path}: write what {MARK} stands for in line{'s' * (len(marked) > 1)} {', '.join(map(str, marked))}"


def _check(root: Path, id: str, title: str, family: str) -> None:
    if not (root / "tests" / "games").is_dir() or not (root / GAMES).is_dir():
        raise NotNew(f"{root} is no checkout of the project: its tests/games and {GAMES} are missing")
    if not _ID.fullmatch(id) or keyword.iskeyword(id):
        raise NotNew(f"{id!r} is no id: small letters, digits and _, beginning with a letter, 2 to 39 of them")
    if id in registry.heads():
        raise NotNew(f"there is a game {id!r} already: {registry.heads()[id].title}")
    if not title.strip() or any(mark in title for mark in '\\\n"'):
        raise NotNew(f"{title!r} is no title: some words, without quotation marks and backslashes")
    if family not in FAMILIES:
        raise NotNew(f"there is no family {family!r}; there are: {', '.join(FAMILIES)}")


def _words(id: str, title: str, packs: int, family: str) -> dict[str, str]:
    cards, foundations = 52 * packs, 4 * packs
    columns = [cards // 8 + (number < cards % 8) for number in range(8)]
    long = cards % 8
    return {
        "id": id,
        "name": id,
        "title": title,
        "title_in_json": json.dumps(title, ensure_ascii=False),
        "packs": str(packs),
        "packs_in_words": {1: "one (52 cards)", 2: "two (104 cards)"}[packs],
        "cards": str(cards),
        "family": family,
        "copies": f", copies={packs}" if packs > 1 else "",
        "foundations": str(foundations),
        "foundations_at": str(8 - foundations),
        "empty": json.dumps([0] * foundations),
        "columns": json.dumps(columns),
        "columns_in_words": (
            f"the first {long} {columns[0]}, the others {columns[-1]}" if long else f"{columns[0]} each"
        ),
        "counts_in_words": f"{long}×{columns[0]} + {8 - long}×{columns[-1]}" if long else f"8×{columns[0]}",
        "hearts": f"foundations/{2 * packs}",
    }
