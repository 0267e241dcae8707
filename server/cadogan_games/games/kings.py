"""The Kings: eight foundations between two groups of rows; suits do not count."""

from __future__ import annotations

from itertools import cycle

from cadogan_games.catalogue import patience
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import Dealer, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import column, fanned, grid, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, up

ROWS = ("left", "right")


def columns_left_and_right(dealer: Dealer) -> None:
    """Columns of four by turns left and right; a card that fits a foundation of its line is played on it as it turns up."""
    homes = dealer.piles("foundations")
    for side in cycle(ROWS):
        for line, row in enumerate(dealer.piles(side)):
            _deal_for_line(dealer, homes[2 * line : 2 * line + 2], row)
        if not dealer.pack:
            return


def _deal_for_line(dealer: Dealer, homes: range, row: int) -> None:
    """Cards for one line until one is laid in the row, or the pack is used up."""
    while dealer.pack:
        card = dealer.next()
        home = next((pile for pile in homes if up.holds(card, dealer.table.piles[pile][-1])), None)
        if home is None:
            dealer.lay(card, row)
            return
        dealer.lay(card, home)


@patience(
    "kings",
    "The Kings",
    packs=2,
    family="open builders",
    source='Cadogan 1914. PySolFC\'s "Kings" is another game',
    race="good",
    why="open cards; suits don't count, so much can be done",
)
def kings() -> Patience:
    """Aces up in any suit, from eight rows built both ways in any suit."""
    return Patience(
        groups=[
            foundations("foundations", labelled(grid(0, 0, 4, 2), "♣♣♦♦♥♥♠♠"), up, base=0),
            tableau("left", fanned(column(-1, 0, 4), dx=-0.4), up | down, ALL, name="left row"),
            tableau("right", fanned(column(2, 0, 4), dx=0.4), up | down, ALL, name="right row"),
        ],
        deal=[set_out("foundations", each_suit(copies=2)), columns_left_and_right],
        moves=[
            top_of(*ROWS)
            .to("foundations")
            .says("1: the outermost card of a row goes home, whatever its suit and line"),
            top_of(*ROWS)
            .to(*ROWS)
            .says("2, 3: the outermost card of a row goes on one a rank higher or lower, or into a space"),
        ],
        progress=cards_on("foundations"),
        progress_max=104,
        upright={
            "foundations": column(0, 0, 8),
            "left": fanned(column(1.15, 0, 4, step=2), dx=0.4),
            "right": fanned(column(1.15, 1, 4, step=2), dx=0.4),
        },
    )
