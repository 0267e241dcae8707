"""The rules of building are learned from the legal moves."""

from __future__ import annotations

from types import SimpleNamespace

from cadogan_client.bots.runs.building import Building

SPADES, HEARTS = 39, 26
"""The aces of both suits."""


def table(*columns: list[int]) -> SimpleNamespace:
    """Return a table with a foundation and these columns, which are piles 1, 2, ..."""
    return SimpleNamespace(piles=[[], *columns], kinds=["foundation", *["tableau"] * len(columns)])


def columns_of(view: SimpleNamespace) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(pile) for pile in view.piles[1:])


def test_an_ace_that_may_not_go_home_shows_that_whole_runs_do() -> None:
    view = table([SPADES], [SPADES + 1], [HEARTS + 5])
    building = Building()
    building.look(view, [(1, 2, 1)])
    assert building.whole
    assert not building.single
    building.look(view, [(1, 2, 1), (1, 0, 1)])
    assert building.single


def test_what_was_seen_once_is_tried_wherever_it_fits() -> None:
    """Spades and hearts were seen to go on the next higher rank of the other suit, but not of their own."""
    view = table([SPADES + 3], [HEARTS + 4], [HEARTS + 7, SPADES + 8], [HEARTS + 9])
    building = Building()
    building.look(view, [(1, 2, 1)])
    assert building.any_suit
    assert set(building.moves(columns_of(view))) == {(0, 1, 1), (2, 3, 1)}


def test_a_set_and_a_sequence_do_not_move_as_one_unit() -> None:
    """In Aracnida cards of equal ranks move together, and so do runs in suit; both at once do not."""
    pair, run = [SPADES + 3, HEARTS + 3], [HEARTS + 3, HEARTS + 2]
    view = table(pair, run, [SPADES + 4])
    building = Building()
    building.look(view, [(1, 3, 2), (2, 3, 2)])
    both = ((SPADES + 3, *run), (SPADES + 4,))
    assert {n for _, _, n in building.moves(both)} == {2}


def test_units_of_mixed_steps_move_where_they_were_seen_to() -> None:
    """In Scorpion all cards over a card move with it."""
    view = table([SPADES + 3, HEARTS + 9, SPADES], [SPADES + 4])
    building = Building()
    building.look(view, [(1, 2, 3)])
    assert (0, 1, 3) in set(building.moves(columns_of(view)))


def test_only_a_king_is_tried_in_a_space_until_another_card_went_there() -> None:
    view = table([SPADES + 4, SPADES + 12], [HEARTS + 7, HEARTS + 3], [])
    building = Building()
    building.look(view, [(1, 3, 1)])
    assert {move for move in building.moves(columns_of(view)) if move[1] == 2} == {(0, 2, 1)}
    building.look(view, [(2, 3, 1)])
    assert {(0, 2, 1), (1, 2, 1)} <= set(building.moves(columns_of(view)))


def test_the_suits_are_those_of_the_cards_seen() -> None:
    view = table([-1, SPADES + 4], [HEARTS + 7])
    building = Building()
    building.look(view, [])
    assert building.suits == {2, 3}
