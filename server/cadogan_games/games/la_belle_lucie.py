"""La Belle Lucie and its two houses: fans of three, built in suit, redealt twice."""

from cadogan_games.words import *


@patience("la_belle_lucie")
def la_belle_lucie(decks: int = 1, both_ways: bool = False) -> Patience:
    """Fans of three, built down in suit (or both ways, with foundations both ways)."""
    if both_ways:
        homes = [
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
        ]
    else:
        homes = [foundations(same_suit & up_from(ACE), copies=decks)]
    built = same_suit & (up | down) if both_ways else same_suit & down
    return Patience(
        groups=[tableau(18 if decks == 1 else 35, built, name="fan"), *homes],
        deal=[packets("tableau", 3)],
        by_number=[*[along("tableau", 0, 16)] * 3, along("tableau", 17, 17)] if decks == 1 else None,
        moves={
            "1": top_of("tableau").home(),
            "2": top_of("tableau").to("tableau"),
            "3": deal_again("tableau", lambda cards: in_packets(cards, 3), times=2, shuffled=True),
        },
        goal=all_home(),
    )


la_belle_lucie.variant("house_in_the_wood", decks=2)
la_belle_lucie.variant("house_on_the_hill", decks=2, both_ways=True)
