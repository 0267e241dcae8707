"""The rest of a turn as a search."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_client.bots.malice import MaliceGood
from cadogan_client.bots.malice.sight import WILD
from cadogan_client.bots.malice.turn import HAND, UPCARD, Step, Turn, takes
from cadogan_games import catalogue
from cadogan_games.engine.cards import JOKER
from cadogan_games.games.spite_and_malice.discards import may_discard
from tests.bench.malice_bots import GAMES
from tests.client.bots.malice.test_fair import sight
from tests.client.bots.malice.test_level import pile_up_to
from tests.games.duels import duel


@pytest.mark.parametrize("id", GAMES)
def test_the_search_finds_the_same_plays_as_the_rules(id: str) -> None:
    chance, met = Random(5), 0
    for number in range(6):
        table = catalogue.game(id).deal(number.to_bytes(32, "big"))
        for _ in range(150):
            if not table.moves():
                break
            if table.phase == "turn":
                seen = sight(table)
                turn = Turn(seen)
                listed = [move for move in table.moves() if move[0] == "play"]
                assert {MaliceGood.step(seen, move) for move in listed} == set(turn.steps(turn.start()))
                met += bool(listed)
            plays = [move for move in table.moves() if move[0] == "play"]
            table.push(chance.choice(plays if plays and chance.random() < 0.7 else table.moves()))
    assert met > 200


def test_steps_name_where_a_card_comes_from() -> None:
    table = duel({"riddance/0": "#9D 5C", "hand/0": "5D JK", "discards/3": "9C 5H", "centre/0": pile_up_to(4)})
    seen = sight(table)
    steps = {MaliceGood.step(seen, move) for move in table.moves() if move[0] == "play" and move[2] == seen.place}
    assert steps == {Step(UPCARD, 5, 4), Step(HAND, 5, 4), Step(HAND, WILD, 4), Step(3, 5, 4)}


def test_discard_piles_take_what_they_take_by_the_rules() -> None:
    chance, met = Random(3), set()
    for _ in range(2000):
        card, *pile = (chance.choice([JOKER, chance.randrange(13)]) for _ in range(chance.randint(1, 5)))
        taken = takes([WILD if each == JOKER else each + 1 for each in pile], WILD if card == JOKER else card + 1)
        assert taken == may_discard(card, pile)
        met.add(taken)
    assert met == {True, False}
