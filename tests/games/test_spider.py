"""The Checks of sheets/spider.md."""

from __future__ import annotations

from collections import Counter

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, act, as_move, counts, is_legal, play, position, shown

ALL_BUT_ACE = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"
RUN = ALL_BUT_ACE + " AS"


@pytest.mark.parametrize(("id", "copies"), [("spider_4", 2), ("spider_2", 4), ("spider_1", 8)])
def test_counts_and_order_of_the_deal(id: str, copies: int) -> None:
    table = catalogue.game(id).deal(SEED)
    assert counts(table) == {"tableau": [6] * 4 + [5] * 6, "stock": [50], "foundations": [0] * 8}
    assert sum(card < DOWN for pile in table.group("tableau") for card in pile) == 10
    assert all(pile[-1] < DOWN for pile in table.group("tableau"))
    assert set(Counter(card & 63 for pile in table.piles for card in pile).values()) == {copies}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0").split() == [f"#{pack[i]}" for i in (0, 10, 20, 30, 40)] + [pack[44]]
    assert shown(table, "tableau/9").split() == [f"#{pack[i]}" for i in (9, 19, 29, 39)] + [pack[53]]
    assert shown(table, "stock").split()[-1] == f"#{pack[54]}"


def test_1_a_run_or_its_lower_part_goes_on_the_next_higher_rank() -> None:
    table = position("spider_4", {"tableau/0": "8S 7S 6S", "tableau/1": "9H", "tableau/2": "8D", "tableau/3": "TS"})
    assert is_legal(table, "tableau/0", "tableau/1", 3)
    assert is_legal(table, "tableau/0", "tableau/2", 2)
    assert not is_legal(table, "tableau/0", "tableau/3", 3)
    assert not is_legal(table, "tableau/0", "tableau/1", 2)


def test_2_mixed_suits_do_not_move_together() -> None:
    table = position("spider_4", {"tableau/0": "8S 7H", "tableau/1": "9C", "tableau/2": "8C"})
    assert not is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)


def test_3_spaces_take_any_run_and_aces_take_nothing() -> None:
    table = position("spider_4", {"tableau/0": "KD QD", "tableau/1": "AC", "tableau/2": "KD", "tableau/3": "2S"})
    assert is_legal(table, "tableau/0", "tableau/4", 2)
    assert is_legal(table, "tableau/0", "tableau/4", 1)
    assert not is_legal(table, "tableau/2", "tableau/1")
    assert not is_legal(table, "tableau/3", "tableau/1")


def test_4_the_card_that_becomes_the_last_is_turned_up() -> None:
    table = position("spider_4", {"tableau/0": "#4H #5H #6H QC JC", "tableau/1": "KS"})
    play(table, "tableau/0", "tableau/1", 2)
    assert shown(table, "tableau/0") == "#4H #5H 6H"


def test_5_no_row_over_a_space() -> None:
    piles = {f"tableau/{i}": "2C 4D 6H 8S TC" for i in range(8)} | {"tableau/8": "3C 5D 7H 9S JC QH 2S 4S"}
    piles |= {"stock": " ".join(["#5C"] * 30)} | {f"foundations/{i}": RUN for i in range(2)}
    assert not is_legal(position("spider_4", piles), "deal")
    assert is_legal(position("spider_4", piles, options={"relaxed": True}), "deal")
    assert is_legal(position("spider_4", piles | {"tableau/9": "KH"}), "deal")
    with pytest.raises(IllegalMove, match="Deal is not possible: an empty column must be filled first"):
        position("spider_4", piles).play(("deal",))


def test_5_ten_cards_can_fill_all_columns_and_must() -> None:
    table = position("spider_4", {"tableau/0": "KS 2C 4C 6C 8C TC", "tableau/1": "2D 4D 6D 8D", "stock": "#5C #6H"})
    assert not is_legal(table, "deal")


def test_6_with_fewer_than_ten_cards_a_row_goes_over_spaces() -> None:
    piles = {"tableau/3": "9H 8H 7H 6H 5H 4H", "stock": " ".join(["#KC"] * 19 + ["#2D"])}
    table = position("spider_4", piles | {f"foundations/{i}": RUN for i in range(6)})
    play(table, "deal")
    assert counts(table)["tableau"] == [1, 1, 1, 7, 1, 1, 1, 1, 1, 1]
    assert shown(table, "tableau/0") == "2D"
    assert counts(table)["stock"] == [10]


@pytest.mark.parametrize("below", ["5D", "#5D"])
def test_7_a_complete_run_goes_home_by_itself(below: str) -> None:
    table = position("spider_4", {"tableau/4": f"{below} {ALL_BUT_ACE}", "tableau/5": "AS", "foundations/0": RUN})
    before = table.progress
    play(table, "tableau/5", "tableau/4")
    assert shown(table, "tableau/4") == "5D"
    assert shown(table, "foundations/1") == RUN
    assert (before, table.progress) == (13 + 11, 26)


def test_7_with_the_option_it_waits_for_the_player() -> None:
    table = position(
        "spider_4",
        {"tableau/4": f"#5D {ALL_BUT_ACE}", "tableau/5": "AS", "tableau/6": "2H"},
        options={"manual_removal": True},
    )
    play(table, "tableau/5", "tableau/6")
    assert not is_legal(table, "discard", "tableau/4")
    play(table, "tableau/6", "tableau/4")
    assert table.progress == 12
    assert is_legal(table, "discard", "tableau/4")
    with pytest.raises(IllegalMove, match="Only a run from king to ace in suit"):
        table.play(act(table, "discard", "tableau/6"))
    play(table, "discard", "tableau/4")
    assert shown(table, "tableau/4") == "5D"
    assert shown(table, "foundations/0") == RUN
    assert table.progress == 13


def test_8_a_run_completed_by_a_row_goes_when_the_row_is_complete() -> None:
    piles = {f"tableau/{i}": "9H" for i in range(10)}
    stock = " ".join(f"#{c}" for c in "TD 9D 8D 7D 6D 5D 4D 3D AS 2D".split())
    table = position("spider_4", piles | {"tableau/1": ALL_BUT_ACE, "stock": stock})
    play(table, "deal")
    assert shown(table, "tableau/1") == ""
    assert shown(table, "foundations/0") == RUN
    assert [shown(table, f"tableau/{i}") for i in (0, 2, 9)] == ["9H 2D", "9H 3D", "9H TD"]


def test_a_king_and_an_ace_are_no_neighbours() -> None:
    table = position("spider_4", {"tableau/0": "AS", "tableau/1": "KS"})
    assert not is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/0", "tableau/1")


def test_joins_count_only_cards_that_are_seen() -> None:
    table = position("spider_4", {"tableau/0": "#QS JS TS", "tableau/1": "AC KD QD JH", "tableau/2": "2H AS"})
    assert table.progress == 2


def test_won_with_eight_runs_home() -> None:
    table = position(
        "spider_1", {f"foundations/{i}": RUN for i in range(7)} | {"tableau/0": ALL_BUT_ACE, "tableau/3": "AS"}
    )
    play(table, "tableau/3", "tableau/0")
    assert table.won
    assert table.progress == 104
    assert table.moves() == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("tableau/0", "tableau/1", 3), "only cards that lie in sequence move together"),
        (("tableau/0", "tableau/2", 1), "on 9♦ it wants any 8"),
        (("stock", "tableau/0", 1), "no rule lets a card go from the stock to the column"),
    ],
)
def test_a_refusal_says_which_rule(words: tuple[str, ...], reason: str) -> None:
    table = position("spider_4", {"tableau/0": "#8S 7H 6H", "tableau/1": "9H", "tableau/2": "9D", "stock": "#2C"})
    with pytest.raises(IllegalMove, match=f"(?i){reason}"):
        table.play(as_move(table, *words))
