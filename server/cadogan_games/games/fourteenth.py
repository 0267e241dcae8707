"""The Fourteenth: two cards in one row or column of the square that make fourteen."""

from collections.abc import Sequence
from itertools import combinations

from cadogan_games.words import *

SIDE = 5
PLACES = range(SIDE * SIDE)
"""The places of the square; it is the first group, so these are also the numbers of its piles."""

PAIRS = list(combinations(PLACES, 2))
IN_LINE = [(a, b) for a, b in PAIRS if a // SIDE == b // SIDE or a % SIDE == b % SIDE]
BESIDE = [sum(1 << b for pair in IN_LINE if a in pair for b in pair if b != a) for a in PLACES]
"""The set (a bit mask) of the other places in a place's row and column, by place."""
NO_CARD = 99


def ranks_in_square(table: Table) -> list[int]:
    """Return the rank at each place; an empty one has `NO_CARD`, which makes fourteen with no card."""
    return [rank_of(pile[-1]) if pile else NO_CARD for pile in table.group("square")]


@refused("no_fourteen", "two cards of one row or column that add up to fourteen go together")
def fourteens(table: Table) -> Sequence[Spots]:
    """Return every two places of one row or column whose cards add up to fourteen."""
    ranks = ranks_in_square(table)
    return [(a, b) for a, b in IN_LINE if ranks[a] + ranks[b] == 14]


def exchanges(table: Table) -> Sequence[Spots]:
    """Return every two places whose exchange makes a fourteen. There are none while a fourteen lies there, unless an
    exchange is open."""
    found = fourteens(table)
    second = table.count("second")
    if found and not second:
        return []
    ranks = ranks_in_square(table)
    done = (table.count("_first"), table.count("_other")) if second else ()
    makes, leaves = _makes(ranks), _leaves(found)
    return [
        (a, b)
        for a, b in PAIRS
        if (makes[a] >> b | makes[b] >> a | leaves[a] >> b) & 1
        and a not in done
        and b not in done
        and not ranks[a] == ranks[b] == NO_CARD
    ]


def _makes(ranks: list[int]) -> list[int]:
    """Return for each place the set of places (a bit mask) where its card would make a fourteen with a card that is not
    moved."""
    beside = [0] * 14
    for place, rank in enumerate(ranks):
        if rank != NO_CARD:
            beside[rank] |= BESIDE[place]
    makes = [beside[14 - rank] if rank != NO_CARD else 0 for rank in ranks]
    sevens = [place for place, rank in enumerate(ranks) if rank == 7]
    for seven in sevens:
        makes[seven] = 0
        for other in sevens:
            if other != seven:
                makes[seven] |= BESIDE[other]
    return makes


def _leaves(found: Sequence[Spots]) -> list[int]:
    """Return for each place the set of places (a bit mask) with which it may be exchanged, so that a fourteen stays or is
    made again."""
    leaves = []
    for place in PLACES:
        in_all = -1
        for a, b in found:
            if place not in (a, b):
                in_all &= 1 << a | 1 << b
        leaves.append(~in_all)
    for a, b in found:
        leaves[a] |= 1 << b
    return leaves


def why_no_exchange(table: Table, *places: int) -> Refusal:
    """Return the half of the rule that forbids an exchange of these places."""
    if table.count("second") and {table.count("_first"), table.count("_other")} & set(places):
        return Refusal("same_places", "the second change of an exchange takes two places that the first did not")
    return Refusal("makes_no_fourteen", "only when no fourteen is there, and it must make one")


def take_off_fourteen(table: Table, a: int, b: int) -> None:
    """Put both cards on the discard, and close an open exchange."""
    take_off(table, a, b)
    table.set("second", 0)


def exchange(table: Table, a: int, b: int) -> None:
    """Exchange the contents of two places. The second change of an exchange is not counted."""
    change_over(table, a, b)
    if table.count("second"):
        table.set("second", 0)
        return
    table.add("exchanges")
    table.set("second", 1)
    table.set("_first", a)
    table.set("_other", b)


@refused("no_exchange_left", "the one exchange of this game has been made")
def an_exchange_is_left(table: Table) -> bool:
    """True if no exchange has been made, or the one that has is open still."""
    return table.count("exchanges") == 0 or table.count("second") == 1


@patience("fourteenth")
def fourteenth(strict: bool = False) -> Patience:
    """Fourteens in line are taken off; at a standstill two places change over."""
    change = Action(
        "exchange",
        "Exchange",
        exchange,
        exchanges,
        why=why_no_exchange,
        text="at a standstill two places change over, which must make a fourteen",
        counters=("exchanges", "second", "_first", "_other"),
    )
    return Patience(
        groups=[reserve(len(PLACES), "square", name="square"), stock(), discard()],
        deal=[rounds("square", 1), rest()],
        moves={
            "1": Action("discard", "Take off", take_off_fourteen, fourteens),
            "2": change.only_when(an_exchange_is_left) if strict else change,
        },
        auto=[refill("square", "stock")],
        goal=all_home("discard"),
        rank_by_fewer="exchanges",
    )


fourteenth.variant("fourteenth_strict", strict=True)
