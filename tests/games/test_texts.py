"""Every game is told in every language, and who asks for another one is answered in English."""

from __future__ import annotations

import json

import pytest

from cadogan_games import catalogue, texts

ALL = [(language, id) for language in texts.languages() for id in catalogue.ids()]


def test_the_languages_of_the_page_are_there() -> None:
    assert texts.languages() == ("de", "en", "fr")


@pytest.mark.parametrize(("language", "id"), ALL)
def test_how_to_play_is_told_in_80_to_250_words(language: str, id: str) -> None:
    text = texts.how_to(id, language)
    assert 80 <= len(text.split()) <= 250
    assert language == texts.ENGLISH or text != texts.how_to(id)


CHOSEN_IN_THE_ROOM = {"de": ("Raum", "Räume", "Option"), "en": ("room", "option"), "fr": ("salle", "option")}


@pytest.mark.parametrize(("language", "id"), ALL)
def test_how_to_play_tells_what_a_room_may_choose(language: str, id: str) -> None:
    if "refill" in catalogue.info(id).options or id == "reversal":
        assert any(word in texts.how_to(id, language) for word in CHOSEN_IN_THE_ROOM[language])


CLOCK = {"de": "Läuft eine Uhr ab", "en": "clock that runs out", "fr": "Temps écoulé"}


@pytest.mark.parametrize(("language", "id"), ALL)
def test_how_a_duel_is_played_tells_of_its_clock(language: str, id: str) -> None:
    assert catalogue.info(id).kind != "duel" or CLOCK[language] in texts.how_to(id, language)


@pytest.mark.parametrize(("language", "id"), ALL)
def test_what_a_game_is_like_is_told_in_one_short_line(language: str, id: str) -> None:
    line = texts.summary(id, language)
    assert 20 <= len(line) <= 120
    assert line.endswith((".", "?"))
    assert language == texts.ENGLISH or line != texts.summary(id)


def test_a_game_has_names_beside_its_title() -> None:
    assert "Forty Thieves" in texts.other_names("napoleon_at_st_helena")
    assert texts.other_names("nestor") == ()
    named = json.loads(texts.NAMES.read_text(encoding="utf-8"))
    assert set(named) <= set(catalogue.ids())
    assert not [id for id, names in named.items() if catalogue.info(id).title in names]


def test_every_game_has_a_title_in_every_language_and_no_two_the_same() -> None:
    for language in texts.languages():
        titles = [texts.title(id, language) for id in catalogue.ids()]
        assert len(set(titles)) == len(titles)
        assert max(map(len, titles)) <= 40
    assert texts.title("klondike_draw1", "de") == "Klondike, eine Karte"
    assert texts.title("klondike_draw1", "fr") == "Klondike, une carte"
    # Who knows a game by its English title finds it all the same.
    assert texts.other_names("carpet", "de")[0] == "The Carpet"
    assert "The Carpet" not in texts.other_names("carpet")


@pytest.mark.parametrize(("language", "id"), ALL)
def test_why_it_races_well_is_told_in_one_line(language: str, id: str) -> None:
    reason = texts.race_why(id, language)
    assert reason
    assert "\n" not in reason
    assert language == texts.ENGLISH or reason != texts.race_why(id)


def test_no_text_is_left_over_from_a_game_that_is_gone() -> None:
    for language in texts.languages():
        assert {page.stem for page in (texts.FOLDER / language).glob("*.md")} == set(catalogue.ids())
        for lines in ("summary", "race_why", *(() if language == texts.ENGLISH else ("title",))):
            told = json.loads((texts.FOLDER / language / f"{lines}.json").read_text(encoding="utf-8"))
            assert set(told) == set(catalogue.ids())


def test_another_language_is_answered_in_english() -> None:
    assert texts.spoken("xx") == "en"
    assert texts.how_to("klondike", "xx") == texts.how_to("klondike", "en")
    assert texts.summary("klondike", "xx") == texts.summary("klondike", "en")
    assert texts.race_why("klondike", "..") == texts.race_why("klondike", "en")


def test_there_is_no_text_of_a_game_that_is_not_there() -> None:
    for ask in (texts.how_to, texts.summary, texts.title, texts.race_why):
        with pytest.raises(catalogue.UnknownGame):
            ask("no_such_game", "de")
