"""How far a card is from the centre: the chance that it can soon be played, and the cards missing for that."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_client.bots.malice.sight import WILD, Sight

MOST_MISSING = 3
"""The largest number of missing cards for which a card can still be waited for; with more it is as good as out of
reach."""
LIKE_THE_FIRST = 0.6
"""Beyond that number, the share of the remaining cards that is assumed to be missing too."""
KNOWN = 0.97
"""The chance that a visible card will still lie there when it is needed."""
SPENT = 0.85
"""The same chance for a wild card, which may be wanted elsewhere."""
THEIR_LUCK = 0.1
"""The smallest chance that the opponent gets a missing card."""


class Way:
    """The ways of cards to the centre, as a seat sees them. It computes once what they have in common."""

    def __init__(self, sight: Sight) -> None:
        self.full = sight.full
        unseen = sum(sight.unseen) or 1
        self._chance = [count / unseen for count in sight.unseen]

    def to(
        self, card: int, heights: Sequence[int], hand: list[int], piles: list[list[int]], drawn: int, least: float
    ) -> tuple[float, float]:
        """Return the chance that a card can soon be played, and the number of cards missing for that at the best place.

        `hand` and `piles` are the known cards of its owner. `drawn` is the number of cards that the owner holds besides
        these or will draw.
        """
        if card == WILD:
            return 1.0, 0.0
        left, fewest = 1.0, 12.0
        for height in sorted(set(heights)):
            chance, missing = self._climb(height, card, hand, piles, drawn, least)
            left *= 1.0 - chance
            fewest = min(fewest, missing)
        return 1.0 - left, fewest

    def _climb(
        self, height: int, card: int, hand: list[int], piles: list[list[int]], drawn: int, least: float
    ) -> tuple[float, float]:
        """Return the same as `to`, for one place."""
        full, likely = self.full, self._chance
        depths = [len(pile) for pile in piles]
        held = hand[:]
        chance, missing = 1.0, 0.0
        steps = (card - 1 - height) % full
        for step in range(steps):
            rank = (height + step) % full + 1
            for i, pile in enumerate(piles):
                if depths[i] and pile[depths[i] - 1] in (rank, WILD):
                    depths[i] -= 1
                    chance *= KNOWN
                    break
            else:
                if rank in held:
                    held.remove(rank)
                    chance *= KNOWN
                elif WILD in held:
                    held.remove(WILD)
                    chance *= SPENT
                    missing += 0.5
                else:
                    missing += 1
                    if missing > MOST_MISSING:
                        return 0.0, missing + (steps - step) * LIKE_THE_FIRST
                    if drawn > 0:
                        chance *= max(1.0 - (1.0 - likely[rank] - likely[WILD]) ** drawn, least)
                        drawn -= 1
                    else:
                        chance *= least
        return chance, missing
