"""The moves of a search: those of the game, or with the turns before a card of the talon made one move with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_games.engine.cards import BIT, DOWN, JOKER
from cadogan_games.engine.finding import compile_rules, gatherer
from cadogan_games.engine.game import Game
from cadogan_games.engine.plays import Play
from cadogan_games.engine.runs import in_suit
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.solver.dominance import Dominance, Sparing
from cadogan_games.solver.form import Form
from cadogan_games.solver.tables import copied
from cadogan_games.solver.talon import Talon

Rules = dict[Move, Any]
"""The rule of a move that does more than shift cards, by move."""


class Moves:
    """The moves of the game, without those that its dominance makes needless."""

    def __init__(self, table: Table, dominance: Dominance | None = None) -> None:
        self._find: Any = table.game.find_moves
        self._do: Any = table.game.carry_out
        self._sparing = None if dominance is None else Sparing(table, dominance)

    def find(self, table: Table, rules: Rules) -> list[Move]:
        """Return the moves of a position, and put the rules of those that do more than shift cards into `rules`."""
        found: list[Move] = self._find(table, rules)
        return found if self._sparing is None else self._sparing.spared(table, found)

    def do(self, table: Table, move: Move, rule: Any) -> None:
        """Carry out a move, with all automatic changes after it."""
        self._do(table, move, rule)
        table.changed()

    def game_moves(self, table: Table, line: Sequence[Move]) -> list[Move]:
        """Return the game's own moves for a line of these moves that begins at a table's position."""
        return list(line)


class TurningMoves(Moves):
    """Moves of a game with a talon. A card of the talon moves by `(waste, target, 1, pointer, redeals)`.

    The talon is the waste and, on top of it, the stock turned over; the pointer is the number of its cards that are
    turned when the card is played, and `redeals` is 1 if a redeal comes before.
    """

    def __init__(self, table: Table, talon: Talon, dominance: Dominance | None = None) -> None:
        super().__init__(table, dominance)
        game = table.game
        assert isinstance(game, Game)
        self._stock = talon.stock
        self._waste = talon.waste
        self._turns = talon.turns
        self._redeals = talon.redeals
        self._counter = talon.counter
        self._gather: list[Any] = [gatherer(play, game.index) for play in talon.plays]
        self._others: list[Any] = compile_rules(talon.others, game.index)

    def find(self, table: Table, rules: Rules) -> list[Move]:
        """Return the moves of a position, without turns and redeals."""
        found: list[Move] = []
        if table.won:
            return found
        for find in self._others:
            find(table, found, rules)
        self._find_turned(table, found)
        return found if self._sparing is None else self._sparing.spared(table, found)

    def _find_turned(self, table: Table, found: list[Move]) -> None:
        """Add the moves of all cards of the talon that can be turned up."""
        stock, waste = table.piles[self._stock], table.piles[self._waste]
        turned, cards = len(waste), len(waste) + len(stock)
        if not cards:
            return
        targets: list[tuple[int, int]] = []
        union = 0
        for gather in self._gather:
            wanted, these = gather(table)
            targets += wanted
            union |= these
        if not union:
            return
        turns = self._turns
        pointer = turned if turned else min(turns, cards)
        while True:
            card = waste[pointer - 1] if pointer <= turned else stock[cards - pointer] - DOWN
            self._add(found, card, targets, union, pointer, 0)
            if pointer == cards:
                break
            pointer = min(pointer + turns, cards)
        if turned and self._counter >= 0 and table.counters[self._counter] < self._redeals:
            for pointer in range(turns, cards, turns):
                if pointer < turned:
                    self._add(found, waste[pointer - 1], targets, union, pointer, 1)
                elif (pointer - turned) % turns:
                    self._add(found, stock[cards - pointer] - DOWN, targets, union, pointer, 1)

    def _add(
        self, found: list[Move], card: int, targets: list[tuple[int, int]], union: int, pointer: int, redeals: int
    ) -> None:
        """Add the moves of one card of the talon."""
        bit = BIT[card]
        if bit & union:
            for target, mask in targets:
                if mask & bit:
                    found.append((self._waste, target, 1, pointer, redeals))

    def do(self, table: Table, move: Move, rule: Any) -> None:
        """Carry out a move with the turns before it."""
        if len(move) == 5:
            pointer: int = move[3]
            turned = len(table.piles[self._waste])
            if pointer > turned:
                table.turn_over(self._stock, self._waste, pointer - turned)
            elif pointer < turned:
                table.turn_over(self._waste, self._stock, turned - pointer)
            if move[4]:
                counter = table.game.counter_names[self._counter]
                table.set(counter, table.counters[self._counter] + 1)
            self._do(table, move[:3], rule)
        else:
            self._do(table, move, rule)
        table.changed()

    def game_moves(self, table: Table, line: Sequence[Move]) -> list[Move]:
        """Return the game's own moves for a line, with turns and redeals. It ends with the first illegal move, if the
        talon promised one."""
        twin = copied(table)
        moves: list[Move] = []
        try:
            for move in line:
                if len(move) == 5:
                    self._turn_to(twin, move[3], move[4], moves)
                moves.append(move[:3] if len(move) == 5 else move)
                twin.play(moves[-1])
        except IllegalMove:
            pass
        return moves

    def _turn_to(self, twin: Table, pointer: int, redeals: int, moves: list[Move]) -> None:
        """Turn the stock until `pointer` cards of the talon are turned, after a redeal if `redeals` is 1. Two passes show
        every card that can come up."""
        stock, waste = twin.piles[self._stock], twin.piles[self._waste]
        for _ in range(2 * (len(stock) + len(waste)) + 1):
            if not redeals and len(waste) == pointer:
                return
            moves.append(("turn",) if stock else ("redeal",))
            redeals -= not stock and redeals > 0
            twin.play(moves[-1])


def moves_of(table: Table, form: Form) -> Moves:
    """Return the moves of searches on a table, with the shortcuts of a form."""
    if form.talon is None:
        return Moves(table, form.dominance)
    return TurningMoves(table, form.talon, form.dominance)


def has_whole_runs(game: Game) -> bool:
    """Return True if runs in suit move among columns, and no card goes to a foundation by itself."""
    plays = [rule for rule in game.moves if isinstance(rule, Play)]
    columns = {group.id for group in game.index.groups if group.kind == "tableau"}
    return bool(plays) and all(
        in_suit.on in [relation.on for relation in play.runs] and columns.issuperset(play.sources + play.targets)
        for play in plays
    )


class NarrowMoves(Moves):
    """Fewer moves for searches that need not see everything, in games whose cards go home only by whole runs.

    Two rules, which hold nearly always in Spider and its kin:

    - If a whole run can join another, it does: the only other moves are those that are no moves of cards.
    - No run is taken apart, unless the part joins another run, or must fill a space because cards are to be dealt.

    A win without the other moves may not exist though one with them does. So a narrowed search proves no position lost.

    Args:
        table: the table.
        one_space: no card goes into a space but the first one.
    """

    def __init__(self, table: Table, one_space: bool = False) -> None:
        super().__init__(table, None)
        self._one_space = one_space
        self._on = [*in_suit.on, *[0] * (3 * DOWN - JOKER)]
        self._stock: int = table.game.first.get("stock", -1)

    def find(self, table: Table, rules: Rules) -> list[Move]:
        """Return the moves of a position that are worth trying, and put the rules of some into `rules`."""
        found = super().find(table, rules)
        piles = table.piles
        to_deal = self._stock >= 0 and len(piles[self._stock]) > 0
        fills = False
        space = -1
        joins: list[Move] = []
        others: list[Move] = []
        actions: list[Move] = []
        for move in found:
            if isinstance(move[0], str):
                actions.append(move)
                continue
            source, target = piles[move[0]], piles[move[1]]
            n: int = move[2]
            if self._one_space and not target:
                if space < 0:
                    space = move[1]
                if move[1] != space or n == len(source):
                    continue
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


def narrowed(table: Table, moves: Moves, one_space: bool = False) -> Moves:
    """Return fewer moves for a search on a table, or the same ones if its game has no whole runs.

    With `one_space` all spaces are taken for alike, so only the first one is filled.
    """
    game = table.game
    return NarrowMoves(table, one_space) if isinstance(game, Game) and has_whole_runs(game) else moves
