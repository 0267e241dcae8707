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


class Texts:
    """The texts in a folder. Each file is read once, when it is needed.

    Args:
        folder: has a folder for each language.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._languages: tuple[str, ...] = ()
        self._pages: dict[tuple[str, str], str | None] = {}
        self._files: dict[tuple[str, str], Mapping[str, str]] = {}
        self._gaps: tuple[str, ...] | None = None

    def languages(self) -> tuple[str, ...]:
        """Return the languages, as two-letter codes (ISO 639-1), sorted."""
        if not self._languages:
            self._languages = tuple(sorted(folder.name for folder in self._folder.iterdir() if folder.is_dir()))
        return self._languages

    def spoken(self, language: str) -> str:
        """Return the language of the answer to a request for this one: the same if it exists, else English."""
        return language if language in self.languages() else ENGLISH

    def how_to(self, id: str, language: str = ENGLISH) -> str:
        """Return the explanation of a game, in Markdown. Raises UnknownGame."""
        head = catalogue.head_of(id)
        for each in (self.spoken(language), ENGLISH):
            page = self._page(head.id, each)
            if page is not None:
                return page
        return f"How {head.title} is played has not been written down yet.\n"

    def title(self, id: str, language: str = ENGLISH) -> str:
        """Return the game's title, in English if no other is known. Raises UnknownGame."""
        english = catalogue.head_of(id).title
        return english if self.spoken(language) == ENGLISH else self._lines(language, "title").get(id, english)

    def summary(self, id: str, language: str = ENGLISH) -> str:
        """Return a sentence about the game. Raises UnknownGame."""
        return self._line(id, language, "summary")

    def other_names(self, id: str, language: str = ENGLISH) -> tuple[str, ...]:
        """Return further names of the game in a language, with its English title if another is shown. Raises UnknownGame."""
        english, names = self.title(id), _other_names().get(id, {})
        return tuple(
            name
            for name in dict.fromkeys((*names.get(self.spoken(language), ()), english))
            if name != self.title(id, language)
        )

    def titles(self, id: str, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the game's titles in all other languages, except those among its names in this one. Raises UnknownGame."""
        named = {self.title(id, language), *self.other_names(id, language)}
        names = _other_names().get(id, {})
        elsewhere = (name for other in self.languages() for name in (self.title(id, other), *names.get(other, ())))
        return tuple(name for name in dict.fromkeys(elsewhere) if name not in named)

    def offline(self, language: str = ENGLISH) -> Mapping[str, str]:
        """Return the texts for a player without a connection: `title`, `text`, and the words of the link that tries again."""
        return {**self._lines(ENGLISH, "offline"), **self._lines(self.spoken(language), "offline")}

    def race_why(self, id: str, language: str = ENGLISH) -> str:
        """Return a sentence on why the game races as well as it does. Raises UnknownGame."""
        return self._line(id, language, "race_why")

    def source(self, id: str, language: str = ENGLISH) -> str:
        """Return the source of the game's rules, in English if no translation exists. Raises UnknownGame."""
        english = catalogue.head_of(id).source
        return english if self.spoken(language) == ENGLISH else self._lines(language, "source").get(id, english)

    def missing(self, id: str, language: str = ENGLISH) -> list[str]:
        """Return a sentence for each missing text of a game in a language, with file and key. Raises UnknownGame."""
        id = catalogue.head_of(id).id
        page = f"how_to/{language}/{id}.md"
        return [
            *([] if self._page(id, language) is not None else [f"{page} is missing"]),
            *(
                f"how_to/{language}/{name}.json has no line for {id!r}"
                for name in lines_of(language)
                if id not in self._lines(language, name)
            ),
        ]

    def gaps(self) -> tuple[str, ...]:
        """Return a sentence, with file and key, for each fault of the texts: a file that cannot be read, a missing text, or
        a text of an unknown game."""
        if self._gaps is None:
            self._gaps = tuple(self._faults())
        return self._gaps

    def _faults(self) -> Iterator[str]:
        for language in self.languages():
            for name in lines_of(language):
                try:
                    _read(self._folder / language / f"{name}.json")
                except (OSError, ValueError) as error:
                    yield f"how_to/{language}/{name}.json can't be read: {error}"
                for id in self._lines(language, name).keys() - set(catalogue.ids()):
                    yield f"how_to/{language}/{name}.json has a line for {id!r}, which is no game"
            for id in catalogue.ids():
                yield from self.missing(id, language)

    def _line(self, id: str, language: str, name: str) -> str:
        id = catalogue.head_of(id).id
        return self._lines(self.spoken(language), name).get(id) or self._lines(ENGLISH, name).get(id, "")

    def _page(self, id: str, language: str) -> str | None:
        """Return a file with an explanation, which is read once; None if it cannot be read."""
        if (id, language) not in self._pages:
            try:
                page = (self._folder / language / f"{id}.md").read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                page = None
            self._pages[id, language] = page
        return self._pages[id, language]

    def _lines(self, language: str, name: str) -> Mapping[str, str]:
        """Return the lines of a file that are text; none if it cannot be read, which `gaps` reports. It is read once."""
        if (language, name) not in self._files:
            try:
                lines = _read(self._folder / language / f"{name}.json")
            except (OSError, ValueError):
                lines = {}
            self._files[language, name] = {id: line for id, line in lines.items() if isinstance(line, str) and line}
        return self._files[language, name]


def lines_of(language: str) -> tuple[str, ...]:
    """Return the names of a language's files that have a line for each game. English titles and sources are in the
    catalogue."""
    return LINES if language == ENGLISH else (*LINES, "title", "source")


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


_shipped = Texts(FOLDER)
"""The texts of this package, from which the functions below answer."""

languages = _shipped.languages
spoken = _shipped.spoken
how_to = _shipped.how_to
title = _shipped.title
summary = _shipped.summary
other_names = _shipped.other_names
titles = _shipped.titles
offline = _shipped.offline
race_why = _shipped.race_why
source = _shipped.source
missing = _shipped.missing
gaps = _shipped.gaps
