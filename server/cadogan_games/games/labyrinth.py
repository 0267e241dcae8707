"""The Labyrinth: rows of ten, free from above and from below, and one card by grace."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import stock_is_empty
from cadogan_games.engine.auto import bring
from cadogan_games.engine.cards import ALL, KING
from cadogan_games.engine.deals import rest, set_out, then
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock
from cadogan_games.engine.layout import at, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.rows import deal_next_row, lay_row, row_of, row_places
from cadogan_games.engine.table import Table

ROWS, COLUMNS = 11, 10
LAST_ROW = COLUMNS * (ROWS - 1)
HOMES = ("ace_foundations", "king_foundations")


def open_above_or_below(table: Table, pile: int) -> bool:
    """A card is free only in the first row, or when the place directly above or below it is empty."""
    place = pile - table.game.first["maze"]
    return place < COLUMNS or place >= LAST_ROW or not table.piles[pile - COLUMNS] or not table.piles[pile + COLUMNS]


def grace_is_left(table: Table) -> bool:
    """The one grace of a game has been used."""
    return table.count("graces") == 0


def no_free_card_fits(table: Table) -> bool:
    """Grace is only for when no free card fits a foundation."""
    piles, wanted = table.piles, 0
    for id in HOMES:
        for home in table.numbers(id):
            wanted |= table.game.takes(table, home)
    return not any(
        piles[i] and wanted >> piles[i][-1] & 1 and open_above_or_below(table, i) for i in table.numbers("maze")
    )


def count_grace(table: Table, src: int, dst: int, n: int) -> None:
    """The grace is used."""
    table.set("graces", 1)


def fill_last_row(table: Table) -> None:
    """Empty places of the last row are filled from the stock."""
    stock_pile = table.game.first["stock"]
    for place in row_of(table, "maze", COLUMNS, table.count("rows") - 1):
        if not table.piles[place] and table.piles[stock_pile]:
            bring(table, stock_pile, place)


@patience(
    "labyrinth",
    "The Labyrinth",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="poor",
    why="little choice beside the grace; a simple player wins 8 of 100 deals. "
    "`babette` is the better race of this kind",
)
def labyrinth(waiting: bool = False) -> Patience:
    """Aces up and kings down in suit, from a maze dealt row by row; or with foundations that wait for their first card."""
    set_out_first = [set_out("ace_foundations", each_suit()), set_out("king_foundations", each_suit(KING))]
    return Patience(
        groups=[
            foundations(
                "ace_foundations", labelled(row(0, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="ace foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(6, 0, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="king foundation",
            ),
            reserve("maze", row_places(1.3, ROWS, COLUMNS), name="maze"),
            reserve("grace", labelled(at((10.3, 0)), ["grace"]), name="grace place"),
            stock(at((10.3, 1.3))),
        ],
        deal=[
            *([] if waiting else set_out_first),
            rest(),
            then(lambda table: lay_row(table, "maze", COLUMNS)),
        ],
        moves=[
            top_of("maze")
            .to(*HOMES)
            .only_if_free(open_above_or_below)
            .says("1: a free card of the maze goes home in suit, up from the ace or down from the king"),
            deal_next_row("maze", COLUMNS),
            top_of("maze")
            .to("grace")
            .only_into_spaces(ALL)
            .only_when(grace_is_left, stock_is_empty, no_free_card_fits)
            .and_then(count_grace)
            .says("3: once in a game any card of the maze may be taken out"),
            top_of("grace").to(*HOMES).says("4: the card taken out by grace goes home in suit"),
        ],
        auto=[fill_last_row],
        counters=["rows", "graces"],
        progress=cards_on(*HOMES),
        upright={
            "grace": at((9, 0)),
            "stock": at((8, 0)),
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
        },
        progress_max=104,
    )


labyrinth.variant(
    "labyrinth_wait",
    "The Labyrinth, waiting foundations",
    race="poor",
    why="the same, almost never won",
    waiting=True,
)
