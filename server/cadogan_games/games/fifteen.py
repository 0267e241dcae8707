"""The Fifteen: fifteen lines built both ways in suit, and one grace."""

from collections.abc import Iterable
from itertools import product

from cadogan_games.words import *

HOMES = ("ace_foundations", "king_foundations")
SIXTH = 5
"""The position of the sixth row's cards in their columns, counted from 0 at the bottom."""


@refused("grace_used", "the one grace of the game has been used")
def grace_is_left(table: Table) -> bool:
    """True if the grace has not been used."""
    return not table.count("graces")


@refused("foundation_begun", "a foundation has been begun")
def no_foundation_is_begun(table: Table) -> bool:
    """True if all foundations are empty."""
    return not any(pile for id in HOMES for pile in table.group(id))


@refused("foundation_card_available", "an ace or a king is the lowest card of a column")
def no_foundation_card_is_available(table: Table) -> bool:
    """True if no ace or king can be played."""
    return not any(column and (ACES | KINGS) >> column[-1] & 1 for column in table.group("tableau"))


@refused("not_of_sixth_row", "an ace, a king, or one of each is taken out of the sixth row")
def graces(table: Table) -> Iterable[Spots]:
    """Return the aces and kings of the sixth row, and each ace with each king."""
    sixth = [(i, table.piles[i][SIXTH]) for i in table.numbers("tableau") if len(table.piles[i]) > SIXTH]
    aces = [(i, SIXTH) for i, card in sixth if ACES >> card & 1]
    kings = [(i, SIXTH) for i, card in sixth if KINGS >> card & 1]
    return [(spot,) for spot in aces + kings] + [(min(pair), max(pair)) for pair in product(aces, kings)]


def take_out(table: Table, *spots: tuple[int, int]) -> None:
    """Begin foundations with the cards at these spots. The cards below them close up."""
    for column, i in spots:
        home = taker(table, table.piles[column][i], *HOMES)
        assert home is not None
        table.take(column, i, home, 0)
    table.add("graces")


GRACE = Action(
    "grace",
    "Grace",
    take_out,
    graces,
    when=(grace_is_left, no_foundation_is_begun, no_foundation_card_is_available),
    counters=("graces",),
)


@patience("fifteen")
def fifteen() -> Patience:
    """Aces up, kings down, from fifteen open columns."""
    return Patience(
        groups=[
            foundations(same_suit & up_from(ACE), "ace_foundations", name="rising foundation"),
            foundations(same_suit & down_from(KING), "king_foundations", name="falling foundation"),
            tableau(15, same_suit & (up | down), space=ALL, name="column"),
        ],
        deal=[rounds("tableau", 6), packets("tableau", 1)],
        moves={
            "1": top_of("tableau").home(),
            "2, 3": top_of("tableau").to("tableau"),
            "4": GRACE,
        },
        goal=all_home(),
    )
