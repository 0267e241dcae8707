"""Napoleon at St. Helena: forty cards in columns, built down in suit, one card at a time."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import turn
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.conditions import is_the_waste
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up


@patience(
    "napoleon_at_st_helena",
    "Napoleon at St. Helena",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="good",
    why="hard but deep; the model of its family",
)
def napoleon_at_st_helena(strict: bool = False) -> Patience:
    """Ten columns of four; strictly, only the waste fills their spaces."""
    to_spaces = top_of("tableau", "waste").to("tableau").only_into_spaces(ALL).says("3: a card goes to an empty column")
    return Patience(
        groups=[
            tableau("tableau", fanned(row(0, 1.3, 10), dy=0.25), same_suit & down, name="column"),
            foundations("foundations", labelled(row(2, 0, 8), "♣♣♦♦♥♥♠♠"), same_suit & up, each_suit(copies=2)),
            stock(at((0, 0))),
            waste(at((1, 0))),
        ],
        deal=[rounds("tableau", 4), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1: a column's last card or the waste's top card goes home in suit"),
            top_of("tableau", "waste")
            .to("tableau")
            .only_onto_cards()
            .says("2: a column's last card or the waste's top card goes on a column, one rank lower in suit"),
            to_spaces.only_if_free(is_the_waste) if strict else to_spaces,
            turn(),
        ],
        progress=cards_on("foundations"),
        progress_max=104,
    )


napoleon_at_st_helena.variant(
    "napoleon_at_st_helena_strict",
    "Napoleon at St. Helena, strict spaces",
    race="fair",
    why="harder: spaces take waste cards only",
    strict=True,
)
