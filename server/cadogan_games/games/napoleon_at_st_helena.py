"""Napoleon at St. Helena: forty cards in columns, built down in suit, one card at a time; in Josephine by runs."""

from collections.abc import Sequence

from cadogan_games.words import *


@patience("napoleon_at_st_helena")
def napoleon_at_st_helena(strict: bool = False, runs: bool = False) -> Patience:
    """Ten columns of four; strictly, only the waste fills their spaces. With `runs` cards in sequence move together."""
    built = same_suit & down
    into_spaces = top_of("tableau", "waste").to("tableau").only_into_spaces(ALL)
    if runs:
        to_columns: dict[str, Rule | Sequence[Rule]] = {
            "2, 3, a": [runs_of("tableau", built).to("tableau"), top_of("waste").to("tableau")]
        }
    else:
        to_columns = {
            "2": top_of("tableau", "waste").to("tableau").only_onto_cards(),
            "3": into_spaces.only_if_free(is_the_waste) if strict else into_spaces,
        }
    return Patience(
        groups=[
            tableau(10, built, space=ALL if runs else NOTHING, name="column"),
            foundations(same_suit & up_from(ACE), copies=2),
            stock(),
            waste(),
        ],
        deal=[rounds("tableau", 4), rest()],
        moves={
            "1": top_of("tableau", "waste").home(),
            **to_columns,
            "4": turn(),
        },
        goal=all_home(),
    )


napoleon_at_st_helena.variant("napoleon_at_st_helena_strict", strict=True)
napoleon_at_st_helena.variant("josephine", runs=True)
