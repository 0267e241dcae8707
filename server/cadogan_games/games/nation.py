"""The Nation: twelve columns counted out by eights, the foundations fed as the cards come."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left
from cadogan_games.engine.auto import taker
from cadogan_games.engine.cards import ALL, KING
from cadogan_games.engine.deals import Dealer, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, down_wrapping, same_suit, up, up_wrapping
from cadogan_games.engine.table import Table

HOMES = ("ace_foundations", "king_foundations")
COUNT = 8


def count_out(table: Table) -> None:
    """The cards that lie in the last column, the next at the bottom, are dealt to all columns, eight counts to each.

    A card that fits a foundation goes home as it is counted.
    """
    *columns, last = table.game.indexes("tableau")
    pack = table.piles[last]
    for column in columns:
        for _ in range(min(COUNT, len(pack))):
            home = taker(table, pack[0], *HOMES)
            dst = column if home is None else home
            table.take(last, 0, dst, len(table.piles[dst]))
    kept = 0
    while kept < len(pack):
        home = taker(table, pack[kept], *HOMES)
        if home is None:
            kept += 1
        else:
            table.take(last, kept, home, len(table.piles[home]))


def deal_out(dealer: Dealer) -> None:
    """All cards left in the pack are counted out."""
    while dealer.pack:
        dealer.lay(dealer.next(), dealer.piles("tableau")[-1])
    count_out(dealer.table)


def gather_and_count_out(table: Table) -> None:
    """The last column comes first, then the one before it, each from its first card; all are counted out again."""
    table.add("redeals")
    *columns, last = table.game.indexes("tableau")
    for column in reversed(columns):
        if table.piles[column]:
            table.shift(column, last, len(table.piles[column]))
    count_out(table)


@patience(
    "nation",
    "The Nation",
    packs=2,
    family="open builders",
    source="Cadogan 1914",
    race="fair",
    why="open cards, building both ways; so much fits that nearly every deal comes out, and speed decides",
    options={"wrap": (False, True)},
)
def nation(wrap: bool) -> Patience:
    """Aces up, kings down, from twelve columns built both ways in suit."""
    built = same_suit & (up_wrapping | down_wrapping if wrap else up | down)
    return Patience(
        groups=[
            foundations("ace_foundations", row(0, 0, 4), same_suit & up, base=0, name="ace foundation"),
            foundations("king_foundations", row(5, 0, 4), same_suit & down, base=0, name="king foundation"),
            tableau("tableau", fanned(row(0, 1.4, 12), dy=0.25), built, ALL, name="column"),
        ],
        deal=[set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING)), deal_out],
        moves=[
            top_of("tableau").to(*HOMES).says("1: the last card of a column goes home in suit"),
            top_of("tableau")
            .to("tableau")
            .says("2, 3: the last card of a column goes next to its neighbour in suit, or into a space"),
            Action(
                "redeal",
                "Redeal",
                gather_and_count_out,
                when=redeals_left(2),
                line="4: the columns are gathered, the last one first, and counted out again",
            ),
        ],
        counters=["redeals"],
        progress=cards_on(*HOMES),
        upright={
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
            "tableau": fanned(row(0.75, 1.15, 6, step=1.1) + row(0.75, 5.1, 6, step=1.1), dy=0.3),
        },
        progress_max=104,
    )
