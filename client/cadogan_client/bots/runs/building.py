"""The rules of building, as the legal moves show them: which card goes on which, and which cards move together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cadogan_client.bots.cells import join_of
from cadogan_client.bots.policy import RANKS, Move, View

MOST_KEPT = 50_000
"""The largest number of columns whose units are cached."""

Pile = tuple[int, ...]
Step = tuple[int, int, int]
"""A move between columns, by their indexes among the columns, with the number of cards."""


class Building:
    """The rules of one table, as far as its legal moves have shown them.

    Attributes:
        columns: the piles of the tableau, by their numbers.
        joins: the ways in which one card was seen to go on another, as `join_of` tells them.
        single: true if single cards go home, or if there are other piles than columns, foundations and a stock.
        whole: true if an ace was seen that may not go home by itself.
        homes: true if there are foundations.
        suits: the suits of the cards seen.
    """

    def __init__(self) -> None:
        self.columns: tuple[int, ...] = ()
        self.joins: set[tuple[int, int]] = set()
        self.single = self.whole = self.homes = False
        self.suits: set[int] = set()
        self._units: set[tuple[int, int]] = set()
        self._bent = False
        self._any_into_space = False
        self._units_of: dict[Pile, list[tuple[int, int]]] = {}
        self._joins_of: dict[int, set[int]] = {}

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the table and its legal moves."""
        if self.single:
            return
        kinds, piles = view.kinds, view.piles
        if not self.columns:
            self.columns = tuple(pile for pile, kind in enumerate(kinds) if kind == "tableau")
            self.homes = "foundation" in kinds
            self.single = not set(kinds) <= {"tableau", "foundation", "stock"} or not self.columns
        cards = False
        for move in moves:
            if len(move) != 3 or isinstance(move[0], str):
                continue
            src, dst, n = move
            if kinds[dst] == "foundation" and n == 1:
                self.single = True
                return
            if kinds[src] == kinds[dst] == "tableau":
                cards = True
                self._learn(piles[src][-n:], piles[dst])
        if cards and not self.whole:
            self.whole = self._no_ace_goes_home(view)
        if len(self.suits) < 4:
            self.suits.update(card // RANKS for column in self.columns for card in piles[column] if card >= 0)

    def _learn(self, unit: Sequence[int], onto: Sequence[int]) -> None:
        known = len(self.joins) + len(self._units) + self._bent
        if onto:
            self.joins.add(join_of(unit[0], onto[-1]))
        elif unit[0] % RANKS != RANKS - 1:
            self._any_into_space = True
        steps = set()
        for below, card in pairwise(unit):
            join = join_of(card, below)
            self._units.add(join)
            steps.add(join[0])
        self._bent = self._bent or len(steps) > 1
        if len(self.joins) + len(self._units) + self._bent > known:
            self._units_of.clear()
            self._joins_of.clear()

    def _no_ace_goes_home(self, view: View) -> bool:
        """True if an open ace has a free place but may not go there, or if there are no foundations."""
        homes = [pile for pile, kind in zip(view.piles, view.kinds, strict=True) if kind == "foundation"]
        if not homes:
            return True
        aces = any(view.piles[c] and view.piles[c][-1] >= 0 and view.piles[c][-1] % RANKS == 0 for c in self.columns)
        return aces and all(not home for home in homes)

    @property
    def any_suit(self) -> bool:
        """True if a card goes on the next higher rank of any suit, as far as was seen."""
        return (-1, 0) in self.joins

    def moves(self, piles: Sequence[Pile]) -> Iterator[Step]:
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
        """Return the units at the end of a column: the number of cards of each, and its first card. They are cached.

        Where all units seen were of one step each, such as sequences and sets of equal cards in Aracnida, so are these.
        """
        units = self._units_of.get(pile)
        if units is None:
            if len(self._units_of) >= MOST_KEPT:
                self._units_of.clear()
            units = self._units_of[pile] = []
            step = None
            for n in range(1, len(pile) + 1):
                card = pile[-n]
                if card < 0:
                    break
                if n > 1:
                    join = join_of(pile[-n + 1], card)
                    if join not in self._units or (n > 2 and join[0] != step and not self._bent):
                        break
                    step = join[0]
                units.append((n, card))
        return units

    def _joins_with(self, card: int) -> set[int]:
        """Return the cards on which a card goes. They are cached."""
        joins = self._joins_of.get(card)
        if joins is None:
            joins = self._joins_of[card] = {top for top in range(4 * RANKS + 1) if join_of(card, top) in self.joins}
        return joins
