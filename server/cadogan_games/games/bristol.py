"""Bristol: eight fans packed down in any suit, foundations in any suit, and three piles on which the stock is dealt."""

from cadogan_games.words import *


@patience("bristol")
def bristol() -> Patience:
    """Kings lie at the bottom of their fans; an empty fan stays empty."""
    return Patience(
        groups=[
            foundations(up_from(ACE), count=4),
            tableau(8, down, name="fan"),
            reserve(3),
            stock(),
        ],
        deal=[packets("tableau", 3), to_the_bottom("tableau", KINGS), rounds("reserve", 1), rest()],
        moves={
            "1": top_of("tableau", "reserve").home(),
            "2": top_of("tableau", "reserve").to("tableau").only_onto_cards(),
            "3": deal_row("reserve"),
        },
        goal=all_home(),
    )
