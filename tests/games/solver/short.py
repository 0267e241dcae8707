"""Positions from which so little can be reached that everything can be looked at, and the verdicts on them.

`shortened` deals are those of a game with some suits or ranks taken out. `endings` are positions near the end of whole
games, of every race.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from cadogan_games.engine.cards import ranks, suits
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from cadogan_games.solver.outcome import LOST, WON, Verdict
from cadogan_games.solver.solve import solve
from tests.games.positions import copy_of

FOR_EVER = 1 << 30


def exhaustive(table: Table, most: int) -> Verdict | None:
    """Return the verdict of a search through every reachable position, without a canonical form; None if there are more than
    `most`."""
    seen = {_frozen(table)}
    waiting = [table]
    while waiting:
        here = waiting.pop()
        if here.won:
            return WON
        for move in here.moves():
            there = copy_of(here)
            there.push(move)
            frozen = _frozen(there)
            if frozen not in seen:
                if len(seen) >= most:
                    return None
                seen.add(frozen)
                waiting.append(there)
    return LOST


def _frozen(table: Table) -> object:
    """Return the whole position. Redeals without limit count up to three, and exchanges not at all: otherwise the
    search would not end."""
    endless = [name for name, action in table.game.actions.items() if name == "redeal" and action.times is None]
    most = {"redeals": 3 if endless else FOR_EVER, "exchanges": 1}
    names = table.game.counter_names
    counted = [min(value, most.get(name, FOR_EVER)) for name, value in zip(names, table.counters, strict=True)]
    return tuple(map(tuple, table.piles)), tuple(counted)


def shortened(game: Game, kept: int) -> Game | None:
    """Return the game with only these cards; None if its goal is a fixed number of cards, or it begins with a choice."""
    if game.definition.goal.most is not None or "choose" in game.actions:
        return None
    pack = [card for card in game.pack if kept >> card & 1]
    return Game(game.head, game.options, replace(game.definition, pack=pack))


def short_deal(game: Game, short: Game, seed: bytes) -> Table:
    """Return a whole deal without the cards that the shortened game lacks, before any move."""
    whole, table = game.deal(seed), Table(short, seed)
    for pile, cards in zip(table.piles, whole.piles, strict=True):
        pile += [card for card in cards if card & 63 in short.pack]
    table.counters[:] = whole.counters
    short.settle(table)
    table.log.clear()
    return table


def few_cards(chance: Random) -> int:
    """Return the cards of some suits, up to some rank: two ranks of all suits, or up to thirteen cards of one."""
    count = chance.choice([1, 2, 3, 4])
    highest = chance.choice({1: [5, 9, 13], 2: [4, 6, 8], 3: [3, 4], 4: [2, 3, 4]}[count])
    return suits(*chance.sample(range(4), count)) & ranks(*range(1, highest + 1))


def endings(
    game: Game, chance: Random, most: int, budget: int = 3000, steps: int = 300
) -> Iterator[tuple[Table, Verdict]]:
    """Play a game at random, or by a winning line that is found within a budget, then go back from its end.

    Yield earlier and earlier positions with their verdicts, as long as at most `most` positions can be reached.
    """
    table = game.deal(chance.randbytes(32))
    line = solve(table, budget).line if chance.random() < 0.5 else ()
    way = [copy_of(table)]
    while len(way) < steps and (moves := table.moves()):
        if len(way) <= len(line):
            table.push(line[len(way) - 1])
            way.append(copy_of(table))
            continue
        homeward = [move for move in moves if not isinstance(move[0], str) and _is_home(table, move[1])]
        table.push(chance.choice(homeward if homeward and chance.random() < 0.8 else moves))
        way.append(copy_of(table))
    back = 1
    while back <= len(way):
        verdict = exhaustive(way[-back], most)
        if verdict is None:
            return
        yield way[-back], verdict
        back += chance.randint(1, 4)


def _is_home(table: Table, pile: int) -> bool:
    return table.game.group_of[pile].kind == "foundation"
