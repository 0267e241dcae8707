"""The stored reports are whole, and agree in Markdown and JSON."""

from __future__ import annotations

import re
from dataclasses import replace
from math import sqrt

import pytest

from cadogan_games import brackets, catalogue, choices, levels, report, texts
from cadogan_games.kept import FOLDER
from cadogan_games.solver.solved import SolvedRow
from cadogan_games.speeds import Speed
from cadogan_server.gateway.handlers.asking import game_infos
from tests.each import each

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
CHOICES = choices.Choices.parse((FOLDER / "choices.json").read_text(encoding="utf-8"))
KEPT = report.Winnability.parse((FOLDER / "winnability.json").read_text(encoding="utf-8"))
SOLVED = brackets.solved_in((FOLDER / "solved.json").read_text(encoding="utf-8"))

LEVELS = levels.Levels.parse((FOLDER / "levels.json").read_text(encoding="utf-8"))


@each("id", RACES)
def test_every_race_was_played_often_and_to_its_end(id: str) -> None:
    assert id in KEPT.rows, f"run `make game ID={id}`"
    row = KEPT.rows[id]
    assert row.games >= 100
    assert row.won + row.blocked + row.given_up + row.unfinished == row.games
    assert row.unfinished == 0
    assert row.progress <= row.games * catalogue.head_of(id).progress_max
    assert (row.won == row.games) == (row.progress == row.games * catalogue.head_of(id).progress_max)


def test_the_table_agrees_with_the_data_for_programs() -> None:
    written = (FOLDER / "winnability.md").read_text(encoding="utf-8")
    assert written == report.winnability_table(KEPT, SOLVED)
    assert report.Winnability.parse(KEPT.as_text()) == KEPT


def test_no_bracket_excludes_a_published_share() -> None:
    assert set(brackets.published()) <= set(SOLVED.rows)
    for id, figures in brackets.published().items():
        assert not brackets.contradicts(SOLVED.row(id), figures), id
    row = SolvedRow(1, "w" * 60 + "l" * 40)

    def excluded(looser: str | None) -> list[float]:
        shares = [brackets.Published(share, "", looser) for share in (0.3, 0.5, 0.6, 0.7, 0.9)]
        return [figures.share for figures in shares if brackets.contradicts(row, figures)]

    assert excluded(None) == [0.3, 0.9]
    assert excluded("Runs move in any suit") == [0.3]
    assert not brackets.contradicts(SolvedRow(1), brackets.Published(0.5, ""))


def deals_won(id: str) -> dict[str, tuple[int, int]]:
    """Return for each report on a game the number of deals won, and of all."""
    row, chosen, leveled = KEPT.row(id), CHOICES.row(id), LEVELS.row(id)
    return {
        "winnability": (row.won, row.games),
        "choices": (chosen.won, chosen.deals),
        "choices of random": (chosen.won_by_other, chosen.deals),
        **{f"levels of {policy}": (leveled.score(policy).won, leveled.deals) for policy in leveled.by},
    }


def test_no_bot_wins_more_deals_than_the_solver_leaves_it() -> None:
    """All reports are of the same row of deals, so a deal that is proved lost is lost for each bot that has played it."""
    assert {KEPT.seed, CHOICES.seed, LEVELS.seed} == {SOLVED.seed}
    bracketed = {id: row for id, row in SOLVED.rows.items() if row.deals}
    assert sum(row.lost > 0 for row in bracketed.values()) > 20
    for id, row in bracketed.items():
        assert KEPT.row(id).share <= row.bracket[1], f"{id}: have more deals solved"
        for where, (won, deals) in deals_won(id).items():
            assert won <= deals - row.verdicts[:deals].count("l"), (id, where)


def test_no_bot_wins_more_often_than_others_found_possible() -> None:
    for id, figures in brackets.published().items():
        for where, (won, deals) in deals_won(id).items():
            margin = brackets.DEVIATIONS * sqrt(figures.share * (1 - figures.share) / deals)
            assert won / deals <= figures.share + margin, (id, where)


def test_a_game_that_is_never_or_always_won_got_a_second_look() -> None:
    odd = {id for id, row in KEPT.rows.items() if row.won in (0, row.games)}
    assert odd <= set(report.second_looks())
    assert set(report.second_looks()) <= set(RACES)


SPEEDS = report.kept_speeds((FOLDER / "speed.json").read_text(encoding="utf-8"))
SHARE = re.compile(r"(\d+) (?:of|von|donnes sur) 100\b")


@each("id", RACES)
def test_texts_give_the_counted_share_of_won_deals(id: str) -> None:
    assert id in KEPT.rows, f"run `make game ID={id}`"
    row, head = KEPT.rows[id], catalogue.head_of(id)
    sheet = (FOLDER.parent / "sheets" / f"{head.sheet}.md").read_text(encoding="utf-8")
    begins = "- **Race**" if head.sheet == id else f"  - `{id}`: "
    lines = [line for line in sheet.splitlines() if line.startswith(begins)]
    told = {language: texts.race_why(id, language) for language in texts.languages()}
    shares = {where: SHARE.findall(text) for where, text in {**told, "sheet": " ".join(lines)}.items()}
    assert len(set(map(tuple, shares.values()))) == 1, shares
    assert all(int(share) == round(100 * row.share) for share in shares["en"])
    assert "wins every deal" not in texts.race_why(head.id) or row.won == row.games


def test_more_deals_can_be_won_than_the_bot_wins() -> None:
    known = [id for id in catalogue.ids() if report.solvable_share(id) is not None]
    assert {"klondike_draw3", "mrs_mop"} <= set(known)
    for id in known:
        assert (report.won_share(id) or 0) <= (report.solvable_share(id) or 0) <= 1
    assert report.solvable_share("nestor") is None
    assert brackets.published()["canfield"].looser
    assert report.solvable_share("canfield") is None


def test_the_share_of_deals_won_is_for_the_rules_as_they_are() -> None:
    row = KEPT.rows["klondike_draw1"]
    assert report.won_share("klondike_draw1") == round(row.won / row.games, 3)
    assert report.won_share("spite_and_malice") is None
    earlier = report.Winnability("good", "00", 2000, {"nestor": report.Row(revision=0, games=10, won=9)})
    assert earlier.row("nestor") == report.Row(revision=catalogue.head_of("nestor").revision)


def test_the_catalogue_that_a_client_is_sent_says_how_hard_games_are() -> None:
    infos = {info.id: info for info in game_infos()}
    assert infos["anno_domini"].won == 0
    assert infos["fourteenth"].won == 1
    assert infos["spite_and_malice"].won is None
    assert infos["spite_and_malice"].proved is None
    for id in RACES:
        row, proved = SOLVED.row(id), infos[id].proved
        assert infos[id].won_of == KEPT.row(id).games
        assert proved is not None
        assert (proved.deals, proved.won, proved.lost) == (row.deals, row.won, row.lost)


@each("id", RACES)
def test_no_game_is_called_a_better_race_than_its_figure_allows(id: str) -> None:
    row = CHOICES.row(id)
    assert row.deals >= 150, f"run `make game ID={id}`"
    order = ("poor", "fair", "good")
    assert order.index(catalogue.head_of(id).race) <= order.index(choices.highest_race(id, row))


def test_a_games_race_rating_comes_from_the_better_players_lead() -> None:
    def figures(further: int, less: int) -> choices.Row:
        return choices.Row(revision=1, deals=100, further=further, less=less)

    called = [
        choices.highest_race("nestor", figures(*counts)) for counts in ((80, 10), (40, 0), (39, 0), (10, 0), (9, 0))
    ]
    assert called == ["good", "good", "fair", "fair", "poor"]
    assert choices.highest_race("wheel", figures(0, 100)) == "fair"


def test_the_table_of_choices_agrees_with_the_data_for_programs() -> None:
    written = (FOLDER / "choices.md").read_text(encoding="utf-8")
    assert written == choices.choices_table(CHOICES)
    assert choices.Choices.parse(CHOICES.as_text()) == CHOICES


def test_the_table_of_levels_agrees_with_the_data_for_programs() -> None:
    written = (FOLDER / "levels.md").read_text(encoding="utf-8")
    assert written == levels.levels_table(LEVELS)
    assert levels.Levels.parse(LEVELS.as_text()) == LEVELS


@each("id", RACES)
def test_every_level_gets_somewhere_in_every_race(id: str) -> None:
    assert LEVELS.row(id).deals >= 5, f"run `make game ID={id}`"
    if LEVELS.row(id).score("random").progress:
        assert all(LEVELS.row(id).score(level).after_5 for level in ("easy", "fair", "good"))


@pytest.mark.parametrize("at", ["progress", "after_3", "after_5"])
def test_levels_are_in_order_over_all_races(at: str) -> None:
    """Each level gets clearly further than the lower one, in the mean and in most games."""
    shares = [[LEVELS.row(id).share(level, at, id) for level in ("easy", "fair", "good")] for id in RACES]
    easy, fair, good = (sum(column) / len(RACES) for column in zip(*shares, strict=True))
    assert easy + 0.03 < fair
    assert fair + 0.03 < good
    assert sum(easy <= fair + 0.01 for easy, fair, _ in shares) >= 0.8 * len(RACES)
    assert sum(fair <= good + 0.01 for _, fair, good in shares) >= 0.8 * len(RACES)


def test_slow_games_are_named() -> None:
    quick = Speed("nestor", 300, moves=30, push=19.9, plain=None, play=20.4, undo=1, events=1)
    slow = Speed("klondike", 300, moves=48, push=2, plain=2, play=2.1, undo=None, events=1)
    speeds = report.Speeds()
    speeds.keep_speed(quick, "Python here")
    assert "No game takes longer." in report.speed_table(speeds)
    speeds.keep_speed(slow, "Python there")
    table = report.speed_table(speeds)
    assert "Too slow: klondike." in table
    assert "Measured with Python here: 1." in table
    assert table.index("`klondike`") < table.index("`nestor`")
    assert report.kept_speeds(speeds.as_text()) == speeds


def test_a_stored_speed_of_earlier_rules_or_other_moves_is_ignored() -> None:
    speeds = report.Speeds()
    speeds.keep_speed(Speed("nestor", 300, moves=30, push=19.9, plain=None, play=20.4, undo=1, events=1), "Python here")
    assert speeds.has("nestor")
    speeds.rows["nestor"] = replace(speeds.rows["nestor"], revision=0)
    assert not speeds.has("nestor")
    assert report.kept_speeds(replace(speeds, steps=7).as_text()) == report.kept_speeds(None) == report.Speeds()


def test_no_game_is_over_the_bound_of_speed() -> None:
    written = (FOLDER / "speed.md").read_text(encoding="utf-8")
    assert "No game takes longer." in written
    assert [id for id in RACES if f"`{id}`" not in written] == [], "run `make game ID=...` for these"
    assert written == report.speed_table(SPEEDS)
