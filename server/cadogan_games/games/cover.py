"""Cover: pairs of one suit from four places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots
from cadogan_games.engine.auto import refill
from cadogan_games.engine.cards import suit_of
from cadogan_games.engine.deals import Dealer, rest, rounds
from cadogan_games.engine.effects import take_off
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import discard, reserve, stock
from cadogan_games.engine.layout import at, row
from cadogan_games.engine.table import Table

PLACES = 4


def pairs_of_a_suit(table: Table) -> Iterable[Spots]:
    """Two cards of the same suit go together."""
    suits = [(i, suit_of(table.piles[i][-1])) for i in table.game.indexes("reserve") if table.piles[i]]
    return [(i, j) for (i, a), (j, b) in combinations(suits, 2) if a == b]


def comes_out(pack: Sequence[int]) -> bool:
    """Whether the pack can be discarded but for four cards. Which pair is taken first makes no difference."""
    suits = [suit_of(card) for card in pack]
    there = Counter(suits[:PLACES])
    for dealt in range(PLACES, len(suits), 2):
        pair = next((suit for suit, count in there.items() if count > 1), None)
        if pair is None:
            return False
        there[pair] -= 2
        there.update(suits[dealt : dealt + 2])
    return True


def shuffle_until_it_comes_out(dealer: Dealer) -> None:
    """Takes the first of the seed's shuffles with which the game can be won."""
    while not comes_out(dealer.pack):
        dealer.shuffle()


@patience(
    "cover",
    "Cover",
    packs=1,
    family="pairs and sums",
    source="a modern card-game blog, 2010",
    race="poor",
    why="no decision changes the result; only speed counts. There is no better variant",
    options={"winnable_only": (True, False)},
)
def cover(winnable_only: bool) -> Patience:
    """Any two of four open cards go together if their suits agree."""
    pack_in_hand = [shuffle_until_it_comes_out] if winnable_only else []
    return Patience(
        groups=[reserve("reserve", row(1.5, 0, PLACES), name="row"), stock(at((0, 0))), discard(at((6, 0)))],
        deal=[*pack_in_hand, rounds("reserve", 1), rest()],
        moves=[
            Action(
                "discard",
                "Take off",
                take_off,
                pairs_of_a_suit,
                line="1: two cards of the same suit go together, whatever their ranks",
            )
        ],
        auto=[refill("reserve", "stock")],
        progress=cards_on("discard"),
        progress_max=48,
    )
