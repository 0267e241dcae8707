"""Every rule that can forbid a move has a text in each language of the page, with the values that the rule has."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from tests.games.telling import LANGUAGES, ROOT, games_of, of_game, texts_of

IN_BRACES = re.compile(r"\{(\w+)\}")
OF_CARDS = {"cards.any", "cards.rank", "cards.more"}


def written() -> dict[str, set[str]]:
    """Return the values of each rule, by its name, in the calls that make its refusal."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in (ROOT / "server" / "cadogan_games").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in ("Refusal", "refused", "in_phase"):
                continue
            name = node.args[1 if getattr(node.func, "id", "") == "in_phase" else 0]
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                values = next((each for each in node.args if isinstance(each, ast.Dict)), None)
                found[name.value] |= {ast.literal_eval(key) for key in values.keys if key} if values else set()
    return found


def games() -> Iterator[Game]:
    for id in catalogue.ids():
        yield from games_of(id)


def everywhere() -> dict[str, set[str]]:
    found = written()
    for game in games():
        for refusal in of_game(game):
            found[refusal.name] |= set(refusal.values)
    return found


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda file: file.stem)
def test_each_rule_is_told_and_nothing_else(language: Path) -> None:
    assert texts_of(language).keys() - OF_CARDS == everywhere().keys()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda file: file.stem)
def test_a_rules_text_uses_only_values_that_the_rule_has(language: Path) -> None:
    values = everywhere()
    wrong = {
        name for name, text in texts_of(language).items() if not set(IN_BRACES.findall(text)) <= values.get(name, set())
    }
    assert wrong <= OF_CARDS


def test_a_name_means_the_same_in_all_games() -> None:
    english: dict[str, set[str]] = defaultdict(set)
    for game in games():
        for refusal in of_game(game):
            english[refusal.name].add(re.sub(r"\d+ are|one is", "so many are", refusal.english))
    assert {name: texts for name, texts in english.items() if len(texts) > 1} == {}
