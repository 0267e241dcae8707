"""Fortress: two wings of rows about a column of foundations."""

from cadogan_games.words import *

ROWS = ("left", "right")
built = same_suit & (up | down)


def rows_of_both_wings(dealer: Dealer) -> None:
    """Deal row by row, the left wing first, each from left to right. The first card of a left row is its outer card."""
    for line, (left, right) in enumerate(zip(dealer.piles("left"), dealer.piles("right"), strict=True)):
        count = 6 if line == 0 else 5
        for card in reversed([dealer.next() for _ in range(count)]):
            dealer.lay(card, left)
        for _ in range(count):
            dealer.lay(dealer.next(), right)


@patience("fortress")
def fortress() -> Patience:
    """Aces up, from ten rows built both ways in suit at their outer ends."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            tableau(5, built, "left", space=ALL, name="left row"),
            tableau(5, built, "right", space=ALL, name="right row"),
        ],
        deal=[rows_of_both_wings],
        moves={
            "1": top_of(*ROWS).home(),
            "2, 3": top_of(*ROWS).to(*ROWS),
        },
        goal=all_home(),
    )
