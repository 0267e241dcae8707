"""Margarethe: kings, queens and knaves form an M, each waiting for three cards; the helps form an A."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeal, stock_has_cards
from cadogan_games.engine.auto import bring_next, taker
from cadogan_games.engine.cards import ACES, JACK, KING, QUEEN, RANK_LETTERS
from cadogan_games.engine.deals import rest, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import all_on, cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, waste
from cadogan_games.engine.layout import at, column, labelled, moved
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import same_rank, same_suit, sequence
from cadogan_games.engine.table import Table

FIRST_CARDS = each_suit(KING) + each_suit(QUEEN) + each_suit(JACK)

LETTER_M = column(0, 0, 4) + column(6, 0, 4) + at((1.2, 0.5), (2.4, 1.1), (3.6, 1.1), (4.8, 0.5))
LETTER_A = at((11, 0), (10, 1), (9, 2), (8, 3), (10.5, 2), (11.5, 2), (12, 1), (13, 2), (14, 3))


def turn_up(table: Table) -> None:
    """The stock's top card goes on the waste; an ace on the ace pile."""
    pile = table.game.first["stock"]
    aces = taker(table, table.piles[pile][-1] & 63, "aces")
    table.turn(pile, table.game.first["waste"] if aces is None else aces)


def fill_from_the_stock(table: Table) -> None:
    """Empty places of the reserve take the stock's next cards that are no aces, the lowest number first."""
    for place in table.game.indexes("reserve"):
        if not table.piles[place]:
            bring_next(table, place, "aces")


@patience(
    "margarethe",
    "Margarethe",
    packs=1,
    family="reserve feeders",
    source="Cadogan 1914",
    race="poor",
    why="every card has one home and nearly every deal comes out: speed only; `mill` is a better race of this kind",
)
def margarethe(middle: int = JACK, low: int = QUEEN, redeals: int = 1) -> Patience:
    """Twelve foundations of four cards in suit, and the aces apart."""
    order = sequence([KING, 10, 9, 8]) | sequence([middle, 7, 6, 5]) | sequence([low, 4, 3, 2])
    words = f"of the same suit in the order K 10 9 8, {RANK_LETTERS[middle - 1]} 7 6 5 or {RANK_LETTERS[low - 1]} 4 3 2"
    home = cards_on("foundations", "aces")
    return Patience(
        groups=[
            foundations("foundations", LETTER_M, (same_suit & order).named(words), base=0, full=4),
            foundations("aces", labelled(at((3, 2.4)), ["A"]), same_rank, ACES, name="ace pile", full=4),
            reserve("reserve", LETTER_A),
            stock(at((8, 4.4))),
            waste(at((9.2, 4.4))),
        ],
        deal=[set_out("foundations", FIRST_CARDS), rest()],
        moves=[
            top_of("reserve").to("foundations").says("1: a card of the reserve goes home in suit, in its order"),
            top_of("waste").to("foundations").says("2: the waste's top card goes home in suit, in its order"),
            Action(
                "turn",
                "Turn",
                turn_up,
                when=(stock_has_cards,),
                pile="stock",
                line="3: the stock's top card is turned on to the waste, an ace on to the ace pile",
            ),
            *([redeal(redeals, shuffled=False)] if redeals else []),
        ],
        auto=[fill_from_the_stock],
        counters=["redeals"] if redeals else [],
        won=all_on(52, "foundations", "aces"),
        progress=lambda table: home(table) - len(FIRST_CARDS),
        upright={
            "reserve": moved(LETTER_A, -8, 4.3),
            "stock": at((5, 4.4)),
            "waste": at((6, 4.4)),
        },
        progress_max=40,
    )


margarethe.variant(
    "marguerite",
    "Marguerite",
    race="poor",
    why="it can fail, but there is hardly a choice",
    middle=QUEEN,
    low=JACK,
    redeals=0,
)
