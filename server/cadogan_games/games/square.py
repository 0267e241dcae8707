"""The Square: four foundations that go up to the king and down again, inside a square built both ways in suit."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import stock_and_waste_are_empty, turn
from cadogan_games.engine.cards import ACES, ALL, KING, card
from cadogan_games.engine.deals import rest, round_passing
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, column, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

UP_AND_DOWN = [*range(1, KING + 1), *range(KING, 0, -1)]
ORDER = [[1 << card(rank, suit) for rank in UP_AND_DOWN] for suit in range(4)]
"""For each suit the cards of its foundation, from the first ace to the last."""

OUTLINE = row(0, 0, 5) + column(4, 1, 3) + row(0, 4, 5)[::-1] + column(0, 1, 3)[::-1]
"""Along the top, down the right side, back along the bottom and up the left side."""


def next_in_order(table: Table, pile: int) -> int:
    """What a foundation takes: its number of cards says how far it has come."""
    return ORDER[pile - table.game.first["foundations"]][len(table.piles[pile])]


@patience(
    "square",
    "The Square",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914; Hapgood 1908",
    race="fair",
    why="much choice; a simple player wins 50 of 100 deals, one who keeps shifting runs about more",
    options={"refill": ("auto", "choose")},
)
def square(refill: str) -> Patience:
    """Sixteen piles round four foundations of twenty-six cards."""
    return Patience(
        groups=[
            foundations(
                "foundations",
                labelled(at((1.5, 1.4), (2.5, 1.4), (1.5, 2.6), (2.5, 2.6)), "♣♦♥♠"),
                (same_suit & (up | down)).named("of its suit, up to the king and from the other king down again"),
                each_suit(),
                full=26,
                wants=next_in_order,
                counted=True,
            ),
            tableau("tableau", OUTLINE, same_suit & (up | down), name="square", counted=True),
            stock(at((6, 1))),
            waste(at((6, 2.3))),
        ],
        deal=[round_passing("tableau", "foundations", passing=ACES), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1: the top card of the square or of the waste goes home in suit, up to the king and down again"),
            top_of("tableau")
            .to("tableau")
            .only_onto_cards()
            .says("2: a top card of the square goes on another of its suit, one rank higher or lower"),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .says("3: the waste's top card goes on a card of the square of its suit, one rank higher or lower"),
            turn(),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_into_spaces(ALL)
            .says("6: once stock and waste are empty, a top card of the square may go to an empty place"),
        ],
        forced=refill_choices("tableau", refill),
        auto=[
            top_of("tableau", "waste").to("foundations").only_into_spaces(),
            *refilled("tableau", refill),
        ],
        progress=cards_on("foundations"),
        progress_max=104,
    )
