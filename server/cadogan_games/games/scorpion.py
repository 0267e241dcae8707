"""Scorpion: any card moves with all that lies on it."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import deal_row
from cadogan_games.engine.auto import turn_up
from cadogan_games.engine.cards import KINGS
from cadogan_games.engine.deals import Dealer, rest
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import all_on, cards_on
from cadogan_games.engine.groups import foundations, stock, tableau
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.plays import face_up_of
from cadogan_games.engine.relations import never
from cadogan_games.engine.runs import in_suit, joins, runs_go_home, whole_runs_only
from cadogan_games.engine.table import Table


@patience(
    "scorpion",
    "Scorpion",
    packs=1,
    family="spider kin",
    source=(
        "Morehead and Mott-Smith's rules through public rule pages, and PySolFC; named in a card-game blog of 2010"
    ),
    race="fair",
    why="open play, much choice, but few deals come far: luck weighs heavily",
    options={"keep_runs": (False, True)},
)
def scorpion(keep_runs: bool, covered: int = 4) -> Patience:
    """Seven columns of seven, the first three cards of so many columns covered, and a tail of three."""

    def seven_rows(dealer: Dealer) -> None:
        for in_row in range(7):
            for nth, column in enumerate(dealer.piles("tableau")):
                dealer.lay(dealer.next(), column, down=in_row < 3 and nth < covered)

    home, joined = cards_on("foundations"), joins("tableau")
    won = whole_runs_only("tableau") if keep_runs else all_on(52, "foundations")

    def progress(table: Table) -> int:
        return 52 if won(table) else home(table) + joined(table)

    return Patience(
        groups=[
            foundations("foundations", row(3, 0, 4), never, base=0),
            tableau("tableau", fanned(row(0, 1.3, 7), dy=0.25), in_suit, KINGS, name="column"),
            stock(at((0, 0)), name="tail"),
        ],
        deal=[seven_rows, rest()],
        moves=[
            face_up_of("tableau")
            .to("tableau")
            .says(
                "1, 2: a card goes with all that lies on it on the next higher card of its suit, a king into a space"
            ),
            deal_row("tableau").says("3: the three cards of the tail are dealt on the first three columns"),
        ],
        auto=[turn_up("tableau")] if keep_runs else [runs_go_home("tableau"), turn_up("tableau")],
        won=won,
        progress=progress,
        progress_max=52,
    )


scorpion.variant("scorpion_2", "Scorpion II", race="fair", why="as `scorpion`: much choice, and much luck", covered=3)
