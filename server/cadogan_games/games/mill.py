"""The Mill: four times from ace to king in the centre, four kings down to their aces in the angles."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import turn
from cadogan_games.engine.cards import ACES, KINGS
from cadogan_games.engine.conditions import above_base
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations, reserve, stock, waste
from cadogan_games.engine.layout import at, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down, up_wrapping
from cadogan_games.engine.table import Table

WINGS = at((2, 0), (2, 1), (0, 2), (1, 2), (3, 2), (4, 2), (2, 3), (2, 4))


def brings_a_card_into_use(table: Table, src: int, dst: int, n: int) -> bool:
    """A transfer must let a card of the wings or the waste follow it to the centre."""
    if len(table.piles[dst]) == 51:
        return False
    wanted = up_wrapping.on[table.piles[src][-1]]
    return any(
        pile and wanted >> pile[-1] & 1 for id in ("reserve", "waste") for pile in table.piles[table.game.spans[id]]
    )


def transferred(table: Table) -> bool:
    """No transfer has been made."""
    return table.count("owed") == 1


def owe(table: Table, src: int, dst: int, n: int) -> None:
    """A card of the wings or the waste must follow a transfer at once."""
    table.set("owed", 1)


def pay(table: Table, src: int, dst: int, n: int) -> None:
    """The card that follows the transfer has gone to the centre."""
    table.set("owed", 0)


@patience(
    "mill",
    "The Mill",
    packs=2,
    family="reserve feeders",
    source="Cadogan 1914",
    race="good",
    why="five piles compete for each card: which of them gets it is a choice each time",
    options={"refill": ("auto", "choose")},
)
def mill(refill: str) -> Patience:
    """A centre built up without end, four angles built down, whatever the suits."""
    to_the_centre = top_of("reserve", "waste").to("centre")
    homes = ("centre", "king_foundations")
    return Patience(
        groups=[
            foundations("centre", at((2, 2)), up_wrapping, base=0, full=52, name="centre"),
            foundations(
                "king_foundations", labelled(at((1, 1), (3, 1), (1, 3), (3, 3)), "KKKK"), down, KINGS, name="angle"
            ),
            reserve("reserve", WINGS, name="wings"),
            stock(at((-1.5, 0))),
            waste(at((-1.5, 1.3))),
        ],
        deal=[set_out("centre", [ACES]), rounds("reserve", 1), rest()],
        moves=[
            to_the_centre.says("1: a card of the wings or the waste's top card goes to the centre, one rank up"),
            top_of("reserve", "waste")
            .to("king_foundations")
            .says("2, 3: a card of the wings or the waste's top card goes to an angle: a king, then one rank down"),
            top_of("king_foundations")
            .to("centre")
            .only_if_free(above_base)
            .only_where(brings_a_card_into_use)
            .and_then(owe)
            .says("4: the top card of an angle goes to the centre when another card can then follow it"),
            turn(),
        ],
        forced=[
            *refill_choices("reserve", refill),
            to_the_centre.only_when(transferred)
            .and_then(pay)
            .says("4: after a transfer a card of the wings or the waste goes to the centre"),
        ],
        auto=refilled("reserve", refill),
        counters=["owed"],
        progress=cards_on(*homes),
        progress_max=104,
    )
