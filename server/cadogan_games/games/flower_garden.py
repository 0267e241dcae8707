"""The Flower-Garden: six packets and a Bouquet of sixteen cards."""

from cadogan_games.words import *


@patience("flower_garden")
def flower_garden() -> Patience:
    """Aces up in suit, from packets built down in any suit and the Bouquet."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            tableau(6, down, space=ALL, name="packet"),
            reserve(16, name="Bouquet"),
        ],
        deal=[packets("tableau", 6), rounds("reserve", 1)],
        moves={
            "1": top_of("tableau", "reserve").home(),
            "2, 3": top_of("tableau", "reserve").to("tableau"),
        },
        goal=all_home(),
    )
