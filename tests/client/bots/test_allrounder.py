"""One policy for all games: each table for several players gets the bot that knows it."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cadogan_client.bots.allrounder import Allrounder
from cadogan_client.bots.policy import Move, Policy, View
from cadogan_games import catalogue
from cadogan_games.players import Seen


def always(name: str) -> type[Policy]:
    def choose(self: Policy, view: View, moves: Any) -> Move:
        return (name,)

    return type(name, (Policy,), {"choose": choose, "calls": choose})


class Bot(Allrounder):
    duellist, bank, demon = always("malice"), always("bank"), always("demon")

    def pick(self, view: View, moves: Any, fresh: Any) -> Move:
        return ("race",)


@pytest.mark.parametrize(
    ("game", "bot"),
    [("spite_and_malice", "malice"), ("russian_bank", "bank"), ("racing_demon", "demon"), ("nestor", "race")],
)
def test_each_table_gets_the_bot_that_knows_it(game: str, bot: str) -> None:
    view = Seen(catalogue.game(game).deal(bytes(32)), 0)
    assert Bot(Random(1)).choose(view, [(bot,)]) == (bot,)


def test_only_russian_bank_has_calls() -> None:
    seen: Any = SimpleNamespace(group_of=["houses"])
    assert Bot(Random(1)).calls(seen, [("stop",)]) == ("bank",)
    assert Bot(Random(1)).calls(SimpleNamespace(group_of=["hand"]), [("stop",)]) is None
