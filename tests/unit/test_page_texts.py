"""Every word of the games and of the protocol that the page shows has its text in every language of the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.report import won_share
from cadogan_protocol.games import GroupLayout
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import RoomState

FOLDER = Path(__file__).resolve().parents[2] / "client" / "web" / "src" / "i18n"
HOW_TO = FOLDER.parents[3] / "server" / "cadogan_games" / "how_to"
LANGUAGES = {
    page.stem: page.read_text(encoding="utf-8") + (FOLDER / "late" / page.name).read_text(encoding="utf-8")
    for page in FOLDER.glob("??.ts")
}
"""The texts of each language: those of the first load, and those that come later."""

WORD = re.compile(r"\w{3,}")
NO_NOUNS = {"row", "times", "Folge", "hintereinander", "fois", "suite", "wins", "moves"}
"""Words that follow a number in both its forms, or are verbs in the singular."""
ALWAYS_MANY = {
    "clock.left",
    "create.races.n",
    "duel.settled.action",
    "duel.settled.centre",
    "duel.settled.pile",
    "home.all",
    "home.live.all",
    "leaders.ranked",
    "leaders.ranked.own",
    "odds.bot",
    "odds.bot.few",
    "odds.bot.none",
    "pile.count",
    "sequel.propose",
    "spectators.delayed.text",
    "tour.about.fill",
    "tour.about.no_show",
    "watch.delay",
}
"""Texts whose number is never one, so that they need no singular."""


def test_the_relations_that_a_search_suggests_are_known_games() -> None:
    table = (FOLDER.parent / "games" / "relatives.ts").read_text(encoding="utf-8")
    suggested = {id for ids in re.findall(r"^  \['.+', '([\w, ]+)'\],$", table, re.MULTILINE) for id in ids.split(", ")}
    assert len(suggested) > 20
    assert suggested <= set(catalogue.ids())


def test_spider_with_one_suit_is_not_called_hard() -> None:
    """It is the game for beginners: the share of deals that bots win puts it in no class that the page calls hard."""
    won = won_share("spider_1")
    assert won is not None
    assert won >= 0.2, "the page calls games with a smaller share `difficulty.hard`"
    for language, word in (("en", "hard"), ("de", "schwer"), ("fr", "difficile")):
        (said,) = re.findall(r"^  'difficulty\.hard': '(.+)',$", LANGUAGES[language], re.MULTILINE)
        assert word not in said, "people win more of these deals than our bots, which look only a little ahead"


def keys(language: str) -> set[str]:
    """Return the names of the texts of a language that are not empty."""
    return set(re.findall(r"^  '([^']+)': '.", LANGUAGES[language], re.MULTILINE))


def wanted() -> set[str]:
    """Return the names of all texts for values of the games or the protocol."""
    names = set()
    for id in catalogue.ids():
        info = catalogue.head_of(id)
        names.add(f"family.{info.family}")
        for option, values in info.options.items():
            names.add(f"option.{option}")
            names.update(f"value.{value}" for value in values if isinstance(value, str))
        names.update(f"action.{action['name']}" for action in view.layout(catalogue.game(id))["actions"])
    names.update(f"kind.{kind}" for kind in get_args(GroupLayout.model_fields["kind"].annotation))
    names.update(f"phase.{phase}" for phase in get_args(RoomState.model_fields["phase"].annotation))
    names.update(f"deal.{deal}" for deal in get_args(RoomOptions.model_fields["deal"].annotation))
    for option in ("spectators", "undo"):
        for value in get_args(RoomOptions.model_fields[option].annotation):
            names.update((f"{option}.{value}", f"{option}.{value}.text"))
    return names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_games_has_its_text(language: str) -> None:
    assert wanted() - keys(language) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_options_and_values_that_have_a_text_are_those_of_games(language: str) -> None:
    texts = {key for key in keys(language) if key.startswith(("option.", "value."))}
    assert texts - wanted() == set()


def test_french_has_no_break_spaces_before_its_double_marks() -> None:
    """So that no line of a narrow window begins with a colon. The texts of the page, of the rules, and of the games.

    The space before a semicolon, an exclamation mark and a question mark is narrow (U+202F).
    """
    files = [FOLDER / "fr.ts", *FOLDER.glob("*/fr.ts"), *sorted((HOW_TO / "fr").iterdir())]
    broken = []
    for file in files:
        text = file.read_text(encoding="utf-8")
        texts = re.findall(r"'(.+)',$", text, re.MULTILINE) if file.suffix == ".ts" else [text]
        broken += [
            f"{file.name}: {said}"
            for one in texts
            for said in re.findall(r".{0,30}(?:[\w’”)}…] [:;?!»%]|« |\u00a0[;?!]).{0,10}", one)
        ]
    assert broken == []


UNITS = {
    "en": r"[}\d] s\b",
    "de": r"[}\w] [%…]|[}\d] (?:s|Std\.|Min\.)(?!\w)",
    "fr": r"[}\d] (?:s|h|min)\b",
}
"""The texts that have a no-break space, by language: a number with its unit, and in German also the word before three dots."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_ends_between_a_number_and_its_unit(language: str) -> None:
    files = [FOLDER / f"{language}.ts", *FOLDER.glob(f"*/{language}.ts")]
    texts = [said for file in files for said in re.findall(r"'(.+)',$", file.read_text(encoding="utf-8"), re.MULTILINE)]
    assert [said for said in texts if re.search(UNITS[language], said)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_have_typographic_apostrophes(language: str) -> None:
    assert re.findall(r"^  '[^']+': \".*\",$", LANGUAGES[language], re.MULTILINE) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_before_a_plural_has_a_singular_too(language: str) -> None:
    """Words that differ between the two forms of any text are the plurals of the language. Elsewhere a number may stand before
    them only if it is never one, or the page says "1 points"."""
    texts = dict(re.findall(r"^  '([^']+)': '(.+)',$", LANGUAGES[language], re.MULTILINE))
    forms = [(texts[f"{key[:-6]}_one"], text) for key, text in texts.items() if key.endswith("_other")]
    plurals = {word for one, other in forms for word in set(WORD.findall(other)) - set(WORD.findall(one))}
    wrong = [
        f"{key}: {text}"
        for key, text in texts.items()
        if key not in ALWAYS_MANY and not key.endswith(("_one", "_other"))
        for word in re.findall(r"(?<!%)\{(?!name|names|first|second)\w+\}[ \u00a0](\w+)", text)
        if word in plurals - NO_NOUNS
    ]
    assert wrong == []
