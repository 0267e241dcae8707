"""Trusty Twelve: twelve columns packed down in any suit are to take the whole stock."""

from cadogan_games.words import *

COLUMNS = 12


@patience("trusty_twelve")
def trusty_twelve() -> Patience:
    """A column that is emptied gets the next card of the stock; won when the stock is used up."""
    return Patience(
        groups=[tableau(COLUMNS, down, name="column"), stock()],
        deal=[rounds("tableau", 1), rest()],
        moves={"1": top_of("tableau").to("tableau")},
        auto=[refill("tableau", "stock")],
        goal=all_home("tableau"),
    )
