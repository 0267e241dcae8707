"""Automatic changes are found by a look at two piles, with the same result as by a look at the whole table."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Auto, Local
from cadogan_games.engine.events import FLIP, SHIFT
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play
from tests.each import each
from tests.games.chance import chances

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
CHOOSING = [id for id in RACES if "refill" in catalogue.head_of(id).options]


def looks_at_two_piles(id: str) -> bool:
    """Return True if all automatic changes of a game can be found by a look at two piles."""
    autos = catalogue.game(id).definition.auto
    return bool(autos) and all(isinstance(auto, Local) for auto in autos)


def looking_everywhere(game: Game) -> Game:
    """Return the same game without the short cut."""

    def whole(auto: Auto | Play) -> Auto | Play:
        return auto.everywhere if isinstance(auto, Local) else auto

    return Game(game.head, game.options, replace(game.definition, auto=list(map(whole, game.definition.auto))))


def check(game: Game, seed: bytes, chance: random.Random) -> None:
    """Play a random game on two tables, one of which looks at all piles after each move."""
    table, other = game.deal(seed), looking_everywhere(game).deal(seed)
    for _ in range(150):
        moves = table.moves()
        assert moves == other.moves()
        if not moves:
            break
        if table.can_undo and chance.random() < 0.1:
            assert table.undo() == other.undo()
        else:
            move = chance.choice(moves)
            assert table.push(move) == other.push(move)


@each("id", RACES)
@given(seed=st.binary(min_size=1, max_size=4), chance=chances)
@settings(max_examples=5)
def test_a_look_at_two_piles_finds_the_same_changes_as_a_look_at_all(
    id: str, seed: bytes, chance: random.Random
) -> None:
    if looks_at_two_piles(id):
        check(catalogue.game(id), seed, chance)


@each("id", CHOOSING)
@given(seed=st.binary(min_size=1, max_size=4), chance=chances)
@settings(max_examples=5)
def test_a_look_at_two_piles_is_enough_with_refills_by_choice(id: str, seed: bytes, chance: random.Random) -> None:
    if looks_at_two_piles(id):
        check(catalogue.game(id, {"refill": "choose"}), seed, chance)


def test_a_card_that_an_action_lays_face_down_is_turned_up_where_it_lies() -> None:
    hide = Action("hide", "Hide", lambda table: table.turn_over(table.game.first["waste"], table.game.first["tableau"]))
    usual = catalogue.game("klondike_draw1")
    game = Game(usual.head, usual.options, replace(usual.definition, moves=[*usual.moves, hide]))
    table = game.deal(bytes(32))
    table.play(("turn",))
    card = table.waste[-1]
    assert [event[0] for event in table.play(("hide",))] == [SHIFT, FLIP]
    assert table.group("tableau")[0][-1] == card


def test_the_games_that_are_played_most_look_at_two_piles() -> None:
    assert all(map(looks_at_two_piles, ("klondike_draw1", "klondike_draw3", "spider_4", "two_rings")))
    assert "two_rings" in CHOOSING
