"""The Clock: twelve foundations that run on to their hours, with a packet outside each."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_has_cards, turn
from cadogan_games.engine.cards import parse
from cadogan_games.engine.deals import packets, rest, set_out
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, stock, tableau, waste
from cadogan_games.engine.layout import Place, Places, at, in_heights, ray, ring
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down_wrapping, same_suit, up_wrapping
from cadogan_games.engine.table import Table

FIRST_CARDS = [1 << parse(first) for first in "6C 7H 8S 9D TC JH QS KD 2C 3H 4S 5D".split()]
UNTIL_THE_HOUR = [9] * 8 + [8] * 4
"""How many cards lie at each hour, I to XII, when it is shown."""

PACKET = 3

LONGEST = 30
"""More cards than a packet ever holds: all of them are spread, but no room is kept for them beforehand."""


def packet_place(hour: int) -> Place:
    """Outside its hour; spread outwards or, where that would cover the corners of the cards, inwards from farther out."""
    return ray(30 * hour, 3.4, fan=0.25) if 2 <= hour <= 7 else ray(30 * hour, 3.9, fan=-0.25)


def squeezed(places: Places) -> Places:
    """An oval dial, for a window much higher than wide."""
    return tuple(
        replace(place, x=round(0.74 * place.x, 3), y=round(1.2 * place.y, 3), dx=0.9 * place.dx, dy=place.dy)
        for place in places
    )


DIAL = ring(12, 2.2, start=30)
CIRCLE = tuple(packet_place(hour) for hour in range(1, 13))


def a_packet_is_short(table: Table) -> bool:
    """Every packet has three cards or more."""
    return any(len(packet) < PACKET for packet in table.group("tableau"))


def no_packet_is_short(table: Table) -> bool:
    """A packet has fewer than three cards: the packets must be filled first."""
    return not a_packet_is_short(table)


def fill(table: Table) -> None:
    """Every short packet in turn is brought up to three cards, as far as the stock goes."""
    for pile in table.game.indexes("tableau"):
        if len(table.piles[pile]) < PACKET:
            deal_round(table, [pile], PACKET - len(table.piles[pile]))


@patience(
    "clock",
    "The Clock",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="building and the moment of filling are the player's",
)
def clock() -> Patience:
    """A dial of foundations inside a circle of packets built down in suit."""
    return Patience(
        groups=[
            foundations(
                "foundations",
                DIAL,
                same_suit & up_wrapping,
                base=0,
                full=UNTIL_THE_HOUR,
                name="dial",
            ),
            tableau(
                "tableau",
                CIRCLE,
                same_suit & down_wrapping,
                name="circle",
                tail=LONGEST,
            ),
            stock(in_heights(at((-0.6, 0)))),
            waste(in_heights(at((0.6, 0)))),
        ],
        deal=[set_out("foundations", FIRST_CARDS), packets("tableau", PACKET), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says(
                "1: the top card of a packet or of the waste goes to the dial, one rank higher in suit, up to the hour"
            ),
            top_of("tableau")
            .to("tableau")
            .says("2: the top card of a packet goes on another packet, one rank lower in suit"),
            Action(
                "fill",
                "Fill the packets",
                fill,
                when=(stock_has_cards, a_packet_is_short),
                line="3: every packet is brought up to three cards from the stock",
            ),
            turn().only_when(no_packet_is_short),
        ],
        progress=cards_on("foundations"),
        progress_max=104,
        upright={"foundations": squeezed(DIAL), "tableau": squeezed(CIRCLE)},
    )
