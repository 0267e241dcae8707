"""Mount Olympus: a pyramid of aces and twos, all built up by twos, over a battery built down by twos."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, deal_row, redeal, stock_and_waste_are_empty, stock_is_empty, turn
from cadogan_games.engine.auto import refill as refill_from
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import Group, each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import Play, runs_of, top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import same_suit, step
from cadogan_games.engine.table import Table

HOMES = ("odd_foundations", "even_foundations")
by_twos = same_suit & step(-2)


PYRAMID = [(x, y) for y in range(4) for x in range(3 - y, 4 + y)]
"""Rows of 1, 3, 5 and 7. Aces and twos change off in each: an ace is at the top, and in every other column."""

UPRIGHT = {"stock": at((-1, 0))}


def leaves_a_card(table: Table, src: int, dst: int, n: int) -> bool:
    """A whole pile may not move to a space."""
    return n < len(table.piles[src])


def groups(*more: Group) -> Sequence[Group]:
    """The pyramid, the battery and the stock."""
    return [
        foundations(
            "odd_foundations",
            at(*(p for p in PYRAMID if p[0] % 2)),
            same_suit & step(2),
            base=0,
            full=7,
            name="odd foundation",
        ),
        foundations(
            "even_foundations",
            at(*(p for p in PYRAMID if not p[0] % 2)),
            same_suit & step(2),
            base=0,
            full=6,
            name="even foundation",
        ),
        tableau("tableau", fanned(row(-1, 4.3, 9), dy=0.25), by_twos, name="battery"),
        stock(at((9, 0))),
        *more,
    ]


deal = [
    set_out("odd_foundations", each_suit(copies=2)),
    set_out("even_foundations", each_suit(2, copies=2)),
    rounds("tableau", 1),
    rest(),
]


def singly(refill: str) -> Patience:
    """With a waste, a redeal, and single cards."""
    moves: list[Play | Action] = [
        top_of("tableau", "waste").to(*HOMES).says("1: a card goes home in suit, two ranks higher"),
        top_of("tableau", "waste")
        .to("tableau")
        .only_onto_cards()
        .says("2, 3: a card goes on the battery in suit, two ranks lower"),
        turn(),
        redeal(1, shuffled=False),
        top_of("tableau")
        .to("tableau")
        .only_when(stock_and_waste_are_empty)
        .only_into_spaces(ALL)
        .says("7: once stock and waste are empty, a top card of the battery may go to a space"),
    ]
    return Patience(
        groups=groups(waste(at((9, 1.2)))),
        deal=deal,
        moves=moves,
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        counters=["redeals"],
        progress=cards_on(*HOMES),
        upright={**UPRIGHT, "waste": at((-1, 1.2))},
        progress_max=104,
    )


def in_rows() -> Patience:
    """With rows dealt over the battery, and runs that move as units."""
    runs = runs_of("tableau", by_twos).to("tableau")
    return Patience(
        groups=groups(),
        deal=deal,
        moves=[
            top_of("tableau").to(*HOMES).says("1: a card goes home in suit, two ranks higher"),
            runs.only_onto_cards().says("2: a card or run goes on the battery in suit, two ranks lower"),
            deal_row("tableau"),
            runs.only_when(stock_is_empty)
            .only_into_spaces(ALL)
            .only_where(leaves_a_card)
            .says("7: once the stock is empty, a card or run may go to a space, but not a whole pile"),
        ],
        auto=[refill_from("tableau", "stock")],
        progress=cards_on(*HOMES),
        upright=UPRIGHT,
        progress_max=104,
    )


@patience(
    "mount_olympus",
    "Mount Olympus",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914; Hapgood 1908",
    race="poor",
    why="a simple player wins every deal, so only speed counts; `mount_olympus_rows` is the better race",
    options={"refill": ("auto", "choose")},
)
def mount_olympus(refill: str = "", by_rows: bool = False) -> Patience:
    """Sixteen foundations that go by steps of two."""
    return in_rows() if by_rows else singly(refill)


mount_olympus.variant(
    "great_pyramid",
    "The Great Pyramid",
    race="poor",
    why="a simple player wins every deal, so only speed counts; `mount_olympus_rows` is the better race",
)
mount_olympus.variant(
    "mount_olympus_rows",
    "Mount Olympus, by rows",
    family="deal by rows",
    race="fair",
    why="rows bury cards and runs move as units; a simple player still wins 94 of 100 deals",
    options={},
    by_rows=True,
)
