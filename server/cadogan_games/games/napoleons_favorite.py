"""Napoleon's Favorite: twelve packets round two rows of foundations, each row served by its own side at first."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left
from cadogan_games.engine.cards import KING
from cadogan_games.engine.deals import rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import at, row
from cadogan_games.engine.plays import runs_of, top_of
from cadogan_games.engine.regather import gathered, in_rounds, lay_anew
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

HOMES = ("king_foundations", "ace_foundations")
ABOVE, BELOW = range(4), range(6, 10)
"""The packets above the kings and those below the aces, counted from 0."""

ROUND_THE_HOMES = row(1, 0, 4) + at((5.3, 1.3), (5.3, 2.6)) + row(4, 3.9, 4, step=-1) + at((-0.3, 2.6), (-0.3, 1.3))


def serves_kings(table: Table, packet: int) -> bool:
    """Before the first redeal the packets below the aces serve only the ace foundations."""
    return table.count("redeals") > 0 or packet - table.game.first["tableau"] not in BELOW


def serves_aces(table: Table, packet: int) -> bool:
    """Before the first redeal the packets above the kings serve only the king foundations."""
    return table.count("redeals") > 0 or packet - table.game.first["tableau"] not in ABOVE


def gather_and_deal_in_rounds(table: Table) -> None:
    """The packets are put together and dealt again unshuffled, packet 1 first, each from its bottom card."""
    table.add("redeals")
    lay_anew(table, "tableau", in_rounds(gathered(table, "tableau"), len(ROUND_THE_HOMES)))


@patience(
    "napoleons_favorite",
    "Napoleon's Favorite",
    packs=2,
    family="open builders",
    source="Dick 1884; PySolFC has it as St. Helena. (Not Napoleon at St. Helena, another game.)",
    race="good",
    why="building in any suit, both ways: much choice",
    options={"sequence_units": (False, True)},
)
def napoleons_favorite(sequence_units: bool) -> Patience:
    """Kings down, aces up, from packets built both ways in any suit."""
    if sequence_units:
        married, what = runs_of("tableau", up, down), "a packet's top card, or a run from its top,"
    else:
        married, what = top_of("tableau"), "the top card of a packet"
    return Patience(
        groups=[
            foundations("king_foundations", row(1, 1.3, 4), same_suit & down, base=0, name="king foundation"),
            foundations("ace_foundations", row(1, 2.6, 4), same_suit & up, base=0, name="ace foundation"),
            tableau("tableau", ROUND_THE_HOMES, up | down, name="packet"),
        ],
        deal=[
            set_out("king_foundations", each_suit(KING)),
            set_out("ace_foundations", each_suit()),
            rounds("tableau", 8),
        ],
        moves=[
            top_of("tableau")
            .to("king_foundations")
            .only_if_free(serves_kings)
            .says("1: the top card of a packet goes home in suit"),
            top_of("tableau")
            .to("ace_foundations")
            .only_if_free(serves_aces)
            .says("1: the top card of a packet goes home in suit"),
            married.to("tableau").says(f"2: {what} goes on one a rank higher or lower"),
            Action(
                "redeal",
                "Redeal",
                gather_and_deal_in_rounds,
                when=redeals_left(2),
                line="3: the packets are put together and dealt again in rounds",
            ),
        ],
        counters=["redeals"],
        progress=cards_on(*HOMES),
        progress_max=104,
    )
