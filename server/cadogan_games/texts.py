"""Texts for players about each game, in every language that has a folder in `how_to/`.

A language is a folder. `ID.md` tells how a game is played, `summary.json` describes it in a sentence, `title.json` has
its title, `source.json` the source of its rules, `race_why.json` the reason for how well it races. Any text that is
missing in a language is shown in English; English titles and sources are in the catalogue. A text that is missing in
English too is replaced by a neutral line, so it keeps nobody from playing. `gaps` names all missing texts.
`other_names.json` has further names of games, by language.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from cadogan_games import catalogue

ENGLISH = "en"
FOLDER = Path(__file__).parent / "how_to"
NAMES = Path(__file__).parent / "other_names.json"

LINES = ("summary", "race_why")
"""The files of every language that have a line for each game."""


@cache
def languages() -> tuple[str, ...]:
    """Return the languages, as two-letter codes (ISO 639-1), sorted."""
    return tuple(sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir()))


def spoken(language: str) -> str:
    """Return the language of the answer to a request for this one: the same if it exists, else English."""
    return language if language in languages() else ENGLISH


def how_to(id: str, language: str = ENGLISH) -> str:
    """Return the explanation of a game, in Markdown. Raises UnknownGame."""
    head = catalogue.head_of(id)
    for each in (spoken(language), ENGLISH):
        page = _page(head.id, each)
        if page is not None:
            return page
    return f"How {head.title} is played has not been written down yet.\n"


def title(id: str, language: str = ENGLISH) -> str:
    """Return the game's title, in English if no other is known. Raises UnknownGame."""
    english = catalogue.head_of(id).title
    return english if spoken(language) == ENGLISH else _lines(language, "title").get(id, english)


def summary(id: str, language: str = ENGLISH) -> str:
    """Return a sentence about the game. Raises UnknownGame."""
    return _line(id, language, "summary")


def other_names(id: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Return further names of the game in a language, with its English title if another is shown. Raises UnknownGame."""
    english, names = title(id), _other_names().get(id, {})
    return tuple(
        name for name in dict.fromkeys((*names.get(spoken(language), ()), english)) if name != title(id, language)
    )


def titles(id: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Return the game's titles in all other languages, except those among its names in this one. Raises UnknownGame."""
    named = {title(id, language), *other_names(id, language)}
    names = _other_names().get(id, {})
    elsewhere = (name for other in languages() for name in (title(id, other), *names.get(other, ())))
    return tuple(name for name in dict.fromkeys(elsewhere) if name not in named)


def offline(language: str = ENGLISH) -> Mapping[str, str]:
    """Return the texts for a player without a connection: `title`, `text`, and the words of the link that tries again."""
    return {**_lines(ENGLISH, "offline"), **_lines(spoken(language), "offline")}


def race_why(id: str, language: str = ENGLISH) -> str:
    """Return a sentence on why the game races as well as it does. Raises UnknownGame."""
    return _line(id, language, "race_why")


def source(id: str, language: str = ENGLISH) -> str:
    """Return the source of the game's rules, in English if no translation exists. Raises UnknownGame."""
    english = catalogue.head_of(id).source
    return english if spoken(language) == ENGLISH else _lines(language, "source").get(id, english)


def lines_of(language: str) -> tuple[str, ...]:
    """Return the names of a language's files that have a line for each game. English titles and sources are in the
    catalogue."""
    return LINES if language == ENGLISH else (*LINES, "title", "source")


def missing(id: str, language: str = ENGLISH) -> list[str]:
    """Return a sentence for each missing text of a game in a language, with file and key. Raises UnknownGame."""
    id = catalogue.head_of(id).id
    page = f"how_to/{language}/{id}.md"
    return [
        *([] if _page(id, language) is not None else [f"{page} is missing"]),
        *(
            f"how_to/{language}/{name}.json has no line for {id!r}"
            for name in lines_of(language)
            if id not in _lines(language, name)
        ),
    ]


def gaps() -> Iterator[str]:
    """Yield a sentence, with file and key, for each fault of the texts: a file that cannot be read, a missing text, or
    a text of an unknown game."""
    for language in languages():
        for name in lines_of(language):
            try:
                _read(FOLDER / language / f"{name}.json")
            except (OSError, ValueError) as error:
                yield f"how_to/{language}/{name}.json can't be read: {error}"
            for id in _lines(language, name).keys() - set(catalogue.ids()):
                yield f"how_to/{language}/{name}.json has a line for {id!r}, which is no game"
        for id in catalogue.ids():
            yield from missing(id, language)


def _line(id: str, language: str, name: str) -> str:
    id = catalogue.head_of(id).id
    return _lines(spoken(language), name).get(id) or _lines(ENGLISH, name).get(id, "")


@cache
def _page(id: str, language: str) -> str | None:
    try:
        return (FOLDER / language / f"{id}.md").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


@cache
def _lines(language: str, name: str) -> Mapping[str, str]:
    """Return the lines of a file that are text; none if it cannot be read, which `gaps` reports."""
    try:
        lines = _read(FOLDER / language / f"{name}.json")
    except (OSError, ValueError):
        return {}
    return {id: line for id, line in lines.items() if isinstance(line, str) and line}


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a JSON file. Raises OSError, or ValueError if it is not an object."""
    found = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError("it is no object of JSON")
    return found


@cache
def _other_names() -> dict[str, dict[str, list[str]]]:
    names: dict[str, dict[str, list[str]]] = json.loads(NAMES.read_text(encoding="utf-8"))
    return names
