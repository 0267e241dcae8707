"""Plans for games in which whole runs go home, such as Spider: the bot tries short lines of moves.

A single move gains nothing there: one run moves away so that another fits, and only several moves together empty a
column. So the bot tries short lines in its head, by the rules that it has learned from the legal moves so far. A line
ends where an unknown card would be turned up. The bot plays the line that leads to the best table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import cast

from cadogan_client.bots.cells import join_of
from cadogan_client.bots.policy import RANKS, Move, View

MOST_TRIED = 30
"""The number of positions from which the good bot tries all moves before it plays the best line found."""

LONGEST = 6
"""The largest number of moves in a line."""

MOST_JOINS = 4
"""The largest number of ways in which one card goes on another (step of rank, likeness of suits). With more, as in
Aracnida, nearly every card goes on nearly every column, and there are too many lines to try."""

IN_SUIT, MIXED, BROKEN = 4.0, 1.0, -2.0
"""The worth of a card on the next rank: in suit, in another suit, and of a card on anything else."""
LONGER = 0.25
"""The additional worth of each further card of a run in suit: long runs go home."""
HIDDEN, DEEPER = 7.0, 0.65
"""The cost of the lowest card face down of a column, and the factor for each further one: short columns are cleared first."""
SPACE = 6.0
"""The worth of an empty column. A larger worth would make the bot keep its spaces instead of using them."""
WHOLE = 60.0
"""The worth of a whole suit in order, which goes home."""
STEP = 0.5
"""The cost of each move of a line."""
UNKNOWN = 3.0
"""The worth of turning up a card of any kind."""

# The weights were found by trial, over ten deals each of seven games with runs.

MOST_KEPT = 50_000
"""The largest number of columns whose worth is cached."""

Pile = tuple[int, ...]
Piles = tuple[Pile, ...]
Step = tuple[int, int, int]
"""A move between columns, by their indexes among the columns."""
Line = tuple[Step, ...]


class Runs:
    """Plans for one table on which whole runs go home, and the rules learned for it.

    In other games it costs next to nothing.

    Args:
        share: the positions to try, as a share of `MOST_TRIED`.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._most = max(1, round(share * MOST_TRIED))
        self._columns: tuple[int, ...] = ()
        self._single = False
        self._whole = False
        self._filling = False
        self._joins: set[tuple[int, int]] = set()
        self._units: set[tuple[int, int]] = set()
        self._any_into_space = False
        self._plan: list[Move] = []
        self._expected: Piles = ()
        self._worths: dict[Pile, float] = {}
        self._units_of: dict[Pile, list[tuple[int, int]]] = {}
        self._joins_of: dict[int, set[int]] = {}

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves: if single cards go home, which cards go on which, and which move together."""
        if self._single:
            return
        kinds, piles = view.kinds, view.piles
        if not self._columns:
            self._columns = tuple(pile for pile, kind in enumerate(kinds) if kind == "tableau")
            self._single = not set(kinds) <= {"tableau", "foundation", "stock"} or not self._columns
        cards = False
        for move in moves:
            if len(move) != 3 or isinstance(move[0], str):
                continue
            src, dst, n = move
            if kinds[dst] == "foundation" and n == 1:
                self._single = True
                return
            if kinds[src] == kinds[dst] == "tableau":
                cards = True
                self._learn(piles[src][-n:], piles[dst])
        if cards and not self._whole:
            self._whole = self._no_ace_goes_home(view)

    def _learn(self, unit: Sequence[int], onto: Sequence[int]) -> None:
        known = len(self._joins) + len(self._units)
        if onto:
            self._joins.add(join_of(unit[0], onto[-1]))
        elif unit[0] % RANKS != RANKS - 1:
            self._any_into_space = True
        for below, card in pairwise(unit):
            self._units.add(join_of(card, below))
        if len(self._joins) + len(self._units) > known:
            self._units_of.clear()
            self._joins_of.clear()

    def _no_ace_goes_home(self, view: View) -> bool:
        """True if an open ace has a free place but may not go there, or if there are no foundations."""
        homes = [pile for pile, kind in zip(view.piles, view.kinds, strict=True) if kind == "foundation"]
        if not homes:
            return True
        aces = any(view.piles[c] and view.piles[c][-1] >= 0 and view.piles[c][-1] % RANKS == 0 for c in self._columns)
        return aces and all(not home for home in homes)

    @property
    def at_hand(self) -> bool:
        """True if, as far as was seen, whole runs go home here and a few trials are enough to find good lines."""
        return self._whole and not self._single and len(self._joins) <= MOST_JOINS

    def choose(self, view: View, fresh: Sequence[Move]) -> Move | None:
        """Return the next move of the best line.

        If there is no line, return an action that takes a run home or brings new cards, else None.
        """
        now = tuple(tuple(view.piles[column]) for column in self._columns)
        actions = sorted((move for move in fresh if isinstance(move[0], str)), key=len)
        if actions and (self._filling or len(actions[-1]) > 1):
            self._filling = False
            return actions[-1]  # an action that names a pile takes a run home
        if not self._filling and (move := self._next_of_line(now, fresh)):
            return move
        if actions:
            return actions[0]
        stock = any(pile for pile, kind in zip(view.piles, view.kinds, strict=True) if kind == "stock")
        self._filling = stock and not all(now)
        return self._fill(now, fresh) if self._filling else None

    def _next_of_line(self, now: Piles, fresh: Sequence[Move]) -> Move | None:
        if not self._plan or now != self._expected or self._plan[0] not in fresh:
            self._plan = self._best_line(now, fresh)
        if not self._plan:
            return None
        move = self._plan.pop(0)
        self._expected = _after(now, self._index(move))
        return move

    def _fill(self, now: Piles, fresh: Sequence[Move]) -> Move | None:
        """Return the cheapest move that fills a space. No row is dealt while there is a space."""
        fills = []
        for move in fresh:
            if self._is_between_columns(move):
                src, dst, n = self._index(move)
                if not now[dst] and n < len(now[src]):
                    fills.append((self._worth(_after(now, (src, dst, n))), move))
        return max(fills)[1] if fills else None

    def _is_between_columns(self, move: Move) -> bool:
        return len(move) == 3 and move[0] in self._columns and move[1] in self._columns

    def _index(self, move: Move) -> Step:
        return self._columns.index(move[0]), self._columns.index(move[1]), move[2]

    def _best_line(self, start: Piles, fresh: Sequence[Move]) -> list[Move]:
        """Return the moves to the best position found; an empty list if none is better than the start.

        The search tries the best positions first.
        """
        number = count()
        begin = self._worth(start)
        best_worth, best = begin, cast(Line, ())
        key = sum(map(hash, start))  # columns may change places
        seen = {key}
        waiting = [(-begin, next(number), start, key, begin, best)]
        at_first = [self._index(move) for move in fresh if self._is_between_columns(move)]
        for _ in range(self._most):
            if not waiting:
                break
            _, _, here, key, value, line = heappop(waiting)
            for move in self._moves(here) if line else at_first:
                src, dst, n = move
                a, b = here[src], here[dst]
                less, more = a[:-n], b + a[-n:]
                changed = key - hash(a) - hash(b) + hash(less) + hash(more)
                if changed in seen:
                    continue
                seen.add(changed)
                longer = (*line, move)
                after = value - self._column(a) - self._column(b) + self._column(less) + self._column(more)
                worth = after - STEP * len(longer)
                if worth > best_worth:
                    best_worth, best = worth, longer
                turned_up = less and less[-1] < 0
                if not turned_up and len(longer) < LONGEST:
                    heappush(waiting, (-worth, next(number), _after(here, move), changed, after, longer))
        return [(self._columns[src], self._columns[dst], n) for src, dst, n in best]

    def _moves(self, piles: Piles) -> Iterator[Step]:
        """Yield the moves worth a trial: each unit onto another column, or into the first space."""
        space = next((i for i, pile in enumerate(piles) if not pile), None)
        tops = [(dst, pile[-1]) for dst, pile in enumerate(piles) if pile and pile[-1] >= 0]
        for src, pile in enumerate(piles):
            for n, card in self._units_in(pile):
                joins = self._joins_with(card)
                for dst, top in tops:
                    if top in joins and dst != src:
                        yield src, dst, n
                if space is not None and n < len(pile) and (self._any_into_space or card % RANKS == RANKS - 1):
                    yield src, space, n

    def _units_in(self, pile: Pile) -> list[tuple[int, int]]:
        """Return the units at the end of a column: the number of cards of each, and its first card. They are cached."""
        units = self._units_of.get(pile)
        if units is None:
            if len(self._units_of) >= MOST_KEPT:
                self._units_of.clear()
            units = self._units_of[pile] = []
            for n in range(1, len(pile) + 1):
                card = pile[-n]
                if card < 0 or (n > 1 and join_of(pile[-n + 1], card) not in self._units):
                    break
                units.append((n, card))
        return units

    def _joins_with(self, card: int) -> set[int]:
        """Return the cards on which a card goes. They are cached."""
        joins = self._joins_of.get(card)
        if joins is None:
            joins = self._joins_of[card] = {top for top in range(4 * RANKS + 1) if join_of(card, top) in self._joins}
        return joins

    def _worth(self, piles: Piles) -> float:
        return sum(map(self._column, piles))

    def _column(self, pile: Pile) -> float:
        """Return the worth of a column. It is cached, because lines share most columns."""
        worth = self._worths.get(pile)
        if worth is None:
            if len(self._worths) >= MOST_KEPT:
                self._worths.clear()
            worth = self._worths[pile] = column_worth(pile)
        return worth


def column_worth(pile: Pile) -> float:
    """Return the worth of a column by itself."""
    if not pile:
        return SPACE
    hidden = sum(card < 0 for card in pile)
    worth = -HIDDEN * sum(DEEPER**i for i in range(hidden))
    run = 0
    for below, card in pairwise(pile):
        if below < 0:
            continue
        if card - below == -1 and card // RANKS == below // RANKS:
            run += 1
            worth += IN_SUIT + LONGER * run + (WHOLE if run == RANKS - 1 else 0.0)
        else:
            run = 0
            worth += MIXED if card % RANKS - below % RANKS == -1 else BROKEN
    if pile[-1] < 0:
        worth += UNKNOWN + HIDDEN * DEEPER ** (hidden - 1)
    return worth


def _after(piles: Piles, move: Step) -> Piles:
    src, dst, n = move
    after = list(piles)
    after[src], after[dst] = piles[src][:-n], piles[dst] + piles[src][-n:]
    return tuple(after)
