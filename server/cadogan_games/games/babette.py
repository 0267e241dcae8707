"""Babette: rows of eight, and a card of the garden is free when nothing lies directly below it."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left, stock_is_empty
from cadogan_games.engine.cards import KING
from cadogan_games.engine.deals import rest, then
from cadogan_games.engine.effects import take_up
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock
from cadogan_games.engine.layout import at, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.rows import deal_next_row, lay_row, row_places
from cadogan_games.engine.table import Table

ROWS, COLUMNS = 13, 8
LAST_ROW = COLUMNS * (ROWS - 1)

TAKEN_UP = [COLUMNS * r + c for c in reversed(range(COLUMNS)) for r in range(ROWS)]
"""The places in the order in which a redeal brings their cards: the last column first, each from its top."""


def nothing_below(table: Table, pile: int) -> bool:
    """A card is free only when the place directly below it is empty."""
    return pile - table.game.first["garden"] >= LAST_ROW or not table.piles[pile + COLUMNS]


def garden_has_cards(table: Table) -> bool:
    """The garden is empty."""
    return any(table.group("garden"))


def take_up_and_deal(table: Table) -> None:
    """The garden is taken up by columns, not shuffled, and the first row is dealt again."""
    table.add("redeals")
    garden = table.game.first["garden"]
    take_up(table, [garden + place for place in TAKEN_UP])
    table.set("rows", 0)
    lay_row(table, "garden", COLUMNS)


@patience(
    "babette",
    "Babette",
    packs=2,
    family="deal by rows",
    source="Cadogan 1914",
    race="fair",
    why="a simple player wins 19 of 100 deals; the choice is what to hold back",
)
def babette() -> Patience:
    """Aces up and kings down in suit, from a garden that is dealt row by row and taken up twice."""
    homes = ("ace_foundations", "king_foundations")
    return Patience(
        groups=[
            reserve("garden", row_places(1.3, ROWS, COLUMNS), name="garden"),
            foundations(
                "ace_foundations", labelled(row(0, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="ace foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(4, 0, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="king foundation",
            ),
            stock(at((8.3, 0))),
        ],
        deal=[rest(), then(lambda table: lay_row(table, "garden", COLUMNS))],
        moves=[
            top_of("garden")
            .to(*homes)
            .only_if_free(nothing_below)
            .says("1: a free card of the garden goes home in suit, up from the ace or down from the king"),
            deal_next_row("garden", COLUMNS),
            Action(
                "redeal",
                "Redeal",
                take_up_and_deal,
                when=(stock_is_empty, garden_has_cards, *redeals_left(2)),
                pile="stock",
                line="the garden is taken up by columns, from the last to the first, and dealt again",
            ),
        ],
        counters=["rows", "redeals"],
        progress=cards_on(*homes),
        progress_max=104,
    )
