"""General Sedgewick: a cross between four corners, which all begin with the rank of the first."""

from cadogan_games.words import *


@patience("general_sedgewick")
def general_sedgewick(refill: str) -> Patience:
    """Five cards in a cross are built down in any suit, the corners up in suit from the rank dealt first."""
    return Patience(
        groups=[
            tableau(5, down_wrapping, name="cross", counted=True),
            foundations_alike(same_suit & up_wrapping, name="corner"),
            stock(),
            waste(),
        ],
        deal=[rounds("tableau", 1), to_first("foundations"), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2": top_of("tableau").to("tableau").only_onto_cards(),
            "3": top_of("waste").to("tableau").only_onto_cards(),
            "4": turn(),
            "5": top_of("tableau").to("tableau").only_when(stock_and_waste_are_empty).only_into_spaces(ALL),
        },
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        goal=all_home(),
    )
