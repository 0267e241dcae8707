"""The Flower-Garden: six packets and a Bouquet of sixteen cards."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import packets, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, tableau
from cadogan_games.engine.layout import fanned, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up


@patience(
    "flower_garden",
    "The Flower-Garden",
    packs=1,
    family="open builders",
    source="Cadogan 1914 (text; the Rules list is lost and is reconstructed, see Decisions)",
    race="good",
    why="open cards, all skill",
)
def flower_garden() -> Patience:
    """Aces up in suit, from packets built down in any suit and the Bouquet."""
    return Patience(
        groups=[
            foundations("foundations", labelled(row(5, 0, 4), "♣♦♥♠"), same_suit & up, each_suit()),
            tableau("tableau", fanned(row(2, 1.3, 6, step=2), dy=0.25), down, ALL, name="packet"),
            reserve("reserve", row(0, 5, 16), name="Bouquet"),
        ],
        deal=[packets("tableau", 6), rounds("reserve", 1)],
        moves=[
            top_of("tableau", "reserve")
            .to("foundations")
            .says("1: the top card of a packet or a card of the Bouquet goes home in suit"),
            top_of("tableau", "reserve")
            .to("tableau")
            .says(
                "2, 3: the top card of a packet or a card of the Bouquet goes on a card one rank higher, or into a space"
            ),
        ],
        progress=cards_on("foundations"),
        progress_max=52,
        upright={
            "foundations": row(2, 0, 4),
            "tableau": fanned(row(0.25, 1.2, 6, step=1.3), dy=0.25),
            "reserve": grid(0, 6.9, 2, 8),
        },
    )
