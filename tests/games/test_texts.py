"""Every game has its texts in every language. Other languages are answered in English."""

from __future__ import annotations

import json
import re
import shutil
from itertools import product
from pathlib import Path

import pytest

from cadogan_games import catalogue, texts
from cadogan_games.texts import Texts
from tests.each import each

ALL = list(product(texts.languages(), catalogue.ids()))
"""All languages and games."""


def untranslated(language: str, id: str) -> list[str]:
    """Return the missing translations of a game in a language, which are no fault."""
    return texts.missing(id, language) if language != texts.ENGLISH else []


def test_missing_translations_are_named() -> None:
    if found := [text for language, id in ALL for text in untranslated(language, id)]:
        pytest.skip("; ".join(found))


def test_the_languages_of_the_page_are_there() -> None:
    assert texts.languages() == ("de", "en", "fr")


CHOSEN_IN_THE_ROOM = {"de": ("Raum", "Räume", "Option"), "en": ("room", "option"), "fr": ("salle", "option")}

MOST_WORDS, MOST_WORDS_OF_A_DUEL = 250, 300
"""A duel has turns, a hand and an opponent besides the parts of a game for one."""

CLOCK = {"de": "der Raum eine Uhr", "en": "a clock", "fr": "la salle a une horloge"}
"""A duel may have a clock. The room decides what happens to a late player."""


@each("language,id", [one for one in ALL if not untranslated(*one)], "/".join)
def test_the_text_of_a_game_has_the_right_length_language_and_content(language: str, id: str) -> None:
    head = catalogue.head_of(id)
    how_to, line, reason = texts.how_to(id, language), texts.summary(id, language), texts.race_why(id, language)
    assert 80 <= len(how_to.split()) <= (MOST_WORDS if head.kind == "race" else MOST_WORDS_OF_A_DUEL)
    if "refill" in head.options or id == "reversal":
        assert any(word in how_to for word in CHOSEN_IN_THE_ROOM[language]), (
            "the text must mention what a room may choose"
        )
    assert head.kind != "duel" or CLOCK[language] in how_to
    assert 20 <= len(line) <= 120
    assert line.endswith((".", "?"))
    assert reason
    assert "\n" not in reason
    if language != texts.ENGLISH:
        english = texts.how_to(id), texts.summary(id), texts.race_why(id)
        assert not [told for told, original in zip((how_to, line, reason), english, strict=True) if told == original]


def test_the_source_comes_in_the_requested_language() -> None:
    assert texts.source("klondike_draw1") == catalogue.head_of("klondike_draw1").source
    assert texts.source("cover", "xx") == catalogue.head_of("cover").source
    english = re.compile(r"\b(the|and|as|in a|named|through|text|another|later|rules|found|after|variants?)\b")
    for language in ("de", "fr"):
        sources = {texts.source(id, language) for id in catalogue.ids()}
        assert not [
            told for told in sources if english.search(re.sub(r"Rules of Card Games|Morehead and Mott", "", told))
        ]


def test_a_game_has_names_beside_its_title() -> None:
    assert "Forty Thieves" in texts.other_names("napoleon_at_st_helena")
    assert texts.other_names("nestor") == ()
    named = json.loads(texts.NAMES.read_text(encoding="utf-8"))
    assert set(named) <= set(catalogue.ids())
    assert not [
        (id, language)
        for id, names in named.items()
        for language, own in names.items()
        if language not in texts.languages() or texts.title(id, language) in own
    ]


def test_other_names_come_in_the_requested_language() -> None:
    assert texts.other_names("napoleon_at_st_helena", "de") == (
        "Vierzig Räuber",
        "Die vierzig Räuber",
        "Napoleon at St. Helena",
    )
    assert {"Forty Thieves", "Les Quarante Voleurs"} <= set(texts.titles("napoleon_at_st_helena", "de"))
    assert {"Spinne", "Araignée"} <= set(texts.titles("spider_1")), "each name is found in each language"


def test_every_game_has_a_title_in_every_language_and_no_two_the_same() -> None:
    for language in texts.languages():
        titles = [texts.title(id, language) for id in catalogue.ids()]
        assert len(set(titles)) == len(titles)
        assert max(map(len, titles)) <= 40
    assert texts.title("klondike_draw1", "de") == "Klondike, eine Karte"
    assert texts.title("klondike_draw1", "fr") == "Klondike, une carte"
    # A player who knows a game by its English title finds it all the same.
    assert "The Carpet" in texts.other_names("carpet", "de")
    assert "The Carpet" not in texts.other_names("carpet")
    # Its title in any other language is found too, listed once.
    assert texts.titles("wheel", "en") == ("Das Rad", "La Roue")
    assert texts.titles("wheel", "de") == ("La Roue",)
    assert texts.titles("anna") == ()


def test_the_offline_page_is_written_in_every_language() -> None:
    said = {language: texts.offline(language) for language in texts.languages()}
    assert all(set(lines) == {"title", "text", "reload"} for lines in said.values())
    assert len({tuple(lines.values()) for lines in said.values()}) == len(said)
    assert texts.offline("xx") == said["en"]


def test_no_text_is_left_over_from_a_game_that_is_gone() -> None:
    for language in texts.languages():
        assert {page.stem for page in (texts.FOLDER / language).glob("*.md")} <= set(catalogue.ids())
    assert [gap for gap in texts.gaps() if "is missing" not in gap and "has no line" not in gap] == []


def test_nothing_is_missing_in_english() -> None:
    assert [gap for gap in texts.gaps() if gap.startswith("how_to/en/")] == []


@pytest.fixture
def lacking(tmp_path: Path) -> Path:
    """Return a folder of texts that lacks everything of La Belle Lucie in German, and of Nestor in every language."""
    shutil.copytree(texts.FOLDER, tmp_path / "how_to")
    for language, id in (("de", "la_belle_lucie"), *((language, "nestor") for language in ("de", "en", "fr"))):
        (tmp_path / "how_to" / language / f"{id}.md").unlink()
        for name in texts.lines_of(language):
            file = tmp_path / "how_to" / language / f"{name}.json"
            lines = json.loads(file.read_text(encoding="utf-8"))
            del lines[id]
            file.write_text(json.dumps(lines), encoding="utf-8")
    return tmp_path / "how_to"


def test_each_missing_text_comes_in_english(lacking: Path) -> None:
    (lacking / "fr" / "fortress.md").unlink()
    found = Texts(lacking)
    for text in (found.how_to, found.summary, found.race_why):
        assert text("la_belle_lucie", "de") == text("la_belle_lucie")
        assert text("la_belle_lucie", "fr") != text("la_belle_lucie")
    assert found.how_to("fortress", "fr") == found.how_to("fortress")
    assert found.summary("fortress", "fr") != found.summary("fortress")


def test_a_game_without_any_text_breaks_nothing(lacking: Path) -> None:
    found = Texts(lacking)
    assert found.how_to("nestor", "de") == "How Nestor is played has not been written down yet.\n"
    assert (found.summary("nestor", "fr"), found.race_why("nestor")) == ("", "")


def test_every_gap_is_named_with_file_and_key(lacking: Path) -> None:
    (lacking / "fr" / "summary.json").write_text("{", encoding="utf-8")
    found = Texts(lacking)
    gaps = set(found.gaps())
    assert {
        "how_to/de/la_belle_lucie.md is missing",
        "how_to/de/summary.json has no line for 'la_belle_lucie'",
        "how_to/en/race_why.json has no line for 'nestor'",
    } <= gaps
    assert any(gap.startswith("how_to/fr/summary.json can't be read: ") for gap in gaps)
    assert found.summary("fortress", "fr") == found.summary("fortress")
    (lacking / "fr" / "summary.json").write_text('{"no_such_game": "x"}', encoding="utf-8")
    assert "how_to/fr/summary.json has a line for 'no_such_game', which is no game" in set(Texts(lacking).gaps())


def test_another_language_is_answered_in_english() -> None:
    assert texts.spoken("xx") == "en"
    assert texts.how_to("klondike", "xx") == texts.how_to("klondike", "en")
    assert texts.summary("klondike", "xx") == texts.summary("klondike", "en")
    assert texts.race_why("klondike", "..") == texts.race_why("klondike", "en")


def test_an_unknown_game_has_no_text() -> None:
    for ask in (texts.how_to, texts.summary, texts.title, texts.race_why):
        with pytest.raises(catalogue.UnknownGame):
            ask("no_such_game", "de")


def test_texts_have_typographic_quotes_and_apostrophes() -> None:
    pages = texts.FOLDER.glob("*/*.md")
    straight = [f"{page.parent.name}/{page.name}" for page in pages if re.search("['\"]", page.read_text("utf-8"))]
    assert straight == []


def test_names_of_games_have_typographic_quotes_and_apostrophes() -> None:
    languages = texts.languages()
    names = [
        name
        for id in catalogue.ids()
        for tag in languages
        for name in (texts.title(id, tag), *texts.other_names(id, tag))
    ]
    assert [name for name in names if re.search("['\"]", name)] == []
