"""The two Dials of Dick: every card has its place at the hours of a clock."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.cards import DIAMONDS, KING, KINGS, RANK_LETTERS, card, parse
from cadogan_games.engine.deals import rest, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, stock, waste
from cadogan_games.engine.layout import Place, at, in_heights, labelled, ring
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import alternate_colour, same_rank, same_suit, sequence

HOURS = ring(12, 2.5, start=30)
CENTRE = Place(0, 0)
STOCK, WASTE = in_heights(at((-3.4, 2.6))), in_heights(at((-2.4, 2.6)))

ONE_TO_TWELVE = "6C 7H 8S 9D TC JH QS AD 2C 3H 4S 5D".split()
"""The first cards of The Dial, No. 2, by the hour. With one pack each lies four hours earlier."""


@patience(
    "dial_no_1",
    "The Dial, No. 1",
    packs=1,
    family="placing games",
    source="Dick 1898",
    race="poor",
    why="no choice, and with two redeals every deal comes out; `dial_no_2` is the better race",
    options={"redeals": (2, 1, 0)},
)
def dial_no_1(redeals: int) -> Patience:
    """Each hour is built with the four cards of its rank: diamond, black, heart, black."""
    labels = [f"{letter.replace('T', '10')}♦" for letter in RANK_LETTERS]
    return Patience(
        groups=[
            foundations(
                "foundations",
                labelled((*HOURS, CENTRE), labels),
                same_rank & alternate_colour,
                [1 << card(rank, DIAMONDS) for rank in range(1, KING + 1)],
                name="dial",
                full=4,
            ),
            stock(STOCK),
            waste(WASTE),
        ],
        deal=[rest()],
        moves=[
            turn(),
            top_of("waste")
            .to("foundations")
            .says("2: the waste's top card goes to its hour, a diamond first, then colours alternate"),
            redeal(redeals, shuffled=False),
        ],
        counters=["redeals"],
        progress=cards_on("foundations"),
        progress_max=52,
    )


@patience(
    "dial_no_2",
    "The Dial, No. 2",
    packs=2,
    family="placing games",
    source="Dick 1898",
    race="fair",
    why="32 of 100 deals come out; the choice lies in what to hold back",
)
def dial_no_2(single: bool = False) -> Patience:
    """Each hour is built up in suit until it is shown; kings go to the centre by themselves."""
    packs = 1 if single else 2
    first = ONE_TO_TWELVE[4:] + ONE_TO_TWELVE[:4] if single else ONE_TO_TWELVE
    everywhere = ("foundations", "centre")
    return Patience(
        groups=[
            foundations(
                "foundations",
                HOURS,
                same_suit & sequence(range(1, KING), wrap=True),
                base=0,
                name="dial",
                full=4 * packs,
            ),
            foundations("centre", labelled([CENTRE], ["K"]), same_rank, base=KINGS, name="kings' pile", full=4 * packs),
            stock(STOCK),
            waste(WASTE),
        ],
        deal=[set_out("foundations", [1 << parse(name) for name in first]), rest()],
        moves=[
            turn(),
            top_of("waste")
            .to("foundations")
            .says("2: the waste's top card goes to the dial, one rank higher in suit, up to the hour"),
            redeal(2, shuffled=False),
        ],
        auto=[top_of("waste").to("centre")],
        counters=["redeals"],
        progress=cards_on(*everywhere),
        progress_max=52 * packs,
    )


dial_no_2.variant(
    "dial_no_2_single",
    "The Dial, No. 2, one pack",
    packs=1,
    race="poor",
    why="no choice, and it always comes out",
    single=True,
)
