"""A player's knowledge of a table follows from what the player saw, and from nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.planning.belief import Astray, Belief
from cadogan_games.simulate import seed_of

GAMES = ("klondike", "klondike_draw1", "la_belle_lucie", "spider_2", "sultan", "will_o_the_wisp")


def dealt(id: str, number: int) -> Table:
    """Return a table right after a deal."""
    return catalogue.game(id).deal(seed_of(b"belief", number))


def of(table: Table, seed: int = 0) -> Belief:
    """Return the belief of a player who sees a table for the first time."""
    assert isinstance(table.game, Game)
    return Belief(table.game, *view.state(table, None), Random(seed))


def looks_like(belief: Belief, table: Table) -> bool:
    """Return True if the believed table looks like the real one."""
    return view.state(belief.table, None) == view.state(table, None)


def cards(table: Table) -> Counter[int]:
    """Return the cards of a table."""
    return Counter(card % DOWN for pile in table.piles for card in pile)


@pytest.mark.parametrize("id", GAMES)
def test_a_belief_stays_true_to_all_that_is_seen(id: str) -> None:
    for number in range(3):
        table, chance = dealt(id, number), Random(number)
        belief = of(table)
        for _ in range(150):
            if not table.moves():
                break
            move = chance.choice(table.moves())
            table.push(move)
            belief.learn(move, *view.state(table, None))
            assert looks_like(belief, table)
            assert cards(belief.table) == cards(table)
            assert set(belief.table.moves()) == set(table.moves())


def test_a_card_that_was_seen_stays_known_when_it_is_turned_down() -> None:
    table = dealt("klondike_draw1", 0)
    stock = table.number("stock")
    order = [card % DOWN for card in table.stock]
    belief = of(table)
    assert belief.hides(stock)
    for move in [("turn",)] * len(order) + [("redeal",)]:
        table.play(move)
        belief.learn(move, *view.state(table, None))
    assert not belief.hides(stock)
    assert [card % DOWN for card in belief.table.stock] == order
    assert stock not in {pile for pile, _, _ in belief.sample()}


def test_samples_are_orders_of_the_cards_that_were_not_seen() -> None:
    table = dealt("klondike", 0)
    belief = of(table)
    unseen = Counter(card % DOWN for pile in table.piles for card in pile if card >= DOWN)
    samples = [belief.sample() for _ in range(20)]
    for sample in samples:
        assert Counter(card % DOWN for _, _, card in sample) == unseen
        assert all(card >= DOWN for _, _, card in sample)
    assert len({tuple(sample) for sample in samples}) == 20
    assert belief.unknown == sum(1 << card for card in unseen)


def test_a_belief_does_not_depend_on_hidden_cards() -> None:
    table = dealt("klondike", 0)
    twin = dealt("klondike", 0)
    twin.stock.reverse()
    assert of(table, 7).table.piles == of(twin, 7).table.piles


def test_a_table_that_does_not_follow_is_noticed() -> None:
    table, other = dealt("klondike", 0), dealt("klondike", 1)
    with pytest.raises(Astray, match="not legal"):
        of(table).learn(("redeal",), *view.state(table, None))
    other.play(("turn",))
    with pytest.raises(Astray):
        of(table).learn(("turn",), *view.state(other, None))
    piles, counters = view.state(table, None)
    with pytest.raises(Astray, match="no piles of Canfield"):
        Belief(table.game, piles[:-1], counters, Random(0))  # type: ignore[arg-type]
