"""The Hemispheres: a ring whose northern half is home to red cards and whose southern half to black ones."""

from collections.abc import Iterable

from cadogan_games.words import *

RACE = 3
HALF = 6
"""Piles in a Race, and in a hemisphere. Those of the north come first."""

RED_ACES = [1 << parse(ace) for ace in "AD AD AH AH".split()]
BLACK_KINGS = [1 << parse(king) for king in "KC KC KS KS".split()]
BARRIERS = [1 << parse(barrier) for barrier in "KH AS KD AC".split()]
"""The barriers in the west, north, east and south."""

married = relation(
    "of the same suit, red ones one rank lower, black ones one rank higher",
    lambda upper, lower: (
        suit_of(upper) == suit_of(lower) and rank_of(upper) - rank_of(lower) == (-1 if is_red(lower) else 1)
    ),
)


def belongs(table: Table, card: int, pile: int) -> bool:
    """True if a pile of the circle lies in the hemisphere of a card's colour."""
    return (pile - table.game.first["tableau"] < HALF) == bool(RED >> card & 1)


@refused("abroad", "a card abroad must come to its own hemisphere first")
def at_home(table: Table, pile: int) -> bool:
    """True if a pile's top card is in its own hemisphere."""
    return belongs(table, table.piles[pile][-1], pile)


@refused("at_home_already", "that card is in its own hemisphere already")
def abroad(table: Table, pile: int) -> bool:
    """True if a pile's top card is in the other hemisphere."""
    return not at_home(table, pile)


@refused("other_race", "cards of the circle are built only inside their own Race, the three piles between two barriers")
def to_the_same_race(table: Table, src: int, dst: int, n: int) -> bool:
    """True if both piles are of one Race."""
    first = table.game.first["tableau"]
    return (src - first) // RACE == (dst - first) // RACE


@refused(
    "other_hemisphere",
    "red cards belong in the northern hemisphere, black ones in the southern, and nothing is built on a card abroad",
)
def to_its_hemisphere(table: Table, src: int, dst: int, n: int) -> bool:
    """True if the card comes to the hemisphere of its colour; a card of its suit lies abroad in the other one."""
    return belongs(table, table.piles[src][-1], dst)


@refused("no_travellers", "only a red card in the south and a black card in the north change places")
def travellers(table: Table) -> Iterable[Spots]:
    """Return every black card in the north with every red card in the south."""
    away = [pile for pile in table.numbers("tableau") if table.piles[pile] and abroad(table, pile)]
    south = table.number("tableau") + HALF
    return [(a, b) for a in away if a < south for b in away if b >= south]


@patience("hemispheres")
def hemispheres(refill: str) -> Patience:
    """Twelve piles between four barriers, red ones built down in the north, black ones up in the south."""
    return Patience(
        groups=[
            foundations(same_suit & up, "red_foundations", count=4, base=NOTHING),
            foundations(same_suit & down, "black_foundations", count=4, base=NOTHING),
            reserve(4, "barriers", name="barrier"),
            tableau(12, married, space=ALL, name="circle"),
            stock(),
            waste(),
        ],
        deal=[
            set_out("red_foundations", RED_ACES),
            set_out("black_foundations", BLACK_KINGS),
            set_out("barriers", BARRIERS),
            rounds("tableau", 1),
            rest(),
        ],
        moves={
            "1": top_of("tableau").home().only_if_free(at_home),
            "2": top_of("waste").home(),
            "3": top_of("tableau").to("tableau").only_onto_cards().only_if_free(at_home).only_where(to_the_same_race),
            "4": top_of("waste").to("tableau").only_onto_cards().only_where(to_its_hemisphere),
            "5": Action("exchange", "Exchange", change_over, travellers),
            "6": top_of("tableau")
            .to("tableau")
            .only_when(stock_and_waste_are_empty)
            .only_if_free(abroad)
            .only_where(to_its_hemisphere),
            "7": top_of("barriers").home().only_when(stock_and_waste_are_empty),
            "8": turn(),
        },
        forced=refill_choices("tableau", refill),
        auto=refilled("tableau", refill),
        goal=all_home(),
    )
