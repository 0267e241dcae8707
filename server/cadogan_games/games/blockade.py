"""The Blockade: twelve columns, rows that must be complete before the next, and building in suit on the way."""

from collections.abc import Iterable

from cadogan_games.words import *

ROWS, COLUMNS = 9, 12
PLACES = ROWS * COLUMNS
built = same_suit & down

UPWARDS = [range(PLACES - COLUMNS + c, -1, -COLUMNS) for c in range(COLUMNS)]
"""The places of a column from the lowest up, by column. The grid is the first group, so a place is also the number of
its pile."""


@refused("covered_in_column", "a card is played, and built on, only while no card lies lower in its column")
def available(table: Table) -> list[int]:
    """Return the lowest place of each column that holds cards."""
    piles = table.piles
    found = []
    for column in UPWARDS:
        for place in column:
            if piles[place]:
                found.append(place)
                break
    return sorted(found)


def dealt_places(table: Table) -> range:
    """Return the places of all rows dealt so far."""
    return range(COLUMNS * table.count("rows"))


@refused("gaps_first", "the empty places must be filled first")
def rows_are_complete(table: Table) -> bool:
    """True if every place of the dealt rows holds a card."""
    return all(table.piles[place] for place in dealt_places(table))


@refused("no_gap", "no place of the dealt rows is empty")
def rows_have_gaps(table: Table) -> bool:
    """True if a place of the dealt rows is empty."""
    return not rows_are_complete(table)


def fill_places(table: Table, places: Iterable[int]) -> None:
    """Fill each of these places that is empty from the stock; aces go home."""
    for place in places:
        if not table.piles[place]:
            bring_next(table, place, "foundations")


def fill_gaps(table: Table) -> None:
    """Fill every empty place of the dealt rows, the highest row first."""
    fill_places(table, dealt_places(table))


def lay_row_without_aces(table: Table) -> None:
    """Deal a new row below the last one; aces go home."""
    fill_places(table, row_of(table, "grid", COLUMNS, table.count("rows")))
    table.add("rows")


@patience("blockade")
def blockade(modern: bool = False) -> Patience:
    """The old game of rows with places, or the modern one of columns."""
    return modern_blockade() if modern else old_blockade()


def old_blockade() -> Patience:
    """Rows of places; packets grow in the place of their highest card."""
    return Patience(
        groups=[
            tableau(PLACES, built, "grid", name="grid", in_play=available),
            foundations(same_suit & up_from(ACE), copies=2),
            stock(),
        ],
        deal=[rest(), then(lay_row_without_aces)],
        moves={
            "1": top_of("grid").home(),
            "2": top_of("grid").to("grid"),
            "3": Action(
                "fill",
                "Fill the spaces",
                fill_gaps,
                when=(stock_has_cards, rows_have_gaps),
                pile="stock",
                text="every empty place of the dealt rows is filled from the stock",
            ),
            "4": Action(
                "deal",
                "Deal a row",
                lay_row_without_aces,
                when=(stock_has_cards, rows_are_complete),
                pile="stock",
                text="when no place is empty, a new row is dealt below the last",
                counters=("rows",),
            ),
        },
        goal=all_home(),
    )


def modern_blockade() -> Patience:
    """Columns of overlapping cards; runs in suit move together."""
    runs = runs_of("tableau", built).to("tableau")
    return Patience(
        groups=[tableau(COLUMNS, built, name="column"), foundations(same_suit & up_from(ACE), copies=2), stock()],
        deal=[rounds("tableau", 1), rest()],
        moves={
            "a": [top_of("tableau").home(), runs.only_onto_cards()],
            "d": runs.only_into_spaces(ALL).only_when(stock_is_empty).only_where(not_whole_into_space),
            "c": deal_row("tableau"),
        },
        auto=[refill("tableau", "stock")],
        goal=all_home(),
    )


blockade.variant("blockade_modern", modern=True)
