"""What a player is told of a game, in every language that has a folder in `how_to/`.

A language is a folder: `ID.md` tells how a game is played, `race_why.json` gives the reasons for how well they race.
English is complete and stands in for any other language; its reasons stand in the definitions of the games.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from cadogan_games import catalogue

ENGLISH = "en"
FOLDER = Path(__file__).parent / "how_to"


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


def race_why(id: str, language: str = ENGLISH) -> str:
    """Why the game races as well as it does, in one line. Raises UnknownGame."""
    english = catalogue.info(id).race_why
    return english if spoken(language) == ENGLISH else _reasons(language)[id]


@cache
def _page(id: str, language: str) -> str:
    return (FOLDER / language / f"{id}.md").read_text(encoding="utf-8")


@cache
def _reasons(language: str) -> dict[str, str]:
    reasons: dict[str, str] = json.loads((FOLDER / language / "race_why.json").read_text(encoding="utf-8"))
    return reasons
