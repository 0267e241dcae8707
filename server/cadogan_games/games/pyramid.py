"""Pyramid: two free cards that add up to thirteen go off together, and kings alone."""

from collections.abc import Iterable
from itertools import combinations

from cadogan_games.words import *

ROWS = 7
PLACES = ROWS * (ROWS + 1) // 2
FIRST_OF_LAST_ROW = PLACES - ROWS

COVER = [
    (place + row + 1, place + row + 2)
    for row in range(ROWS - 1)
    for place in range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2)
]
"""The two places of the next row that cover a place, by place above the last row. The pyramid is the first group."""

SUM = 13
FREE = ("pyramid", "hand", "waste")
on_pyramid = cards_on("pyramid")
kings_alone = relation("a king", lambda upper, lower: rank_of(upper) == KING)


@refused("covered_in_pyramid", "a card of the pyramid is free only when nothing covers it")
def nothing_covers(table: Table, pile: int) -> bool:
    """True if a pile is none of the pyramid's, or the places that cover it are empty."""
    if pile >= FIRST_OF_LAST_ROW:
        return True
    left, right = COVER[pile]
    return not table.piles[left] and not table.piles[right]


@refused("no_thirteen", "two free cards whose ranks add up to thirteen go together, and a king goes alone")
def thirteens(table: Table) -> Iterable[Spots]:
    """Return every two piles whose free cards add up to thirteen."""
    free = [
        (i, rank_of(table.piles[i][-1]))
        for id in FREE
        for i in table.numbers(id)
        if table.piles[i] and nothing_covers(table, i)
    ]
    return [(i, j) for (i, a), (j, b) in combinations(free, 2) if a + b == SUM]


def turn_to_hand(table: Table) -> None:
    """Lay the card in hand on the waste, and turn the next card of the stock into the hand."""
    first = table.game.first
    lay_down_hand(table)
    table.turn_over(first["stock"], first["hand"])


def lay_down_hand(table: Table) -> None:
    """Lay the card in hand, if there is one, on the waste."""
    first = table.game.first
    if table.piles[first["hand"]]:
        table.shift(first["hand"], first["waste"])


@refused("nothing_to_redeal", "neither the waste nor the hand holds a card")
def hand_or_waste_has_cards(table: Table) -> bool:
    """True if there is a card to deal again."""
    first = table.game.first
    return bool(table.piles[first["hand"]] or table.piles[first["waste"]])


def gather(table: Table) -> None:
    """Lay down the hand and turn the waste over to form the stock."""
    table.add("redeals")
    lay_down_hand(table)
    first = table.game.first
    table.turn_over(first["waste"], first["stock"], len(table.waste))


@patience("pyramid")
def pyramid(redeals: int, whole_pack: bool) -> Patience:
    """The pyramid goes off in thirteens, among its own cards and with the stock's; or the whole pack does."""
    return Patience(
        groups=[
            reserve(PLACES, "pyramid", name="pyramid"),
            stock(),
            Group("hand", "hand", "hand", count=1),
            waste(),
            Group("discard", "discard", "discard", kings_alone, base=KINGS, counted=True, count=1),
        ],
        deal=[rounds("pyramid", 1), rest()],
        moves={
            "1": Action("discard", "Take the pair", take_off, thirteens),
            "2": top_of(*FREE).to("discard").only_if_free(nothing_covers).says("a free king goes off alone"),
            "3": Action(
                "turn",
                "Turn",
                turn_to_hand,
                when=(stock_has_cards,),
                pile="stock",
                text="the card in hand is laid on the waste, and the next card of the stock is turned into the hand",
            ),
            "4": Action(
                "redeal",
                "Redeal",
                gather,
                when=(stock_is_empty, hand_or_waste_has_cards, *redeals_left(redeals)),
                pile="stock",
                text="the waste is turned over, not shuffled, and becomes the stock again",
                counters=("redeals",),
            ),
        },
        goal=all_home("discard") if whole_pack else Goal(lambda table: PLACES - on_pyramid(table), PLACES),
    )
