"""Babette: rows of eight, and a card of the garden is free when nothing lies directly below it."""

from cadogan_games.words import *

ROWS, COLUMNS = 13, 8
LAST_ROW = COLUMNS * (ROWS - 1)

TAKEN_UP = [COLUMNS * r + c for c in reversed(range(COLUMNS)) for r in range(ROWS)]
"""The places in the order in which a redeal gathers their cards: the last column first, each column from its top."""


@refused("covered_below", "a card is free only when the place directly below it is empty")
def nothing_below(table: Table, pile: int) -> bool:
    """True if the place below a place of the garden is empty, or there is none."""
    return pile - table.game.first["garden"] >= LAST_ROW or not table.piles[pile + COLUMNS]


@refused("garden_empty", "the garden is empty")
def garden_has_cards(table: Table) -> bool:
    """True if a card lies in the garden."""
    return any(table.group("garden"))


def take_up_and_deal(table: Table) -> None:
    """Take up the garden by columns, without shuffling, and deal the first row again."""
    table.add("redeals")
    garden = table.numbers("garden")
    take_up(table, [garden[place] for place in TAKEN_UP])
    table.set("rows", 0)
    lay_row(table, "garden", COLUMNS)


@patience("babette")
def babette() -> Patience:
    """Aces up and kings down in suit, from a garden that is dealt row by row and taken up twice."""
    return Patience(
        groups=[
            reserve(ROWS * COLUMNS, "garden", name="garden"),
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
            stock(),
        ],
        deal=[rest(), then(lambda table: lay_row(table, "garden", COLUMNS))],
        moves={
            "1": top_of("garden").home().only_if_free(nothing_below),
            "2": deal_next_row("garden", COLUMNS),
            "3": Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(stock_is_empty, garden_has_cards, *redeals_left(2)),
                pile="stock",
                text="the garden is taken up by columns, from the last to the first, and dealt again",
                counters=("redeals",),
            ),
        },
        goal=all_home(),
    )
