"""A best-first walk through the positions that a player can foresee, and the ways on from there into the unknown."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Any

from cadogan_games.engine.cards import BIT, DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT
from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.cursor import Cursor
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.moves import Moves
from cadogan_games.solver.tables import rewind
from cadogan_games.solver.worth import Worth

NOWHERE = -(1 << 30)
"""Less than the worth of any position."""


class Position:
    """A position that was reached: its piles and counters, its worth and progress, and the last move with the position
    before it."""

    def __init__(
        self,
        piles: list[bytes],
        counters: list[int],
        worth: int,
        progress: int,
        move: Move | None,
        before: Position | None,
    ) -> None:
        self.piles = piles
        self.counters = counters
        self.worth = worth
        self.progress = progress
        self.move = move
        self.before = before

    def line(self) -> list[Move]:
        """Return the moves that lead here."""
        moves: list[Move] = []
        here: Position | None = self
        while here is not None and here.move is not None:
            moves.append(here.move)
            here = here.before
        moves.reverse()
        return moves


class Exit:
    """A move that shows something new.

    Attributes:
        before: the position before it.
        move, rule: the move, and the rule that allows it.
        worth: the worth of the position that may follow.
        shown: the places of the cards that it shows.
        key: the key of the position that may follow.
    """

    def __init__(
        self, before: Position, move: Move, rule: Any, worth: int, shown: list[tuple[int, int]], key: int
    ) -> None:
        self.before = before
        self.move = move
        self.rule = rule
        self.worth = worth
        self.shown = shown
        self.key = key


class Walk:
    """A walk on a table, which it changes and leaves in some position: call `load` before each `run`.

    The most promising position is looked at first. A node is a position reached by a move.

    Attributes:
        nodes: the nodes of the last run.
        exits: the moves that show cards of the set `unknown` or shuffle cards; the walk does not go on behind them.
        best: the position of the greatest progress, and among these of the greatest worth.
        worthiest: the position of the greatest worth.
        won: the won position, if one was found.
        ended: true if the walk has seen all positions that it can reach.
    """

    def __init__(self, table: Table, moves: Moves, keys: Keys, worth: Worth) -> None:
        self._table = table
        self._moves = moves
        self._keys = keys
        self._worth = worth
        self._cursor = Cursor(table, keys, worth)
        self.nodes = 0
        self.exits: list[Exit] = []
        self.best = Position([], [], NOWHERE, -1, None, None)
        self.worthiest = self.best
        self.won: Position | None = None
        self.ended = False
        self._last: Move | None = None
        self._before: Position | None = None

    def resume(self, position: Position) -> None:
        """Put the table into a position of another walk. The lines of this walk then begin with the way there."""
        self.load(position.piles, position.counters)
        self._last, self._before = position.move, position.before

    def load(self, piles: list[bytes], counters: list[int]) -> None:
        """Put the table into a position."""
        self._last = self._before = None
        table = self._table
        table.log.clear()
        for pile, content in enumerate(piles):
            table.piles[pile][:] = content
        table.counters[:] = counters
        table.changed()
        self._keys.begin()
        self._cursor = Cursor(table, self._keys, self._worth)

    @property
    def worth(self) -> int:
        """The worth of the position that was loaded."""
        return sum(self._cursor.values)

    def do(self, move: Move, rule: Any) -> None:
        """Make a move in the position that was loaded, to begin behind it."""
        self._moves.do(self._table, move, rule)
        self._table.log.clear()
        self.load([bytes(pile) for pile in self._table.piles], self._table.counters[:])

    def run(self, most: int, unknown: int) -> None:
        """Walk through at most `most` nodes."""
        table, keys = self._table, self._keys
        self.nodes, self.exits, self.won, self.ended = 0, [], None, False
        first = Position(
            self._cursor.contents[:], table.counters[:], self.worth, table.progress, self._last, self._before
        )
        self.best = self.worthiest = first
        if table.game.is_won(table):
            self.won = first
            return
        seen: set[int] = {keys.key}
        heap: list[tuple[int, int, Position]] = [(-first.worth, 0, first)]
        while heap:
            position = heappop(heap)[2]
            self._cursor.go(position.piles, position.counters)
            here = keys.key
            rules: dict[Move, Any] = {}
            moves: list[Move] = self._moves.find(table, rules)
            for move in moves:
                if self.nodes >= most:
                    return
                self.nodes += 1
                rule = rules.get(move)
                self._moves.do(table, move, rule)
                shown = self._shown(unknown)
                key = keys.advance(0)
                if shown:
                    gained = self._cursor.gained_veiled(shown) if self._worth.veils else self._cursor.gained()
                    self.exits.append(Exit(position, move, rule, position.worth + gained, shown, key))
                elif key not in seen:
                    seen.add(key)
                    made = self._made(position, move)
                    if table.won:
                        self.won = self.best = self.worthiest = made
                        return
                    if made.worth > self.worthiest.worth:
                        self.worthiest = made
                    if (made.progress, made.worth) > (self.best.progress, self.best.worth):
                        self.best = made
                    heappush(heap, (-made.worth, self.nodes, made))
                rewind(table, 0)
                keys.retreat(here, 0)
        self.ended = True

    def _shown(self, unknown: int) -> list[tuple[int, int]]:
        """Return the places that the last move shows or shuffles, by which moves that show the same are alike."""
        found: list[tuple[int, int]] = []
        if not unknown and not self._shuffles():
            return found
        for event in self._table.log:
            kind: int = event[0]
            if kind == FLIP:
                card: int = event[3]
                if card < DOWN and BIT[card] & unknown:
                    found.append((event[1], event[2]))
            elif kind == SHIFT:
                if event[6]:
                    cards: tuple[int, ...] = event[5]
                    for place, each in enumerate(cards):
                        if each < DOWN and BIT[each] & unknown:
                            found.append((event[3], event[4] + place))
            elif kind == ORDER and event[4]:
                found.append((event[1], -1))
        return found

    def _shuffles(self) -> bool:
        """True if the last move has shuffled cards."""
        for event in self._table.log:  # noqa: SIM110 (any() takes a generator, which is slower)
            if event[0] == ORDER and event[4]:
                return True
        return False

    def _made(self, before: Position, move: Move) -> Position:
        """Return the position after a move."""
        table = self._table
        contents = before.piles[:]
        worth = before.worth
        for pile in self._cursor.changed():
            content = bytes(table.piles[pile])
            contents[pile] = content
            worth += self._worth.of(pile, content) - self._cursor.values[pile]
        return Position(contents, table.counters[:], worth, table.progress, move, before)
