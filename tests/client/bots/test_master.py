"""The master plays by the installed rules, and without them like the good bot."""

from __future__ import annotations

import asyncio
from random import Random
from threading import get_ident

import pytest

from cadogan_client import Table
from cadogan_client.bots.desk import AT_ONCE, Desk
from cadogan_client.bots.master import Master
from cadogan_client.bots.policy import Move, Policy, View
from cadogan_games.planning.planner import Planner
from cadogan_games.players import Seen
from tests.client.tables import deal, mirror, push


class Slow(Policy):
    """Thinks in a thread, and notes the thread and the effort."""

    thinks = True

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.seen: list[tuple[int, float, View]] = []

    def choose(self, view: View, moves: tuple[Move, ...]) -> Move | None:  # type: ignore[override]
        self.seen.append((get_ident(), self.effort, view))
        return moves[0]


def test_a_master_plays_to_the_end_with_a_clients_view() -> None:
    table = deal("klondike_draw1", 1)
    seen = mirror(table)
    seen.game, seen.options = table.game.head.id, table.game.options
    master, made = Master(Random(1)), 0
    master.effort = 0.2
    while table.moves() and (move := master.choose(seen, table.moves())) is not None:
        push(table, seen, move)
        made += 1
    assert 20 < made < 1000


def test_without_the_rules_a_master_plays_like_the_good_bot() -> None:
    table = deal("klondike_draw1", 1)
    seen = mirror(table)  # the mirror has no name of a game
    master = Master(Random(1))
    for _ in range(30):
        move = master.choose(seen, table.moves())
        assert move is not None
        push(table, seen, move)


def test_a_master_with_rules_of_another_revision_plays_on() -> None:
    table = deal("klondike_draw1", 1)
    moves = table.moves()[1:]
    assert Master(Random(1)).choose(Seen(table, None), moves) in moves


def test_where_building_is_loose_a_master_plays_by_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this deal of Aracnida it sees at once that equal ranks go on each other, and asks no planner."""

    def choose(planner: Planner, effort: float) -> Move | None:
        raise AssertionError("the planner was asked")

    monkeypatch.setattr(Planner, "choose", choose)
    table = deal("aracnida", 3)
    assert Master(Random(1)).choose(Seen(table, None), table.moves()) in table.moves()


@pytest.mark.parametrize("error", [IndexError, KeyError, LookupError])
def test_no_error_of_the_planner_makes_a_master_play_like_good(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(planner: Planner, effort: float) -> Move | None:
        raise error("a fault of the planner")

    monkeypatch.setattr(Planner, "choose", broken)
    table = deal("klondike_draw1", 1)
    with pytest.raises(error, match="a fault of the planner"):
        Master(Random(1)).choose(Seen(table, None), table.moves())


@pytest.mark.parametrize("bots", [1, 3 * AT_ONCE])
async def test_bots_that_think_do_so_in_one_thread_with_shares(bots: int) -> None:
    desk, table = Desk(), mirror(deal("klondike"))
    policies = [Slow(Random(0)) for _ in range(bots)]
    moves = ((0, 1, 1), (0, 2, 1))
    choices = await asyncio.gather(*(desk.chosen(policy, table, moves) for policy in policies))
    assert choices == [moves[0]] * bots
    threads, efforts, views = zip(*(note for policy in policies for note in policy.seen), strict=True)
    assert len(set(threads)) == 1
    assert threads[0] != get_ident()
    assert efforts[0] == 1
    assert efforts[-1] == (1 if bots == 1 else pytest.approx(1 / 3))
    assert all(view is not table and isinstance(view, Table) and view.piles == table.piles for view in views)
    desk.close()


async def test_other_bots_do_not_wait_for_those_that_think() -> None:
    class Quick(Slow):
        thinks = False

    desk, policy = Desk(), Quick(Random(0))
    await desk.chosen(policy, mirror(deal("klondike")), ((0, 1, 1),))
    assert policy.seen[0][0] == get_ident()
