"""Accordion: the whole pack in a row, folded to the left on to the neighbour or the third pile."""

from collections.abc import Sequence

from cadogan_games.words import *

CARDS = 52
alike = same_suit | same_rank


@refused("no_fold", "a pile goes only on to the next pile or the third to its left, of the same suit or rank")
def folds(table: Table) -> Sequence[Spots]:
    """Return every two piles that may be folded: the one that moves, and the one to its left that it goes on to."""
    tops = [pile[-1] for pile in table.piles if pile]
    found: list[Spots] = []
    for pile in range(1, len(tops)):
        fits = alike.on[tops[pile]]
        if fits >> tops[pile - 1] & 1:
            found.append((pile, pile - 1))
        if pile >= 3 and fits >> tops[pile - 3] & 1:
            found.append((pile, pile - 3))
    return found


def fold(table: Table, src: int, dst: int) -> None:
    """Lay a whole pile on another."""
    table.shift(src, dst, len(table.piles[src]))


def close_the_row(table: Table) -> None:
    """Move all piles up to the left, so that no place between them is empty."""
    piles = table.piles
    free = 0
    for place in range(CARDS):
        if piles[place]:
            if place != free:
                table.shift(place, free, len(piles[place]))
            free += 1


def close_behind(table: Table, src: int, dst: int) -> None:
    """Move the piles to the right of an emptied place up to the left."""
    piles = table.piles
    while src + 1 < CARDS and piles[src + 1]:
        table.shift(src + 1, src, len(piles[src + 1]))
        src += 1


@patience("accordion")
def accordion() -> Patience:
    """A pile goes on to another whose top card is of its suit or rank; the row closes up."""
    return Patience(
        groups=[tableau(CARDS, id="row", name="row")],
        deal=[rounds("row", 1)],
        moves={"1": Action("fold", "Fold", fold, folds)},
        auto=[Local(close_the_row, close_behind, ("row",))],
        goal=Goal(lambda table: table.piles.count([]), CARDS - 1),
    )
