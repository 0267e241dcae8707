"""The Terrace: thirteen cards above eight foundations, whose first card the player chooses."""

from collections.abc import Iterable

from cadogan_games.words import *

base_is_chosen = in_phase("play", "base_not_chosen", "the base of the foundations must be chosen first")
base_is_open = in_phase("choose", "base_chosen", "the base of the foundations has been chosen")


@refused("no_choice", "the base is one of the three cards beside the terrace")
def cards_to_choose(table: Table) -> Iterable[Spots]:
    """Return the three cards beside the terrace."""
    return [(pile,) for pile in table.numbers("choice")]


def choose(table: Table, chosen: int) -> None:
    """Begin the first foundation with the chosen card, and the valley with the two others. The stock completes the valley."""
    table.shift(chosen, table.number("foundations"))
    others = [pile for pile in table.numbers("choice") if pile != chosen]
    for pile, valley in zip(others, table.numbers("tableau"), strict=False):
        table.shift(pile, valley)
    table.enter("play")


@patience("terrace")
def terrace(refill: str) -> Patience:
    """A terrace that only the foundations take, and a valley of nine built down in alternate colours."""
    return Patience(
        groups=[
            reserve(1, name="terrace"),
            reserve(3, "choice", name="choice"),
            foundations_alike(alternate_colour & up_wrapping, count=8),
            tableau(9, alternate_colour & down_wrapping, name="valley"),
            stock(),
            waste(),
        ],
        deal=[packets("reserve", 13), rounds("choice", 1), rest()],
        moves={
            "1": Action("choose", "Choose the base", choose, cards_to_choose, when=(base_is_open,)),
            "2": top_of("reserve", "tableau", "waste").home().only_when(base_is_chosen),
            "3": top_of("tableau").to("tableau").only_onto_cards(),
            "4": top_of("waste").to("tableau").only_onto_cards(),
            "5": turn().only_when(base_is_chosen),
            "6": top_of("tableau").to("tableau").only_when(stock_and_waste_are_empty).only_into_spaces(ALL),
        },
        phases=["choose", "play"],
        forced=refill_choices("tableau", refill),
        auto=[during("play", *refilled("tableau", refill))],
        goal=all_home(),
    )
