"""A bot's memory of a game."""

from __future__ import annotations

from cadogan_client.bots.memory import MANY_ROUNDS, Memory
from tests.client.bots.test_attention import table


def test_a_fruitless_round_counts_only_where_redeals_are_unlimited() -> None:
    memory = Memory()
    for number in range(MANY_ROUNDS + 1):
        memory.arrive(table([], [number], []))
        assert not memory.fresh(table([], [number], []), [])
        assert memory.restless == (number == MANY_ROUNDS)
        memory.note_move(("redeal",))
    memory.arrive(table([0], [9], []))
    assert not memory.restless


def test_a_bot_of_less_patience_gives_up_sooner() -> None:
    lengths = []
    for patience in (0.5, 1.0):
        memory, moves = Memory(patience), 0
        memory.arrive(table([], [0], []))
        while not memory.weary:
            moves += 1
            memory.arrive(table([], [moves % 7], []))
        lengths.append(moves)
    assert lengths[0] < lengths[1] <= 2 * lengths[0] + 2
