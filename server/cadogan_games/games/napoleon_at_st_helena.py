"""Napoleon at St. Helena: forty cards in columns, built down in suit, one card at a time."""

from cadogan_games.words import *


@patience("napoleon_at_st_helena")
def napoleon_at_st_helena(strict: bool = False) -> Patience:
    """Ten columns of four; strictly, only the waste fills their spaces."""
    into_spaces = top_of("tableau", "waste").to("tableau").only_into_spaces(ALL)
    return Patience(
        groups=[
            tableau(10, same_suit & down, name="column"),
            foundations(same_suit & up_from(ACE), copies=2),
            stock(),
            waste(),
        ],
        deal=[rounds("tableau", 4), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2": top_of("tableau", "waste").to("tableau").only_onto_cards(),
            "3": into_spaces.only_if_free(is_the_waste) if strict else into_spaces,
            "4": turn(),
        },
        goal=all_home(),
    )


napoleon_at_st_helena.variant("napoleon_at_st_helena_strict", strict=True)
