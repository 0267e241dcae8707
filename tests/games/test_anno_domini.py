"""The Checks of sheets/anno_domini.md, and the number for the current year."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.catalogue import BadOption
from cadogan_games.engine.cards import name
from cadogan_games.engine.shuffle import shuffled
from tests.games.positions import SEED, counts, is_legal, play, position, shown

BOTH = ["anno_domini", "anno_domini_rows"]
IN_2026 = {"year": 2026}
HOMES_2026 = {"foundations/0": "3S", "foundations/1": "JH", "foundations/2": "3D", "foundations/3": "7C"}
ROUND = "A23456789TJQK"


@pytest.mark.parametrize("id", BOTH)
@pytest.mark.parametrize(
    ("year", "first", "last"),
    [
        (1899, "2S 9H TD TC", "AS 8H 9D 9C"),
        (1900, "2S TH JD JC", "AS 9H TD TC"),
        (2026, "3S JH 3D 7C", "2S TH 2D 6C"),
        (1000, "2S JH JD JC", "AS TH TD TC"),
        (9999, "TS TH TD TC", "9S 9H 9D 9C"),
    ],
)
def test_1_and_2_digits_give_the_first_cards_and_tops_read_as_the_year(
    id: str, year: int, first: str, last: str
) -> None:
    table = catalogue.game(id, {"year": year}).deal(SEED)
    assert [shown(table, f"foundations/{i}") for i in range(4)] == first.split()
    whole = {}
    for i, (begin, end) in enumerate(zip(first.split(), last.split(), strict=True)):
        k = ROUND.index(begin[0])
        whole[f"foundations/{i}"] = " ".join(rank + begin[1] for rank in ROUND[k:] + ROUND[:k])
        assert whole[f"foundations/{i}"].endswith(end)
    assert position(id, whole, options={"year": year}).won


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("anno_domini", IN_2026).deal(SEED)
    assert counts(table) == {"foundations": [1] * 4, "stock": [48], "waste": [0]}
    pack = [c for card in shuffled(table.game.pack, SEED, 0) if (c := name(card)) not in HOMES_2026.values()]
    assert shown(table, "stock").split() == [f"#{card}" for card in reversed(pack)]
    table = catalogue.game("anno_domini_rows", IN_2026).deal(SEED)
    assert counts(table) == {"foundations": [1] * 4, "tableau": [1] * 4, "stock": [44], "waste": [0]}
    assert [shown(table, f"tableau/{i}") for i in range(4)] == pack[:4]


@pytest.mark.parametrize(
    ("card", "foundation", "legal"), [("4S", 0, True), ("4D", 2, True), ("4S", 2, False), ("4D", 0, False)]
)
def test_3_foundations_follow_suit(card: str, foundation: int, legal: bool) -> None:
    table = position("anno_domini", HOMES_2026 | {"waste": card}, options=IN_2026)
    assert is_legal(table, "waste", f"foundations/{foundation}") == legal


def test_4_foundations_go_round_the_corner_to_the_digit_itself() -> None:
    to_king = HOMES_2026 | {"foundations/1": "JH QH KH"}
    assert is_legal(position("anno_domini", to_king | {"waste": "AH"}, options=IN_2026), "waste", "foundations/1")
    complete = HOMES_2026 | {"foundations/1": "JH QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H TH"}
    table = position("anno_domini", complete | {"waste": "JH"}, options=IN_2026)
    assert not is_legal(table, "waste", "foundations/1")


@pytest.mark.parametrize(("id", "redeals"), [("anno_domini", 1), ("anno_domini_rows", 2)])
def test_5_redeals_are_limited_and_unshuffled(id: str, redeals: int) -> None:
    assert not is_legal(position(id, {"waste": "5H 9S"}, redeals=redeals), "redeal")
    assert not is_legal(position(id, {"waste": "5H 9S", "stock": "#2C"}), "redeal")
    table = position(id, {"waste": "5H 9S"}, redeals=redeals - 1)
    play(table, "redeal")
    assert shown(table, "stock") == "#9S #5H"


def test_6_piles_are_packed_in_alternate_colours_round_the_corner() -> None:
    for card, legal in {"KD": True, "KH": True, "KS": False, "QD": False}.items():
        assert is_legal(position("anno_domini_rows", {"tableau/0": "AC", "waste": card}), "waste", "tableau/0") == legal
    table = position("anno_domini_rows", {"tableau/0": "QS JH", "tableau/1": "KD", "tableau/2": "QC"})
    assert is_legal(table, "tableau/0", "tableau/1", 2)
    assert is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(table, "tableau/0", "tableau/1", 1)


def test_6_a_tableau_top_goes_home() -> None:
    table = position("anno_domini_rows", HOMES_2026 | {"tableau/3": "9D 8C"}, options=IN_2026)
    play(table, "tableau/3", "foundations/3")
    assert shown(table, "foundations/3") == "7C 8C"


def test_7_a_space_waits_for_the_player_and_takes_nothing_from_the_stock() -> None:
    table = position("anno_domini_rows", {"tableau/0": "QS JH", "tableau/1": "KD", "waste": "5C", "stock": "#9H #8H"})
    assert is_legal(table, "waste", "tableau/2")
    assert is_legal(table, "tableau/0", "tableau/2", 1)
    assert not is_legal(table, "tableau/0", "tableau/2", 2)
    assert not is_legal(table, "tableau/1", "tableau/2", 1)
    assert not is_legal(table, "stock", "tableau/2")
    play(table, "tableau/0", "tableau/1", 2)
    play(table, "turn")
    assert counts(table)["tableau"] == [0, 3, 0, 0]
    assert shown(table, "waste") == "5C 8H"


@pytest.mark.parametrize("id", BOTH)
def test_the_current_year_is_settled_when_a_deal_is_created(id: str) -> None:
    assert catalogue.resolve_options(id, {}, 2026) == IN_2026
    assert catalogue.resolve_options(id, {"year": "current"}, 2027) == {"year": 2027}
    assert catalogue.resolve_options(id, {"year": 1899}, 2026) == {"year": 1899}
    for year in (999, 10000, "1899", True):
        with pytest.raises(BadOption):
            catalogue.resolve_options(id, {"year": year}, 2026)


def test_other_games_are_settled_with_their_defaults() -> None:
    assert catalogue.resolve_options("carpet", {}, 2026) == {"clear_lane": False}
    assert catalogue.resolve_options("sultan", {}, 2026) == {}
    with pytest.raises(BadOption):
        catalogue.resolve_options("sultan", {"year": 2026}, 2026)
