"""Learns from the legal moves which cards go home, and how soon."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.policy import RANKS, Move, View

FAR = 2 * RANKS
"""The need of a card without a known way home."""


class Needs:
    """For each card, the number of cards that must go home up to and including it: 1 for a card that can go now.

    Moves to a group of foundations show its direction, its first rank, and if it is built in suit. Until such a move
    was seen, the bot assumes aces and upwards in suit.
    """

    def __init__(self) -> None:
        self._steps: dict[str, set[int]] = {}
        self._mixed: set[str] = set()
        self._starts: dict[str, set[int]] = {}
        self._homes: list[int] | None = None
        self._seen: tuple[tuple[int, int], ...] = ()
        self.of: list[int] = [FAR] * 53

    def look(self, view: View, moves: Sequence[Move]) -> None:
        """Learn from the legal moves, and recompute `of`, the needs by card, if a card has gone home."""
        piles, kinds = view.piles, view.kinds
        if self._homes is None:
            self._homes = [i for i, kind in enumerate(kinds) if kind == "foundation"]
        learned = False
        for move in moves:
            if len(move) == 3 and not isinstance(move[0], str) and kinds[move[1]] == "foundation":
                learned |= self._learn(view, move)
        seen = tuple((len(piles[i]), piles[i][-1] if piles[i] else -1) for i in self._homes)
        if seen != self._seen:
            learned |= self._learn_from_cards_home(view, seen)
        if learned or seen != self._seen:
            self._seen = seen
            self._reckon(view)

    @property
    def ace_up_in_suit(self) -> bool:
        """True if, as far as was seen, all foundations begin with aces and go up in suit."""
        return (
            not self._mixed
            and all(steps <= {1} for steps in self._steps.values())
            and all(starts <= {0} for starts in self._starts.values())
        )

    def _learn(self, view: View, move: Move) -> bool:
        """Learn from a move that would bring a card home. Return True if it taught something new."""
        src, dst, n = move
        home = view.piles[dst]
        return n == 1 and self._note(view.group_of[dst], home[-1] if home else None, view.piles[src][-1])

    def _learn_from_cards_home(self, view: View, seen: tuple[tuple[int, int], ...]) -> bool:
        """Learn from single cards that went home since the last look, to groups for which no move was seen yet.

        Returns True if they taught something new.
        """
        new = False
        for home, (before, top), (now, card) in zip(self._homes or (), self._seen, seen, strict=False):
            group = view.group_of[home]
            if before and now == before + 1 and group not in self._steps:
                new |= self._note(group, top, card)
        return new

    def _note(self, group: str, under: int | None, card: int) -> bool:
        """Note that a group takes a card on another, or on an empty foundation. Return True if that was new."""
        if not 0 <= card < 52:
            return False
        if under is None:
            starts = self._starts.setdefault(group, set())
            known = card % RANKS in starts
            starts.add(card % RANKS)
            return not known
        step = (card - under) % RANKS
        steps = self._steps.setdefault(group, set())
        mixed = under // RANKS != card // RANKS
        known = step in steps and (not mixed or group in self._mixed)
        steps.add(step)
        if mixed:
            self._mixed.add(group)
        return not known

    def _reckon(self, view: View) -> None:
        of = self.of = [FAR] * 53
        ways: set[tuple[int, int, int, int | None]] = set()  # many empty foundations need the same
        for i in self._homes or ():
            group, pile = view.group_of[i], view.piles[i]
            steps = self._steps.get(group, {1})
            if pile:
                if 0 <= pile[-1] < 52:
                    suit = None if group in self._mixed else pile[-1] // RANKS
                    ways.update((pile[-1] % RANKS, step, 0, suit) for step in steps)
            else:
                ways.update((start, step, 1, None) for start in self._starts.get(group, {0}) for step in steps)
        for rank, step, need, suit in ways:
            _count_from(of, rank, step, need, suit)


def _count_from(of: list[int], rank: int, step: int, need: int, suit: int | None) -> None:
    """Note the need of each card, beginning with `need` at `rank`, in steps of `step`."""
    # On an empty foundation all cards of a suit are to come; on another all but the one that lies there.
    for further in range(RANKS - 1 + need):
        at = (rank + step * (further + (need == 0))) % RANKS
        for s in range(4) if suit is None else (suit,):
            card = RANKS * s + at
            if further < of[card]:
                of[card] = further + 1
