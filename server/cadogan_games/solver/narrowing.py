"""Narrowing: fewer moves for searches that need not see everything, in games whose cards go home only by whole runs.

Two rules, which hold nearly always in Spider and its kin:

- If a whole run can join another, it does: the only other moves are those that are no moves of cards.
- No run is taken apart, unless the part joins another run, or must fill a space because cards are to be dealt.

A win without the other moves may not exist though one with them does. So a narrowed search proves no position lost.
"""

from __future__ import annotations

from cadogan_games.engine.cards import BIT, DOWN, JOKER
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play
from cadogan_games.engine.runs import in_suit
from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.dominance import Dominance
from cadogan_games.solver.moves import Moves, Rules


def has_whole_runs(game: Game) -> bool:
    """Return True if runs in suit move among columns, and no card goes to a foundation by itself."""
    plays = [rule for rule in game.moves if isinstance(rule, Play)]
    columns = {group.id for group in game.index.groups if group.kind == "tableau"}
    return bool(plays) and all(
        in_suit.on in [relation.on for relation in play.runs] and columns.issuperset(play.sources + play.targets)
        for play in plays
    )


class NarrowMoves(Moves):
    """The moves that join runs, if there are any, and else those that take no run apart."""

    def __init__(self, table: Table, dominance: Dominance | None = None) -> None:
        super().__init__(table, dominance)
        self._on = [*in_suit.on, *[0] * (3 * DOWN - JOKER)]
        self._stock: int = table.game.first.get("stock", -1)

    def find(self, table: Table, rules: Rules) -> list[Move]:
        """Return the moves of a position that are worth trying, and put the rules of some into `rules`."""
        found = super().find(table, rules)
        piles = table.piles
        to_deal = self._stock >= 0 and len(piles[self._stock]) > 0
        fills = False
        joins: list[Move] = []
        others: list[Move] = []
        actions: list[Move] = []
        for move in found:
            if isinstance(move[0], str):
                actions.append(move)
                continue
            source, target = piles[move[0]], piles[move[1]]
            n: int = move[2]
            card = source[-n]
            apart = len(source) > n and self._on[source[-n - 1]] & BIT[card] != 0
            if target and self._on[target[-1]] & BIT[card]:
                (others if apart else joins).append(move)
            elif not apart or (not target and to_deal):
                others.append(move)
            fills = fills or not target
        # A card that fills a space before a deal must not join its run again at once.
        if joins and not (fills and to_deal):
            return joins + actions
        return joins + others + actions


def narrowed(table: Table, moves: Moves) -> Moves:
    """Return fewer moves for a search on a table, or the same ones if its game has no whole runs."""
    game = table.game
    return NarrowMoves(table) if isinstance(game, Game) and has_whole_runs(game) else moves
