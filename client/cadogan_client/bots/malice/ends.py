"""Features of a position at the end of the master's search, which `weights.json` weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from cadogan_client.bots.malice.sight import ACE, KING, TWO, WILD, Sight
from cadogan_client.bots.malice.turn import Position
from cadogan_client.bots.malice.way import THEIR_LUCK, Way

HAND_SIZE = 5
OWN = 4
"""The discard piles that are the seat's own; partners also play from each other's."""
LUCK = 0.25
"""The smallest chance that a card missing for the own upcard comes some day."""
LONG = 20
"""The length of a riddance pile that counts as one."""

UPCARD = ("chance", "missing", "distance", "fits", "one away", "wild")
"""Of an upcard: the chance that it can soon be played, the cards missing for that, and how far the nearest pile is below it."""
PILES = (
    "open", "full", "ranks taken", "wild below", "wild on top", "tops that fit", "run that fits", "runs", "higher on lower",
    "lower on higher", "depth",
)  # fmt: skip
"""Of discard piles: open places, the ranks that they take without harm, what can be played, and the order of their cards."""
HAND = (
    "cards", "four cards", "five cards", "equal cards", "ranks that fit", "a wild card", "more wild cards",
    *(f"a {rank}" for rank in range(ACE, KING + 1)), "ranks to discard", "none to discard",
)  # fmt: skip
THEIRS = (*UPCARD, "chance for each card left", "tops that fit", "cards in hand beyond five")
CENTRE = ("no place", "heights", *(f"piles of {height}" for height in range(1, KING)))
LEFT = ("one over own", "one over theirs", "own", "theirs")


def _named(**parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"{part}: {name}" for part, names in parts.items() for name in names)


_BOTH = _named(theirs=THEIRS, centre=CENTRE, left=LEFT)
_OWN = _named(upcard=(*UPCARD, "missing for each card left"))
NAMES = {
    "ended": ("one", *_OWN, *_named(piles=PILES, hand=HAND), *_BOTH),
    "out": ("one", *_named(piles=PILES, hand=HAND), *_BOTH),
    "emptied": ("one", *_OWN, *_named(piles=PILES), *_BOTH),
}
"""The features of each kind of end, in the order of their values: the turn has ended; the upcard has been played, and the next
one is not known yet; the hand is empty, and five cards will be drawn."""


class Ends:
    """Counts the features of the positions that follow from one turn. It counts once what they have in common."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self._way = Way(sight)
        self._both: dict[tuple[int, ...], list[float]] = {}

    def ended(self, position: Position, card: int | None = None, pile: int | None = None) -> list[float]:
        """Return the features of the end of the turn, with this discard or, without one, with all cards where they are."""
        hand, piles = list(position.hand), self._piles(position)
        if card is not None and pile is not None:
            hand.remove(card)
            piles[pile] = [*piles[pile], card]
        return [
            1.0,
            *self._own(position.heights, hand, piles),
            *_order(position.heights, piles[:OWN]),
            *_held(position.heights, hand, piles[:OWN]),
            *self._shared(position.heights),
        ]

    def out(self, position: Position) -> list[float]:
        """Return the features after the seat has played its upcard."""
        piles = self._piles(position)[:OWN]
        hand, heights = list(position.hand), position.heights
        return [1.0, *_order(heights, piles), *_held(heights, hand, piles), *self._shared(heights)]

    def emptied(self, position: Position) -> list[float]:
        """Return the features after the seat has played the last card in its hand."""
        piles, heights = self._piles(position), position.heights
        return [1.0, *self._own(heights, [], piles), *_order(heights, piles[:OWN]), *self._shared(heights)]

    def _piles(self, position: Position) -> list[list[int]]:
        """Return the discard piles in this position."""
        piles = [pile[:depth] for pile, depth in zip(self.sight.discards, position.depths, strict=True)]
        return piles[: self.sight.partners_pile]

    def _own(self, heights: Sequence[int], hand: list[int], piles: list[list[int]]) -> list[float]:
        """Return the prospects of the seat's own upcard."""
        found = self._prospects(self.sight.upcard, heights, hand, piles, HAND_SIZE - len(hand), LUCK)
        return [*found, found[1] / self.sight.left]

    def _shared(self, heights: tuple[int, ...]) -> list[float]:
        """Return what only depends on the centre: the prospects of the opponent, the piles themselves, and the cards left."""
        found = self._both.get(heights)
        if found is None:
            sight = self.sight
            theirs = self._prospects(sight.theirs, heights, [], sight.their_discards, sight.their_hand, THEIR_LUCK)
            tops = sum(bool(pile) and pile[-1] - 1 in heights for pile in sight.their_discards)
            found = self._both[heights] = [
                *theirs,
                theirs[0] / sight.their_left,
                tops,
                sight.their_hand - HAND_SIZE,
                0 not in heights,
                len(set(heights)),
                *(heights.count(height) for height in range(1, KING)),
                1 / sight.left,
                1 / sight.their_left,
                sight.left / LONG,
                sight.their_left / LONG,
            ]
        return found

    def _prospects(
        self, card: int, heights: Sequence[int], hand: list[int], piles: list[list[int]], drawn: int, least: float
    ) -> list[float]:
        """Return the features of an upcard, whose owner has these cards and draws as many as said."""
        if card == WILD:
            return [1.0, 0.0, 0.0, 1.0, 0.0, 1.0]
        chance, missing = self._way.to(card, heights, hand, piles, drawn, least)
        distance = min((card - 1 - height) % self.sight.full for height in heights)
        return [chance, missing, distance, distance == 0, distance == 1, 0.0]


def _order(heights: Sequence[int], piles: list[list[int]]) -> Iterator[float]:
    """Yield the features of discard piles."""
    taken: set[int] = set()
    tops = runs = chain = 0
    higher = lower = 0.0
    for pile in filter(None, piles):
        top = pile[-1]
        taken |= {top, top - 1} if top != WILD else set(range(TWO, KING + 1))
        fits = top - 1 in heights
        tops += fits
        for card, below in pairwise(reversed(pile)):
            fits = fits and below == card + 1
            chain += fits
        for below, card in pairwise(pile):
            if WILD in (below, card) or card == below:
                continue
            runs += card == below - 1
            if card > below:
                higher += 1 + (card - below) / 4
            elif card < below - 1:
                lower += (below - card) / 6
    open_places = sum(not pile for pile in piles)
    wild = sum(pile.count(WILD) for pile in piles)
    on_top = sum(pile[-1:] == [WILD] for pile in piles)
    yield from (open_places, open_places == 0, len(taken), wild - on_top, on_top, tops, chain, runs, higher, lower)
    yield sum(map(len, piles))


def _held(heights: Sequence[int], hand: list[int], piles: list[list[int]]) -> Iterator[float]:
    """Yield the features of a hand, with the discard piles that its cards could go to."""
    ranks = set(hand)
    wild = hand.count(WILD)
    tops = {pile[-1] if pile else WILD for pile in piles}
    natural = ranks - {WILD, ACE}
    fit = len(natural) if WILD in tops else sum(rank in tops or rank + 1 in tops for rank in natural)
    yield from (len(hand), len(hand) >= 4, len(hand) >= HAND_SIZE, len(hand) - len(ranks))
    yield sum(rank - 1 in heights for rank in ranks)
    yield from (wild > 0, max(wild - 1, 0))
    yield from (rank in ranks for rank in range(ACE, KING + 1))
    yield from (fit, fit == 0)
