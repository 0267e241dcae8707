"""In Spider a row is dealt only when no card can be turned up with profit, and then over filled spaces."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Table
from cadogan_games.planning import run_planner
from cadogan_games.planning.belief import Belief
from cadogan_games.planning.outlook import Rounds, RunOutlook
from cadogan_games.planning.planner import planner_for
from cadogan_games.planning.walk import Exit
from cadogan_games.simulate import seed_of

EFFORT = 0.1
SHORT = 4
"""The number of the deal that is over after the fewest moves."""


def dealt(id: str, number: int) -> Table:
    """Return a table right after a deal."""
    return catalogue.game(id).deal(seed_of(b"run planner", number))


def played(table: Table) -> list[tuple[int, object]]:
    """Play a table to its end. Return for each move how many cards of the columns were hidden, and the move."""
    planner = planner_for(table.game.head.id, table.game.options, Random(0))
    assert planner is not None
    made: list[tuple[int, object]] = []
    while table.moves():
        assert planner.look(*view.state(table, None), table.moves())
        move = planner.choose(EFFORT)
        if move is None:
            break
        made.append((sum(card >= DOWN for pile in table.group("tableau") for card in pile), move))
        table.play(move)
    return made


def test_one_suit_is_won_with_a_tenth_of_the_budget_after_many_are_turned(thorough: bool) -> None:
    numbers, least = (range(6), 4) if thorough else ([SHORT], 1)
    won, turned = 0, []
    for number in numbers:
        table = dealt("spider_1", number)
        rows = [hidden for hidden, move in played(table) if move == ("deal",)]
        won += table.won
        turned.append(44 - rows[1])
    assert won >= least
    assert sum(turned) >= 8 * len(turned), "cards turned up before the second row"


def test_spaces_are_filled_so_that_a_row_can_be_dealt() -> None:
    """One suit in order on two columns, and nothing hidden but the stock: only a row leads on."""
    table = dealt("spider_1", 0)
    ace = 39
    columns = [[ace + 12, ace + 11, ace + 10, ace + 9, ace + 8, ace + 7], [ace + 4, ace + 3, ace + 2, ace + 1, ace]]
    for number, pile in enumerate(table.group("tableau")):
        pile[:] = columns[number] if number < 2 else []
    cards = 104 - 11 - 10
    home = [ace + rank for rank in range(13)]
    spare = [*home * 7, *[card for card in home if card not in columns[0] + columns[1]]]
    stock = [card + DOWN for card in spare[:10]]
    table.stock[:] = stock
    foundations = table.group("foundations")
    rest = spare[10:]
    for number, pile in enumerate(foundations):
        pile[:] = rest[13 * number : 13 * number + 13]
    assert cards == sum(map(len, foundations))
    table.changed()
    planner = planner_for("spider_1", {}, Random(0))
    assert planner is not None
    for _ in range(20):
        assert planner.look(*view.state(table, None), table.moves())
        move = planner.choose()
        assert move is not None
        table.play(move)
        if move == ("deal",):
            break
    assert not table.stock


def test_samples_look_to_the_end_with_one_suit_and_no_stock(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: dict[tuple[str, bool], set[tuple[int, int]]] = {}

    def first(
        exits: Sequence[Exit], judge: RunOutlook, belief: Belief, random: Random, rounds: Rounds, effort: float
    ) -> Exit:
        stock = bool(belief.table.stock)
        looked.setdefault((belief.table.game.head.id, stock), set()).add((judge.steps, rounds[0][0]))
        return exits[0]

    monkeypatch.setattr(run_planner, "best_of", first)
    for id in ("spider_1", "spider_2", "spiderette"):
        for emptied in (False, True):
            table = dealt(id, 0)
            if emptied:
                table.group("foundations")[0][:] = [card % DOWN for card in table.stock]
                table.stock.clear()
                table.changed()
            planner = planner_for(id, {}, Random(0))
            assert planner is not None
            assert planner.look(*view.state(table, None), table.moves())
            planner.choose(EFFORT)
    assert looked == {
        ("spider_1", True): {(2, 8)},
        ("spider_1", False): {(30, 8)},
        ("spider_2", True): {(1, 10)},
        ("spider_2", False): {(1, 10)},
        ("spiderette", True): {(2, 10)},
        ("spiderette", False): {(2, 10)},
    }
