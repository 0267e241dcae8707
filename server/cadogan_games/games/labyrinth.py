"""The Labyrinth: rows of ten, free from above and from below, and one card by grace."""

from cadogan_games.words import *

ROWS, COLUMNS = 11, 10
LAST_ROW = COLUMNS * (ROWS - 1)
HOMES = ("ace_foundations", "king_foundations")


@refused("covered", "a card is free only in the first row, or when the place directly above or below it is empty")
def open_above_or_below(table: Table, pile: int) -> bool:
    """True if the place above or below a place of the maze is empty, or there is none."""
    place = pile - table.game.first["maze"]
    return place < COLUMNS or place >= LAST_ROW or not table.piles[pile - COLUMNS] or not table.piles[pile + COLUMNS]


@refused("grace_used", "the one grace of the game has been used")
def grace_is_left(table: Table) -> bool:
    """True if no card has been taken out by grace."""
    return table.count("graces") == 0


@refused("card_fits", "grace is only for when no free card fits a foundation")
def no_free_card_fits(table: Table) -> bool:
    """True if no free card of the maze can go home."""
    piles, wanted = table.piles, 0
    for id in HOMES:
        for home in table.numbers(id):
            wanted |= table.game.takes(table, home)
    return not any(
        piles[i] and wanted >> piles[i][-1] & 1 and open_above_or_below(table, i) for i in table.numbers("maze")
    )


def count_grace(table: Table, src: int, dst: int, n: int) -> None:
    """Note that the grace is used."""
    table.set("graces", 1)


def fill_last_row(table: Table) -> None:
    """Fill the empty places of the last row from the stock."""
    for place in row_of(table, "maze", COLUMNS, table.count("rows") - 1):
        if not table.piles[place] and table.stock:
            bring(table, table.number("stock"), place)


@patience("labyrinth")
def labyrinth(waiting: bool = False) -> Patience:
    """Aces up and kings down in suit, from a maze dealt row by row; or with foundations that wait for their first card."""
    set_out_first = [set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING))]
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
            reserve(ROWS * COLUMNS, "maze", name="maze"),
            reserve(1, "grace", name="grace place"),
            stock(),
        ],
        deal=[*([] if waiting else set_out_first), rest(), then(lambda table: lay_row(table, "maze", COLUMNS))],
        moves={
            "1": top_of("maze").home().only_if_free(open_above_or_below),
            "2": deal_next_row("maze", COLUMNS),
            "3": top_of("maze")
            .to("grace")
            .only_into_spaces(ALL)
            .only_when(grace_is_left, stock_is_empty, no_free_card_fits)
            .and_then(count_grace)
            .says("once in a game any card of the maze may be taken out"),
            "4": top_of("grace").home(),
        },
        auto=[fill_last_row],
        counters=["rows", "graces"],
        goal=all_home(),
    )


labyrinth.variant("labyrinth_wait", waiting=True)
