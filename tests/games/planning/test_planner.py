"""The planner makes legal moves, ends each game, and never uses cards that its player does not see."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Move, Table
from cadogan_games.planning.planner import NARROW_LATE_NODES, open_nodes, planner_for
from cadogan_games.simulate import seed_of
from cadogan_games.solver.worth import Worth
from tests.examples import only_thorough

EFFORT = 0.03
MOST_MOVES = 1000


def dealt(id: str, number: int) -> Table:
    """Return a table right after a deal."""
    return catalogue.game(id).deal(seed_of(b"planner", number))


def played(table: Table, most: int = MOST_MOVES, effort: float = EFFORT) -> list[tuple[object, Move]]:
    """Play a table by a planner. Return each view with the move that was made in it."""
    planner = planner_for(table.game.head.id, table.game.options, Random(0))
    assert planner is not None
    made: list[tuple[object, Move]] = []
    while table.moves() and len(made) < most:
        seen = view.state(table, None)
        assert planner.look(*seen, table.moves())
        move = planner.choose(effort)
        if move is None:
            break
        made.append((seen, move))
        table.play(move)
    return made


@pytest.mark.parametrize(
    "id", ["klondike_draw1", "spider_1", *only_thorough("klondike", "spiderette", "spider_2", "la_belle_lucie")]
)
def test_moves_depend_on_nothing_but_what_is_seen(id: str) -> None:
    """Two deals that differ only in hidden cards are played alike until one shows a card that the other does not."""
    differ = 0
    for number in range(2):
        table, other = dealt(id, number), dealt(id, number)
        _exchange_hidden(other, Random(number))
        other.seed = b"another seed, by which cards are shuffled otherwise"
        first, second = played(table, 40, 0.02), played(other, 40, 0.02)
        for (seen, move), (also_seen, also_made) in zip(first, second, strict=False):
            if seen != also_seen:
                differ += 1
                break
            assert move == also_made
    assert differ


def _exchange_hidden(table: Table, chance: Random) -> None:
    places = [(pile, i) for pile in table.piles for i, card in enumerate(pile) if card >= DOWN]
    cards = [pile[i] for pile, i in places]
    chance.shuffle(cards)
    for (pile, i), card in zip(places, cards, strict=True):
        pile[i] = card


def test_the_same_chances_make_the_same_moves() -> None:
    assert played(dealt("spiderette", 0), 20) == played(dealt("spiderette", 0), 20)


@pytest.mark.parametrize("id", ["carpet", "nestor", *only_thorough("sultan", "scorpion", "babette")])
def test_each_game_is_played_to_an_end(id: str) -> None:
    table = dealt(id, 1)
    start = table.progress
    assert 0 < len(played(table)) < MOST_MOVES
    assert table.progress > start


@pytest.mark.parametrize("id", ["freecell", "seahaven_towers"])
def test_an_open_table_is_won_by_the_solver(id: str) -> None:
    """A walk by itself, of the planner's budget, wins neither deal."""
    table = dealt(id, 1)
    assert played(table, effort=0.3)
    assert table.won


def test_all_cards_that_can_go_home_do_before_a_shuffle() -> None:
    home = 0
    for number in range(3):
        table = dealt("la_belle_lucie", number)
        line = [move for _, move in played(table, 40, 0.1)]
        again = dealt("la_belle_lucie", number)
        for move in line[: line.index(("redeal",))]:
            again.play(move)
        home += again.progress
    assert home > 20


def test_cards_are_put_in_order_before_a_row_is_dealt() -> None:
    gains: list[int] = []
    for number in range(3):
        table, again = dealt("spider_2", number), dealt("spider_2", number)
        worth, start, hidden = Worth(table), 0, -1
        for _, move in played(table, 40, 0.1):
            if _hidden(again) != hidden:
                start, hidden = _worth(worth, again), _hidden(again)
            if move == ("deal",):
                gains.append(_worth(worth, again) - start)
            again.play(move)
    assert min(gains) >= 0
    assert max(gains) > 0


def _hidden(table: Table) -> int:
    return sum(card >= DOWN for pile in table.piles for card in pile)


def _worth(worth: Worth, table: Table) -> int:
    return sum(worth.of(number, bytes(pile)) for number, pile in enumerate(table.piles))


def test_a_planner_looks_for_rules_that_it_does_not_know() -> None:
    table = dealt("klondike", 0)
    assert planner_for("klodike", {}, Random(0)) is None
    assert planner_for("klondike", {"grace": 1}, Random(0)) is None
    assert planner_for("spite_and_malice", {}, Random(0)) is None
    planner = planner_for("klondike", {}, Random(0))
    assert planner is not None
    assert planner.look(*view.state(table, None), table.moves())
    assert not planner.look(*view.state(table, None), [*table.moves(), ("grace",)])
    assert not planner.look(*view.state(dealt("sultan", 0), None), [])
    with pytest.raises(AssertionError, match="not looked"):
        planner.choose()


def test_the_solver_gets_less_where_all_cards_are_known_only_late() -> None:
    """A plan from the deal of Mrs. Mop wins the game; in Spiderette a plan of that budget took twenty seconds."""
    budgets = {id: open_nodes(catalogue.game(id)) for id in ("mrs_mop", "spiderette", "spider_2", "freecell")}
    assert budgets["spiderette"] == budgets["spider_2"] == NARROW_LATE_NODES < budgets["freecell"] < budgets["mrs_mop"]
