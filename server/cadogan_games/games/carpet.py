"""The Carpet: a card is free when one of its narrow ends is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.cards import KING
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, waste
from cadogan_games.engine.layout import Places, at, column, grid, in_heights, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

SIDE = 8


def is_upright(cell: int) -> bool:
    """Whether the card in a cell lies upright; neighbours lie crosswise."""
    return (cell // SIDE + cell % SIDE) % 2 == 0


def lanes(cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """From each narrow end of a cell's card the cells to the rim, the nearest first."""
    r, c = divmod(cell, SIDE)
    if is_upright(cell):
        return tuple(SIDE * k + c for k in range(r - 1, -1, -1)), tuple(SIDE * k + c for k in range(r + 1, SIDE))
    return tuple(SIDE * r + k for k in range(c - 1, -1, -1)), tuple(SIDE * r + k for k in range(c + 1, SIDE))


def narrow_end_free(clear_lane: bool) -> Callable[[Table, int], bool]:
    """The test whether a card's narrow end is free: the next cell, or with `clear_lane` every cell to the rim, is empty."""
    ends = [tuple(lane if clear_lane else lane[:1] for lane in lanes(cell)) for cell in range(SIDE * SIDE)]

    def free(table: Table, pile: int) -> bool:
        """A card of the carpet is free only when nothing lies at one of its narrow ends."""
        carpet = table.game.first["carpet"]
        return any(not any(table.piles[carpet + cell] for cell in lane) for lane in ends[pile - carpet])

    return free


def woven(cells: Places) -> Places:
    """Cards alternately upright and turned a quarter."""
    return tuple(replace(place, angle=0 if is_upright(cell) else 90) for cell, place in enumerate(in_heights(cells)))


PITCH = 0.86
"""From cell to cell in card heights: half a card's height and half its width, and hardly more."""

CELLS = woven(grid(1.5, 0, SIDE, SIDE, PITCH, PITCH))
UPRIGHT = {
    "ace_foundations": row(0, 0, 4),
    "king_foundations": row(5.15, 0, 4),
    "carpet": woven(grid(0, 1.25, SIDE, SIDE, PITCH, PITCH)),
    "stock": at((3.4, 8.6)),
    "waste": at((4.75, 8.6)),
}


@patience(
    "carpet",
    "The Carpet",
    packs=2,
    family="reserve feeders",
    source="Cadogan 1914; Dick 1898",
    race="poor",
    why="almost never won (2 of 1,000 deals by a simple player); `japanese_rug` is the better race",
    options={"clear_lane": (False, True)},
)
def carpet(clear_lane: bool, shuffled: bool = True) -> Patience:
    """Aces up, kings down, from a chequered carpet and a waste that may be built on."""
    free = narrow_end_free(clear_lane)
    homes = ("ace_foundations", "king_foundations")
    return Patience(
        groups=[
            foundations("ace_foundations", in_heights(column(0, 0, 4)), same_suit & up, name="ace foundation"),
            foundations("king_foundations", in_heights(column(9, 0, 4)), same_suit & down, name="king foundation"),
            reserve("carpet", CELLS, name="carpet"),
            stock(in_heights(at((0, 4.6)))),
            waste(in_heights(at((0, 6))), accepts=same_suit & (up | down)),
        ],
        deal=[
            set_out("ace_foundations", each_suit()),
            set_out("king_foundations", each_suit(KING)),
            rounds("carpet", 1),
            rest(),
        ],
        moves=[
            top_of("carpet").to(*homes).only_if_free(free).says("1: a free card of the carpet goes home in suit"),
            top_of("waste").to(*homes).says("2: the waste's top card goes home in suit"),
            top_of("carpet")
            .to("waste")
            .only_if_free(free)
            .says("3: a free card of the carpet goes on the waste's top card, next to it in suit"),
            turn(),
            redeal(2, shuffled=shuffled),
        ],
        counters=["redeals"],
        progress=cards_on(*homes),
        upright=UPRIGHT,
        progress_max=104,
    )


carpet.variant(
    "japanese_rug", "The Japanese Rug", race="good", why="a simple player wins 34 of 100 deals", shuffled=False
)
