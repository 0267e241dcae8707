"""Two Rings, and Uncle Sam: sevens up to their kings and sixes down to their aces."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, waste
from cadogan_games.engine.layout import HEIGHT_IN_X, Places, at, moved, ring, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down, same_suit, up

RADIUS = 1.5
REACH = RADIUS * HEIGHT_IN_X
"""From the middle of a ring to its outermost cards, in the units of x."""

LETTER_U = at((0, 0), (0, 1.1), (0, 2.2), (0.8, 3.3), (2, 3.3), (2.8, 2.2), (2.8, 1.1), (2.8, 0))
LETTER_S = at((7.5, 0), (6.3, 0), (5.1, 0.6), (5.7, 1.65), (6.9, 1.65), (7.5, 2.7), (6.3, 3.3), (5.1, 3.3))


@patience(
    "two_rings",
    "Two Rings",
    packs=2,
    family="reserve feeders",
    source="Cadogan 1914",
    race="poor",
    why="nearly always won and little choice, so only speed counts; `mill` is a better race of this kind",
    options={"refill": ("auto", "choose")},
    sevens=moved(ring(8, RADIUS), REACH, RADIUS),
    sixes=moved(ring(8, RADIUS), 3 * REACH + 1.4, RADIUS),
    helps=row(0.4, 2 * RADIUS + 1.3, 8),
    pack=at((8.8, 2 * RADIUS + 1.3), (9.8, 2 * RADIUS + 1.3)),
    upright=(
        moved(ring(8, RADIUS), REACH + 0.5, RADIUS),
        moved(ring(8, RADIUS), REACH + 0.5, 3 * RADIUS + 1.1),
        row(0, 4 * RADIUS + 2.35, 8),
        at((6.4, 3), (6.4, 4.15)),
    ),
)
def two_rings(
    refill: str, sevens: Places, sixes: Places, helps: Places, pack: Places, upright: Sequence[Places]
) -> Patience:
    """Two rings (or two letters) of foundations, fed by a reserve and the waste."""
    homes = ("seven_foundations", "six_foundations")
    return Patience(
        groups=[
            foundations("seven_foundations", sevens, same_suit & up, base=0, full=7, name="ring of sevens"),
            foundations("six_foundations", sixes, same_suit & down, base=0, full=6, name="ring of sixes"),
            reserve("reserve", helps),
            stock(pack[:1]),
            waste(pack[1:]),
        ],
        deal=[
            set_out("seven_foundations", each_suit(7, copies=2)),
            set_out("six_foundations", each_suit(6, copies=2)),
            rounds("reserve", 1),
            rest(),
        ],
        moves=[
            top_of("reserve")
            .to(*homes)
            .says("1: a card of the reserve goes home in suit, up on sevens, down on sixes"),
            top_of("waste").to(*homes).says("2: the waste's top card goes home in suit, up on sevens, down on sixes"),
            turn(),
            redeal(1, shuffled=False),
        ],
        forced=refill_choices("reserve", refill),
        auto=refilled("reserve", refill),
        counters=["redeals"],
        progress=cards_on(*homes),
        upright=dict(zip((*homes, "reserve"), upright, strict=False))
        | {"stock": upright[-1][:1], "waste": upright[-1][1:]},
        progress_max=104,
    )


two_rings.variant(
    "uncle_sam",
    "Uncle Sam",
    race="poor",
    why="easier still than `two_rings`",
    sevens=LETTER_S,
    sixes=LETTER_U,
    helps=row(-2, 5, 13),
    pack=at((10, 0), (10, 1.3)),
    upright=(moved(LETTER_S, -1, 0), LETTER_U, row(0, 4.7, 7) + row(0.5, 5.75, 6), at((2.5, 6.95), (3.6, 6.95))),
)
