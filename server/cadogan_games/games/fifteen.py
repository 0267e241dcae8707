"""The Fifteen: fifteen lines built both ways in suit, and one grace."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots
from cadogan_games.engine.auto import taker
from cadogan_games.engine.cards import ACES, ALL, KING, KINGS
from cadogan_games.engine.deals import packets, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

HOMES = ("ace_foundations", "king_foundations")
SIXTH = 5
"""The place of the sixth row's cards in their columns, counted from the bottom and from 0."""


def grace_is_left(table: Table) -> bool:
    """The one grace of the game has been used."""
    return not table.count("graces")


def no_foundation_is_begun(table: Table) -> bool:
    """A foundation has been begun."""
    return not any(pile for id in HOMES for pile in table.group(id))


def no_foundation_card_is_available(table: Table) -> bool:
    """An ace or a king is the lowest card of a column."""
    return not any(column and (ACES | KINGS) >> column[-1] & 1 for column in table.group("tableau"))


def graces(table: Table) -> Iterable[Spots]:
    """Only an ace, a king, or one of each may be taken, from the sixth row."""
    sixth = [(i, table.piles[i][SIXTH]) for i in table.game.indexes("tableau") if len(table.piles[i]) > SIXTH]
    aces = [(i, SIXTH) for i, card in sixth if ACES >> card & 1]
    kings = [(i, SIXTH) for i, card in sixth if KINGS >> card & 1]
    return [(spot,) for spot in aces + kings] + [(min(pair), max(pair)) for pair in product(aces, kings)]


def take_out(table: Table, *spots: tuple[int, int]) -> None:
    """The cards at these spots begin their foundations; those below them close up."""
    for column, i in spots:
        home = taker(table, table.piles[column][i], *HOMES)
        assert home is not None
        table.take(column, i, home, 0)
    table.add("graces")


@patience(
    "fifteen",
    "The Fifteen",
    packs=2,
    family="open builders",
    source="Cadogan 1914 (text and Rules list, the list as kept in a later reprint)",
    race="good",
    why="open cards, all skill",
)
def fifteen() -> Patience:
    """Aces up, kings down, from fifteen open columns."""
    return Patience(
        groups=[
            foundations(
                "ace_foundations", labelled(row(3, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="rising foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(8, 0, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="falling foundation",
            ),
            tableau("tableau", fanned(row(0, 1.3, 15), dy=0.25), same_suit & (up | down), ALL, name="column"),
        ],
        deal=[rounds("tableau", 6), packets("tableau", 1)],
        moves=[
            top_of("tableau").to(*HOMES).says("1: the lowest card of a column goes home in suit"),
            top_of("tableau")
            .to("tableau")
            .says("2, 3: the lowest card of a column goes next to its neighbour in suit, or into a space"),
            Action(
                "grace",
                "Grace",
                take_out,
                graces,
                when=(grace_is_left, no_foundation_is_begun, no_foundation_card_is_available),
                line="4: an ace, a king, or one of each is taken out of the sixth row",
            ),
        ],
        counters=["graces"],
        progress=cards_on(*HOMES),
        progress_max=104,
        upright={
            "ace_foundations": row(0, 0, 4),
            "king_foundations": row(4, 0, 4),
            "tableau": fanned(row(0, 1.15, 8) + row(0, 5.1, 7), dy=0.3),
        },
    )
