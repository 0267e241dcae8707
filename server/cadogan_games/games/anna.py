"""Anna: an N of knaves built down past the ace to the king, an A of helps that the queens take over."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import refill as refill_from
from cadogan_games.engine.cards import JACK, KING, QUEEN, ranks
from cadogan_games.engine.deals import rest, round_passing
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, moved
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import same_suit, sequence

KNAVES = ranks(JACK)
DOWN_TO_THE_KING = [*range(JACK, 0, -1), KING]
UP_FROM_THE_KING = [KING, *range(1, JACK)]

LETTER_A = at((2, 0), (1.2, 1.1), (0.6, 2.2), (0, 3.3), (2, 2.2), (2.8, 1.1), (3.4, 2.2), (4, 3.3))
LETTER_N = at((6, 0), (6, 1.1), (6, 2.2), (7.2, 0.8), (8.4, 1.6), (9.6, 0), (9.6, 1.1), (9.6, 2.2))


@patience(
    "anna",
    "Anna",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914 (play text); Dick 1898",
    race="good",
    why="building among the helps leaves choice; a simple player wins 74 of 100 deals",
    options={"refill": ("auto", "choose")},
)
def anna(refill: str = "", after_dick: bool = False) -> Patience:
    """Eight helps built up in suit; after Dick a king goes on his queen, and the stock alone refills while it lasts."""
    helps_order = [QUEEN, *UP_FROM_THE_KING] if after_dick else UP_FROM_THE_KING
    return Patience(
        groups=[
            foundations("foundations", LETTER_N, same_suit & sequence(DOWN_TO_THE_KING), KNAVES, full=12),
            tableau("tableau", LETTER_A, same_suit & sequence(helps_order), name="A", counted=True),
            stock(at((6, 3.6))),
            waste(at((7.2, 3.6))),
        ],
        deal=[round_passing("tableau", "foundations", passing=KNAVES), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says(
                "1: a help's or the waste's top card goes home in suit, down from the knave to the ace, then the king"
            ),
            top_of("tableau")
            .to("tableau")
            .says(
                "2: a help's top card, but never a queen, goes on the next lower card of its suit, an ace on the king"
            ),
            top_of("waste")
            .to("tableau")
            .says("3: the waste's top card, but never a queen, goes on the next lower of its suit, an ace on the king"),
            turn(),
            redeal(2, shuffled=False),
        ],
        forced=[] if after_dick else refill_choices("tableau", refill),
        auto=[
            top_of("tableau", "waste").to("foundations").only_into_spaces(),
            *([refill_from("tableau", "stock", "waste")] if after_dick else refilled("tableau", refill)),
        ],
        counters=["redeals"],
        progress=cards_on("foundations"),
        upright={"foundations": moved(LETTER_N, -5.8, 4.5), "stock": at((5.2, 5.6)), "waste": at((5.2, 6.7))},
        progress_max=96,
    )


anna.variant(
    "anna_dick",
    "Anna, after Dick",
    race="fair",
    why="easier: a simple player wins 87 of 100 deals",
    options={},
    after_dick=True,
)
