"""Red and Black, and two games of Dick's: eight volunteers built down in alternate colours."""

from cadogan_games.words import *

ACES_IN_PAIRS = [1 << card(ACE, suit) for suit in (CLUBS, DIAMONDS, SPADES, HEARTS) for _ in range(2)]
"""The pairs of aces, alternating in colour."""

packed = alternate_colour & down


def note_the_first_turn(table: Table) -> None:
    """Fill spaces from the waste, from the first turned card on. Before that there is no waste."""
    if table.waste:
        table.set("turned", 1)


@patience("red_and_black")
def red_and_black(move_runs: bool, after_dick: bool = False, aces_set_out: bool = True, redeals: int = 1) -> Patience:
    """Foundations in suit or, after Dick, in alternate colours, with their aces set out or to be found."""
    return Patience(
        groups=[
            foundations((alternate_colour if after_dick else same_suit) & up, count=8, base=ACES),
            tableau(8, packed, name="volunteers' row"),
            stock(),
            waste(),
        ],
        deal=[*([set_out("foundations", ACES_IN_PAIRS)] if aces_set_out else []), rounds("tableau", 1), rest()],
        moves={
            "1, 2": top_of("tableau", "waste").home(),
            "3": (runs_of("tableau", packed) if move_runs else top_of("tableau")).to("tableau").only_onto_cards(),
            "4": top_of("waste").to("tableau").only_onto_cards(),
            "5": turn(),
            "6": redeal(redeals, shuffled=not after_dick),
            "7": top_of("tableau").to("tableau").only_when(stock_and_waste_are_empty).only_into_spaces(ALL),
        },
        auto=[note_the_first_turn, refill("tableau")] if after_dick else [refill("tableau", "stock", "waste")],
        counters=["redeals", "turned"] if after_dick else [],
        goal=all_home(),
    )


red_and_black.variant("rouge_et_noir", after_dick=True)
red_and_black.variant("blondes_and_brunettes", after_dick=True, aces_set_out=False, redeals=2)
