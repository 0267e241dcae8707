"""Yukon and its kin: Klondike's columns without a stock, and any card moves with all that lies on it."""

from cadogan_games.words import *

PACKED = {
    "alternate": alternate_colour & down,
    "suit": same_suit & down,
    "both ways": same_suit & (up | down),
}


def four_rows_more(dealer: Dealer) -> None:
    """Deal four rows face up on all columns but the first."""
    for _ in range(4):
        for column in dealer.piles("tableau")[1:]:
            dealer.lay(dealer.next(), column)


@patience("yukon")
def yukon(packed: str = "alternate") -> Patience:
    """Seven columns; a card that fits takes along all that lies on it."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE)),
            tableau(7, PACKED[packed], space=KINGS, name="column"),
        ],
        deal=[triangle("tableau"), four_rows_more],
        by_number=[
            *(along("tableau", n, 6, down=True) for n in range(1, 7)),
            four_rows_more,
            along("tableau", 0, 6),
        ],
        moves={
            "1": top_of("tableau").home(),
            "2, 3": face_up_of("tableau").to("tableau").only_where(not_whole_into_space),
        },
        auto=[turn_up("tableau")],
        goal=all_home(),
    )


yukon.variant("russian_solitaire", packed="suit")
yukon.variant("alaska", packed="both ways")
