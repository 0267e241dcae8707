"""The rest of a turn as a search: the sequences of plays that are possible with the known cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cadogan_client.bots.malice.sight import ACE, TWO, WILD, Sight

UPCARD = -1
"""The source of a play: UPCARD, HAND for a card in hand, or the number of one of the seat's own discard piles."""
HAND = -2


@dataclass(frozen=True)
class Position:
    """A position within a turn, after some plays.

    `heights` are the heights of the centre piles, sorted, since places of one height are alike. `hand` is the ranks
    held, sorted. `depths` is the number of cards in each of the seat's own discard piles. `out` is true once the upcard
    was played.
    """

    heights: tuple[int, ...]
    hand: tuple[int, ...]
    depths: tuple[int, ...]
    out: bool = False


@dataclass(frozen=True)
class Step:
    """One play: the source of the card, its rank, and the height of the pile it goes on."""

    source: int
    rank: int
    height: int


class Turn:
    """The plays that a seat could make, as far as it can foresee them."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def start(self) -> Position:
        """Return the position at the start of the search."""
        sight = self.sight
        return Position(tuple(sorted(sight.heights)), tuple(sorted(sight.hand)), tuple(map(len, sight.discards)))

    def steps(self, position: Position) -> Iterator[Step]:
        """Yield the legal plays; the standard rules' duties come first."""
        heights = sorted(set(position.heights))
        found = [
            Step(source, rank, height)
            for source, rank in self._sources(position)
            for height in heights
            if rank in (WILD, height + 1)
        ]
        if not self.sight.modern:
            ace = [step for step in found if step.source == UPCARD and step.rank == ACE]
            twos = [step for step in found if step.rank == TWO]
            shown = any(step.source != HAND for step in twos)
            forced = ace + (twos if shown else [])
            found = forced or found
        yield from found

    def after(self, position: Position, step: Step) -> Position:
        """Return the position after a play."""
        heights = list(position.heights)
        heights.remove(step.height)
        heights.append(0 if step.height + 1 == self.sight.full else step.height + 1)
        hand, depths = position.hand, position.depths
        if step.source == HAND:
            k = hand.index(step.rank)
            hand = hand[:k] + hand[k + 1 :]
        elif step.source != UPCARD:
            depths = (*depths[: step.source], depths[step.source] - 1, *depths[step.source + 1 :])
        return Position(tuple(sorted(heights)), hand, depths, step.source == UPCARD)

    def _sources(self, position: Position) -> Iterator[tuple[int, int]]:
        yield UPCARD, self.sight.upcard
        for pile, depth in enumerate(position.depths):
            if depth:
                yield pile, self.sight.discards[pile][depth - 1]
        for rank in dict.fromkeys(position.hand):
            yield HAND, rank


def takes(pile: Sequence[int], card: int) -> bool:
    """Return True if a discard pile of the standard game takes a card: a wild card always, an ace never, and any other that
    may be equal to the top card or one lower. A wild card counts as the natural one below it or lower, one for each."""
    if card in (WILD, ACE):
        return card == WILD
    for wild, top in enumerate(reversed(pile)):
        if top != WILD:
            return max(TWO, top - wild) - 1 <= card <= top
    return True
