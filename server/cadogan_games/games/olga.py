"""The Olga: four piquet packs, and a flower-bed of which every second row is hidden."""

from cadogan_games.words import *

ORDER = [1, 7, 8, 9, 10, 11, 12, 13]
"""The ranks of a piquet pack, the ace lowest."""


@patience("olga")
def olga() -> Patience:
    """Aces up in suit, from columns packed in alternate colours and a single pass of the stock."""
    return Patience(
        groups=[
            foundations(same_suit & sequence(ORDER), count=16, base=each_suit(copies=4), full=len(ORDER)),
            tableau(7, alternate_colour & sequence(ORDER[::-1]), space=ALL, name="flower-bed"),
            stock(),
            waste(),
        ],
        deal=[
            *(rounds("tableau", 1, down=hidden) for hidden in (False, True, False, True, False, True, False)),
            rest(),
        ],
        moves={
            "1": top_of("tableau", "waste").home(),
            "2, 4": top_of("tableau").to("tableau"),
            "3": top_of("waste").to("tableau").only_onto_cards(),
            "5": turn(),
        },
        auto=[turn_up("tableau")],
        pack=standard_order(4, of=ranks(*ORDER)),
        goal=all_home(),
    )
