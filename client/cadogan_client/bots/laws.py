"""What a bot learns of a game's rules from the lists of legal moves, so that it can think moves through before it makes them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from cadogan_client.bots.policy import RANKS, Move, View

UNKNOWN = 60
"""Stands, in a thought, for a card that will be turned up or dealt."""
DOUBT = 3
"""A form of move is expected to be legal unless it was refused more than this many times as often as it was allowed."""

FREE = ("tableau", "reserve", "waste", "hand")
"""The kinds of piles from which cards go home."""

MANY = 3
"""An empty pile that was begun with so many ranks takes any."""

Form = tuple[str, str, bool, Any, int]
Pile = tuple[int, ...]


class Laws:
    """Which moves will be legal in a position that was not reached yet.

    Moves are told apart by their form: from which group to which, one card or several, and how the cards that meet lie to
    each other (the step in rank, and whether in suit or in colour) or which rank begins an empty pile. What was allowed
    before is expected to be allowed again, unless it was refused much more often. Until a move home was seen, aces and
    upwards in suit are taken for granted.
    """

    def __init__(self, view: View) -> None:
        self._groups, self._kinds = view.group_of, view.kinds
        self._tally: dict[Form, list[int]] = {}
        self._inner: dict[str, set[tuple[int, int]]] = {}
        self._ways: dict[str, list[str]] = {}
        self._targets: dict[tuple[str, str, bool], dict[int, tuple[bool, list[int]]]] = {}
        self._from: list[int] = []
        self._on_to: list[int] = []
        self._refilled: set[str] = set()
        self._emptied: int | None = None
        kinds = dict(zip(view.group_of, view.kinds, strict=True))
        for src in kinds:
            for home in kinds:
                if kinds[src] in FREE and kinds[home] == "foundation":
                    self._allow((src, home, False, "empty", 0))
                    self._allow((src, home, False, 1, 0))

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves, and from what the last one did to the pile that it emptied."""
        piles = [tuple(pile) for pile in view.piles]
        if self._emptied is not None and piles[self._emptied]:
            self._refilled.add(self._groups[self._emptied])
        self._emptied = None
        expected = set(self.moves(piles))
        for move in moves:
            if isinstance(move[0], str):
                continue
            expected.discard(move)
            src, _, n = move
            packet = piles[src][-n:]
            if min(packet) >= 0:
                self._allow(self._form(piles, move))
                if n > 1:
                    inner = self._inner.setdefault(self._groups[src], set())
                    inner.update(relation(card, under) for under, card in pairwise(packet))
        for move in expected:
            self._refuse(self._form(piles, move))

    def take(self, view: View, move: Move) -> None:
        """This move is made now: see next time whether the pile it empties is filled at once."""
        if not isinstance(move[0], str) and len(view.piles[move[0]]) == move[2]:
            self._emptied = move[0]

    def moves(self, piles: Sequence[Pile]) -> list[Move]:
        """The plain moves that are expected to be legal."""
        groups = self._groups
        tops: dict[str, dict[int, int]] = {}
        for i in self._on_to:
            pile = piles[i]
            tops.setdefault(groups[i], {}).setdefault(pile[-1] if pile else -9, i)
        found: list[Move] = []
        for src in self._from:
            pile = piles[src]
            if not pile or not 0 <= pile[-1] < UNKNOWN:
                continue
            group = groups[src]
            ways = self._ways[group]
            inner = self._inner.get(group, ())
            n, size = 1, len(pile)
            while True:
                card = pile[-n]
                for way in ways:
                    key = (group, way, n > 1)
                    targets = self._targets.setdefault(key, {})
                    known = targets.get(card) or targets.setdefault(card, self._find_targets(key, card))
                    there = tops[way]
                    for top in known[1]:
                        dst = there.get(top)
                        if dst is not None and dst != src:
                            found.append((src, dst, n))
                    if known[0] and (n < size or group != way):
                        dst = there.get(-9)
                        if dst is not None:
                            found.append((src, dst, n))
                n += 1
                if n > size or not inner or pile[-n] < 0 or relation(pile[-n + 1], pile[-n]) not in inner:
                    break
        return found

    def changes(self, piles: Sequence[Pile], move: Move) -> list[tuple[int, Pile]]:
        """The piles that a move changes, as they are after it. What will be turned up, or dealt into a space, is unknown."""
        src, dst, n = move
        pile = piles[src]
        return [(src, self._left(src, pile[:-n])), (dst, piles[dst] + pile[-n:])]

    def _left(self, src: int, left: Pile) -> Pile:
        if left:
            if left[-1] < 0 and self._kinds[src] != "stock":
                return (*left[:-1], UNKNOWN)
        elif self._groups[src] in self._refilled:
            return (UNKNOWN,)
        return left

    def _form(self, piles: Sequence[Pile], move: Move) -> Form:
        src, dst, n = move
        card, there = piles[src][-n], piles[dst]
        how = relation(card, there[-1]) if there else ("empty", card % RANKS)
        return (self._groups[src], self._groups[dst], n > 1, *how)

    def _allow(self, form: Form) -> None:
        ways = self._ways.setdefault(form[0], [])
        if form[1] not in ways:
            ways.append(form[1])
            known = {way for ways in self._ways.values() for way in ways}
            self._from = [i for i, group in enumerate(self._groups) if group in self._ways]
            self._on_to = [i for i, group in enumerate(self._groups) if group in known]
        self._count(form, 0)

    def _refuse(self, form: Form) -> None:
        self._count(form, 1)

    def _count(self, form: Form, refused: int) -> None:
        before = self._allowed(form)
        self._tally.setdefault(form, [0, 0])[refused] += 1
        if self._allowed(form) != before:
            self._targets.pop(form[:3], None)

    def _find_targets(self, way: tuple[str, str, bool], card: int) -> tuple[bool, list[int]]:
        """Return whether a card goes on an empty pile, and on which cards it goes."""
        tops = [top for top in range(52) if self._allowed((*way, *relation(card, top)))] if card < 52 else []
        return self._allowed((*way, "empty", card % RANKS)), tops

    def _allowed(self, form: Form) -> bool:
        tally = self._tally.get(form)
        if tally is None and form[3] == "empty":
            ranks = sum(1 for f, t in self._tally.items() if f[:4] == form[:4] and t[0] * DOUBT >= t[1])
            return ranks >= MANY
        return tally is not None and tally[0] * DOUBT >= tally[1]


def relation(card: int, under: int) -> tuple[int, int]:
    """How a card lies to the one under it: the step in rank; 0 in suit, 1 in colour, 2 in the other colour."""
    a, b = card // RANKS, under // RANKS
    return card % RANKS - under % RANKS, 0 if a == b else 1 if a + b == 3 else 2
