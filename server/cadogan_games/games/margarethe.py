"""Margarethe: kings, queens and jacks form an M, each waiting for three cards; the helps form an A."""

from cadogan_games.words import *

FIRST_CARDS = each_suit(KING) + each_suit(QUEEN) + each_suit(JACK)

home = cards_on()


def turn_next(table: Table) -> None:
    """Turn the stock's top card on to the waste, an ace on to the ace pile."""
    aces = taker(table, bare(table.stock[-1]), "aces")
    table.turn_over(table.number("stock"), table.number("waste") if aces is None else aces)


def fill_from_the_stock(table: Table) -> None:
    """Fill empty places of the reserve, the lowest number first, with the stock's next cards; aces go to the ace pile."""
    for place in table.numbers("reserve"):
        if not table.piles[place]:
            bring_next(table, place, "aces")


TURN = Action(
    "turn",
    "Turn",
    turn_next,
    when=(stock_has_cards,),
    pile="stock",
    text="the stock's top card is turned on to the waste, an ace on to the ace pile",
)


@patience("margarethe")
def margarethe(middle: int = JACK, low: int = QUEEN, redeals: int = 1) -> Patience:
    """Twelve foundations of four cards in suit, and the aces apart."""
    order = sequence([KING, 10, 9, 8]) | sequence([middle, 7, 6, 5]) | sequence([low, 4, 3, 2])
    return Patience(
        groups=[
            foundations(same_suit & order, count=12, base=NOTHING, full=4),
            foundations(same_rank, "aces", name="ace pile", count=1, base=ACES, full=4),
            reserve(9),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", FIRST_CARDS), rest()],
        moves={
            "1": top_of("reserve").to("foundations"),
            "2": top_of("waste").to("foundations"),
            "3": TURN,
            "4": [redeal(redeals, shuffled=False)] if redeals else [],
        },
        auto=[fill_from_the_stock],
        goal=Goal(lambda table: home(table) - len(FIRST_CARDS), 40),
    )


margarethe.variant("marguerite", middle=QUEEN, low=JACK, redeals=0)
