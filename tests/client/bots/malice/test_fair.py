"""The fair bot at Spite and Malice."""

from __future__ import annotations

from random import Random

from cadogan_client.bots.malice import MaliceEasy, MaliceFair
from cadogan_client.bots.malice.sight import Sight
from cadogan_games.engine import table as engine
from tests.bench.malice_bots import Seat
from tests.client.bots.malice.test_level import pile_up_to
from tests.games.duels import duel, in_words


def sight(table: engine.Table) -> Sight:
    """Return the view of the seat on turn."""
    return Sight(Seat(table, table.count("seat"), MaliceEasy(Random(0))).seen)


def test_fair_keeps_its_wild_cards_for_the_upcard() -> None:
    table = duel({"riddance/0": "#9D 6C", "hand/0": "JK 8C", "centre/0": pile_up_to(4)})
    bot = MaliceFair(Random(1))
    assert bot.pick(sight(table), table.moves()) == table.moves()[table.moves().index(("play", (2, 0), 12))]
    table = duel({"riddance/0": "#9D QC", "hand/0": "JK 8C", "centre/0": pile_up_to(4)})
    made = [in_words(table, bot.pick(sight(table), table.moves())) for _ in range(40)]
    assert max(set(made), key=made.count)[:2] == ("discard", "hand/0/1")
