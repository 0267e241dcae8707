"""The games by others' rules have the moves that ours lack, and are bracketed by the solver."""

from __future__ import annotations

import pytest

from cadogan_games.brackets import published
from cadogan_games.engine.table import Move, Table
from tests.bench.others_rules import GAMES, bracketed, game_of, main
from tests.games.positions import copy_of, move, position


def both(name: str, piles: dict[str, str]) -> tuple[Table, Table]:
    """Return a position by our rules, and by those of the others."""
    ours = position(GAMES[name][0], piles)
    theirs = game_of(name).deal(ours.seed)
    theirs.piles = copy_of(ours).piles
    theirs.changed()
    return ours, theirs


def allowed(tables: tuple[Table, Table], *moves: Move) -> list[tuple[bool, bool]]:
    """Return for each move whether it is legal by our rules, and by theirs."""
    ours, theirs = ({*table.moves()} for table in tables)
    return [(each in ours, each in theirs) for each in moves]


def test_a_row_of_spiderette_goes_over_an_empty_column_too() -> None:
    tables = both("spiderette", {"tableau/1": "KC QC", "tableau/2": "9D 8H 7C 6D 5S 4H", "stock": "2C 3C 4C 5C"})
    assert allowed(tables, ("deal",)) == [(False, True)]


def test_parts_of_columns_move_in_canfield_and_fill_spaces_at_last() -> None:
    tables = both("canfield", {"foundations/0": "5C", "tableau/0": "9S 8H 7S", "tableau/1": "8D", "tableau/2": "2C"})
    part, into = move(tables[0], "tableau/0", "tableau/1"), move(tables[0], "tableau/0", "tableau/3", 2)
    assert allowed(tables, part, into) == [(False, True), (False, True)]
    reserved = both("canfield", {"foundations/0": "5C", "reserve": "3D", "tableau/0": "9S 8H 7S", "tableau/1": "8D"})
    assert allowed(reserved, part) == [(False, True)]


def test_kings_fill_spaces_in_fan_and_cards_come_back() -> None:
    tables = both("fan", {"foundations/0": "AC 2C", "tableau/0": "4D KC", "tableau/1": "5H 3C", "tableau/2": "9S QH"})
    king, queen = move(tables[0], "tableau/0", "tableau/9"), move(tables[0], "tableau/2", "tableau/9")
    back = move(tables[0], "foundations/0", "tableau/1")
    assert allowed(tables, king, queen, back, ("redeal",)) == [
        (False, True),
        (False, False),
        (False, True),
        (True, False),
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_few_deals_exclude_no_published_share(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--deals", "2", "--nodes", "2000"]) == 0
    assert capsys.readouterr().out.startswith(f"{name}: 2 deals")
    assert (bounds := published().get(name)) is None or bounds.share == GAMES[name][2].share
    assert bracketed(name, 1, 100).deals == 1
