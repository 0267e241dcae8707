"""An exit looks won in a sample only if it can be won there, and lost only if it can't."""

from __future__ import annotations

from random import Random

from cadogan_games import catalogue
from cadogan_games.engine.cards import ALL, DOWN
from cadogan_games.engine.game import Game
from cadogan_games.planning.outlook import WIN, Outlook, RunOutlook, deals
from cadogan_games.planning.run_worth import RunWorth
from cadogan_games.planning.walk import Walk
from cadogan_games.simulate import seed_of
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import moves_of
from cadogan_games.solver.outcome import LOST, WON
from cadogan_games.solver.solve import solve
from cadogan_games.solver.tables import copied
from cadogan_games.solver.worth import Worth

NODES = 5000


def test_outlooks_agree_with_the_solver() -> None:
    """The sample is the real deal, so the table after an exit shows the true outcome."""
    wins = others = 0
    for number in range(4):
        table = catalogue.game("klondike_draw1").deal(seed_of(b"outlook", number))
        game = table.game
        assert isinstance(game, Game)
        form, twin = form_of(game), copied(table)
        moves = moves_of(twin, form)
        hidden = [
            (pile, i, card) for pile, cards in enumerate(table.piles) for i, card in enumerate(cards) if card >= DOWN
        ]
        walk = Walk(twin, moves, Keys(twin, form), Worth(twin))
        walk.load([bytes(pile) for pile in table.piles], table.counters[:])
        walk.run(100, ALL)
        outlook = Outlook(game, table, form)
        for exit in walk.exits[:5]:
            there = copied(table)
            for move in moves.game_moves(table, [*exit.before.line(), exit.move]):
                there.play(move)
            value = outlook.of(exit, hidden, table.seed)
            verdict = solve(there, NODES).verdict
            assert verdict == WON if value == WIN else value < WIN
            assert value == 0 or verdict != LOST
            wins += value == WIN
            others += value != WIN
    assert wins
    assert others


def spread(steps: int) -> list[int]:
    """Return for some exits of Spiderette how many outlooks samples give that differ only in cards that the exit does not
    show."""
    table = catalogue.game("spiderette").deal(seed_of(b"outlook", 0))
    game, chance = table.game, Random(0)
    assert isinstance(game, Game)
    form = form_of(game)

    def walk(fills: bool = False) -> Walk:
        twin = copied(table)
        return Walk(twin, moves_of(twin, form), Keys(twin, form), RunWorth(twin, fills))

    seeing = walk()
    seeing.load([bytes(pile) for pile in table.piles], table.counters[:])
    seeing.run(100, ALL)
    exits = [exit for exit in seeing.exits if not deals(exit)][:6]
    outlook = RunOutlook(walk(), walk(fills=True), table.number("stock"))
    outlook.steps = steps
    places = [(pile, i) for pile, cards in enumerate(table.piles) for i, card in enumerate(cards) if card >= DOWN]
    found = []
    for exit in exits:
        shown = [place for place in places if place in exit.shown]
        others = [place for place in places if place not in exit.shown]
        cards = [table.piles[pile][i] for pile, i in shown + others]
        values = set()
        for _ in range(3):
            hidden = [(pile, i, card) for (pile, i), card in zip(shown + others, cards, strict=True)]
            values.add(outlook.of(exit, hidden, b""))
            tail = cards[len(shown) :]
            chance.shuffle(tail)
            cards[len(shown) :] = tail
        found.append(len(values))
    return found


def test_where_whole_runs_go_home_only_cards_shown_so_far_count() -> None:
    """One step counts those behind the exit, two steps also those behind the exit that follows."""
    assert set(spread(1)) == {1}
    assert min(spread(2)) > 1
