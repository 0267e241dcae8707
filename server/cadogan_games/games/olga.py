"""The Olga: four piquet packs, and a flower-bed of which every second row is hidden."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import turn
from cadogan_games.engine.auto import turn_up
from cadogan_games.engine.cards import ALL, ranks, standard_order
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import alternate_colour, same_suit, sequence

ORDER = [1, 7, 8, 9, 10, 11, 12, 13]
"""The ranks of a piquet pack, the ace lowest."""


@patience(
    "olga",
    "The Olga",
    packs=4,
    cards=128,
    family="packers",
    source="Cadogan 1914. Not found in PySolFC",
    race="good",
    why="long, with much choice",
)
def olga() -> Patience:
    """Aces up in suit, from columns packed in alternate colours and a single pass of the stock."""
    return Patience(
        groups=[
            foundations(
                "foundations",
                labelled(grid(2, 0, 2, 8, y_step=1.2), "".join(4 * sign for sign in "♣♦♥♠")),
                same_suit & sequence(ORDER),
                each_suit(copies=4),
                full=len(ORDER),
            ),
            tableau(
                "tableau",
                fanned(row(2, 2.6, 7), dy=0.5),
                alternate_colour & sequence(ORDER[::-1]),
                ALL,
                name="flower-bed",
            ),
            stock(at((0, 0))),
            waste(at((0, 1.3))),
        ],
        deal=[
            *(rounds("tableau", 1, down=hidden) for hidden in (False, True, False, True, False, True, False)),
            rest(),
        ],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1: the lowest card of a column or the waste's top card goes home in suit"),
            top_of("tableau")
            .to("tableau")
            .says(
                "2, 4: the lowest card of a column goes on the next higher rank of the other colour, or into a space"
            ),
            top_of("waste")
            .to("tableau")
            .only_onto_cards()
            .says("3: the waste's top card goes on the next higher rank of the other colour"),
            turn(),
        ],
        auto=[turn_up("tableau")],
        pack=standard_order(4, of=ranks(*ORDER)),
        progress=cards_on("foundations"),
        upright={
            "foundations": grid(0, 0, 2, 8, y_step=1.05),
            "tableau": fanned(row(0, 2.25, 7), dy=0.4),
            "stock": at((7, 2.25)),
            "waste": at((7, 3.4)),
        },
        progress_max=128,
    )
