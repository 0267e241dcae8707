"""Mount Olympus: a pyramid of aces and twos, all built up by twos, over a battery built down by twos."""

from cadogan_games.words import *

up_by_twos = same_suit & step(2)
down_by_twos = same_suit & step(-2)

stock_fills_spaces = refill("tableau", "stock")

GROUPS = [
    foundations(up_by_twos, "odd_foundations", count=8, base=NOTHING, full=7),
    foundations(up_by_twos, "even_foundations", count=8, base=NOTHING, full=6),
    tableau(9, down_by_twos, name="battery"),
    stock(),
]

DEAL = [
    set_out("odd_foundations", each_suit(copies=2)),
    set_out("even_foundations", each_suit(2, copies=2)),
    rounds("tableau", 1),
    rest(),
]


def singly(refill: str) -> Patience:
    """Return the game with a waste, a redeal, and single cards."""
    return Patience(
        groups=[*GROUPS, waste()],
        deal=DEAL,
        moves={
            "1": top_of("tableau", "waste").home(),
            "2, 3": top_of("tableau", "waste").to("tableau").only_onto_cards(),
            "4": turn(),
            "6": redeal(1, shuffled=False),
            "7": top_of("tableau").to("tableau").only_when(stock_and_waste_are_empty).only_into_spaces(ALL),
        },
        forced={"5": refill_choices("tableau", refill)},
        auto=refilled("tableau", refill),
        goal=all_home(),
    )


def in_rows() -> Patience:
    """Return the game with rows dealt over the battery, and runs that move as units."""
    runs = runs_of("tableau", down_by_twos).to("tableau")
    return Patience(
        groups=GROUPS,
        deal=DEAL,
        moves={
            "1": top_of("tableau").home(),
            "2": runs.only_onto_cards(),
            "4": deal_row("tableau"),
            "7": runs.only_when(stock_is_empty).only_into_spaces(ALL).only_where(not_whole_into_space),
        },
        auto=[stock_fills_spaces],
        goal=all_home(),
    )


@patience("mount_olympus")
def mount_olympus(refill: str = "", by_rows: bool = False) -> Patience:
    """Sixteen foundations that go by steps of two."""
    return in_rows() if by_rows else singly(refill)


mount_olympus.variant("great_pyramid")
mount_olympus.variant("mount_olympus_rows", by_rows=True)
