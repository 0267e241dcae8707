"""Fortress: two wings of rows about a column of foundations."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import column, fanned, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up

ROWS = ("left", "right")
built = same_suit & (up | down)


def rows_of_both_wings(dealer: Dealer) -> None:
    """Row by row, the left wing's first, each from left to right: so a left row's first card is its outside card."""
    for line, (left, right) in enumerate(zip(dealer.piles("left"), dealer.piles("right"), strict=True)):
        count = 6 if line == 0 else 5
        for card in reversed([dealer.next() for _ in range(count)]):
            dealer.lay(card, left)
        for _ in range(count):
            dealer.lay(dealer.next(), right)


@patience(
    "fortress",
    "Fortress",
    packs=1,
    family="open builders",
    source="Cadogan 1914 (text; Rules list as quoted in later writing on the book)",
    race="fair",
    why="open cards, but seldom won; ranked by cards home",
)
def fortress() -> Patience:
    """Aces up, from ten rows built both ways in suit at their outer ends."""
    return Patience(
        groups=[
            foundations("foundations", labelled(column(6, 0, 4), "♣♦♥♠"), same_suit & up, each_suit()),
            tableau("left", fanned(column(5, 0, 5), dx=-0.5), built, ALL, name="left row"),
            tableau("right", fanned(column(7, 0, 5), dx=0.5), built, ALL, name="right row"),
        ],
        deal=[rows_of_both_wings],
        moves=[
            top_of(*ROWS).to("foundations").says("1: the outside card of a row goes home in suit"),
            top_of(*ROWS)
            .to(*ROWS)
            .says("2, 3: the outside card of a row goes next to its neighbour in suit, or into a space"),
        ],
        progress=cards_on("foundations"),
        progress_max=52,
    )
