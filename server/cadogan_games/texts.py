"""What a player is told of a game, in every language that has a folder in `how_to/`.

A language is a folder: `ID.md` tells how a game is played, `summary.json` in a sentence what it is like, `title.json` what it
is called, `race_why.json` gives the reasons for how well they race. English is complete and stands in for any other language;
its titles stand in the definitions of the games. `other_names.json` has the names by which players of any language may look
for a game.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cadogan_games import catalogue

ENGLISH = "en"
FOLDER = Path(__file__).parent / "how_to"
NAMES = Path(__file__).parent / "other_names.json"


@cache
def languages() -> tuple[str, ...]:
    """The languages there are, as two-letter codes (ISO 639-1), sorted."""
    return tuple(sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))


def spoken(language: str) -> str:
    """The language to answer in when this one is asked for: itself where it is there, else English."""
    return language if language in languages() else ENGLISH


def how_to(id: str, language: str = ENGLISH) -> str:
    """How the game is played, in Markdown. Raises UnknownGame."""
    return _page(catalogue.info(id).id, spoken(language))


def title(id: str, language: str = ENGLISH) -> str:
    """What the game is called: in English where no other title is known. Raises UnknownGame."""
    english = catalogue.info(id).title
    return english if spoken(language) == ENGLISH else _lines(language, "title").get(id, english)


def summary(id: str, language: str = ENGLISH) -> str:
    """What the game is like, in one line. Raises UnknownGame."""
    return _lines(spoken(language), "summary")[catalogue.info(id).id]


def other_names(id: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Further names of the game, in whatever language; beside a title in another language the English one. Raises UnknownGame."""
    shown = title(id, language)
    return tuple(name for name in dict.fromkeys((title(id), *_other_names().get(id, ()))) if name != shown)


def race_why(id: str, language: str = ENGLISH) -> str:
    """Why the game races as well as it does, in one line. Raises UnknownGame."""
    return _lines(spoken(language), "race_why")[catalogue.info(id).id]


def missing(id: str) -> list[str]:
    """What no player is told of a game in English, each in a sentence; nothing where all is there. Raises UnknownGame."""
    id = catalogue.info(id).id
    faults = [f"how_to/{ENGLISH}/{id}.md is missing"] if not (FOLDER / ENGLISH / f"{id}.md").exists() else []
    return faults + [
        f"how_to/{ENGLISH}/{name}.json has no line for {id!r}"
        for name in ("summary", "race_why")
        if id not in _lines(ENGLISH, name)
    ]


@cache
def _page(id: str, language: str) -> str:
    return (FOLDER / language / f"{id}.md").read_text(encoding="utf-8")


@cache
def _lines(language: str, name: str) -> dict[str, str]:
    lines: dict[str, str] = json.loads((FOLDER / language / f"{name}.json").read_text(encoding="utf-8"))
    return lines


@cache
def _other_names() -> dict[str, list[str]]:
    names: dict[str, list[str]] = json.loads(NAMES.read_text(encoding="utf-8"))
    return names
