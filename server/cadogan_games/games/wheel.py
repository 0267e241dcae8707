"""The Wheel: three cards that make eighteen and a court card, round a cross of aces."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots, stock_has_cards
from cadogan_games.engine.auto import during, refill
from cadogan_games.engine.cards import JACK, rank_of
from cadogan_games.engine.deals import rest, rounds, set_out
from cadogan_games.engine.effects import deal_round
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import Group, each_suit, fixed, stock, tableau
from cadogan_games.engine.layout import at, column, grid, ring, row
from cadogan_games.engine.table import Table

SQUARE = (
    *row(0, -3, 4),
    *column(3, -2, 5),
    *row(3, 3, 7, step=-1),
    *column(-3, 2, 5, step=-1),
    *row(-3, -3, 3),
)
"""Where a window much higher than wide has no room for a wheel of cards that can be read: its rim from the top, clockwise."""

CROSS = at((0, -1.5), (0, -0.5), (0, 0.5), (0, 1.5), (-2, -0.5), (-1, -0.5), (1, -0.5), (2, -0.5))


def eighteens(table: Table) -> Iterable[Spots]:
    """Three cards of three different ranks, 2 to 10, that add up to eighteen go with a court card."""
    numbers: list[tuple[int, int]] = []
    courts: list[int] = []
    for pile in table.game.indexes("cushion"):
        cards = table.piles[pile]
        if cards:
            rank = rank_of(cards[-1])
            if rank < JACK:
                numbers.append((pile, rank))
            else:
                courts.append(pile)
    if not courts:
        return
    for i, (a, first) in enumerate(numbers):
        for j in range(i + 1, len(numbers)):
            b, second = numbers[j]
            third = 18 - first - second
            if first == second or third in (first, second):
                continue
            for c, rank in numbers[j + 1 :]:
                if rank == third:
                    for court in courts:
                        yield (a, b, c, court)


def crown(table: Table, *piles: int) -> None:
    """The three cards and the court card over them go to the next free place of the circle."""
    place = next(i for i in table.game.indexes("circle") if not table.piles[i])
    for pile in piles:
        table.shift(pile, place)


def deal(table: Table) -> None:
    """A card of the stock to each pile of the cushion; from now on nothing is refilled."""
    table.enter("second")
    deal_round(table, table.game.indexes("cushion"))


@patience(
    "wheel",
    "The Wheel",
    packs=2,
    family="pairs and sums",
    source="Cadogan 1914",
    race="fair",
    why="which four cards to take is a choice each time, but only a plan for the whole game gains by it",
)
def wheel() -> Patience:
    """Twenty-four packets of eighteen, each crowned, round the aces."""
    return Patience(
        groups=[
            fixed("aces", CROSS, "cross"),
            Group("circle", "circle", "foundation", ring(24, 3.4, turned=True)),
            tableau("cushion", grid(5.8, -1.9, 4, 3, y_step=1.1), name="cushion", counted=True),
            stock(at((6.8, 2.8))),
        ],
        deal=[set_out("aces", each_suit(copies=2)), rounds("cushion", 1), rest()],
        moves=[
            Action(
                "crown",
                "Crown",
                crown,
                eighteens,
                line="1: three open cards of different ranks, 2 to 10, that make eighteen go with an open court card, named last",
            ),
            Action(
                "deal",
                "Deal",
                deal,
                when=(stock_has_cards,),
                pile="stock",
                line="2: a card to each pile of the cushion",
            ),
        ],
        phases=["first", "second"],
        auto=[during("first", refill("cushion", "stock"))],
        progress=cards_on("circle"),
        upright={"circle": SQUARE, "cushion": grid(-3, 4.2, 2, 6), "stock": at((3, 4.7))},
        progress_max=96,
    )
