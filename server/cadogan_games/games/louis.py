"""The "Louis" Patience and St. Louis: circles over twelve piles, played as they are dealt or only afterwards."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left, stock_has_cards, stock_is_empty
from cadogan_games.engine.auto import bring_next, refill
from cadogan_games.engine.cards import ALL, KING
from cadogan_games.engine.conditions import above_base
from cadogan_games.engine.deals import Dealer, rest, set_out
from cadogan_games.engine.effects import deal_round, take_up
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, stock, tableau
from cadogan_games.engine.layout import at, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

PILES = 12
HOMES = ("ace_foundations", "king_foundations")
ALPHABET = labelled(
    at((4, 3), (3, 3), (2, 3), (1, 3), (0, 2), (0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (5, 2)), "abcdefghiklm"
)
TAKEN_UP = [*range(6, PILES), *range(6)]
"""The piles from g to m and then from a to f, as a redeal gathers them."""

ALL_LETTERS = 2**PILES - 1
"""The counter `latest` right after a circle: each bit is a pile that shows its card of that circle."""

rising, falling = same_suit & up, same_suit & down


def deal_circle(table: Table) -> None:
    """Each letter gets one card; cards that fit a foundation go home on the way."""
    for letter in table.game.indexes("tableau"):
        bring_next(table, letter, *HOMES, passing=ALL)
    table.set("latest", ALL_LETTERS if stock_has_cards(table) else 0)


def lay_circle(table: Table) -> None:
    """A card to each letter, as far as the stock goes, and nothing played."""
    deal_round(table, table.game.indexes("tableau"))


def deal_all(table: Table) -> None:
    """The whole stock is dealt, circle upon circle, and nothing played."""
    while stock_has_cards(table):
        lay_circle(table)


def is_in_latest_circle(table: Table, pile: int) -> bool:
    """While the stock has cards, only a card of the latest circle may be played, not what it covered."""
    return stock_is_empty(table) or bool(table.count("latest") >> (pile - table.game.first["tableau"]) & 1)


def uncover(table: Table, src: int, dst: int, n: int) -> None:
    """The pile shows a card of an earlier circle now."""
    table.set("latest", table.count("latest") & ~(1 << src - table.game.first["tableau"]))


def piles_have_cards(table: Table) -> bool:
    """The piles are all empty."""
    return any(table.group("tableau"))


def redeal_with(first_circle: Callable[[Table], None]) -> Callable[[Table], None]:
    """The piles are taken up from g on, turned over, and a first circle is dealt."""

    def redeal(table: Table) -> None:
        table.add("redeals")
        piles = table.game.indexes("tableau")
        take_up(table, [piles[n] for n in TAKEN_UP])
        first_circle(table)

    return redeal


@patience(
    "louis",
    'The "Louis" Patience',
    packs=2,
    family="deal by rows",
    source="Cadogan 1914; Dick 1884",
    race="poor",
    why="a simple player wins 98 of 100 deals, so only speed counts; `st_louis` is the better race",
)
def louis(plays_between: bool = True) -> Patience:
    """Aces up, kings down, from circles of twelve; three redeals, or in St. Louis two."""
    first_circle = deal_circle if plays_between else lay_circle

    def deal_first_circle(dealer: Dealer) -> None:
        first_circle(dealer.table)

    home = top_of("tableau").to(*HOMES)
    exchanges = [
        top_of(*HOMES)
        .to(*HOMES)
        .only_if_free(above_base)
        .says("4: the top card of a foundation may change to the other one of its suit")
    ]
    return Patience(
        groups=[
            foundations("ace_foundations", labelled(row(1, 2, 4), "♣♦♥♠"), rising, each_suit(), name="ace foundation"),
            foundations(
                "king_foundations", labelled(row(1, 1, 4), "♣♦♥♠"), falling, each_suit(KING), name="king foundation"
            ),
            tableau("tableau", ALPHABET, same_suit & (up | down), name="alphabet", counted=True),
            stock(at((6.5, 1.5))),
        ],
        deal=[
            set_out("ace_foundations", each_suit()),
            set_out("king_foundations", each_suit(KING)),
            rest(),
            deal_first_circle,
        ],
        moves=[
            Action(
                "deal",
                "Deal a circle" if plays_between else "Deal all",
                deal_circle if plays_between else deal_all,
                when=(stock_has_cards,),
                pile="stock",
                line="1: the next circle is dealt" if plays_between else "1: all of the stock is dealt",
            ),
            (home.only_if_free(is_in_latest_circle).and_then(uncover) if plays_between else home).says(
                "2: a pile's top card goes home in suit"
            ),
            top_of("tableau")
            .to("tableau")
            .only_when(stock_is_empty)
            .says("3: when the stock is empty, a pile's top card may go on another's, next to it in suit"),
            *(exchanges if plays_between else []),
            Action(
                "redeal",
                "Redeal",
                redeal_with(first_circle),
                when=(stock_is_empty, piles_have_cards, *redeals_left(3 if plays_between else 2)),
                pile="stock",
                line="5: the piles are taken up, g first, and dealt again",
            ),
        ],
        counters=["redeals", "latest"] if plays_between else ["redeals"],
        auto=[] if plays_between else [refill("tableau", "stock")],
        progress=cards_on(*HOMES),
        progress_max=104,
    )


louis.variant(
    "st_louis",
    "St. Louis",
    race="fair",
    why="hard: no exchange, no play while the rest is dealt; ranked by cards home, but skill tells",
    plays_between=False,
)
