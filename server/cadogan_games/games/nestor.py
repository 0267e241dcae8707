"""Nestor: pairs of equal rank from eight columns in which no rank comes twice."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, Spots
from cadogan_games.engine.cards import DOWN, rank_of
from cadogan_games.engine.deals import Dealer, rounds
from cadogan_games.engine.effects import take_off
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import discard, reserve, tableau
from cadogan_games.engine.layout import at, fanned, row
from cadogan_games.engine.table import Table

ROWS = 6


def deal_columns_without_equal_ranks(dealer: Dealer) -> None:
    """Six rows of eight; a card whose rank lies in its column already goes under the pack. A void deal is shuffled again."""
    columns = dealer.piles("tableau")
    while not all(_lay(dealer, column) for _ in range(ROWS) for column in columns):
        for column in columns:
            dealer.table.piles[column].clear()
        dealer.shuffle()


def _lay(dealer: Dealer, column: int) -> bool:
    """Lays the next card that fits the column; says whether there was one."""
    ranks = {rank_of(card) for card in dealer.table.piles[column]}
    for _ in range(len(dealer.pack)):
        card = dealer.next()
        if rank_of(card) not in ranks:
            dealer.lay(card, column)
            return True
        dealer.pack.append(card)
    return False


def pairs_of(table: Table, *groups: str) -> Iterable[Spots]:
    """Every two piles of the groups whose top cards lie face up and are of one rank."""
    tops = [
        (i, pile[-1]) for id in groups for i in table.game.indexes(id) if (pile := table.piles[i]) and pile[-1] < DOWN
    ]
    return [(i, j) for (i, a), (j, b) in combinations(tops, 2) if rank_of(a) == rank_of(b)]


def open_pairs(table: Table) -> Iterable[Spots]:
    """Two open cards of the same rank go together."""
    return pairs_of(table, "tableau", "reserve")


def column_pairs(table: Table) -> Iterable[Spots]:
    """The lowest cards of two columns, of the same rank, go together."""
    return pairs_of(table, "tableau")


def pairs_by_choice(table: Table) -> Iterable[Spots]:
    """Pairs of the columns; only when there is none, pairs with cards of the reserve."""
    return column_pairs(table) or open_pairs(table)


def no_open_pair(table: Table) -> bool:
    """Two open cards are of the same rank and must be taken first."""
    return not open_pairs(table)


def reserve_is_covered(table: Table) -> bool:
    """All reserve cards are turned up already."""
    return any(pile and pile[-1] >= DOWN for pile in table.group("reserve"))


def turn_up_next(table: Table) -> None:
    """The lowest-numbered reserve card still face down is turned up."""
    table.flip(next(i for i in table.game.indexes("reserve") if table.piles[i] and table.piles[i][-1] >= DOWN))


@patience(
    "nestor",
    "Nestor",
    packs=1,
    family="pairs and sums",
    source="Cadogan 1914; Dick 1884/1898",
    race="poor",
    why="short, and which of several pairs to take seldom matters; `nestor_dick` is the better race",
)
def nestor(reserve_seen: bool = False) -> Patience:
    """Pairs of equal rank are taken off; the reserve helps when there is none."""
    pair = Action(
        "discard",
        "Take the pair",
        take_off,
        pairs_by_choice if reserve_seen else open_pairs,
        line="1, 2: two open cards of the same rank go together, with a reserve card only while no two columns end alike"
        if reserve_seen
        else "1: two open cards of the same rank go together",
    )
    reveal = Action(
        "reveal", "Turn up a reserve card", turn_up_next, when=(reserve_is_covered, no_open_pair), pile="reserve"
    )
    return Patience(
        groups=[
            tableau("tableau", fanned(row(0, 0, 8), dy=0.5), name="column"),
            reserve("reserve", row(2, 3.5, 4)),
            discard(at((7, 3.5))),
        ],
        deal=[deal_columns_without_equal_ranks, rounds("reserve", 1, down=not reserve_seen)],
        moves=[pair] if reserve_seen else [pair, reveal],
        progress=cards_on("discard"),
        upright={"reserve": row(1.2, 4.9, 4), "discard": at((6, 4.9))},
        progress_max=52,
    )


nestor.variant(
    "nestor_dick",
    "Nestor, after Dick",
    race="fair",
    why="short; with the reserve seen, which of several pairs to take matters a little more than in `nestor`",
    reserve_seen=True,
)
