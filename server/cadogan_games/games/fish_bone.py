"""The Fish-Bone: a spine of jacks built down in suit, with a king and a queen as ribs beside each."""

from cadogan_games.words import *

BONES = 8
COURT = [[1 << card(rank, suit) for suit in range(4)] for rank in (KING, QUEEN)]
"""The kings and the queens, by suit."""


def king_or_queen_of_the_jack(table: Table, pile: int) -> int:
    """Return the card that a wing takes: the king or queen in the suit of the foundation beside it, once that is begun."""
    first = table.game.first
    bone, side = divmod(pile - first["wings"], 2)
    spine = table.piles[first["foundations"] + bone]
    return COURT[side][suit_of(spine[0])] if spine else NOTHING


@patience("fish_bone")
def fish_bone(refill: str) -> Patience:
    """Jacks down to their aces, kings and queens beside them, from a gridiron of six and the waste."""
    return Patience(
        groups=[
            foundations(same_suit & down, count=BONES, base=ranks(JACK), full=11, name="spine"),
            Group("wings", "wing", "foundation", full=1, wants=king_or_queen_of_the_jack, count=2 * BONES),
            tableau(6, same_suit & up, name="gridiron"),
            stock(),
            waste(),
        ],
        deal=[rounds("tableau", 1), rest()],
        moves={
            "1, 2": top_of("tableau", "waste").to("foundations"),
            "3": top_of("tableau", "waste")
            .to("wings")
            .says("a king goes to the left of a jack of his suit, a queen to the right"),
            "4": top_of("waste").to("tableau"),
            "5": turn(),
            "7": redeal(1, shuffled=False),
        },
        forced={"6": refill_choices("tableau", refill)},
        auto=refilled("tableau", refill),
        goal=all_home(),
    )
