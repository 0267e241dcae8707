"""The Fish-Bone: a spine of knaves built down in suit, with a king and a queen as ribs beside each."""

from __future__ import annotations

from dataclasses import replace

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.cards import JACK, KING, NOTHING, QUEEN, card, ranks, suit_of
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import Group, foundations, stock, tableau, waste
from cadogan_games.engine.layout import Places, at, column, fanned, grid, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

BONES = 8
HOMES = ("foundations", "wings")
COURT = [[1 << card(rank, suit) for suit in range(4)] for rank in (KING, QUEEN)]
"""The kings and the queens, by suit."""


def ribs() -> Places:
    """For each bone of the spine the king's place and the queen's, slanting back like ribs."""
    places = at(*((x, y) for y in range(BONES) for x in (3.85, 6.15)))
    slanting = tuple(replace(place, angle=-14 if place.x < 5 else 14) for place in places)
    return labelled(slanting, "KQ" * BONES)


def king_or_queen_of_the_knave(table: Table, pile: int) -> int:
    """What a wing takes: the king or queen of the suit of the foundation beside it, once that is begun."""
    bone, side = divmod(pile - table.game.first["wings"], 2)
    spine = table.piles[table.game.first["foundations"] + bone]
    return COURT[side][suit_of(spine[0])] if spine else NOTHING


@patience(
    "fish_bone",
    "The Fish-Bone",
    packs=2,
    family="stock and waste",
    source="Cadogan 1914",
    race="fair",
    why="six piles that never combine: some choice, not much; a simple player wins 51 of 100 deals",
    options={"refill": ("auto", "choose")},
)
def fish_bone(refill: str) -> Patience:
    """Knaves down to their aces, kings and queens beside them, from a gridiron of six and the waste."""
    return Patience(
        groups=[
            foundations("foundations", column(5, 0, BONES), same_suit & down, ranks(JACK), full=11, name="spine"),
            Group("wings", "wing", "foundation", ribs(), full=1, wants=king_or_queen_of_the_knave),
            tableau(
                "tableau", fanned(grid(0, 0, 3, 2, x_step=1.3, y_step=1.3), dy=0.25), same_suit & up, name="gridiron"
            ),
            stock(at((0, 4.2))),
            waste(at((1.3, 4.2))),
        ],
        deal=[rounds("tableau", 1), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1, 2: a knave goes to the next free place of the spine, another card home in suit, one rank lower"),
            top_of("tableau", "waste")
            .to("wings")
            .says("3: a king goes to the left of a knave of his suit, a queen to the right"),
            top_of("waste")
            .to("tableau")
            .says("4: the waste's top card goes on a card of the gridiron, one rank higher in suit"),
            turn(),
            redeal(1, shuffled=False),
        ],
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        counters=["redeals"],
        progress=cards_on(*HOMES),
        progress_max=104,
    )
