"""Scorpion: any card moves with all that lies on it."""

from cadogan_games.words import *


@patience("scorpion")
def scorpion(keep_runs: bool, covered: int = 4) -> Patience:
    """Seven columns of seven, with the first three cards of `covered` columns face down, and a tail of three."""

    def seven_rows(dealer: Dealer) -> None:
        for in_row in range(7):
            for nth, column in enumerate(dealer.piles("tableau")):
                dealer.lay(dealer.next(), column, down=in_row < 3 and nth < covered)

    home, joined, whole = cards_on("foundations"), joins("tableau"), whole_runs_only("tableau")
    kept = Goal(lambda table: 52 if whole(table) else home(table) + joined(table), won=whole)
    return Patience(
        groups=[
            foundations(never, count=4, base=NOTHING),
            tableau(7, in_suit, space=KINGS, name="column"),
            stock(name="tail"),
        ],
        deal=[seven_rows, rest()],
        moves={
            "1, 2": face_up_of("tableau").to("tableau"),
            "3": deal_row("tableau").says("the three cards of the tail are dealt on the first three columns"),
        },
        auto=[turn_up("tableau")] if keep_runs else [runs_go_home("tableau"), turn_up("tableau")],
        goal=kept if keep_runs else all_home(plus=joined),
    )


scorpion.variant("scorpion_2", covered=3)
