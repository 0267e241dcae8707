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

MOST_LEARNED = 150
"""From so many moves of a list it learns, so that a long one is not looked at for ever."""

ALLOWED, REFUSED = 0, 1
"""Where a tally counts which."""

EMPTY = -9
"""Stands where an empty pile has no top card."""

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
        self._goals: dict[tuple[str, bool], dict[int, list[tuple[str, list[int], bool]]]] = {}
        self._piles_of: dict[str, list[int]] = {}
        for i, group in enumerate(view.group_of):
            self._piles_of.setdefault(group, []).append(i)
        self._from: list[tuple[str, list[int]]] = []
        self._on_to: list[tuple[str, list[int]]] = []
        self._refilled: set[str] = set()
        self._emptied: int | None = None
        kinds = dict(zip(view.group_of, view.kinds, strict=True))
        for src in kinds:
            for home in kinds:
                if kinds[src] in FREE and kinds[home] == "foundation":
                    self._count((src, home, False, "empty", 0), ALLOWED)
                    self._count((src, home, False, 1, 0), ALLOWED)

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves, and from what the last one did to the pile that it emptied."""
        piles = [tuple(pile) for pile in view.piles]
        if self._emptied is not None and piles[self._emptied]:
            self._refilled.add(self._groups[self._emptied])
        self._emptied = None
        plain = [move for move in moves if not isinstance(move[0], str)]
        for move in plain[:MOST_LEARNED]:
            src, _, n = move
            packet = piles[src][-n:]
            if min(packet) >= 0:
                self._count(self._form(piles, move), ALLOWED)
                if n > 1:
                    inner = self._inner.setdefault(self._groups[src], set())
                    inner.update(relation(card, under) for under, card in pairwise(packet))
        legal = set(plain)
        wrong = [move for move in self.moves(piles) if move not in legal]
        for move in wrong[:MOST_LEARNED]:
            self._count(self._form(piles, move), REFUSED)

    def take(self, view: View, move: Move) -> None:
        """This move is made now: see next time whether the pile it empties is filled at once."""
        if not isinstance(move[0], str) and len(view.piles[move[0]]) == move[2]:
            self._emptied = move[0]

    def moves(self, piles: Sequence[Pile]) -> list[Move]:
        """The plain moves that are expected to be legal; those of the same cards come one after the other."""
        there: dict[str, dict[int, int]] = {}
        for group, targets in self._on_to:
            tops = there[group] = {}
            for i in targets:
                tops.setdefault(piles[i][-1] if piles[i] else EMPTY, i)
        found: list[Move] = []
        for group, sources in self._from:
            inner = self._inner.get(group, ())
            for src in sources:
                pile = piles[src]
                if not pile or not 0 <= pile[-1] < UNKNOWN:
                    continue
                n, size = 1, len(pile)
                self._find(found, there, src, n, pile[-1], n == size)
                while n < size and inner and pile[-n - 1] >= 0 and relation(pile[-n], pile[-n - 1]) in inner:
                    n += 1
                    self._find(found, there, src, n, pile[-n], n == size)
        return found

    def _find(
        self, found: list[Move], there: dict[str, dict[int, int]], src: int, n: int, card: int, whole: bool
    ) -> None:
        """Add the moves of one packet, of which `card` is the lowest."""
        group = self._groups[src]
        goals = self._goals.setdefault((group, n > 1), {})
        known = goals.get(card)
        if known is None:
            known = goals[card] = [self._goal(group, way, n > 1, card) for way in self._ways[group]]
        for way, wanted, empty in known:
            tops = there[way]
            for top in wanted:
                dst = tops.get(top)
                if dst is not None and dst != src:
                    found.append((src, dst, n))
            if empty and EMPTY in tops and not (whole and group == way):
                found.append((src, tops[EMPTY], n))

    def left(self, src: int, left: Pile) -> Pile:
        """What is left of a pile once cards are taken off. What will be turned up, or dealt into a space, is unknown."""
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

    def _count(self, form: Form, answer: int) -> None:
        """Note that a move of this form was allowed or refused."""
        tally = self._tally.get(form)
        if tally is None:
            self._tally[form] = tally = [0, 0]
            tally[answer] = 1
            self._open_way(form[0], form[1])
            self._goals.pop((form[0], form[2]), None)
            return
        before = tally[ALLOWED] * DOUBT >= tally[REFUSED]
        tally[answer] += 1
        if (tally[ALLOWED] * DOUBT >= tally[REFUSED]) != before:
            self._goals.pop((form[0], form[2]), None)

    def _open_way(self, src: str, dst: str) -> None:
        """Moves from this group to that one are thinkable from now on."""
        ways = self._ways.setdefault(src, [])
        if dst in ways:
            return
        ways.append(dst)
        self._goals = {}
        self._from = [(group, self._piles_of[group]) for group in self._piles_of if group in self._ways]
        known = {way for ways in self._ways.values() for way in ways}
        self._on_to = [(group, self._piles_of[group]) for group in self._piles_of if group in known]

    def _goal(self, src: str, dst: str, many: bool, card: int) -> tuple[str, list[int], bool]:
        """Return where a card goes in a group: on which cards, and whether on an empty pile."""
        way = (src, dst, many)
        wanted = [top for top in range(52) if self._allowed((*way, *relation(card, top)))] if card < 52 else []
        return dst, wanted, self._allowed((*way, "empty", card % RANKS))

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
