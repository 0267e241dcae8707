"""The Checks of sheets/carpet.md."""

from __future__ import annotations

from cadogan_games import catalogue
from tests.games.positions import SEED, counts, is_legal, play, position, shown


def cell(r: int, c: int) -> str:
    return f"carpet/{8 * r + c}"


def laid(*gone: tuple[int, int], **piles: str) -> dict[str, str]:
    """Return a carpet of fours of spades without the cells in `gone`, and with the test's cards on top."""
    full = {cell(r, c): "4S" for r in range(8) for c in range(8) if (r, c) not in gone}
    return full | piles


def free_cells(piles: dict[str, str], **options: bool) -> set[tuple[int, int]]:
    """Return the cells whose card may go on the waste, which shows a neighbouring rank."""
    table = position("carpet", piles | {"waste": "5S"}, options=options)
    return {(r, c) for r in range(8) for c in range(8) if is_legal(table, cell(r, c), "waste")}


def test_counts_after_the_deal() -> None:
    table = catalogue.game("carpet").deal(SEED)
    assert counts(table) == {
        "ace_foundations": [1] * 4,
        "king_foundations": [1] * 4,
        "carpet": [1] * 64,
        "stock": [32],
        "waste": [0],
    }
    assert [shown(table, f"king_foundations/{i}") for i in range(4)] == "KC KD KH KS".split()


def test_sixteen_cards_are_free_at_the_start() -> None:
    rim = {(0, c) for c in (0, 2, 4, 6)} | {(7, c) for c in (1, 3, 5, 7)} | {(r, 0) for r in (1, 3, 5, 7)}
    assert free_cells(laid()) == rim | {(r, 7) for r in (0, 2, 4, 6)}


def test_1_and_2_a_narrow_end_at_the_rim_is_free() -> None:
    free = free_cells(laid())
    assert {(0, 2), (3, 0)} <= free
    assert not {(0, 1), (3, 7)} & free


def test_3_taking_a_card_frees_those_whose_narrow_ends_faced_it() -> None:
    free = free_cells(laid((0, 2)))
    assert {(0, 1), (0, 3)} <= free
    assert (1, 2) not in free


def test_4_an_empty_waste_takes_nothing() -> None:
    piles = laid() | {cell(0, 0): "6H", "ace_foundations/2": "AH"}
    assert not is_legal(position("carpet", piles), cell(0, 0), "waste")
    assert not is_legal(position("carpet", piles), cell(0, 0), "ace_foundations/2")
    up_to_five = piles | {"ace_foundations/2": "AH 2H 3H 4H 5H"}
    assert is_legal(position("carpet", up_to_five), cell(0, 0), "ace_foundations/2")
    down_to_seven = piles | {"king_foundations/2": "KH QH JH TH 9H 8H 7H"}
    assert is_legal(position("carpet", down_to_seven), cell(0, 0), "king_foundations/2")


def test_5_the_waste_is_built_in_suit_either_way() -> None:
    table = position(
        "carpet", laid() | {"waste": "9C", cell(0, 0): "8C", cell(0, 2): "TC", cell(0, 4): "8S", cell(1, 1): "8C"}
    )
    assert is_legal(table, cell(0, 0), "waste")
    assert is_legal(table, cell(0, 2), "waste")
    assert not is_legal(table, cell(0, 4), "waste")
    assert not is_legal(table, cell(1, 1), "waste")


def test_6_no_wrapping_on_the_waste() -> None:
    assert not is_legal(position("carpet", laid() | {"waste": "KS", cell(0, 0): "AS"}), cell(0, 0), "waste")


def test_7_a_card_goes_on_either_foundation_of_its_suit() -> None:
    homes = {"ace_foundations/0": "AC 2C 3C 4C 5C 6C", "king_foundations/0": "KC QC JC TC 9C 8C"}
    table = position("carpet", laid() | homes | {cell(0, 0): "7C"})
    assert is_legal(table, cell(0, 0), "ace_foundations/0")
    assert is_legal(table, cell(0, 0), "king_foundations/0")


def test_8_after_two_redeals_nothing_turns() -> None:
    table = position("carpet", laid() | {"waste": "9C"}, redeals=2)
    assert not is_legal(table, "redeal")
    assert not is_legal(table, "turn")


def test_9_an_upper_end_inside_the_carpet() -> None:
    gone = [(0, c) for c in range(8)] + [(1, 0)]
    assert (1, 1) in free_cells(laid(*gone))


def test_with_clear_lane_every_cell_to_the_rim_must_be_empty() -> None:
    only_next = laid((3, 4))
    assert (4, 4) in free_cells(only_next)
    assert (4, 4) not in free_cells(only_next, clear_lane=True)
    assert (4, 4) in free_cells(laid((0, 4), (1, 4), (2, 4), (3, 4)), clear_lane=True)


def test_the_rug_turns_its_waste_over_and_the_carpet_shuffles_it() -> None:
    waste = "2C 9D 4H JS 7C 8D"
    rug = position("japanese_rug", laid() | {"waste": waste})
    play(rug, "redeal")
    assert shown(rug, "stock") == "#8D #7C #JS #4H #9D #2C"
    one, two = (position("carpet", laid() | {"waste": w}) for w in (waste, "8D 7C JS 4H 9D 2C"))
    play(one, "redeal")
    play(two, "redeal")
    assert shown(one, "stock") == shown(two, "stock")
