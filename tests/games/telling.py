"""Finds the rules that can forbid a move, and the languages in which the page explains them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.actions import Action
from cadogan_games.engine.game import Game
from cadogan_games.engine.refusals import Refusal

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted((ROOT / "client" / "web" / "src" / "i18n" / "rules").glob("??.ts"))
SAID = re.compile(r"^  '?([\w.]+)'?:\s+'(.*)',$", re.MULTILINE)


def texts_of(language: Path) -> dict[str, str]:
    """Return the texts of a language's file by the name of the rule."""
    return dict(SAID.findall(language.read_text(encoding="utf-8")))


def games_of(id: str) -> Iterator[Game]:
    """Yield a game with its defaults, and with each other value of its options."""
    yield catalogue.game(id)
    for option, values in catalogue.head_of(id).options.items():
        for value in values[1:]:
            if not isinstance(value, range):
                yield catalogue.game(id, {option: value})


def of_game(game: Game) -> Iterator[Refusal]:
    """Return the refusals of all tests in a game's rules."""
    yield from (Refusal(*group.accepts.barren) for group in game.groups if group.accepts.barren is not None)
    for rule in (*game.forced, *game.moves):
        tests: list[Callable[..., Any] | None] = list(rule.when)
        if isinstance(rule, Action):
            if rule.has_spots and rule.text and rule.why is None:
                yield Refusal(f"{rule.name}_not_there", rule.text)
            elif rule.has_spots and not rule.text:
                tests.append(rule.find)
        else:
            tests += [rule.units, rule.free, rule.where]
        yield from (test.refusal for test in tests if test is not None and hasattr(test, "refusal"))


def untold(id: str) -> Iterator[str]:
    """Return a sentence for each refusal of a game that some language of the page lacks."""
    names = sorted({refusal.name for game in games_of(id) for refusal in of_game(game)})
    for language in LANGUAGES:
        lines = texts_of(language)
        for name in names:
            if name not in lines:
                yield f"{language.relative_to(ROOT)} has no line for {name!r}: how a player is told of that rule"
