"""What happens by itself after the deal and after every move, until nothing more does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cadogan_games.engine.cards import ACES, DOWN
from cadogan_games.engine.table import Table

Auto = Callable[[Table], None]
"""Does what is due, through the table's changes; does nothing when nothing is due."""

After = Callable[[Table, int, int], None]
"""Does what is due after a move: a packet has gone from the top of pile `src` to the top of `dst`, where it lies face up. Nothing
was due before."""


@dataclass(frozen=True)
class Local:
    """An auto that need only look at the two piles of a move to know whether it has anything to do.

    `everywhere` looks at the whole table; `after` looks first at the two piles, and does what `everywhere` would do then.
    Neither leaves anything for itself to do.
    """

    everywhere: Auto
    after: After

    def __call__(self, table: Table) -> None:
        """Does what is due anywhere."""
        self.everywhere(table)


def turn_up(*groups: str) -> Auto:
    """A card that lies face down on top of a pile of these groups is turned up."""

    def everywhere(table: Table) -> None:
        piles = table.piles
        for id in groups:
            for i in table.game.indexes(id):
                pile = piles[i]
                if pile and pile[-1] >= DOWN:
                    table.flip(i)

    def after(table: Table, src: int, dst: int) -> None:
        pile = table.piles[src]
        if pile and pile[-1] >= DOWN and table.game.group_of[src].id in groups:
            table.flip(src)

    return Local(everywhere, after)


def refill(group: str, *sources: str, only: Sequence[int] | None = None) -> Auto:
    """Empty places of a group are filled, lowest number first, each with the top card of the first source that has cards.

    By default from the waste, then from the stock. A card that lies face down is turned on its way. `only` names the places
    that are filled, counted from 0 in their group.
    """
    sources = sources or ("waste", "stock")

    def fill(table: Table) -> None:
        piles, first = table.piles, table.game.first
        places = table.game.indexes(group)
        for i in places if only is None else [places[n] for n in only]:
            if not piles[i]:
                for id in sources:
                    if piles[first[id]]:
                        bring(table, first[id], i)
                        break

    return Local(fill, unless_idle(fill, *sources))


def unless_idle(fill: Auto, *sources: str) -> After:
    """Spaces are filled only where the packet has left its pile empty, or has gone where they are filled from."""

    def after(table: Table, src: int, dst: int) -> None:
        if not table.piles[src] or table.game.group_of[dst].id in sources:
            fill(table)

    return after


def bring(table: Table, src: int, dst: int) -> None:
    """The top card of one pile goes face up on another, whichever way it lay."""
    if table.piles[src][-1] >= DOWN:
        table.turn_over(src, dst)
    else:
        table.shift(src, dst)


def bring_next(table: Table, dst: int, *homes: str, passing: int = ACES) -> None:
    """The stock's next card goes face up on a pile; those of a set (aces) that come up before it go home to some groups.

    The first group that takes a card gets it. When the stock runs out, nothing comes to the pile.
    """
    stock = table.game.first["stock"]
    while cards := table.piles[stock]:
        card = cards[-1] & 63
        place = taker(table, card, *homes) if passing >> card & 1 else None
        table.turn_over(stock, dst if place is None else place)
        if place is None:
            return


def taker(table: Table, card: int, *groups: str) -> int | None:
    """The first pile of some groups that takes a card now, or None."""
    return next(
        (pile for id in groups for pile in table.numbers(id) if table.game.takes(table, pile) >> card & 1), None
    )


def during(phase: str, *autos: Auto) -> Auto:
    """These happen only while the game is in a phase."""

    def everywhere(table: Table) -> None:
        for each in autos:
            if table.phase == phase:
                each(table)

    return everywhere


def settler(autos: Sequence[Auto]) -> After:
    """Return what does the same as `settle` on a settled table of which one packet has moved since, as by most moves."""
    all_of_them = everywhere(autos)
    if not all(isinstance(auto, Local) for auto in autos):
        return lambda table, src, dst: settle(all_of_them, table)
    afters = [auto.after for auto in autos if isinstance(auto, Local)]
    if len(afters) == 1:
        return afters[0]

    def after(table: Table, src: int, dst: int) -> None:
        mark = len(table.log)
        for each in afters:
            each(table, src, dst)
            if len(table.log) > mark:
                settle(all_of_them, table)
                return

    return after


def everywhere(autos: Sequence[Auto]) -> list[Auto]:
    """The same autos, none of which looks at two piles first."""
    return [auto.everywhere if isinstance(auto, Local) else auto for auto in autos]


def settle(autos: Sequence[Auto], table: Table) -> None:
    """Runs what happens by itself, in this order, until nothing more does."""
    while True:
        mark = len(table.log)
        for auto in autos:
            auto(table)
        if len(table.log) == mark:
            return
