"""The Besieged City: cards go from the Reserve to the Ramparts of their own lines, and from there home."""

from cadogan_games.words import *

ROWS, COLUMNS = 4, 3

ORDER = [1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7]
"""The ranks of a foundation's first half; the same ones backwards complete it."""

fits = same_suit & relation(
    "next in rank, or adding up to 14 or 15",
    lambda upper, lower: abs(rank_of(upper) - rank_of(lower)) == 1 or rank_of(upper) + rank_of(lower) in (14, 15),
)

RAMPARTS = ("T1", "T2", "T3", "R1", "R2", "R3", "R4", "B3", "B2", "B1", "L4", "L3", "L2", "L1")
"""The Ramparts clockwise: the side of the Reserve and the number of the column or row at whose end each lies."""

LINES = [
    {COLUMNS * r + c for r in range(ROWS) for c in range(COLUMNS) if (c if name[0] in "TB" else r) == int(name[1]) - 1}
    for name in RAMPARTS
]
"""For each Rampart the places of the Reserve in its line."""

WANTED = [[1 << card(rank, suit) for rank in ORDER + ORDER[::-1]] + [0] for suit in range(4)]
"""The cards that a suit's foundation takes, in order, by suit."""


def next_in_order(table: Table, pile: int) -> int:
    """Return the card that a foundation takes now."""
    return WANTED[pile - table.number("foundations")][len(table.piles[pile])]


@refused(
    "out_of_line",
    "a card of the Reserve goes only to the Ramparts at the ends of its own row and column, until the end",
)
def in_line(table: Table, src: int, dst: int, n: int) -> bool:
    """True if a card of the Reserve goes to an end of its row or column, or stock and waste are empty."""
    first = table.game.first
    return src - first["reserve"] in LINES[dst - first["ramparts"]] or stock_and_waste_are_empty(table)


@refused("the_end", "once stock and waste are empty, nothing needs to be filled")
def not_yet_the_end(table: Table) -> bool:
    """True if the stock or the waste has cards."""
    return not stock_and_waste_are_empty(table)


@refused("not_fresh", "from the waste only a card just turned goes home")
def top_is_fresh(table: Table) -> bool:
    """True if the waste's top card was turned last, and is there still."""
    return table.count("fresh") == 1


def turn_afresh(table: Table) -> None:
    """Turn the stock's top card on to the waste, where it is fresh."""
    table.turn_over(table.number("stock"), table.number("waste"))
    table.set("fresh", 1)


def no_longer_fresh(table: Table, src: int, dst: int, n: int) -> None:
    """Note that the fresh card has gone. The card under it is not fresh."""
    table.set("fresh", 0)


def fill_reserve(table: Table) -> None:
    """Fill empty places of the Reserve from the waste, or from the stock if the waste is empty. The waste's next card
    is not fresh."""
    waste, stock = table.number("waste"), table.number("stock")
    for place in table.numbers("reserve"):
        if not table.piles[place]:
            if table.piles[waste]:
                bring(table, waste, place)
                table.set("fresh", 0)
            elif table.piles[stock]:
                bring(table, stock, place)


@patience("besieged_city")
def besieged_city() -> Patience:
    """Four foundations of 26 from ace to seven and back; the talon goes through Reserve and Ramparts."""
    to_its_ends = top_of("reserve").to("ramparts").only_where(in_line)
    fill = to_its_ends.only_into_spaces(ALL).says("an empty Rampart is filled from the Reserve, out of its own line")
    return Patience(
        groups=[
            reserve(ROWS * COLUMNS, name="Reserve"),
            tableau(len(RAMPARTS), fits, "ramparts", name="Rampart", tail=4),
            foundations(
                same_suit.named("of its suit in the order A K 2 Q 3 J 4 10 5 9 6 8 7 and back"),
                count=4,
                base=each_suit(),
                wants=next_in_order,
                full=26,
            ),
            stock(),
            waste(),
        ],
        deal=[rounds("reserve", 1), rounds("ramparts", 1), rest()],
        moves={
            "1": top_of("ramparts").home(),
            "2": top_of("waste").home().only_when(top_is_fresh).and_then(no_longer_fresh),
            "3": top_of("ramparts").to("ramparts"),
            "4": to_its_ends.only_onto_cards(),
            "5": fill,
            "6": Action(
                "turn",
                "Turn",
                turn_afresh,
                when=(stock_has_cards,),
                pile="stock",
                text="the top card of the stock is turned on to the waste",
                counters=("fresh",),
            ),
        },
        forced={"5": fill.only_when(not_yet_the_end)},
        auto=[fill_reserve],
        goal=all_home(),
    )
