"""The master at Spite and Malice, and how its weights are fitted."""

from __future__ import annotations

import json
from random import Random

import pytest

from cadogan_client.bots.malice import MaliceGood, MaliceMaster
from cadogan_client.bots.malice.ends import NAMES
from cadogan_client.bots.malice.turn import Turn
from cadogan_client.bots.malice.worth import WIN
from cadogan_client.bots.policy import Move
from cadogan_games.engine.table import Table
from cadogan_games.players import Seen
from tests.bench.malice_bots import compete
from tests.bench.malice_fit import ALL, FIRST, WEIGHTS, End, Squares, play
from tests.client.bots.malice.test_fair import sight
from tests.client.bots.malice.test_level import choice, pile_up_to
from tests.games.duels import duel, legal


def test_the_master_beats_the_good_bot_in_some_fixed_games(thorough: bool) -> None:
    """Of a hundred games it wins some three quarters, so it may lose one of three."""
    numbers = range(100, 112 if thorough else 103)
    assert compete("spite_and_malice", MaliceMaster, MaliceGood, numbers).won >= len(numbers) * 2 // 3


def test_the_master_has_a_weight_for_each_feature() -> None:
    for kinds in json.loads(WEIGHTS.read_text("utf-8")).values():
        assert {kind: tuple(kinds[kind]) for kind in kinds} == NAMES


def before_the_discard(hand: str, **piles: str) -> Table:
    return duel({"riddance/0": "#9D 6C", "riddance/1": "#9H TC", "hand/0": hand, "stock": "#9H " * 40} | piles)


def test_the_master_weighs_a_sequence_of_plays_with_its_best_discard() -> None:
    seen = sight(before_the_discard("KC QD", **{"discards/0": "KD", "discards/1": "9D", "discards/2": "8D"}))
    judge, start = MaliceMaster.judge(seen), Turn(seen).start()
    ways = [(13, 0), (12, 0), (13, 3), (12, 3)]
    assert judge.stopped(start) == max(judge.ended(start, *way) for way in ways)


def test_the_master_weighs_only_discards_that_are_legal() -> None:
    full = {f"discards/{i}": card for i, card in enumerate(("5C", "9C", "QC", "2C"))}
    seen = sight(before_the_discard("KC TD", **full))
    judge, start = MaliceMaster.judge(seen), Turn(seen).start()
    assert judge.stopped(start) == judge.ended(start)


def test_the_master_takes_the_win() -> None:
    piles = {"riddance/0": "3C", "hand/0": "JK KC", "centre/0": "AS", "discards/0": "9C", "stock": "#9H " * 40}
    seen = sight(duel(piles))
    assert MaliceMaster.judge(seen).got_out(Turn(seen).start()) == WIN
    assert choice(duel(piles), MaliceMaster(Random(1))) == ("play", "hand/0/0", "centre/0")


def test_the_master_answers_offers_and_compulsion() -> None:
    piles = {"hand/0": "AC 2C KC", "hand/1": "9D", "stock": "#9H " * 40, "centre/0": "AD"}
    for phase in ("offer", "compel"):
        table = duel(piles, phase=phase, standing_0=1)
        assert choice(table, MaliceMaster(Random(1))) in legal(table)


def test_hidden_cards_change_no_move_of_the_master() -> None:
    """The opponent's hand, the stock and the covered riddance cards are exchanged for others."""
    piles = {"riddance/0": "#9D QC", "riddance/1": "#9H 6S", "hand/0": "5H KC KD 9S 9D", "centre/0": pile_up_to(4)}

    def move(hidden: dict[str, str]) -> Move | None:
        table = duel({**piles, **hidden})
        return MaliceMaster(Random(1)).choose(Seen(table, 0), table.moves())

    first = move({"hand/1": "QS QH", "stock": "#9H " * 40})
    assert first == move({"hand/1": "5D 6D", "stock": "#5S " * 40, "riddance/0": "#AD QC"})


# ---- the fit ---------------------------------------------------------------------------------------------------------


def test_the_fit_finds_the_worth_of_ends_that_lead_to_each_other() -> None:
    """After `out` follows `emptied`, with one card gained; then the game ends with two more. Both ends have one feature."""
    first, second = End("out", [(FIRST["out"], 1.0)], 1), End("emptied", [(FIRST["emptied"], 1.0)], 2)
    squares = Squares()
    for _ in range(10):
        squares.add([first, second], 4)
    weights = squares.solved(1)
    assert [weights[FIRST["out"]], weights[FIRST["emptied"]]] == pytest.approx([3, 2], 1e-3)
    assert sum(map(bool, weights)) == 2


def test_a_game_teaches_the_same_whenever_it_is_played() -> None:
    learnt = []
    for _ in range(2):
        squares = Squares()
        play("spite_and_malice_modern", 1, (MaliceGood, MaliceGood), squares)
        learnt.append(squares.solved(1))
    assert learnt[0] == learnt[1]
    assert len(learnt[0]) == ALL
    assert all(any(learnt[0][first : first + 10]) for first in FIRST.values())
