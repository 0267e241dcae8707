"""What a player is told of a game, in every language that has a folder in `how_to/`.

A language is a folder: `ID.md` tells how a game is played, `summary.json` in a sentence what it is like, `title.json` what it
is called, `source.json` where its rules are from, `race_why.json` gives the reasons for how well they race. English stands in
for any other language, text by text, its titles and sources from the catalogue; and a neutral line for what is not there in
English either: a text that is missing keeps nobody from playing. `gaps` names all of them. `other_names.json` has further
names of games, by language.
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
    """Return the language of the answer to a request for this one: itself if it exists, else English."""
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
    """Return a line on the game. Raises UnknownGame."""
    return _line(id, language, "summary")


def other_names(id: str, language: str = ENGLISH) -> tuple[str, ...]:
    """Further names of the game in a language, and its English title where that is not the shown one. Raises UnknownGame."""
    english, names = title(id), _other_names().get(id, {})
    return tuple(
        name for name in dict.fromkeys((*names.get(spoken(language), ()), english)) if name != title(id, language)
    )


def titles(id: str, language: str = ENGLISH) -> tuple[str, ...]:
    """What the game is called in all other languages, as far as its names in this one do not say it. Raises UnknownGame."""
    named = {title(id, language), *other_names(id, language)}
    names = _other_names().get(id, {})
    elsewhere = (name for other in languages() for name in (title(id, other), *names.get(other, ())))
    return tuple(name for name in dict.fromkeys(elsewhere) if name not in named)


def offline(language: str = ENGLISH) -> Mapping[str, str]:
    """What a player without a connection is told: `title`, `text`, and what the link says that tries again."""
    return {**_lines(ENGLISH, "offline"), **_lines(spoken(language), "offline")}


def race_why(id: str, language: str = ENGLISH) -> str:
    """Return a line on why the game races as well as it does. Raises UnknownGame."""
    return _line(id, language, "race_why")


def source(id: str, language: str = ENGLISH) -> str:
    """Return the source of the game's rules, in English if no translation exists. Raises UnknownGame."""
    english = catalogue.head_of(id).source
    return english if spoken(language) == ENGLISH else _lines(language, "source").get(id, english)


def lines_of(language: str) -> tuple[str, ...]:
    """The files of a language that have a line for each game: English titles and sources stand in the catalogue."""
    return LINES if language == ENGLISH else (*LINES, "title", "source")


def missing(id: str, language: str = ENGLISH) -> list[str]:
    """What no player is told of a game in a language, each in a sentence that names file and key. Raises UnknownGame."""
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
    """Everything that is not told somewhere, each in a sentence that names file and key: a file that can't be read, a text that
    is missing, one of a game that is not there."""
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
    """The lines of a file that are text; none where it can't be read, which `gaps` tells."""
    try:
        lines = _read(FOLDER / language / f"{name}.json")
    except (OSError, ValueError):
        return {}
    return {id: line for id, line in lines.items() if isinstance(line, str) and line}


def _read(file: Path) -> dict[str, Any]:
    """What a file holds. Raises OSError or ValueError where it is no object of JSON."""
    found = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise ValueError("it is no object of JSON")
    return found


@cache
def _other_names() -> dict[str, dict[str, list[str]]]:
    names: dict[str, dict[str, list[str]]] = json.loads(NAMES.read_text(encoding="utf-8"))
    return names
