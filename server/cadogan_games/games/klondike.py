"""Canfield or Klondike, and Klondike as everybody knows it."""

from __future__ import annotations

from cadogan_games.catalogue import Value, patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import turn_up
from cadogan_games.engine.cards import KINGS
from cadogan_games.engine.deals import rest, triangle
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau, waste
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import runs_of, top_of, whole_run_of
from cadogan_games.engine.relations import alternate_colour, down, same_suit, up

packed = alternate_colour & down


@patience(
    "klondike",
    "Canfield or Klondike",
    packs=1,
    family="packers",
    source="U.S. Playing Card Co., Official Rules of Card Games, 1897-1913, as in Cadogan 1914",
    race="fair",
    why="one single pass: seldom won, ranked by cards home",
    options={"draw": (1, 3), "passes": (1, 2, 3, "unlimited"), "partial_runs": (False, True), "returns": (False, True)},
)
def klondike(draw: int, passes: int | str, partial_runs: bool, returns: bool) -> Patience:
    """Seven columns packed in alternate colours; draw and passes as the options say."""
    home = cards_on("foundations")
    runs = runs_of("tableau", packed) if partial_runs else whole_run_of("tableau", packed)
    single = top_of("waste", "foundations") if returns else top_of("waste")
    comes_back = "; 9: a foundation's top card likewise" if returns else ""
    return Patience(
        groups=[
            foundations("foundations", labelled(row(3, 0, 4), "♣♦♥♠"), same_suit & up, each_suit()),
            tableau("tableau", fanned(row(0, 1.4, 7), dy=0.25), packed, KINGS, name="column"),
            stock(at((0, 0))),
            waste(fanned(at((1, 0)), dx=0.25 if draw > 1 else 0), tail=draw),
        ],
        deal=[triangle("tableau"), rest()],
        moves=[
            top_of("tableau", "waste")
            .to("foundations")
            .says("1, 2: a column's last card or the waste's top card goes home in suit"),
            runs.to("tableau").says(
                "3, 4: a run goes on a card one rank higher of the other colour, headed by a king into a space"
            ),
            single.to("tableau").says(
                "5, 6: the waste's top card goes on a card one rank higher of the other colour, a king into a space"
                + comes_back
            ),
            turn(draw),
            redeal(None if passes == "unlimited" else int(passes) - 1, shuffled=False),
        ],
        auto=[turn_up("tableau")],
        counters=["redeals"],
        progress=home,
        progress_max=52,
        score=lambda table: 5 * home(table) - 52,
    )


usual: dict[str, Value] = {"passes": "unlimited", "partial_runs": True, "returns": True}
klondike.variant("klondike_draw1", "Klondike, draw one", race="good", why="the game everybody knows", defaults=usual)
klondike.variant(
    "klondike_draw3",
    "Klondike, draw three",
    race="fair",
    why="the game everybody knows, harder: the order of the stock weighs heavily",
    defaults={"draw": 3, **usual},
)
