"""Relations combine, and each has its own words."""

from __future__ import annotations

from cadogan_games.engine.cards import DOWN, JOKER, members, name, parse
from cadogan_games.engine.relations import (
    Relation,
    alternate_colour,
    anything,
    down,
    down_wrapping,
    never,
    same_colour,
    same_rank,
    same_suit,
    sequence,
    step,
    up,
    up_wrapping,
)


def on(relation: Relation, lower: str) -> str:
    """Return the cards that may be laid on one."""
    return " ".join(name(c) for c in members(relation.on[parse(lower)]))


def test_both_and_either() -> None:
    assert on(same_suit & down, "7C") == "6C"
    assert on(same_suit & (up | down), "7C") == "6C 8C"
    assert on(alternate_colour & down, "8H") == "7C 7S"
    assert on(same_colour & same_rank, "8H") == "8D 8H"


def test_ends_and_wrapping() -> None:
    assert on(same_suit & up, "KC") == ""
    assert on(same_suit & up_wrapping, "KC") == "AC"
    assert on(same_suit & down_wrapping, "AC") == "KC"
    assert on(same_suit & step(2), "QD") == ""
    assert on(same_suit & step(2, wrap=True), "QD") == "AD"


def test_a_sequence_ends_unless_it_wraps() -> None:
    order = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 13]
    assert on(same_suit & sequence(order), "AH") == "KH"
    assert on(same_suit & sequence(order), "KH") == ""
    assert on(same_suit & sequence(order, wrap=True), "KH") == "JH"
    assert on(sequence(order), "QH") == ""


def test_face_down_cards_and_jokers_take_no_part() -> None:
    assert not anything.holds(3, 5 + DOWN)
    assert not anything.holds(3 + DOWN, 5)
    assert not anything.holds(3, JOKER)
    assert not anything.holds(JOKER, 3)
    assert not any(never.on)


def test_english() -> None:
    assert (same_suit & down).english == "of the same suit one rank lower"
    assert (same_suit & down).named("down in suit").english == "down in suit"
