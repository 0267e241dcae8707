"""Odd and Even: up by twos, first the odd ranks or first the even ones."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import refill
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, waste
from cadogan_games.engine.layout import at, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import same_suit, sequence

ODD_FIRST = [1, 3, 5, 7, 9, 11, 13, 2, 4, 6, 8, 10, 12]
EVEN_FIRST = [2, 4, 6, 8, 10, 12, 1, 3, 5, 7, 9, 11, 13]


@patience(
    "odd_and_even",
    "Odd and Even",
    packs=2,
    family="reserve feeders",
    source="Dick 1898",
    race="fair",
    why="seldom won; the skill is in when a gap opens",
)
def odd_and_even() -> Patience:
    """Two foundations a suit, one up from the ace by twos, one from the two."""
    homes = ("odd_foundations", "even_foundations")
    return Patience(
        groups=[
            foundations(
                "odd_foundations",
                labelled(row(0, 0, 4, step=2), ["A♣", "A♦", "A♥", "A♠"]),
                same_suit & sequence(ODD_FIRST),
                each_suit(),
                name="odd foundation",
            ),
            foundations(
                "even_foundations",
                labelled(row(1, 0, 4, step=2), ["2♣", "2♦", "2♥", "2♠"]),
                same_suit & sequence(EVEN_FIRST),
                each_suit(2),
                name="even foundation",
            ),
            reserve("reserve", grid(3, 1.3, 3, 3, y_step=1.1)),
            stock(at((0, 2.4))),
            waste(at((1, 2.4))),
        ],
        deal=[rounds("reserve", 1), rest()],
        moves=[
            top_of("reserve").to(*homes).says("1: a card of the reserve goes home in suit, two ranks up"),
            top_of("waste").to(*homes).says("2: the waste's top card goes home in suit, two ranks up"),
            turn(),
            redeal(1, shuffled=False),
        ],
        auto=[refill("reserve")],
        counters=["redeals"],
        progress=cards_on(*homes),
        progress_max=104,
    )
