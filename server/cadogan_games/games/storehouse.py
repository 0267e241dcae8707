"""The Storehouse: thirteen cards in store, and suits built from their twos to their aces."""

from cadogan_games.words import *


@patience("storehouse")
def storehouse(strict_1898: bool, auto_fill: bool) -> Patience:
    """Twos up in suit, from four piles built down in suit, the store and the waste."""
    if strict_1898:
        building: dict[str, Rule] = {
            "3, 5": top_of("waste").to("tableau"),
            "5": top_of("reserve")
            .to("tableau")
            .only_into_spaces()
            .says("the reserve's top card goes only home or into a space"),
        }
    else:
        building = {
            "3, 5": top_of("waste", "reserve").to("tableau"),
            "4": whole_pile_of("tableau").to("tableau").only_onto_cards(),
        }
    return Patience(
        groups=[
            reserve(1, counted=True),
            foundations(same_suit & up_from(2), base=NOTHING),
            tableau(4, same_suit & down_from(ACE), space=ALL),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", each_suit(2)), rounds("reserve", 13, down=True), rounds("tableau", 1), rest()],
        moves={
            "1": turn(),
            "2": top_of("waste", "reserve", "tableau").home(),
            **building,
            "6": redeal(2, shuffled=False),
        },
        auto=[*([refill("tableau", "reserve")] if auto_fill else []), turn_up("reserve")],
        goal=all_home(),
    )
