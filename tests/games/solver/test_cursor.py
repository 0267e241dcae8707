"""A table that goes from one kept position to another."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.cursor import Cursor
from cadogan_games.solver.form import plain_form
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.tables import copied, rewind
from cadogan_games.solver.worth import Worth


@pytest.mark.parametrize("id", ["klondike_draw1", "la_belle_lucie", "spider_1"])
def test_a_cursor_knows_the_changed_piles_and_goes_back(id: str) -> None:
    game, random = catalogue.game(id), Random(7)
    assert isinstance(game, Game)
    table = copied(game.deal(bytes(32)))
    keys, worth = Keys(table, plain_form(len(table.piles), len(table.counters))), Worth(table)
    cursor = Cursor(table, keys, worth)

    def worths() -> list[int]:
        return [worth.of(pile, bytes(content)) for pile, content in enumerate(table.piles)]

    kept = [([bytes(pile) for pile in table.piles], table.counters[:], keys.key)]
    for _ in range(30):
        moves = table.moves()
        if not moves:
            break
        before = kept[-1][0]
        table.push(random.choice(moves))
        now = [bytes(pile) for pile in table.piles]
        assert {pile for pile in range(len(now)) if now[pile] != before[pile]} <= set(cursor.changed())
        assert cursor.gained() == sum(worths()) - sum(cursor.values)
        counters = table.counters[:]
        rewind(table, 0)
        cursor.go(now, counters)
        assert cursor.values == worths()
        kept.append((now, counters, keys.key))
    assert len(kept) > 5
    for piles, counters, key in reversed(kept):
        cursor.go(piles, counters)
        assert [bytes(pile) for pile in table.piles] == piles
        assert table.counters == counters
        assert keys.key == key
        assert cursor.values == worths()
