"""The Queens: a key of thirty-two cards, and queens that pay for a part of the waste to be dealt again."""

from cadogan_games.words import *

QUEENS = ranks(QUEEN)
BLOCK = 14
"""The number of cards that a queen on top of the key takes with her in the deal."""


def put_queens_under_the_pack(dealer: Dealer) -> None:
    """While a queen tops the key, move the key's top cards as a block under the pack, so that she comes last of all."""
    key = dealer.table.piles[dealer.piles("reserve")[0]]
    while key and QUEENS >> key[-1] & 1:
        dealer.pack += key[-BLOCK:]
        del key[-BLOCK:]


def queens_above_the_line(table: Table) -> int:
    """Return the number of queens in the waste above the line."""
    return sum(QUEENS >> card & 1 for card in table.waste[table.count("line") :])


@refused("no_queen_pays", "no queen lies above the line of the waste")
def a_queen_can_pay(table: Table) -> bool:
    """True if a queen lies above the line."""
    return queens_above_the_line(table) > 0


def repay(table: Table) -> None:
    """Turn over the lowest cards of the waste, three others for each queen above the line, to become the stock."""
    others = [i for i, card in enumerate(table.waste) if not QUEENS >> card & 1]
    owed = 3 * queens_above_the_line(table)
    count = others[owed - 1] + 1 if owed <= len(others) else len(table.waste)
    table.take(table.number("waste"), 0, table.number("stock"), 0, count, turned=True)
    table.set("line", len(table.waste))


def line_sinks(table: Table) -> None:
    """Lower the line when the waste shrinks below it."""
    if len(table.waste) < table.count("line"):
        table.set("line", len(table.waste))


REPAY = Action(
    "repay",
    "Let the queens pay",
    repay,
    when=(stock_is_empty, a_queen_can_pay),
    pile="stock",
    text="each queen above the line brings three other cards from the bottom of the waste back to the stock",
    counters=("line",),
)


@patience("queens")
def queens(refill: str) -> Patience:
    """Foundations from king and ace up to the queen, fed by the key, the shutter and the waste."""
    return Patience(
        groups=[
            reserve(1, name="key", counted=True),
            tableau(7, same_suit & sequence(range(QUEEN, 0, -1)), name="shutter"),
            foundations(same_suit & up_from(KING), copies=2),
            stock(),
            waste(counted=True, tally=Tally(QUEEN, "line")),
        ],
        deal=[
            packets("reserve", 32),
            put_queens_under_the_pack,
            round_passing("tableau", "foundations", passing=KINGS),
            rest(),
        ],
        forced=refill_choices("tableau", refill),
        moves={
            "1, 2, 3": top_of("reserve", "tableau", "waste").home(),
            "4": top_of("tableau").to("tableau"),
            "5": top_of("waste").to("tableau"),
            "6": turn(),
            "7": REPAY,
        },
        auto=[*refilled("tableau", refill), line_sinks],
        goal=all_home(),
    )
