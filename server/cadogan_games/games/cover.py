"""Cover: pairs of one suit from four places."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from cadogan_games.words import *

PLACES = 4


@refused("no_pair_in_suit", "two cards of the same suit go together, whatever their ranks")
def pairs_of_a_suit(table: Table) -> Iterable[Spots]:
    """Return every two places whose cards are of one suit."""
    suits = [(i, suit_of(table.piles[i][-1])) for i in table.numbers("reserve") if table.piles[i]]
    return [(i, j) for (i, a), (j, b) in combinations(suits, 2) if a == b]


def comes_out(pack: Sequence[int]) -> bool:
    """True if all but four cards of the pack can be discarded. The order of the pairs makes no difference."""
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
    """Take the seed's first shuffle with which the game can be won."""
    while not comes_out(dealer.pack):
        dealer.shuffle()


@patience("cover")
def cover(winnable_only: bool) -> Patience:
    """Any two of four open cards go together if their suits agree."""
    pack_in_hand = [shuffle_until_it_comes_out] if winnable_only else []
    return Patience(
        groups=[reserve(PLACES, name="row"), stock(), discard()],
        deal=[*pack_in_hand, rounds("reserve", 1), rest()],
        moves={
            "1": Action("discard", "Take off", take_off, pairs_of_a_suit),
        },
        auto=[refill("reserve", "stock")],
        goal=all_home("discard", of=48),
    )
