"""Automatic changes ("autos"). They run after the deal and after each move, until none changes the table any more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cadogan_games.engine.cards import ACES, DOWN
from cadogan_games.engine.table import Table

Auto = Callable[[Table], None]
"""Changes the table by its own methods where something is due; otherwise does nothing."""

After = Callable[[Table, int, int], None]
"""`(table, src, dst)`: makes the automatic changes that one move on a settled table calls for. The move took a packet
from the top of pile `src` to the top of pile `dst`, where it lies face up."""


@dataclass(frozen=True)
class Local:
    """An auto for which the two piles of a move show whether there is anything to change.

    `everywhere` checks the whole table. `after` has the same effect after one move, but checks the two piles first.
    Either makes all its changes in one call. `groups` names every group whose piles the auto reads or changes; None if
    that is not known. `turns_up` is true if the auto only turns up top cards. If it only fills the empty places of one
    group with cards of the others, `refills` is the id of that group.
    """

    everywhere: Auto
    after: After
    groups: tuple[str, ...] | None = None
    turns_up: bool = False
    refills: str = ""

    def __call__(self, table: Table) -> None:
        """Do what is due anywhere on the table."""
        self.everywhere(table)


def turn_up(*groups: str) -> Auto:
    """Return an auto that turns up a card lying face down on top of a pile of these groups."""

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

    return Local(everywhere, after, groups, turns_up=True)


def refill(group: str, *sources: str, only: Sequence[int] | None = None) -> Auto:
    """Return an auto that fills the empty places of a group, lowest number first.

    Each place gets the top card of the first source that has cards; by default the sources are the waste, then the
    stock. A card that lies face down is turned over on its way. `only` names the places to fill, counted from 0 within
    the group; None means all.
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

    return Local(fill, unless_idle(fill, *sources), (group, *sources), refills=group)


def unless_idle(fill: Auto, *sources: str) -> After:
    """Return an `After` that calls `fill` only if the packet left its pile empty or went to one of the sources."""

    def after(table: Table, src: int, dst: int) -> None:
        if not table.piles[src] or table.game.group_of[dst].id in sources:
            fill(table)

    return after


def bring(table: Table, src: int, dst: int) -> None:
    """Move the top card of pile `src` to pile `dst`, face up whichever way it lay."""
    if table.piles[src][-1] >= DOWN:
        table.turn_over(src, dst)
    else:
        table.shift(src, dst)


def bring_next(table: Table, dst: int, *homes: str, passing: int = ACES) -> None:
    """Move the stock's next card face up to pile `dst`.

    Cards of the set `passing` (aces by default) that come up before it go to the first pile of the groups `homes` that
    takes them. If the stock runs out, pile `dst` gets nothing.
    """
    stock = table.game.first["stock"]
    while cards := table.piles[stock]:
        card = cards[-1] & 63
        place = taker(table, card, *homes) if passing >> card & 1 else None
        table.turn_over(stock, dst if place is None else place)
        if place is None:
            return


def taker(table: Table, card: int, *groups: str) -> int | None:
    """Return the first pile of some groups that takes a card now, or None."""
    return next(
        (pile for id in groups for pile in table.numbers(id) if table.game.takes(table, pile) >> card & 1), None
    )


def during(phase: str, *autos: Auto) -> Auto:
    """Return an auto that runs these autos only while the game is in a phase."""

    def everywhere(table: Table) -> None:
        for each in autos:
            if table.phase == phase:
                each(table)

    return everywhere


def settler(autos: Sequence[Auto]) -> After:
    """Return a quicker equivalent of `settle` for a settled table on which one packet has moved since, as most moves
    do."""
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
    """Return the same autos, each in the form that looks at the whole table."""
    return [auto.everywhere if isinstance(auto, Local) else auto for auto in autos]


def settle(autos: Sequence[Auto], table: Table) -> None:
    """Run the autos in this order, again and again, until none changes the table."""
    while True:
        mark = len(table.log)
        for auto in autos:
            auto(table)
        if len(table.log) == mark:
            return
