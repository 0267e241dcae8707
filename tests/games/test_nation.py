"""The Checks of sheets/nation.md."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.table import Table
from cadogan_games.games.nation import deal_out
from tests.games.positions import cards, counts, is_legal, play, position, shown

HOMES = {f"ace_foundations/{i}": f"A{s}" for i, s in enumerate("CDHS")} | {
    f"king_foundations/{i}": f"K{s}" for i, s in enumerate("CDHS")
}


def dealt(pack: str, homes: dict[str, str] | None = None) -> Table:
    """Return a table after the deal of only these cards."""
    table = position("nation", HOMES | (homes or {}))
    dealer = Dealer(table)
    dealer.pack = cards(pack)
    deal_out(dealer)
    return table


def test_counts_after_the_deal() -> None:
    for number in range(40):
        table = catalogue.game("nation").deal(bytes([number]) * 32)
        columns = counts(table)["tableau"]
        played = table.progress - 8
        assert 10 <= played <= 40
        assert sum(columns) == 96 - played
        assert max(columns) <= 8


def test_1_cards_that_fit_go_home_and_use_up_their_number() -> None:
    table = dealt("7C 2D QH 9S 3D 4H JH 5C 8S")
    assert shown(table, "tableau/0") == "7C 9S 4H 5C"
    assert shown(table, "tableau/1") == "8S"
    assert shown(table, "ace_foundations/1") == "AD 2D 3D"
    assert shown(table, "king_foundations/2") == "KH QH JH"


def test_2_a_card_laid_is_not_looked_at_again() -> None:
    table = dealt("3D 5C 2D 9S")
    assert shown(table, "tableau/0") == "3D 5C 9S"
    assert shown(table, "ace_foundations/1") == "AD 2D"


def test_2_a_card_that_fits_both_goes_to_the_ace_foundation() -> None:
    table = dealt("7C", {"ace_foundations/0": "AC 2C 3C 4C 5C 6C", "king_foundations/0": "KC QC JC TC 9C 8C"})
    assert shown(table, "ace_foundations/0") == "AC 2C 3C 4C 5C 6C 7C"


def test_2_in_the_last_column_too() -> None:
    table = dealt(" ".join(["9S"] * 88 + ["2D", "4C", "QS", "3D", "6H", "7H", "8H", "JS"]))
    assert [len(pile) for pile in table.group("tableau")] == [8] * 11 + [4]
    assert shown(table, "tableau/11") == "4C 6H 7H 8H"
    assert shown(table, "ace_foundations/1") == "AD 2D 3D"
    assert shown(table, "king_foundations/3") == "KS QS JS"


def test_3_columns_build_both_ways_in_suit() -> None:
    table = position("nation", {"tableau/0": "8S", "tableau/1": "9S", "tableau/2": "9C"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert is_legal(table, "tableau/1", "tableau/0")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_4_king_and_ace_are_neighbours_only_with_the_option() -> None:
    piles = {"tableau/0": "KD", "tableau/1": "AD", "tableau/2": "AH"}
    for wrap in (False, True):
        table = position("nation", piles, options={"wrap": wrap})
        assert is_legal(table, "tableau/0", "tableau/1") == wrap
        assert is_legal(table, "tableau/1", "tableau/0") == wrap
        assert not is_legal(table, "tableau/0", "tableau/2")


def test_4_the_option_does_not_hold_for_the_foundations() -> None:
    rising = "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"
    piles = {"ace_foundations/0": rising, "king_foundations/0": "KC", "tableau/0": "AC", "tableau/1": "KC"}
    table = position("nation", piles, options={"wrap": True})
    assert not is_legal(table, "tableau/0", "king_foundations/0")
    assert is_legal(table, "tableau/1", "ace_foundations/0")


def test_5_cards_move_singly() -> None:
    table = position("nation", {"tableau/3": "2C 5H 6H", "tableau/8": "7H"})
    assert not is_legal(table, "tableau/3", "tableau/8", 2)
    play(table, "tableau/3", "tableau/8")
    play(table, "tableau/3", "tableau/8")
    assert shown(table, "tableau/8") == "7H 6H 5H"


def test_6_a_space_takes_any_card() -> None:
    assert is_legal(position("nation", {"tableau/6": "3C KS"}), "tableau/6", "tableau/1")


def test_7_the_last_column_comes_first_in_a_redeal() -> None:
    table = position("nation", HOMES | {"tableau/11": "4C TD", "tableau/9": "JS", "tableau/0": "5H 6H 7H 8H 9H TH 8S"})
    play(table, "redeal")
    assert shown(table, "tableau/0") == "4C TD JS 5H 6H 7H 8H 9H"
    assert shown(table, "tableau/1") == "TH 8S"
    assert table.count("redeals") == 1


def test_7_in_a_redeal_cards_go_home_as_they_come() -> None:
    table = position("nation", HOMES | {"tableau/11": "4C 2D 5S", "tableau/4": "3D 9S"})
    play(table, "redeal")
    assert shown(table, "ace_foundations/1") == "AD 2D 3D"
    assert shown(table, "tableau/0") == "4C 5S 9S"


def test_8_a_third_redeal_is_illegal() -> None:
    piles = {"tableau/0": "5H", "tableau/4": "9S"}
    assert is_legal(position("nation", piles, redeals=1), "redeal")
    assert not is_legal(position("nation", piles, redeals=2), "redeal")


def test_9_sixty_cards_fill_seven_columns_and_half_of_the_eighth() -> None:
    table = position("nation", HOMES | {f"tableau/{i}": "5H 9S 6D 7C 8H" for i in range(12)})
    play(table, "redeal")
    assert counts(table)["tableau"] == [8] * 7 + [4] + [0] * 4
    assert is_legal(table, "tableau/0", "tableau/11")
