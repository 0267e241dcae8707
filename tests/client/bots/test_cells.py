"""Plans for the cells of FreeCell."""

from __future__ import annotations

from hashlib import sha256
from random import Random

from cadogan_client.bots import Policy
from cadogan_client.bots.good import Good
from cadogan_games import catalogue
from cadogan_games.players import Seen, played_by


def share_of_freecell(policy: type[Policy], deals: int) -> float:
    """Return the share of deals of FreeCell that a policy wins."""
    game, won = catalogue.game("freecell"), 0
    for number in range(deals):
        seed = sha256(b"freecell %d" % number).digest()
        table, play = game.deal(seed), played_by(policy, seed)
        while table.moves() and (move := play(table, table.moves())) is not None:
            table.push(move)
        won += table.won
    return won / deals


def test_good_plans_with_the_cells_of_freecell() -> None:
    assert share_of_freecell(Good, 12) >= 0.4


def test_a_plan_that_the_rules_do_not_bear_out_is_dropped() -> None:
    """The cells were learned at a table on which the same cards now lie otherwise."""
    table = catalogue.game("freecell").deal(bytes(32))
    seen, bot = Seen(table, None), Good(Random(0))
    first = bot.choose(seen, table.moves())
    assert first in table.moves()
    others = [move for move in table.moves() if move != first and move[1] != first[1]]
    table.push(others[0])
    seen.look()
    again = bot.choose(seen, table.moves())
    assert again in table.moves()
