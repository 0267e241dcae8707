"""The Kings: eight foundations between two groups of rows; suits do not count."""

from itertools import cycle

from cadogan_games.words import *

ROWS = ("left", "right")


def columns_left_and_right(dealer: Dealer) -> None:
    """Deal columns of four alternately left and right; a card that fits a foundation of its line goes there when it
    turns up."""
    homes = dealer.piles("foundations")
    for side in cycle(ROWS):
        for line, row in enumerate(dealer.piles(side)):
            _deal_for_line(dealer, homes[2 * line : 2 * line + 2], row)
        if not dealer.pack:
            return


def _deal_for_line(dealer: Dealer, homes: range, row: int) -> None:
    """Deal cards for one line until one lies in the row or the pack is used up."""
    while dealer.pack:
        card = dealer.next()
        home = next((pile for pile in homes if up.holds(card, dealer.table.piles[pile][-1])), None)
        if home is None:
            dealer.lay(card, row)
            return
        dealer.lay(card, home)


@patience("kings")
def kings() -> Patience:
    """Aces up in any suit, from eight rows built both ways in any suit."""
    return Patience(
        groups=[
            foundations(up, count=8, base=NOTHING),
            tableau(4, up | down, "left", space=ALL, name="left row"),
            tableau(4, up | down, "right", space=ALL, name="right row"),
        ],
        deal=[set_out("foundations", each_suit(copies=2)), columns_left_and_right],
        moves={
            "1": top_of(*ROWS).home(),
            "2, 3": top_of(*ROWS).to(*ROWS),
        },
        goal=all_home(),
    )
