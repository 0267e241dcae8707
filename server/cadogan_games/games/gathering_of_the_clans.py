"""The Gathering of the Clans: two Columns, fed by the Assembly at head and base and by the waste between."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import refill
from cadogan_games.engine.deals import Dealer, rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations_alike, reserve, stock, waste
from cadogan_games.engine.layout import at, column, fanned, grid
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import same_suit, up_wrapping

ASSEMBLED = 22
HEADS_AND_BASES = (0, 5, 6, 11)
SLANTS = {0: -20, 5: 20, 6: 20, 11: -20}
"""How heads and bases lie, in degrees: away from the Assembly."""

COLUMNS = tuple(
    replace(place, angle=SLANTS.get(n, 0))
    for n, place in enumerate(column(0, 0, 6, step=1.1) + column(7, 0, 6, step=1.1))
)


def assemble(dealer: Dealer) -> None:
    """Cards are dealt to the Assembly; one that lies there already goes under the pack instead."""
    pile = dealer.piles("assembly")[0]
    there = dealer.table.piles[pile]
    while len(there) < ASSEMBLED:
        card = dealer.next()
        if card in there:
            dealer.pack.append(card)
        else:
            dealer.lay(card, pile)


def first_foundation(dealer: Dealer) -> None:
    """The next card begins the first foundation; its rank begins all of them."""
    dealer.lay(dealer.next(), dealer.piles("foundations")[0])


@patience(
    "gathering_of_the_clans",
    "The Gathering of the Clans",
    packs=2,
    family="reserve feeders",
    source="Dick 1884",
    race="fair",
    why="no building; the choice is which of two like cards to play, and when",
)
def gathering_of_the_clans() -> Patience:
    """Eight foundations from a rank that the deal gives, up in suit and round the corner."""
    return Patience(
        groups=[
            reserve("assembly", fanned(at((3.5, 2.5)), dy=0.2), name="Assembly"),
            reserve("columns", COLUMNS, name="Column"),
            foundations_alike("foundations", grid(2, 0, 2, 4, y_step=1.2), same_suit & up_wrapping),
            stock(at((2.5, 7.4))),
            waste(at((4.5, 7.4))),
        ],
        deal=[assemble, rounds("columns", 1), first_foundation, rest()],
        moves=[
            top_of("assembly").to("foundations").says("1: the bottom card of the Assembly goes home in suit"),
            top_of("columns").to("foundations").says("2: a Column card goes home in suit"),
            top_of("waste").to("foundations").says("3: the waste's top card goes home in suit"),
            turn(),
            redeal(2, shuffled=False),
        ],
        auto=[refill("columns", "assembly", only=HEADS_AND_BASES), refill("columns", "waste", "stock")],
        counters=["redeals"],
        progress=cards_on("foundations"),
        progress_max=104,
    )
