"""The Gathering of the Clans: two Columns, fed by the Assembly at head and base and by the waste between."""

from cadogan_games.words import *

ASSEMBLED = 22
"""The number of cards in the Assembly."""
HEADS_AND_BASES = (0, 5, 6, 11)


def assemble(dealer: Dealer) -> None:
    """Deal cards to the Assembly; a card that the Assembly already shows goes under the pack instead."""
    pile = dealer.piles("assembly")[0]
    there = dealer.table.piles[pile]
    while len(there) < ASSEMBLED:
        card = dealer.next()
        if card in there:
            dealer.pack.append(card)
        else:
            dealer.lay(card, pile)


@patience("gathering_of_the_clans")
def gathering_of_the_clans() -> Patience:
    """Eight foundations begin with a rank that the deal sets, and go up in suit, round the corner."""
    return Patience(
        groups=[
            reserve(1, "assembly", name="Assembly"),
            reserve(12, "columns", name="Column"),
            foundations_alike(same_suit & up_wrapping, count=8),
            stock(),
            waste(),
        ],
        deal=[assemble, rounds("columns", 1), to_first("foundations"), rest()],
        moves={
            "1": top_of("assembly").home(),
            "2": top_of("columns").home(),
            "3": top_of("waste").home(),
            "4": turn(),
            "5": redeal(2, shuffled=False),
        },
        auto=[refill("columns", "assembly", only=HEADS_AND_BASES), refill("columns")],
        goal=all_home(),
    )
