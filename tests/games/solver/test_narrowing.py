"""Fewer moves for beams where cards go home by whole runs."""

from __future__ import annotations

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.narrowing import NarrowMoves, has_whole_runs, narrowed
from cadogan_games.solver.outcome import WON
from cadogan_games.solver.solve import solve
from tests.games.positions import position
from tests.games.solver.test_solve import dealt

RUN = "KS QS JS TS 9S 8S "


def test_the_definition_says_where_cards_go_home_by_whole_runs() -> None:
    games = [game for game in map(catalogue.game, catalogue.ids()) if isinstance(game, Game)]
    whole = {game.head.id for game in games if has_whole_runs(game)}
    assert {"spider_1", "spider_4", "spiderette", "mrs_mop", "simple_simon"} <= whole
    assert not whole & {"klondike", "la_belle_lucie", "free_cell", "scorpion", "yukon"}


def found_in(piles: dict[str, str]) -> list[tuple[int, int, int]]:
    """Return the moves of a position of Spider, with the columns numbered from 0."""
    table = position("spider_4", piles)
    first = table.game.first["tableau"]
    moves = NarrowMoves(table).find(table, {})
    return [(move[0] - first, move[1] - first, move[2]) for move in moves if len(move) == 3]


def test_a_run_joins_another_if_it_can() -> None:
    assert found_in({"tableau/0": RUN, "tableau/1": "7S 6S", "tableau/2": "9H 7H", "tableau/3": "6D"}) == [(1, 0, 2)]


def test_a_run_is_taken_apart_only_to_join_another() -> None:
    found = found_in({"tableau/0": RUN, "tableau/1": "9H", "tableau/2": "9S", "tableau/3": "KH 7H"})
    assert (0, 2, 1) in found
    assert (0, 1, 1) not in found
    assert (3, 0, 1) in found
    assert {n for src, _, n in found if src == 0} == {1, 6}


def test_parts_of_runs_fill_spaces_before_cards_are_dealt() -> None:
    piles = {"tableau/0": RUN, "tableau/1": "7S"}
    assert found_in(piles) == [(1, 0, 1)]
    assert {(1, 0, 1), (0, 2, 3)} <= set(found_in({**piles, "stock": "#2H #3H"}))


@pytest.mark.parametrize("id", ["klondike", "spider_1"])
def test_other_games_keep_all_moves(id: str) -> None:
    table = dealt(id)
    moves = Moves(table)
    assert (narrowed(table, moves) is moves) == (id == "klondike")


def test_beams_with_fewer_moves_win_deals() -> None:
    wins = [solve(dealt("simple_simon", bytes([number])), 5_000).verdict == WON for number in range(4)]
    assert any(wins)
