"""The moves of a search: needless ones are left out."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.beam import Beam
from cadogan_games.solver.deriving import form_of, rough_form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves, NarrowMoves, has_whole_runs, moves_of, narrowed
from cadogan_games.solver.outcome import UNKNOWN, WON
from cadogan_games.solver.solve import replay, solve
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth
from tests.games.positions import as_move, position
from tests.games.solver.compared import RACES, small_positions
from tests.games.solver.test_shortcuts import KLONDIKE
from tests.games.solver.test_solve import dealt

AHEAD = {
    "foundations/0": "AC 2C 3C",
    "foundations/1": "AD 2D 3D",
    "foundations/2": "AH 2H 3H",
    "foundations/3": "AS 2S",
}


def tried(piles: dict[str, str]) -> list[object]:
    """Return the moves that a search tries in a position of Klondike."""
    table = position("klondike_draw1", piles)
    return list(moves_of(table, form_of(KLONDIKE)).find(table, {}))


def test_a_card_that_nobody_needs_goes_home_as_the_only_move() -> None:
    table = position("klondike_draw1", AHEAD | {"tableau/0": "9S 4C", "tableau/1": "5H", "tableau/2": "3S"})
    # All red threes are home, and the 3 of spades can go home next.
    assert tried(AHEAD | {"tableau/0": "9S 4C", "tableau/1": "5H", "tableau/2": "3S"}) in (
        [as_move(table, "tableau/0", "foundations/0")],
        [as_move(table, "tableau/2", "foundations/3")],
    )
    behind = AHEAD | {"foundations/2": "AH"}
    assert len(tried(behind | {"tableau/0": "9S 4C", "tableau/1": "5H", "tableau/2": "3H"})) > 1


def test_part_of_a_run_moves_only_to_let_a_card_go_home() -> None:
    run = {"tableau/0": "KS 8S 7H", "tableau/1": "8C"}
    part = as_move(position("klondike_draw1", run), "tableau/0", "tableau/1")
    assert part not in tried(run)
    home = {"foundations/3": "AS 2S 3S 4S 5S 6S 7S"}
    assert part in tried(run | home)
    assert part in tried({"tableau/0": "KS 9S 7H", "tableau/1": "8C"})


def test_a_card_comes_back_only_for_another_to_be_laid_on_it() -> None:
    home = {"foundations/1": "AD 2D 3D 4D", "tableau/0": "5S"}
    back = as_move(position("klondike_draw1", home), "foundations/1", "tableau/0")
    assert back not in tried(home | {"tableau/1": "KC"})
    assert back in tried(home | {"tableau/1": "3S"})
    assert back in tried(home | {"tableau/1": "KC", "stock": "#3C"})


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


def torn(game: Game, chance: Random) -> Table:
    """Return a position in which only one suit is not in order: it lies in pieces on four columns. It can be won."""
    table = game.deal(chance.randbytes(32))
    left = sorted(card % DOWN for card in game.pack)
    whole: list[list[int]] = []
    while left:
        whole.append(list(range(left[0], left[0] + 13)))
        for card in whole[-1]:
            left.remove(card)
    suit = whole.pop()
    for pile in table.piles:
        pile.clear()
    columns = table.group("tableau")
    if "foundations" in game.first:
        for run, pile in zip(whole, table.group("foundations"), strict=False):
            pile += run
    else:
        for run, pile in zip(whole, columns[4:], strict=False):
            pile += run[::-1]
    pieces: list[list[int]] = []
    while suit:
        count = chance.randint(1, 5)
        pieces.append(suit[-count:][::-1])
        del suit[-count:]
    for piece in chance.sample(pieces, len(pieces)):
        chance.choice(columns[:4]).extend(piece)
    table.changed()
    return table


def test_fewer_moves_are_enough_to_win_and_prove_no_loss() -> None:
    """Small positions of these games are nearly all lost, as no run is whole; so torn ones are tried as well."""
    games = [game for game in map(catalogue.game, RACES) if has_whole_runs(game)]
    assert len(games) > 5
    for game in games:
        rough, chance = rough_form(game, form_of(game)), Random(game.head.id)
        known = [(table, UNKNOWN) for table, verdict in small_positions(game, 2, 40) if verdict != WON]
        for table, expected in [*known, *[(torn(game, chance), WON) for _ in range(10)]]:
            twin = copied(table)
            moves = narrowed(twin, Moves(twin))
            assert moves.__class__ is NarrowMoves
            beam = Beam(twin, moves, Keys(twin, rough), Worth(twin), 0, None, rough=True)
            assert table.won or beam.run(8, 3000) == expected, (game.head.id, table.piles)
            if beam.line:
                replay(table, tuple(beam.line))
