"""Light and Shade: red on black and black on red, home by way of four Auxiliaries only."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import stock_has_cards, turn, waste_has_cards
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import alternate_colour, down, up
from cadogan_games.engine.table import Table

CLUBS, DIAMONDS, HEARTS, SPADES = each_suit()
ACES_BY_TURNS = [CLUBS, DIAMONDS, SPADES, HEARTS] * 2


def rivals_are_full(table: Table) -> bool:
    """A Rival's place comes first."""
    return all(table.group("reserve")) or not (stock_has_cards(table) and waste_has_cards(table))


@patience(
    "light_and_shade",
    "Light and Shade",
    packs=2,
    family="climbers",
    source="Cadogan 1914; Hapgood 1908",
    race="fair",
    why="very hard: a simple player won none of 1,000 deals; ranked by cards home",
    options={"refill": ("auto", "choose")},
)
def light_and_shade(refill: str) -> Patience:
    """Aces built up in alternate colours; Auxiliaries built down, fed by Rivals and the waste."""
    return Patience(
        groups=[
            foundations("foundations", row(0.5, 3.5, 8), alternate_colour & up, base=0),
            tableau("tableau", fanned(row(2.5, 0, 4), dy=0.2), alternate_colour & down, name="Auxiliary"),
            reserve("reserve", row(2.5, 2.3, 4), name="Rivals"),
            stock(at((0.5, 0))),
            waste(at((0.5, 1.1))),
        ],
        deal=[set_out("foundations", ACES_BY_TURNS), rounds("tableau", 1), rounds("reserve", 1), rest()],
        moves=[
            top_of("tableau").to("foundations").says("1: only from an Auxiliary does a card go home"),
            top_of("reserve", "waste", "tableau")
            .to("tableau")
            .says("2, 3, 4: a card goes on an Auxiliary one rank higher of the other colour"),
            turn(),
        ],
        forced=[
            *refill_choices("reserve", refill),
            top_of("reserve")
            .to("tableau")
            .only_into_spaces(ALL)
            .only_when(rivals_are_full)
            .says("5: an empty Auxiliary is filled with a Rival"),
        ],
        auto=refilled("reserve", refill),
        progress=cards_on("foundations"),
        progress_max=104,
    )
