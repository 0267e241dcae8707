"""The Besieged City: from the Reserve cards come to the Ramparts of their own lines, and from there home."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, stock_and_waste_are_empty, stock_has_cards
from cadogan_games.engine.auto import bring
from cadogan_games.engine.cards import ALL, card, rank_of
from cadogan_games.engine.deals import rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, stock, tableau, waste
from cadogan_games.engine.layout import Place, Places, at, grid, labelled
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import relation, same_suit
from cadogan_games.engine.table import Table

ROWS, COLUMNS = 4, 3

ORDER = [1, 13, 2, 12, 3, 11, 4, 10, 5, 9, 6, 8, 7]
"""The ranks of a foundation; the same ones backwards complete it."""

fits = same_suit & relation(
    "next in rank, or adding up to 14 or 15",
    lambda upper, lower: abs(rank_of(upper) - rank_of(lower)) == 1 or rank_of(upper) + rank_of(lower) in (14, 15),
)

RAMPARTS = ("T1", "T2", "T3", "R1", "R2", "R3", "R4", "B3", "B2", "B1", "L4", "L3", "L2", "L1")
"""The Ramparts clockwise: the side of the Reserve and the column or row at whose end each stands."""

LINES = [
    {COLUMNS * r + c for r in range(ROWS) for c in range(COLUMNS) if (c if name[0] in "TB" else r) == int(name[1]) - 1}
    for name in RAMPARTS
]
"""For each Rampart the places of the Reserve in its line."""

WANTED = [[1 << card(rank, suit) for rank in ORDER + ORDER[::-1]] + [0] for suit in range(4)]
"""For each suit the cards that its foundation takes, one after the other."""


def next_in_order(table: Table, pile: int) -> int:
    """The card that a foundation takes now."""
    return WANTED[pile - table.game.first["foundations"]][len(table.piles[pile])]


def in_line(table: Table, src: int, dst: int, n: int) -> bool:
    """A card of the Reserve goes only to the Ramparts at the ends of its own row and column, until the end."""
    first = table.game.first
    return src - first["reserve"] in LINES[dst - first["ramparts"]] or stock_and_waste_are_empty(table)


def not_yet_the_end(table: Table) -> bool:
    """Once stock and waste are empty nothing must be filled."""
    return not stock_and_waste_are_empty(table)


def top_is_fresh(table: Table) -> bool:
    """From the waste only a card just turned goes home."""
    return table.count("fresh") == 1


def turn_up(table: Table) -> None:
    """The stock's top card goes on the waste and is fresh."""
    table.turn(table.game.first["stock"], table.game.first["waste"])
    table.set("fresh", 1)


def no_longer_fresh(table: Table, src: int, dst: int, n: int) -> None:
    """The fresh card has gone; the one under it is not."""
    table.set("fresh", 0)


def fill_reserve(table: Table) -> None:
    """Empty places of the Reserve are filled from the waste, then from the stock."""
    first = table.game.first
    for place in table.game.indexes("reserve"):
        if not table.piles[place]:
            if table.piles[first["waste"]]:
                bring(table, first["waste"], place)
                table.set("fresh", 0)
            elif table.piles[first["stock"]]:
                bring(table, first["stock"], place)


def rampart_place(name: str) -> Place:
    """Where a Rampart lies: crossways, its packet spread outwards so that the corners can be read."""
    side, k = name[0], int(name[1]) - 1
    x, y, angle, dx, dy = {
        "T": (1.45 + 1.4 * k, 0, -90, 0, -0.14),
        "R": (5.7, 1 + k, -90, 0.2, 0),
        "B": (1.45 + 1.4 * k, 5, 90, 0, 0.14),
        "L": (0, 1 + k, 90, -0.2, 0),
    }[side]
    return Place(x, y, angle, dx, dy)


AROUND: Places = tuple(rampart_place(name) for name in RAMPARTS)


@patience(
    "besieged_city",
    "The Besieged City",
    packs=2,
    family="climbers",
    source="Cadogan 1914",
    race="fair",
    why="very hard, seldom won; ranked by cards home",
)
def besieged_city() -> Patience:
    """Four foundations of 26 from ace to seven and back; the talon goes through Reserve and Ramparts."""
    fill = (
        top_of("reserve")
        .to("ramparts")
        .only_into_spaces(ALL)
        .only_where(in_line)
        .says("5: an empty Rampart is filled from the Reserve, out of its own line")
    )
    return Patience(
        groups=[
            reserve("reserve", grid(1.55, 1, ROWS, COLUMNS, x_step=1.3), name="Reserve"),
            tableau("ramparts", AROUND, fits, name="Rampart", tail=4),
            foundations(
                "foundations",
                labelled(at((0, 0), (5.7, 0), (0, 5), (5.7, 5)), "♣♦♥♠"),
                same_suit.named("of its suit in the order A K 2 Q 3 J 4 10 5 9 6 8 7 and back"),
                each_suit(),
                wants=next_in_order,
                full=26,
            ),
            stock(at((7.4, 1))),
            waste(at((7.4, 2.2))),
        ],
        deal=[rounds("reserve", 1), rounds("ramparts", 1), rest()],
        moves=[
            top_of("ramparts").to("foundations").says("1: a Rampart's top card goes home, next in its suit's order"),
            top_of("waste")
            .to("foundations")
            .only_when(top_is_fresh)
            .and_then(no_longer_fresh)
            .says("2: a card just turned goes home, next in its suit's order"),
            top_of("ramparts").to("ramparts").says("3: a Rampart's top card goes on another Rampart that it fits"),
            top_of("reserve")
            .to("ramparts")
            .only_onto_cards()
            .only_where(in_line)
            .says("4: a card of the Reserve goes on a Rampart of its own lines that it fits"),
            fill,
            Action(
                "turn",
                "Turn",
                turn_up,
                when=(stock_has_cards,),
                pile="stock",
                line="the top card of the stock is turned on to the waste",
            ),
        ],
        forced=[fill.only_when(not_yet_the_end)],
        auto=[fill_reserve],
        counters=["fresh"],
        progress=cards_on("foundations"),
        progress_max=104,
    )
