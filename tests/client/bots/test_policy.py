"""The bots' policies, on the real rules but without a server."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cadogan_client.bots import POLICIES, Policy, UnknownPolicy, find_policy
from cadogan_client.bots.easy import Easy
from tests.client.tables import SIX, deal, mirror, push

MOST_MOVES = 3000


def play(game: str, policy: type[Policy], number: int) -> tuple[int, list[tuple[Any, ...]]]:
    """Play a deal to its end or until the bot gives up; return the progress made and the moves."""
    table = deal(game, number)
    seen, bot, made = mirror(table), policy(Random(number)), []
    while (move := bot.choose(seen, table.moves())) is not None:
        assert move in table.moves()
        push(table, seen, move)
        made.append(move)
        assert len(made) < MOST_MOVES, "the bot plays for ever"
    return table.progress, made


@pytest.mark.parametrize("level", list(POLICIES))
@pytest.mark.parametrize("game", SIX)
def test_every_game_comes_to_an_end(game: str, level: str) -> None:
    for number in range(3):
        assert 0 < len(play(game, POLICIES[level], number)[1]) < MOST_MOVES


@pytest.mark.parametrize("level", list(POLICIES))
@pytest.mark.parametrize("game", ["klondike_draw1", "klondike_draw3"])
def test_redeals_without_limit_come_to_an_end(game: str, level: str) -> None:
    for number in range(3):
        assert 0 < len(play(game, POLICIES[level], number)[1]) < MOST_MOVES


def test_policies_are_found_by_name_and_by_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {name: find_policy(name) for name in POLICIES} == POLICIES
    assert find_policy("cadogan_client.bots.easy:Easy") is Easy
    for wrong in ("best", "no_such_module:X", "cadogan_client.bots.easy:Nobody", "cadogan_client.bots.easy:Random"):
        with pytest.raises(UnknownPolicy):
            find_policy(wrong)


class Hasty(Policy):
    """The example of the documentation."""

    def choose(self, view, moves):
        for move in moves:
            if len(move) == 3 and view.kinds[move[1]] == "foundation":
                return move
        return self.random.choice(moves) if moves else None


def test_ten_lines_make_a_bot() -> None:
    table = deal("sultan", 1)
    seen, bot = mirror(table), Hasty(Random(0))
    for _ in range(100):
        move = bot.choose(seen, table.moves())
        if move is None:
            break
        push(table, seen, move)
    assert table.log
