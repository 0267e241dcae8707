"""General Sedgewick: a cross between four corners, which all begin with the rank of the first."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import stock_and_waste_are_empty, turn
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rest, rounds, to_first
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import foundations_alike, stock, tableau, waste
from cadogan_games.engine.layout import at
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down_wrapping, same_suit, up_wrapping

CROSS = at((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))
"""Top, left, centre, right, bottom."""

CORNERS = at((0, 0), (2, 0), (0, 2), (2, 2))


@patience(
    "general_sedgewick",
    "General Sedgewick",
    packs=1,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="short, and the cross gives choice at every turn",
    options={"refill": ("auto", "choose")},
)
def general_sedgewick(refill: str) -> Patience:
    """Five cards in a cross are built down in any suit, the corners up in suit from the rank dealt first."""
    return Patience(
        groups=[
            tableau("tableau", CROSS, down_wrapping, name="cross", counted=True),
            foundations_alike("foundations", CORNERS, same_suit & up_wrapping, name="corner"),
            stock(at((4, 0))),
            waste(at((4, 1.3))),
        ],
        deal=[rounds("tableau", 1), to_first("foundations"), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1: the top card of the cross or of the waste goes home in suit, the base rank to an empty corner"),
            top_of("tableau")
            .to("tableau")
            .only_onto_cards()
            .says("2: a top card of the cross goes on another, one rank lower, in any suit"),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .says("3: the waste's top card goes on a card of the cross, one rank lower, in any suit"),
            turn(),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_into_spaces(ALL)
            .says("5: once stock and waste are empty, a top card of the cross may go to an empty place"),
        ],
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        progress=cards_on("foundations"),
        progress_max=52,
    )
