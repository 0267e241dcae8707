"""The worth of positions."""

from __future__ import annotations

from cadogan_games import catalogue
from cadogan_games.solver.worth import Worth
from tests.games.positions import cards
from tests.games.solver.test_solve import dealt


def test_a_position_with_spaces_and_cards_home_is_worth_more() -> None:
    worth, game = Worth(dealt("klondike_draw1")), catalogue.game("klondike_draw1")
    home, column = game.first["foundations"], game.first["tableau"]

    def of(pile: int, text: str) -> int:
        return worth.of(pile, bytes(cards(text)))

    assert of(home, "AC 2C") > of(home, "AC") > of(home, "")
    assert of(column, "9S 8H 7S") > of(column, "9S 8H") > of(column, "9S") > of(column, "#9S")
    assert of(column, "2C 9H") > of(column, "2C 9C")
