"""The moves of a search: needless ones are left out."""

from __future__ import annotations

from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.moves import moves_of
from tests.games.positions import as_move, position
from tests.games.solver.test_shortcuts import KLONDIKE

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
