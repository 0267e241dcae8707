"""Lines lead to the best position that can be foreseen, within a number of moves tried."""

from __future__ import annotations

from types import SimpleNamespace

from cadogan_client.bots.runs.building import Building
from cadogan_client.bots.runs.columns import Columns, Weights
from cadogan_client.bots.runs.lines import Lines, Piles

SPADES = 39
HIDDEN = -1
WEIGHTS = Weights(hidden=(-50, -30), unknown=7, in_suit=10, longer=1, mixed=3, broken=-5, space=20, home=40, step=1)
SUIT = tuple(range(SPADES + 12, SPADES - 1, -1))


def spade(rank: int) -> int:
    """Return the spade of a rank, ace 1."""
    return SPADES + rank - 1


def lines() -> tuple[Lines, Building]:
    """Return lines at a table of Spider, where it was seen that runs of spades move, also into spaces."""
    building = Building()
    columns = [[spade(6), spade(5)], [spade(7)], [], [spade(1)]]
    view = SimpleNamespace(piles=[[], *columns], kinds=["foundation", *["tableau"] * 4])
    building.look(view, [(1, 2, 2), (1, 3, 1)])
    return Lines(building, Columns(WEIGHTS, building.homes)), building


def found(piles: Piles, nodes: int = 1000, width: int = 8) -> tuple[tuple[int, int, int], ...]:
    """Return the moves of the best line."""
    finder, building = lines()
    line = finder.best(piles, list(building.moves(piles)), nodes, width)
    return line.steps if line else ()


def test_two_moves_gain_what_neither_gains_alone() -> None:
    """The ace is in the way of the six, and gains nothing on the other two."""
    piles = ((HIDDEN, spade(6), spade(1)), (spade(7),), (HIDDEN, spade(2)))
    assert found(piles) == ((0, 2, 1), (0, 1, 1))
    assert found(piles, width=1) == ((0, 2, 1), (0, 1, 1))


def test_without_anything_to_gain_there_is_no_line() -> None:
    assert found(((spade(9),), (spade(4),))) == ()


def test_no_more_moves_are_tried_than_allowed() -> None:
    piles = ((HIDDEN, spade(6), spade(1)), (spade(7),), (HIDDEN, spade(2)))
    assert found(piles, nodes=1) == ((0, 2, 1),)


def test_a_line_ends_where_an_unknown_card_is_turned_up() -> None:
    """Nobody knows that the card under the six will fit nowhere, or what its column becomes worth."""
    piles = ((HIDDEN, HIDDEN, spade(6)), (spade(7),), (spade(9),))
    assert found(piles) == ((0, 1, 1),)


def test_a_whole_suit_goes_home_on_the_way() -> None:
    finder, building = lines()
    piles = ((spade(4), *SUIT[:-1]), (spade(9), spade(1)), (spade(5),))
    line = finder.best(piles, list(building.moves(piles)), 1000, 8)
    assert line is not None
    assert line.steps[0] == (1, 0, 1)
    assert finder.after(piles, (1, 0, 1)) == ((spade(4),), (spade(9),), (spade(5),))
    assert (0, 2, 1) in line.steps, "what lies under the suit is free then"
    assert line.worth > 13 * WEIGHTS.home


def test_columns_may_change_places() -> None:
    """A line is no better for moving cards from one space to another."""
    assert found(((spade(9), spade(8)), (), ())) == ()
