"""The Blockade: twelve columns, rows that must be complete before the next, and building in suit on the way."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, deal_row, stock_has_cards, stock_is_empty
from cadogan_games.engine.auto import bring_next, refill
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rest, rounds, then
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import runs_of, top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.rows import row_of, row_places
from cadogan_games.engine.table import Table

ROWS, COLUMNS = 9, 12
PLACES = ROWS * COLUMNS

BRICKS = at(*((0.75 * c, 1.25 + 0.92 * r + 0.46 * (c % 2)) for r in range(ROWS) for c in range(COLUMNS)))
"""The rows in a window much higher than wide: every second card lies lower and between its neighbours."""

UPWARDS = [range(PLACES - COLUMNS + c, -1, -COLUMNS) for c in range(COLUMNS)]
"""For each column its places from the lowest up; the grid is the first group, so places are its piles."""


def available(table: Table) -> list[int]:
    """A card is played, and built on, only while no card lies lower in its column."""
    piles = table.piles
    found = []
    for column in UPWARDS:
        for place in column:
            if piles[place]:
                found.append(place)
                break
    return sorted(found)


def dealt_places(table: Table) -> range:
    """The places of all rows dealt so far."""
    return range(COLUMNS * table.count("rows"))


def rows_are_complete(table: Table) -> bool:
    """The empty places must be filled first."""
    return all(table.piles[place] for place in dealt_places(table))


def rows_have_gaps(table: Table) -> bool:
    """No place of the dealt rows is empty."""
    return not rows_are_complete(table)


def fill_gaps(table: Table) -> None:
    """Every empty place of the dealt rows is filled from the stock, the highest row first; aces go home."""
    for place in dealt_places(table):
        if not table.piles[place]:
            bring_next(table, place, "foundations")


def lay_row(table: Table) -> None:
    """A new row is dealt below the last one; aces go home."""
    for place in row_of(table, "grid", COLUMNS, table.count("rows")):
        bring_next(table, place, "foundations")
    table.add("rows")


def part_of_column(table: Table, src: int, dst: int, n: int) -> bool:
    """A whole column does not move to a space."""
    return n < len(table.piles[src])


HOMES = foundations("foundations", labelled(row(2, 0, 8), "♣♣♦♦♥♥♠♠"), same_suit & up, each_suit(copies=2))
PACK = stock(at((11, 0)))


@patience(
    "blockade",
    "The Blockade",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914; the modern game after Morehead and Mott-Smith 1949",
    race="good",
    why="much choice in building and in when to fill",
)
def blockade(modern: bool = False) -> Patience:
    """The old game of rows with places, or the modern one of columns."""
    return modern_blockade() if modern else old_blockade()


def old_blockade() -> Patience:
    """Rows of places; packets grow in the place of their highest card."""
    return Patience(
        groups=[
            tableau("grid", row_places(1.3, ROWS, COLUMNS), same_suit & down, name="grid", in_play=available),
            HOMES,
            PACK,
        ],
        deal=[rest(), then(lay_row)],
        moves=[
            top_of("grid").to("foundations").says("1: an available card goes home in suit"),
            top_of("grid").to("grid").says("2: an available card goes on another one rank higher of its suit"),
            Action(
                "fill",
                "Fill the spaces",
                fill_gaps,
                when=(stock_has_cards, rows_have_gaps),
                pile="stock",
                line="3: every empty place of the dealt rows is filled from the stock",
            ),
            Action(
                "deal",
                "Deal a row",
                lay_row,
                when=(stock_has_cards, rows_are_complete),
                pile="stock",
                line="4: when no place is empty, a new row is dealt below the last",
            ),
        ],
        counters=["rows"],
        progress=cards_on("foundations"),
        upright={"grid": BRICKS, "foundations": row(0, 0, 8), "stock": at((8.25, 0))},
        progress_max=104,
    )


def modern_blockade() -> Patience:
    """Columns of overlapping cards; runs in suit move together."""
    runs = runs_of("tableau", same_suit & down).to("tableau")
    return Patience(
        groups=[
            tableau("tableau", fanned(row(0, 1.3, COLUMNS), dy=0.25), same_suit & down, name="column"),
            HOMES,
            PACK,
        ],
        deal=[rounds("tableau", 1), rest()],
        moves=[
            top_of("tableau").to("foundations").says("a: the last card of a column goes home in suit"),
            runs.only_onto_cards().says("a: a run in suit goes on a card one rank higher of its suit"),
            runs.only_into_spaces(ALL)
            .only_when(stock_is_empty)
            .only_where(part_of_column)
            .says("d: when the stock is empty, a card or run that is not a whole column may go to a space"),
            deal_row("tableau"),
        ],
        auto=[refill("tableau", "stock")],
        progress=cards_on("foundations"),
        progress_max=104,
        upright={
            "tableau": fanned(row(0, 1.15, 6, step=1.1) + row(0, 5.1, 6, step=1.1), dy=0.3),
            "foundations": row(0, 0, 8),
            "stock": at((7, 1.15)),
        },
    )


blockade.variant("blockade_modern", "The Blockade, modern", race="good", why="the usual modern game", modern=True)
