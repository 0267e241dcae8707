"""Plans for reserves that the player fills, such as the cells of FreeCell.

A cell takes a single card, and only several cells together free a card below. A bot that looks one move ahead therefore
fills the cells and is stuck. So with cells and open cards, a bot tries lines of moves, by the rules that it has learned
from the legal moves so far, and plays the line that leads furthest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count

from cadogan_client.bots.needs import FAR, Needs
from cadogan_client.bots.policy import RANKS, Move, View

MOST_TRIED = 250
"""The number of positions from which a plan tries all moves before it takes the best one seen."""

MOST_TRIED_AGAIN = 1000
"""The same for a second search, which follows if the first has found nothing better than the start."""

HOME, ABOVE, LOW, FILLED, SPACE, STEP = 4.0, 1.5, 0.6, 1.5, 4.0, 0.1
"""The terms of a position's worth: a card not yet home, each card above the next one of a suit, a card above a lower
one, a filled cell, an empty column, and each move on the way. Found by trial, over deals of FreeCell."""

Pile = tuple[int, ...]
Piles = tuple[Pile, ...]


class Cells:
    """Plans for one table with cells, and the rules learned for it. Without cells it costs next to nothing.

    Args:
        share: the positions to try, as a share of `MOST_TRIED` and `MOST_TRIED_AGAIN`.
    """

    def __init__(self, share: float = 1.0) -> None:
        self._most = round(share * MOST_TRIED)
        self._most_again = round(share * MOST_TRIED_AGAIN)
        self._cells: tuple[int, ...] = ()
        self._columns: tuple[int, ...] = ()
        self._homes: tuple[int, ...] = ()
        self._joins: set[tuple[int, int]] = set()
        self._plan: list[Move] = []
        self._expected: Piles = ()

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves: which reserve takes cards, and which card goes on which in the tableau."""
        kinds, piles = view.kinds, view.piles
        for move in moves:
            if len(move) != 3 or isinstance(move[0], str):
                continue
            src, dst, n = move
            if kinds[dst] == "reserve" and not self._cells:
                self._find(view, dst)
            elif kinds[dst] == "tableau" and n == 1 and piles[dst]:
                self._joins.add(join_of(piles[src][-1], piles[dst][-1]))

    def choose(self, view: View, moves: Sequence[Move], needs: Needs) -> Move | None:
        """Return the next move of a plan, or None if there are no cells or there is no plan."""
        if not self._cells or not self._joins or not self._is_plain(view, needs):
            return None
        now = tuple(map(tuple, view.piles))
        if not self._plan or now != self._expected:
            self._plan = self._best_line(now, self._most) or self._best_line(now, self._most_again)
        if not self._plan or self._plan[0] not in moves:
            self._plan = []
            return None
        move = self._plan.pop(0)
        self._expected = _after(now, move)
        return move

    def _find(self, view: View, cell: int) -> None:
        group = view.group_of[cell]
        self._cells = tuple(pile for pile, other in enumerate(view.group_of) if other == group)
        self._columns = tuple(pile for pile, kind in enumerate(view.kinds) if kind == "tableau")
        self._homes = tuple(pile for pile, kind in enumerate(view.kinds) if kind == "foundation")

    def _is_plain(self, view: View, needs: Needs) -> bool:
        """True if every card can be seen and moved, and goes home from its ace up in suit to one of four foundations."""
        used = {*self._cells, *self._columns, *self._homes}
        others = any(view.piles[pile] for pile in range(len(view.piles)) if pile not in used)
        hidden = any(not 0 <= card < 4 * RANKS for pile in view.piles for card in pile)
        return not others and not hidden and len(self._homes) == 4 and needs.ace_up_in_suit

    def _best_line(self, start: Piles, most: int) -> list[Move]:
        """Return the moves to the best position found. The search tries the best positions first."""
        number = count()
        best, best_worth = start, self._worth(start, 0)
        came: dict[Piles, tuple[Piles, Move] | None] = {start: None}
        depth, seen = {start: 0}, {self._key(start)}
        waiting = [(best_worth, next(number), start)]
        for _ in range(most):
            if not waiting:
                break
            _, _, here = heappop(waiting)
            for move in self._moves(here):
                there = _after(here, move)
                key = self._key(there)
                if key in seen:
                    continue
                seen.add(key)
                came[there], depth[there] = (here, move), depth[here] + 1
                worth = self._worth(there, depth[there])
                heappush(waiting, (worth, next(number), there))
                if worth < best_worth:
                    best, best_worth = there, worth
        line: list[Move] = []
        while (step := came[best]) is not None:
            best, move = step
            line.append(move)
        return line[::-1]

    def _moves(self, piles: Piles) -> Iterator[Move]:
        """Yield the moves that are worth a trial: home, onto columns, to one space and to one cell."""
        free = next((cell for cell in self._cells if not piles[cell]), None)
        space = next((column for column in self._columns if not piles[column]), None)
        homes = {piles[home][-1] + 1: home for home in self._homes if piles[home] and (piles[home][-1] + 1) % RANKS}
        for src in (*self._cells, *self._columns):
            if not piles[src]:
                continue
            card = piles[src][-1]
            if card % RANKS == 0:
                yield src, self._home_of_ace(piles, card), 1
                continue
            if card in homes:
                yield src, homes[card], 1
            for dst in self._columns:
                if dst != src and piles[dst] and join_of(card, piles[dst][-1]) in self._joins:
                    yield src, dst, 1
            from_column = src in self._columns
            if space is not None and not (from_column and len(piles[src]) == 1):
                yield src, space, 1
            if free is not None and from_column:
                yield src, free, 1

    def _home_of_ace(self, piles: Piles, card: int) -> int:
        """Return the foundation for an ace: the one of its suit, or any empty one."""
        own = self._homes[card // RANKS * len(self._homes) // 4]
        return own if not piles[own] else next(home for home in self._homes if not piles[home])

    def _worth(self, piles: Piles, moves: int) -> float:
        """Return the distance of a position from a win: less is better."""
        at = [0, 0, 0, 0]
        for home in self._homes:
            if piles[home]:
                at[piles[home][-1] // RANKS] = len(piles[home])
        far = HOME * (4 * RANKS - sum(at)) + STEP * moves
        far += FILLED * sum(bool(piles[cell]) for cell in self._cells)
        for column in self._columns:
            pile = piles[column]
            if not pile:
                far -= SPACE
                continue
            lowest = FAR
            for height, card in enumerate(pile):
                rank = card % RANKS
                if rank > lowest:
                    far += LOW
                else:
                    lowest = rank
                if rank == at[card // RANKS]:
                    far += ABOVE * (len(pile) - height - 1)
        return far

    def _key(self, piles: Piles) -> tuple[frozenset[Pile], frozenset[Pile]]:
        """Return the identity of a position. It does not depend on the column or cell in which a pile lies."""
        return frozenset(piles[column] for column in self._columns), frozenset(piles[cell] for cell in self._cells)


def join_of(card: int, onto: int) -> tuple[int, int]:
    """Return how one card lies on another.

    The first number is its rank relative to the lower card. The second is 2 for the same suit, 1 for the same colour,
    else 0.
    """
    suit, below = card // RANKS, onto // RANKS
    alike = 2 if suit == below else 1 if (suit in (1, 2) and below in (1, 2)) or {suit, below} == {0, 3} else 0
    return card % RANKS - onto % RANKS, alike


def _after(piles: Piles, move: Move) -> Piles:
    src, dst, n = move
    after = list(piles)
    after[src], after[dst] = piles[src][:-n], piles[dst] + piles[src][-n:]
    return tuple(after)
