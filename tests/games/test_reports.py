"""The reports that are kept beside the rules are whole, and say the same in Markdown as to programs."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue, report
from cadogan_games.speeds import Speed
from cadogan_server.gateway.asking import game_infos

RACES = [id for id in catalogue.ids() if catalogue.info(id).kind == "race"]
KEPT = report.parse((report.FOLDER / "winnability.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("id", RACES)
def test_every_race_was_played_often_and_to_its_end(id: str) -> None:
    assert id in KEPT.rows, "run `make winnability`"
    row = KEPT.rows[id]
    assert row.games >= 100
    assert row.won + row.blocked + row.given_up + row.unfinished == row.games
    assert row.unfinished == 0
    assert row.progress <= row.games * catalogue.info(id).progress_max
    assert (row.won == row.games) == (row.progress == row.games * catalogue.info(id).progress_max)


def test_the_table_is_made_from_what_programs_read() -> None:
    written = (report.FOLDER / "winnability.md").read_text(encoding="utf-8")
    assert written == report.winnability_table(KEPT)
    assert report.parse(KEPT.as_text()) == KEPT


def test_a_game_that_is_never_or_always_won_got_a_second_look() -> None:
    odd = {id for id, row in KEPT.rows.items() if row.won in (0, row.games)}
    assert odd <= set(report.second_looks())
    assert set(report.second_looks()) <= set(RACES)


def test_the_share_of_deals_won_is_for_the_rules_as_they_are() -> None:
    row = KEPT.rows["klondike_draw1"]
    assert report.won_share("klondike_draw1") == round(row.won / row.games, 3)
    assert report.won_share("spite_and_malice") is None
    earlier = report.Winnability("good", "00", 2000, {"nestor": report.Row(revision=0, games=10, won=9)})
    assert earlier.row("nestor") == report.Row(revision=catalogue.info("nestor").revision)


def test_the_catalogue_that_a_client_is_sent_says_how_hard_games_are() -> None:
    won = {info.id: info.won for info in game_infos()}
    assert won["anno_domini"] == 0
    assert won["fourteenth"] == 1
    assert won["spite_and_malice"] is None


def test_slow_games_are_named() -> None:
    quick = Speed("nestor", 300, moves=30, push=19.9, plain=None, play=20.4, undo=1, events=1)
    slow = Speed("klondike", 300, moves=48, push=2, plain=2, play=2.1, undo=None, events=1)
    table = report.speed_table([quick, slow], "Measured here.")
    assert "Too slow: klondike." in table
    assert table.index("`klondike`") < table.index("`nestor`")
    assert "None is over." in report.speed_table([quick], "")


def test_no_game_is_over_the_bound_of_speed() -> None:
    written = (report.FOLDER / "speed.md").read_text(encoding="utf-8")
    assert "None is over." in written
    assert [id for id in RACES if f"`{id}`" not in written] == [], "run `make speeds`"
