"""The bots at Racing Demon: the demon first, no move for nothing, and no round without an end."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from random import Random

import pytest

from cadogan_client.bots.levels import POLICIES
from cadogan_client.bots.policy import Move
from cadogan_games.engine import sharing
from cadogan_games.engine.table import Table
from cadogan_games.players import Seen
from tests.games.positions import as_move
from tests.games.test_racing_demon import table_of


def chosen(table: Table, level: str = "good", seat: int = 0) -> Move | None:
    return POLICIES[level](Random(1)).choose(Seen(table, None), sharing.moves(table, seat))


def test_the_demon_comes_first() -> None:
    table = table_of({"demon/0": "#KC 2C", "waste/0": "2D", "foundations/0": "AC", "foundations/5": "AD"})
    assert chosen(table) == as_move(table, "demon/0", "foundations/0")
    table = table_of({"demon/0": "#KC 9S", "work/0": "TH", "work/1": "8C", "work/2": "8S", "work/3": "KC"})
    assert chosen(table) == as_move(table, "demon/0", "work/0")


def test_a_pile_moves_to_make_room_for_the_demon() -> None:
    table = table_of({"work/0": "TH", "work/1": "9S", "work/2": "KD", "work/3": "KH"})
    assert chosen(table) == as_move(table, "work/1", "work/0")
    assert chosen(table, "easy")[0] == "turn"  # type: ignore[index]


def test_an_empty_demon_ends_the_round() -> None:
    table = table_of({"demon/0": "", "waste/0": "2C", "foundations/0": "AC"})
    assert chosen(table) == as_move(table, "out", "demon/0")


def test_a_bot_says_that_it_is_stuck_once_it_has_seen_its_stock() -> None:
    table = table_of({f"work/{pile}": "KC" for pile in range(4)})
    bot, seen, said = POLICIES["fair"](Random(1)), Seen(table, None), []
    while "stuck" not in said:
        seen.look()
        move = bot.choose(seen, sharing.moves(table, 0))
        assert move is not None
        said.append(move[0])
        sharing.play(table, 0, move)
    assert said[:2] == ["turn", "redeal"]
    assert 4 <= len(said) <= 8


def played(levels: list[str], number: int) -> dict[str, int]:
    """Play a round, each bot at its own pace, and return the points by level."""
    table = table_of({}).game.deal(number.to_bytes(32, "big"))  # type: ignore[attr-defined]
    table.game.definition.seat(table, 0, range(len(levels)))
    chance = Random(number)
    bots = [(POLICIES[level](Random(number + seat)), Seen(table, None)) for seat, level in enumerate(levels)]
    due = [(chance.random(), seat) for seat in range(len(levels))]
    heapify(due)
    for _ in range(3000):
        if sharing.is_over(table):
            break
        now, seat = heappop(due)
        (bot, seen), moves = bots[seat], sharing.moves(table, seat)
        seen.look()
        move = bot.choose(seen, moves)
        if move is not None:
            sharing.play(table, seat, move)
        mean = bot.tempo.seconds(len(moves))
        heappush(due, (now + chance.gammavariate(4, mean / 4), seat))
    assert sharing.is_over(table), number
    points = sharing.definition(table).points
    return {level: points(table, seat) for seat, level in enumerate(levels)}


def test_stronger_levels_score_more_and_every_round_ends() -> None:
    total = dict.fromkeys(("easy", "fair", "good"), 0)
    for number in range(20):
        for level, points in played(list(total), number).items():
            total[level] += points
    assert total["easy"] < total["fair"] < total["good"]


@pytest.mark.parametrize("bots", [2, 8])
def test_bots_of_one_level_end_their_rounds_too(bots: int) -> None:
    for number in range(3):
        played(["easy", "fair", "good", "master", "easy", "fair", "good", "master"][:bots], number)
