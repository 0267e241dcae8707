"""The order in which cards go home, as a bot learns it."""

from __future__ import annotations

from cadogan_client.bots.needs import FAR, Needs
from tests.client.bots.test_attention import table

ACE, TWO, THREE, QUEEN, KING = 0, 1, 2, 11, 12
HEARTS = 26


def test_without_a_hint_aces_come_first_and_suits_go_up() -> None:
    needs = Needs()
    needs.look(table([], []), [])
    assert [needs.of[card] for card in (ACE, TWO, QUEEN, HEARTS + TWO)] == [1, 2, 12, 2]
    assert needs.ace_up_in_suit


def test_the_last_card_of_a_suit_has_its_need_too() -> None:
    needs = Needs()
    needs.look(table([], []), [])
    assert needs.of[KING] == 13
    needs.look(table([ACE], []), [])
    assert (needs.of[TWO], needs.of[KING], needs.of[ACE]) == (1, 12, FAR)


def test_each_card_that_went_home_brings_the_others_of_its_suit_nearer() -> None:
    needs = Needs()
    needs.look(table([ACE, TWO], []), [])
    assert (needs.of[THREE], needs.of[KING]) == (1, 11)
    assert needs.of[HEARTS + TWO] == FAR, "no foundation waits for hearts"


def test_a_move_home_teaches_the_direction() -> None:
    needs = Needs()
    needs.look(table([KING], [], [QUEEN]), [(2, 0, 1)])
    assert (needs.of[QUEEN], needs.of[ACE]) == (1, 12)
    assert not needs.ace_up_in_suit


def test_a_move_home_on_another_suit_lets_all_suits_come() -> None:
    needs = Needs()
    needs.look(table([ACE], [], [HEARTS + TWO]), [(2, 0, 1)])
    assert [needs.of[card] for card in (TWO, HEARTS + TWO, THREE)] == [1, 1, 2]
    assert not needs.ace_up_in_suit


def test_an_empty_foundation_begins_with_the_rank_that_it_took() -> None:
    needs = Needs()
    needs.look(table([], [], [QUEEN]), [(2, 0, 1)])
    assert (needs.of[QUEEN], needs.of[KING], needs.of[ACE]) == (1, 2, 3)
