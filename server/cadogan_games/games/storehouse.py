"""The Storehouse: thirteen cards in store, and suits built from their twos to their aces."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeal, turn
from cadogan_games.engine.auto import refill, turn_up
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import Play, top_of, whole_pile_of
from cadogan_games.engine.relations import same_suit, sequence

TWO_TO_ACE = [*range(2, 14), 1]
goes_home = same_suit & sequence(TWO_TO_ACE)
built = same_suit & sequence(TWO_TO_ACE[::-1])


@patience(
    "storehouse",
    "The Storehouse",
    packs=1,
    family="packers",
    source="Dick 1898; PySolFC and modern books",
    race="good",
    why="short, with choice in what fills a space",
    options={"strict_1898": (False, True), "auto_fill": (False, True)},
)
def storehouse(strict_1898: bool, auto_fill: bool) -> Patience:
    """Twos up in suit, from four piles built down in suit, the store and the waste."""
    building: list[Play | Action]
    if strict_1898:
        building = [
            top_of("waste")
            .to("tableau")
            .says("3, 5: the waste's top card goes on the next higher of its suit, or into a space"),
            top_of("reserve")
            .to("tableau")
            .only_into_spaces()
            .says("5: the reserve's top card goes only home or into a space"),
        ]
    else:
        building = [
            top_of("waste", "reserve")
            .to("tableau")
            .says(
                "3, 5: the top card of the waste or the reserve goes on the next higher of its suit, or into a space"
            ),
            whole_pile_of("tableau")
            .to("tableau")
            .only_onto_cards()
            .says("4: a whole pile goes on the next higher card of its suit"),
        ]
    return Patience(
        groups=[
            reserve("reserve", at((0, 0)), counted=True),
            foundations("foundations", row(2, 0, 4), goes_home, base=0),
            tableau("tableau", fanned(row(2, 1.3, 4), dy=0.25), built, ALL),
            stock(at((0, 2.6))),
            waste(at((1, 2.6))),
        ],
        deal=[
            set_out("foundations", each_suit(2)),
            rounds("reserve", 13, down=True),
            rounds("tableau", 1),
            rest(),
        ],
        moves=[
            turn(),
            top_of("waste", "reserve", "tableau")
            .to("foundations")
            .says("2: the top card of the waste, the reserve or a tableau pile goes home in suit"),
            *building,
            redeal(2, shuffled=False),
        ],
        auto=[*([refill("tableau", "reserve")] if auto_fill else []), turn_up("reserve")],
        counters=["redeals"],
        progress=cards_on("foundations"),
        progress_max=52,
    )
