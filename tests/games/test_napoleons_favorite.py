"""The Checks of sheets/napoleons_favorite.md."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import parse
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

HOMES = {f"ace_foundations/{i}": f"A{s}" for i, s in enumerate("CDHS")} | {
    f"king_foundations/{i}": f"K{s}" for i, s in enumerate("CDHS")
}


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("napoleons_favorite").deal(SEED)
    assert counts(table) == {"king_foundations": [1] * 4, "ace_foundations": [1] * 4, "tableau": [8] * 12}
    pack = shuffled(table.game.pack, SEED, 0)
    for card in ("KC", "KD", "KH", "KS", "AC", "AD", "AH", "AS"):
        pack.remove(parse(card))
    assert table.group("tableau") == [pack[i::12] for i in range(12)]


@pytest.mark.parametrize(
    ("packet", "to_king", "to_ace"),
    [(n, n not in (7, 8, 9, 10), n not in (1, 2, 3, 4)) for n in range(1, 13)],
)
def test_1_each_side_serves_its_own_row_at_first(packet: int, to_king: bool, to_ace: bool) -> None:
    spot = f"tableau/{packet - 1}"
    assert is_legal(position("napoleons_favorite", HOMES | {spot: "QS"}), spot, "king_foundations/3") == to_king
    assert is_legal(position("napoleons_favorite", HOMES | {spot: "2S"}), spot, "ace_foundations/3") == to_ace


def test_2_a_card_gets_round_the_limit_by_way_of_a_side_packet() -> None:
    table = position("napoleons_favorite", HOMES | {"tableau/2": "2D", "tableau/4": "3C"})
    with pytest.raises(IllegalMove, match="Before the first redeal the packets above the kings serve only"):
        table.play(as_move(table, "tableau/2", "ace_foundations/1"))
    play(table, "tableau/2", "tableau/4")
    assert is_legal(table, "tableau/4", "ace_foundations/1")


@pytest.mark.parametrize(
    ("top", "takes"), [("7H", {"6", "8"}), ("KC", {"Q"}), ("AS", {"2"}), ("QD", {"J", "K"}), ("2C", {"A", "3"})]
)
def test_3_a_packet_takes_its_neighbours_in_rank(top: str, takes: set[str]) -> None:
    for rank in "A23456789TJQK":
        table = position("napoleons_favorite", {"tableau/0": top, "tableau/7": f"{rank}D"})
        assert is_legal(table, "tableau/7", "tableau/0") == (rank in takes)


def test_4_sequences_move_singly_or_as_units_with_the_option() -> None:
    piles = {"tableau/1": "5C 6D 7S", "tableau/6": "8H"}
    table = position("napoleons_favorite", piles)
    assert not is_legal(table, "tableau/1", "tableau/6", 3)
    for _ in range(3):
        play(table, "tableau/1", "tableau/6")
    assert shown(table, "tableau/6") == "8H 7S 6D 5C"


def test_4_a_unit_goes_one_way_and_its_deepest_card_must_fit() -> None:
    options = {"sequence_units": True}
    table = position(
        "napoleons_favorite", {"tableau/1": "5C 6D 7S", "tableau/6": "8H", "tableau/8": "4D"}, options=options
    )
    assert not is_legal(table, "tableau/1", "tableau/6", 3)
    assert is_legal(table, "tableau/1", "tableau/8", 3)
    assert is_legal(table, "tableau/1", "tableau/6", 1)
    turning = position("napoleons_favorite", {"tableau/1": "6C 7D 6S", "tableau/6": "5H"}, options=options)
    assert is_legal(turning, "tableau/1", "tableau/6", 1)
    assert not is_legal(turning, "tableau/1", "tableau/6", 3)
    assert not is_legal(table, "tableau/1", "king_foundations/0", 3)
    with pytest.raises(IllegalMove, match="2: the top card or a run of a packet goes on"):
        turning.play(as_move(turning, "tableau/1", "tableau/6", 3))


def test_5_nothing_goes_on_an_emptied_packet() -> None:
    assert not is_legal(position("napoleons_favorite", {"tableau/0": "5C 6D"}), "tableau/0", "tableau/3")


def test_6_after_a_redeal_every_packet_serves_both_rows() -> None:
    for spot in ("tableau/1", "tableau/7"):
        table = position("napoleons_favorite", HOMES | {spot: "QS"}, redeals=1)
        assert is_legal(table, spot, "king_foundations/3")
        table = position("napoleons_favorite", HOMES | {spot: "2S"}, redeals=1)
        assert is_legal(table, spot, "ace_foundations/3")


def test_7_a_redeal_begins_with_the_bottom_of_packet_1() -> None:
    table = position("napoleons_favorite", HOMES | {"tableau/0": "4C 9D", "tableau/1": "7H", "tableau/3": "JS"})
    play(table, "redeal")
    assert [shown(table, f"tableau/{i}") for i in range(5)] == ["4C", "9D", "7H", "JS", ""]
    assert table.count("redeals") == 1


def test_7_a_redeal_goes_round_all_twelve_places() -> None:
    cards = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC 2D 3D 4D"
    table = position("napoleons_favorite", HOMES | {"tableau/5": cards})
    play(table, "redeal")
    assert counts(table)["tableau"] == [2, 2] + [1] * 10
    assert shown(table, "tableau/0") == "2C 3D"
    assert shown(table, "tableau/1") == "3C 4D"
    assert shown(table, "tableau/11") == "2D"


def test_8_a_third_redeal_is_illegal() -> None:
    piles = {"tableau/0": "5C 6D"}
    assert is_legal(position("napoleons_favorite", piles, redeals=1), "redeal")
    assert not is_legal(position("napoleons_favorite", piles, redeals=2), "redeal")
