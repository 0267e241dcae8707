"""The worth of a column comes from its runs, and from what they lie on."""

from __future__ import annotations

from cadogan_client.bots.runs.columns import Columns, Weights, column_worth, ends_whole

SPADES = 39
HIDDEN = -1
PLAIN = Weights(
    hidden=(-50, -30), unknown=7, in_suit=10, longer=1, mixed=3, broken=-5, space=20, home=40, step=1, whole=900
)
SUIT = tuple(range(SPADES + 12, SPADES - 1, -1))


def spade(rank: int) -> int:
    """Return the spade of a rank, ace 1."""
    return SPADES + rank - 1


def heart(rank: int) -> int:
    """Return the heart of a rank, ace 1."""
    return 26 + rank - 1


def test_cards_count_by_what_they_lie_on() -> None:
    assert column_worth((), PLAIN) == PLAIN.space
    assert column_worth((spade(9), spade(8)), PLAIN) == PLAIN.in_suit + PLAIN.longer
    assert column_worth((spade(9), spade(8), spade(7)), PLAIN) == 2 * PLAIN.in_suit + 3 * PLAIN.longer
    assert column_worth((spade(9), heart(8)), PLAIN) == PLAIN.mixed
    assert column_worth((spade(9), spade(2)), PLAIN) == PLAIN.broken
    assert column_worth((spade(9), heart(9)), PLAIN) == PLAIN.broken
    assert column_worth((spade(9), heart(9)), PLAIN._replace(equal=4)) == 4


def test_hidden_cards_count_but_for_one_that_will_be_turned_up() -> None:
    assert column_worth((HIDDEN, spade(9)), PLAIN) == -50
    assert column_worth((HIDDEN, HIDDEN, HIDDEN, spade(9)), PLAIN) == -50 - 30 - 30
    assert column_worth((HIDDEN, HIDDEN), PLAIN) == -50 + PLAIN.unknown


def test_finer_points_count_where_they_have_a_weight() -> None:
    king = PLAIN._replace(king_on=-2, king_base=6)
    assert column_worth((spade(13),), king) == 6
    assert column_worth((HIDDEN, spade(13)), king) == -50 - 2
    assert column_worth((heart(4), spade(13)), king) == PLAIN.broken - 2
    over = PLAIN._replace(run_over_hidden=-1, sequence_over_hidden=-10)
    assert column_worth((HIDDEN, spade(9), heart(8), spade(2)), over) == -50 + PLAIN.mixed + PLAIN.broken - 3 - 20
    assert column_worth((spade(9), heart(8), spade(2)), PLAIN._replace(deeper=1)) == PLAIN.mixed + PLAIN.broken + 4
    assert column_worth((spade(9),), PLAIN._replace(one_run=8)) == 8
    assert column_worth((spade(2), spade(1)), PLAIN._replace(ace_on_top=-6)) == PLAIN.in_suit + PLAIN.longer - 6


def test_a_whole_suit_goes_home_or_is_worth_much() -> None:
    assert ends_whole((heart(4), *SUIT))
    assert not ends_whole((*SUIT, heart(4)))
    assert not ends_whole((heart(13), *SUIT[1:]))
    assert Columns(PLAIN, goes_home=True).look(SUIT)[2]
    stays = Columns(PLAIN, goes_home=False).look(SUIT)
    assert stays[0] == column_worth(SUIT, PLAIN) + PLAIN.whole
    assert not stays[2]
