"""The Checks of sheets/freecell.md, and deals whose outcome the world knows."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import is_red, name
from cadogan_games.engine.numbers import MICROSOFT, seed_of_number
from cadogan_games.engine.shuffle import shuffled
from cadogan_games.engine.table import IllegalMove, Table
from cadogan_games.solver.solve import solve
from tests.games.cells import play_by_the_sheet
from tests.games.positions import SEED, as_move, counts, is_legal, play, position, shown

FULL = {"cells/0": "KC", "cells/1": "KD", "cells/2": "KH", "cells/3": "KS"}
"""Four cells without room."""

COLUMNS = {f"tableau/{n}": f"{rank}C" for n, rank in enumerate("23456789")}
"""Eight columns, none of which is empty."""


def test_counts_and_order_of_the_deal() -> None:
    table = catalogue.game("freecell").deal(SEED)
    assert counts(table) == {"foundations": [0] * 4, "cells": [0] * 4, "tableau": [7] * 4 + [6] * 4}
    pack = [name(card) for card in shuffled(table.game.pack, SEED, 0)]
    assert shown(table, "tableau/0").split() == pack[0::8]
    assert shown(table, "tableau/7").split() == pack[7::8]


def test_1_columns_build_down_in_alternate_colours() -> None:
    table = position("freecell", {"tableau/0": "7H", "tableau/1": "8S", "tableau/2": "8D"})
    assert is_legal(table, "tableau/0", "tableau/1")
    assert not is_legal(table, "tableau/0", "tableau/2")


def test_2_a_cell_lets_one_card_more_move() -> None:
    cells = {**FULL, "cells/3": ""}
    table = position("freecell", {**COLUMNS, **cells, "tableau/2": "9S 8H 7C", "tableau/3": "TD", "tableau/4": "9C"})
    assert is_legal(table, "tableau/2", "tableau/4", 2)
    assert not is_legal(table, "tableau/2", "tableau/3", 3)
    with pytest.raises(IllegalMove, match="no room to move so many cards one by one"):
        play(table, "tableau/2", "tableau/3", 3)


def test_3_an_empty_column_doubles_the_cards() -> None:
    piles = {**COLUMNS, **FULL, "cells/3": "", "tableau/7": "", "tableau/2": "9S 8H 7C", "tableau/3": "TD"}
    assert is_legal(position("freecell", piles), "tableau/2", "tableau/3", 3)


def test_4_the_column_that_a_run_goes_to_does_not_count() -> None:
    table = position("freecell", {**COLUMNS, **FULL, "tableau/7": "", "tableau/2": "9S 8H 7C"})
    assert not is_legal(table, "tableau/2", "tableau/7", 2)
    assert is_legal(table, "tableau/2", "tableau/7")


def test_5_two_empty_columns_without_a_cell() -> None:
    piles = {**COLUMNS, **FULL, "tableau/6": "", "tableau/7": "", "tableau/2": "KC 9S 8H 7C 6D", "tableau/3": "TD"}
    table = position("freecell", piles)
    assert is_legal(table, "tableau/2", "tableau/3", 4)
    assert is_legal(table, "tableau/2", "tableau/7", 2)
    assert not is_legal(table, "tableau/2", "tableau/7", 3)


def test_6_a_cell_holds_one_card() -> None:
    table = position("freecell", {"tableau/4": "QC", "cells/0": "3D"})
    assert is_legal(table, "tableau/4", "cells/1")
    assert not is_legal(table, "tableau/4", "cells/0")


def test_7_a_card_leaves_its_cell_but_for_no_other_cell() -> None:
    piles = {"cells/0": "4S", "foundations/3": "AS 2S 3S", "tableau/5": "5H"}
    table = position("freecell", piles)
    assert is_legal(table, "cells/0", "foundations/3")
    assert is_legal(table, "cells/0", "tableau/5")
    assert is_legal(table, "cells/0", "tableau/0")
    assert not is_legal(table, "cells/0", "cells/1")


def test_8_cards_of_a_suit_are_no_run() -> None:
    table = position("freecell", {"tableau/6": "6S 5S", "tableau/1": "7H"})
    assert not [move for move in table.moves() if move[2] > 1]


def test_9_nothing_comes_back_from_a_foundation() -> None:
    table = position("freecell", {"foundations/2": "AH 2H 3H 4H", "tableau/1": "5S"})
    assert not is_legal(table, "foundations/2", "tableau/1")


def test_an_ace_begins_the_foundation_of_its_suit_only() -> None:
    table = position("freecell", {"cells/2": "AH"})
    assert [move for move in table.moves() if move[1] < 4] == [as_move(table, "cells/2", "foundations/2")]


def test_the_rules_are_those_of_the_sheet_read_once_more() -> None:
    play_by_the_sheet("freecell", lambda card, below: is_red(card) != is_red(below), kings=False)


# ---- deals by Microsoft's numbers --------------------------------------------------------------------------------------


def numbered(number: int) -> Table:
    """Return the deal that Microsoft's FreeCell gives this number."""
    return catalogue.game("freecell").deal(seed_of_number(MICROSOFT, number))


def test_10_deals_have_the_outcome_that_the_world_knows(thorough: bool) -> None:
    """The most famous ones, 617 and 11982, take the solver ten times as long as the others."""
    for won, lost in [(1, 781948), (617, 11982)] if thorough else [(1, 781948)]:
        assert solve(numbered(won), 600_000).verdict == "won"
        assert solve(numbered(lost), 600_000).verdict == "lost"
