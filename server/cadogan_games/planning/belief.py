"""A player's knowledge of a table: every card that was seen, wherever it lies now, and which cards the others may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, FLIP, ORDER, SHIFT, Event
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table

KNOWN = 0
"""The pool of a card that was seen."""
SEED_BYTES = 32
"""The length of the table's random seed."""

Hidden = list[tuple[int, int, int]]
"""Cards that may lie at places: pile, place from the bottom, and the card, face down or face up as it lies there."""


class Astray(Exception):
    """The player's present view of the table can't follow from the earlier ones."""


class Belief:
    """A table on which each card that was never seen is one of those that it may be.

    Each unknown card belongs to a pool: a set of places and the cards that lie there in an unknown order. After the deal
    there is one; a shuffled redeal makes another. Cards that were seen and turned face down again stay known.

    Attributes:
        table: the table. Its seed is a random one, so it shuffles otherwise than the player's real table.

    Args:
        game: the game by whose rules the player plays.
        piles: the cards of each pile as the player sees them; -1 is a card face down.
        counters: the values of the counters.
        random: decides what the unknown cards are.

    Raises:
        Astray: the piles can't be those of this game.
    """

    def __init__(self, game: Game, piles: Sequence[Sequence[int]], counters: Sequence[int], random: Random) -> None:
        self._random = random
        self.table = Table(game, random.randbytes(SEED_BYTES))
        self._pools: list[list[int]] = [[int(card < 0) for card in pile] for pile in piles]
        self._next = 2
        seen = Counter(card for pile in piles for card in pile if card >= 0)
        rest = Counter(card % DOWN for card in game.pack)
        rest.subtract(seen)
        unknown = sorted(rest.elements())
        random.shuffle(unknown)
        if (
            len(piles) != game.pile_count
            or len(counters) != len(self.table.counters)
            or min(rest.values()) < 0
            or len(unknown) != sum(card < 0 for pile in piles for card in pile)
        ):
            raise Astray(f"these are no piles of {game.head.title}")
        for own, pile in zip(self.table.piles, piles, strict=True):
            own += [card if card >= 0 else unknown.pop() + DOWN for card in pile]
        self.table.counters[:] = counters

    @property
    def unknown(self) -> int:
        """The set of cards of which at least one was not seen yet."""
        found = 0
        for pile, pools in zip(self.table.piles, self._pools, strict=True):
            for card, pool in zip(pile, pools, strict=True):
                if pool != KNOWN:
                    found |= 1 << card % DOWN
        return found

    def hides(self, pile: int) -> bool:
        """Return True if a pile has a card that was not seen yet."""
        return any(pool != KNOWN for pool in self._pools[pile])

    def learn(self, move: Move, piles: Sequence[Sequence[int]], counters: Sequence[int]) -> None:
        """Make a move that the player has made, and learn from what the player sees after it.

        Raises:
            Astray: what the player sees does not follow. The belief is of no use any more.
        """
        table = self.table
        if move not in table.moves():
            raise Astray(f"{move} is not legal here")
        table.push(move)
        for event in table.log:
            self._carry(event)
        table.log.clear()
        if [len(pile) for pile in piles] != [len(pile) for pile in table.piles]:
            raise Astray(f"after {move} the piles are of other lengths")
        for number, pile in enumerate(piles):
            for place, card in enumerate(pile):
                self._learn(number, place, card)
        table.counters[:] = counters
        table.changed()

    def sample(self) -> Hidden:
        """Return what the unknown cards may be: another order of each pool, all orders being equally likely."""
        places: dict[int, list[tuple[int, int]]] = {}
        for number, pools in enumerate(self._pools):
            for place, pool in enumerate(pools):
                if pool != KNOWN:
                    places.setdefault(pool, []).append((number, place))
        found: Hidden = []
        piles = self.table.piles
        for pool in sorted(places):
            cards = [piles[number][place] % DOWN for number, place in places[pool]]
            self._random.shuffle(cards)
            found += [
                (number, place, card + (DOWN if piles[number][place] >= DOWN else 0))
                for (number, place), card in zip(places[pool], cards, strict=True)
            ]
        return found

    def _carry(self, event: Event) -> None:
        """Let the pools follow the cards."""
        kind = event[0]
        if kind == SHIFT:
            _, src, i, dst, j, cards, turned, _ = event
            moved = self._pools[src][i : i + len(cards)]
            del self._pools[src][i : i + len(cards)]
            self._pools[dst][j:j] = moved[::-1] if turned else moved
        elif kind == ORDER:
            _, pile, _, _, shuffle = event
            if shuffle or len(set(self._pools[pile])) > 1:
                self._mix(pile)
        else:
            assert kind in (FLIP, COUNT)

    def _mix(self, pile: int) -> None:
        """Make the cards of a pile a pool, together with those that were unknown before and their pools."""
        mixed = set(self._pools[pile]) - {KNOWN}
        for pools in self._pools:
            pools[:] = [self._next if pool in mixed else pool for pool in pools]
        self._pools[pile][:] = [self._next] * len(self._pools[pile])
        self._next += 1

    def _learn(self, number: int, place: int, card: int) -> None:
        """Learn which card lies at a place, -1 being one face down."""
        own = self.table.piles[number]
        if (card < 0) != (own[place] >= DOWN):
            raise Astray(f"card {place} of pile {number} lies with its other face up")
        if card < 0:
            return
        pool = self._pools[number][place]
        if own[place] != card:
            if pool == KNOWN:
                raise Astray(f"card {place} of pile {number} is known to be another")
            self._exchange(number, place, card, pool)
        self._pools[number][place] = KNOWN

    def _exchange(self, number: int, place: int, card: int, pool: int) -> None:
        """Exchange the card at a place with one like `card` of the same pool."""
        piles = self.table.piles
        for other, pools in enumerate(self._pools):
            for at, each in enumerate(pools):
                if each == pool and piles[other][at] % DOWN == card:
                    piles[other][at] += piles[number][place] - card
                    piles[number][place] = card
                    return
        raise Astray(f"card {place} of pile {number} is none of those that it may be")
