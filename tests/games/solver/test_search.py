"""In every race the solver's keys tell positions apart, and its verdicts are those of an exhaustive search.

`python -m tests.games.solver --deals 1000` tries many more positions.
"""

from __future__ import annotations

from random import Random

from cadogan_games import catalogue, registry
from cadogan_games.engine.game import Game
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.tables import copied, rewind
from tests.each import each
from tests.games.solver.compared import RACES, differences

DEFINITIONS = {registry.registered[id].define: id for id in reversed(RACES)}.values()
"""One race of each definition. Variants are derived from the same rules, and tried with --thorough."""


@each("id", RACES)
def test_keys_tell_positions_apart_and_verdicts_are_true(id: str, thorough: bool) -> None:
    if not thorough and id not in DEFINITIONS:
        return
    game = catalogue.game(id)
    follow_keys(game, Random(id), 300 if thorough else 24)
    assert not list(differences(game, deals=300, most=3000) if thorough else differences(game, deals=1, most=40))


def follow_keys(game: Game, chance: Random, moves: int) -> None:
    """Make and take back random moves: a key that was kept up to date is that of the position."""
    form = form_of(game)
    table = game.deal(chance.randbytes(32))
    keys = Keys(table, form)
    way: list[tuple[int, int, int]] = []
    for number in range(moves):
        legal = table.moves()
        if way and (not legal or chance.random() < 0.2):
            mark, key, trail = way.pop()
            rewind(table, mark)
            keys.retreat(key, trail)
        elif legal:
            way.append((len(table.log), keys.key, len(keys.trail)))
            table.push(chance.choice(legal))
            keys.advance(way[-1][0])
        if number % 4 == 0:
            assert keys.key == Keys(copied(table), form).key
