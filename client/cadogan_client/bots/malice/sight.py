"""The table of Spite and Malice as a seat sees it, in ranks. Suits never matter.

A rank is 1 (ace) to 13 (king); 0 is a wild card: a joker, and in the modern game a king.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cadogan_client.bots.policy import RANKS, Move, View

WILD = 0
JOKER = 52
PACK = 52
ACE, TWO, KING = 1, 2, 13

Spot = Any
"""A pile, for its top card, or (hand, card from the left)."""


class Sight:
    """The table as seen by the seat that is to act.

    Attributes:
        modern: true if kings are wild, piles end with the queen, and nothing is forced.
        full: the number of cards in a complete centre pile.
        heights: the number of cards at each centre place.
        hand: the seat's own hand.
        upcard: the seat's own upcard; `theirs` is the opponent's.
        discards: the discard piles that the seat may play from, bottom first: its own, and with partners the partner's, whose
            upcard is a further pile of one card, the last. `their_discards` are the opponent's.
        partners_pile: the place of the partner's upcard among `discards`; None: there is none.
        others_left: the number of all riddance cards but the seat's own.
        left: the number of the seat's own riddance cards; `their_left` the opponent's.
        their_hand: the number of cards in the opponent's hand.
        supply: the number of cards from which a new stock could be made: stock and completed heap.
        unseen: for each rank the number of cards that are neither on the table nor in the seat's own hand.
    """

    def __init__(self, view: View) -> None:
        seat = view.counters[view.counter_names.index("seat")]
        self.modern = "passes" in view.counter_names
        self.full = 12 if self.modern else 13
        self.place = view.group_of.index("centre")
        partner = (seat + 2) % 4 if view.options.get("partners") else None
        self.own_riddance = self._pile(view, seat)
        if partner is not None and not view.piles[self.own_riddance]:
            self.own_riddance, partner_shows = self._pile(view, partner), False
        else:
            partner_shows = partner is not None and bool(view.piles[self._pile(view, partner)])
        rival = self._rival(view, seat, partner)
        self.own_hand = self._of(view, "hand", seat)[0]
        self.own_discards = self._of(view, "discards", seat)
        self.partners_pile: int | None = None
        if partner is not None:
            self.own_discards += self._of(view, "discards", partner)
            if partner_shows:
                self.partners_pile = len(self.own_discards)
                self.own_discards.append(self._pile(view, partner))
        self.heights = [len(view.piles[i]) for i, id in enumerate(view.group_of) if id == "centre"]
        self.hand = self._ranks(view.piles[self.own_hand])
        self.discards = [self._ranks(view.piles[i]) for i in self.own_discards]
        if self.partners_pile is not None:
            del self.discards[self.partners_pile][:-1]
        self.their_discards = [self._ranks(view.piles[i]) for i in self._of(view, "discards", rival)]
        riddance, their_riddance = view.piles[self.own_riddance], view.piles[self._pile(view, rival)]
        self.upcard, self.theirs = self._rank(riddance[-1]), self._rank(their_riddance[-1])
        self.left, self.their_left = len(riddance), len(their_riddance)
        self.others_left = sum(len(view.piles[i]) for i, id in enumerate(view.group_of) if id == "riddance") - self.left
        self.their_hand = len(view.piles[self._of(view, "hand", rival)[0]])
        self.supply = sum(len(view.piles[view.group_of.index(id)]) for id in ("stock", "completed"))
        self.unseen = self._count_unseen(view)

    def from_hand(self, move: Move) -> bool:
        """Return True if a play or discard takes a card from the hand."""
        return not isinstance(move[1], int)

    def card(self, spot: Spot) -> int:
        """Return the rank of the card at a spot."""
        if not isinstance(spot, int):
            return self.hand[int(spot[1])]
        return self.upcard if spot == self.own_riddance else self.discards[self.own_discards.index(spot)][-1]

    def height(self, pile: int) -> int:
        """Return the number of cards at the centre place with this pile's number."""
        return self.heights[pile - self.place]

    def plays_upcard(self, move: Move) -> bool:
        """Return True if a move plays the seat's own upcard."""
        return bool(move[0] == "play" and move[1] == self.own_riddance)

    def plays_partners(self, move: Move) -> bool:
        """Return True if a move plays the upcard of the seat's partner."""
        return move[0] == "play" and self.partners_pile is not None and move[1] == self.own_discards[self.partners_pile]

    def _rival(self, view: View, seat: int, partner: int | None) -> int:
        """Return the opponent to beat: of several, the next one on turn who still has a pile to get rid of."""
        seats = [owner for owner, id in zip(view.owner_of, view.group_of, strict=True) if id == "riddance"]
        after = [(seat + step) % len(seats) for step in range(1, len(seats))]
        return next((one for one in after if one != partner and view.piles[self._pile(view, one)]), after[0])

    def _pile(self, view: View, seat: int | None) -> int:
        """Return the riddance pile of a seat."""
        return next(i for i, id in enumerate(view.group_of) if id == "riddance" and view.owner_of[i] == seat)

    def _of(self, view: View, id: str, seat: int) -> list[int]:
        """Return the piles of a group that a seat owns."""
        return [i for i, group in enumerate(view.group_of) if group == id and view.owner_of[i] == seat]

    def _rank(self, card: int) -> int:
        if card == JOKER:
            return WILD
        rank = card % RANKS + 1
        return WILD if self.modern and rank == KING else rank

    def _ranks(self, cards: Sequence[int]) -> list[int]:
        return [self._rank(card) for card in cards]

    def _count_unseen(self, view: View) -> list[int]:
        cards = sum(map(len, view.piles))
        copies = 4 * (cards // PACK)
        unseen = [copies] * (KING + 1)
        unseen[WILD] = copies if self.modern else cards % PACK
        if self.modern:
            unseen[KING] = 0
        for pile in view.piles:
            for card in pile:
                if card >= 0:
                    unseen[self._rank(card)] -= 1
        return unseen
