"""Nestor: pairs of equal rank from eight columns in which no rank comes twice."""

from collections.abc import Iterable
from itertools import combinations

from cadogan_games.words import *

ROWS = 6


def deal_columns_without_equal_ranks(dealer: Dealer) -> None:
    """Deal six rows of eight. A card whose rank its column already has goes under the pack. A void deal is shuffled
    again."""
    columns = dealer.piles("tableau")
    while not all(_lay(dealer, column) for _ in range(ROWS) for column in columns):
        for column in columns:
            dealer.table.piles[column].clear()
        dealer.shuffle()


def _lay(dealer: Dealer, column: int) -> bool:
    """Lay the next card that fits the column. Return False if there is none."""
    ranks = {rank_of(card) for card in dealer.table.piles[column]}
    for _ in range(len(dealer.pack)):
        card = dealer.next()
        if rank_of(card) not in ranks:
            dealer.lay(card, column)
            return True
        dealer.pack.append(card)
    return False


def pairs_of(table: Table, *groups: str) -> Iterable[Spots]:
    """Return every two piles of the groups whose top cards lie face up and are of one rank."""
    tops = [(i, pile[-1]) for id in groups for i in table.numbers(id) if (pile := table.piles[i]) and pile[-1] < DOWN]
    return [(i, j) for (i, a), (j, b) in combinations(tops, 2) if rank_of(a) == rank_of(b)]


@refused("no_pair", "two open cards of the same rank go together")
def open_pairs(table: Table) -> Iterable[Spots]:
    """Return the pairs among all open cards."""
    return pairs_of(table, "tableau", "reserve")


@refused(
    "no_pair_with_reserve_yet",
    "two open cards of the same rank go together, with a reserve card only while no two columns end alike",
)
def pairs_by_choice(table: Table) -> Iterable[Spots]:
    """Return the pairs of the columns; if there are none, the pairs with cards of the reserve."""
    return pairs_of(table, "tableau") or open_pairs(table)


@refused("pair_first", "two open cards are of the same rank and must be taken first")
def no_open_pair(table: Table) -> bool:
    """True if no two open cards are of the same rank."""
    return not open_pairs(table)


@refused("all_turned_up", "all reserve cards are turned up already")
def reserve_is_covered(table: Table) -> bool:
    """True if a reserve card lies face down."""
    return any(pile and pile[-1] >= DOWN for pile in table.group("reserve"))


def turn_up_next(table: Table) -> None:
    """Turn up the lowest-numbered reserve card that still lies face down."""
    table.flip(next(i for i in table.numbers("reserve") if table.piles[i] and table.piles[i][-1] >= DOWN))


REVEAL = Action(
    "reveal",
    "Turn up a reserve card",
    turn_up_next,
    when=(reserve_is_covered, no_open_pair),
    pile="reserve",
    text="the next card of the reserve is turned up and stays open",
)


@patience("nestor")
def nestor(reserve_seen: bool = False) -> Patience:
    """Pairs of equal rank are taken off; the reserve helps when there is none."""
    take = Action("discard", "Take the pair", take_off, pairs_by_choice if reserve_seen else open_pairs)
    return Patience(
        groups=[tableau(8, name="column"), reserve(4), discard()],
        deal=[deal_columns_without_equal_ranks, rounds("reserve", 1, down=not reserve_seen)],
        moves={"1, 2": take} if reserve_seen else {"1": take, "2": REVEAL},
        goal=all_home("discard"),
    )


nestor.variant("nestor_dick", reserve_seen=True)
