"""The Nation: twelve columns counted out by eights, the foundations fed as the cards come."""

from cadogan_games.words import *

HOMES = ("ace_foundations", "king_foundations")
COUNT = 8


def count_out(table: Table) -> None:
    """Deal the cards of the last column, the bottom one first, to all columns, eight counts to each.

    A card that fits a foundation goes home as it is counted.
    """
    *columns, last = table.numbers("tableau")
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
    """Count out all cards left in the pack."""
    while dealer.pack:
        dealer.lay(dealer.next(), dealer.piles("tableau")[-1])
    count_out(dealer.table)


def gather_and_count_out(table: Table) -> None:
    """Gather the columns, the last one first, each from its first card, and count all cards out again."""
    table.add("redeals")
    *columns, last = table.numbers("tableau")
    for column in reversed(columns):
        if table.piles[column]:
            table.shift(column, last, len(table.piles[column]))
    count_out(table)


@patience("nation")
def nation(wrap: bool) -> Patience:
    """Aces up, kings down, from twelve columns built both ways in suit."""
    built = same_suit & (up_wrapping | down_wrapping if wrap else up | down)
    return Patience(
        groups=[
            foundations(same_suit & up, "ace_foundations", count=4, base=NOTHING),
            foundations(same_suit & down, "king_foundations", count=4, base=NOTHING),
            tableau(12, built, space=ALL, name="column"),
        ],
        deal=[set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING)), deal_out],
        moves={
            "1": top_of("tableau").home(),
            "2, 3": top_of("tableau").to("tableau"),
            "4": Action(
                "redeal",
                "Redeal",
                gather_and_count_out,
                when=redeals_left(2),
                text="the columns are gathered, the last one first, and counted out again",
                counters=("redeals",),
            ),
        },
        goal=all_home(),
    )
