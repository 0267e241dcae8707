"""Columns are worth what a player of Spider would say: order is good, and what hides or blocks cards is bad."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.planning.run_worth import FEW_SUITS, MORE_SUITS, RunWorth, weights_for
from cadogan_games.simulate import seed_of

SPADES, HEARTS = 39, 26
"""The aces."""

TABLE = catalogue.game("spider_2").deal(seed_of(b"worth", 0))
WORTH = RunWorth(TABLE)
COLUMN, STOCK, HOMES = TABLE.number("tableau"), TABLE.number("stock"), TABLE.number("foundations")


def column(*cards: int) -> int:
    """Return the value of a column."""
    return WORTH.of(COLUMN, bytes(cards))


def test_order_in_suit_is_better_than_mixed_order_and_that_than_none() -> None:
    in_suit, mixed = column(SPADES + 8, SPADES + 7), column(SPADES + 8, HEARTS + 7)
    assert in_suit > mixed > column(SPADES + 8, HEARTS + 2)


def test_a_hidden_card_costs_more_in_a_short_column() -> None:
    costs = [column(*[DOWN + 5] * hidden, SPADES + 3) for hidden in range(5)]
    assert costs == sorted(costs, reverse=True)
    assert costs[1] - costs[2] > costs[3] - costs[4]


def test_runs_over_hidden_cards_cost_more_the_more_there_are() -> None:
    run = [SPADES + 8, SPADES + 7]
    others = [HEARTS + 4, SPADES + 4]
    open_loss = column(*run) - column(*run, *others)
    assert column(DOWN, *run) - column(DOWN, *run, *others) > open_loss - column(*run) + column(SPADES + 8)


def test_a_card_about_to_be_turned_up_is_worth_the_same_whatever_it_is() -> None:
    assert column(DOWN + 3, DOWN + 7) == column(DOWN + 3, DOWN + 20)


def test_a_space_is_good_unless_spaces_have_to_be_filled() -> None:
    assert column() > 0
    assert RunWorth(TABLE, fills=True).of(COLUMN, b"") < 0


def test_cards_in_the_stock_and_at_home_count_one_by_one() -> None:
    assert WORTH.of(STOCK, bytes([DOWN] * 20)) == 2 * WORTH.of(STOCK, bytes([DOWN] * 10)) > 0
    assert WORTH.of(HOMES, bytes(13)) == 13 * FEW_SUITS.home


def test_order_in_suit_is_worth_more_with_more_suits() -> None:
    packs = {id: catalogue.game(id).pack for id in ("spider_1", "spider_2", "spider_4", "spiderette")}
    assert [weights_for(pack) for pack in packs.values()] == [FEW_SUITS, FEW_SUITS, MORE_SUITS, MORE_SUITS]
    assert MORE_SUITS.in_suit - MORE_SUITS.mixed > FEW_SUITS.in_suit - FEW_SUITS.mixed
    spiderette = RunWorth(catalogue.game("spiderette").deal(seed_of(b"worth", 0)))
    run = bytes([SPADES + 8, SPADES + 7])
    assert spiderette.of(1, run) - spiderette.of(1, run[:1]) > column(*run) - column(*run[:1])
