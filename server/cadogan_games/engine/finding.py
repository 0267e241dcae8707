"""How the legal moves of a line are found quickly: every look-up is made once, when the game is made ready.

A target pile has a table that gives for its top card the set of the cards it takes. First the sets of all targets are
gathered, then each source card is tried against their union, and only against single targets where it is in that. The
common case (a look-up by the top card is all there is to it) has loops of its own: measured on Klondike, they take a third off
the time for all moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan_games.engine.cards import DOWN, JOKER, rank_of
from cadogan_games.engine.groups import NO_LIMIT

if TYPE_CHECKING:
    from cadogan_games.engine.game import Game
    from cadogan_games.engine.plays import Finder, Play
    from cadogan_games.engine.relations import Relation
    from cadogan_games.engine.table import Move, Table

Wanted = list[tuple[int, int]]
"""Target piles that take something now, each with the set of the cards it takes."""

EMPTY = -1
"""The index of a look-up table's last entry: what an empty pile takes."""


@dataclass(frozen=True)
class Target:
    """A pile where cards may go. `lookup` gives for its top card the set it takes, and for `EMPTY` its base.

    `wants` replaces the look-up where more than the top card matters. With `in_order`, a card that several empty piles
    would take is offered to the first alone; `later` marks the piles after the group's first. `full` cards fill the pile;
    it is `watched` only where the look-up does not come to an end by itself.
    """

    pile: int
    lookup: list[int]
    full: int
    watched: bool
    wants: Callable[[Table, int], int] | None
    in_order: bool
    later: bool

    def takes(self, table: Table) -> int:
        """The set of the cards that the pile takes now, other piles apart."""
        cards = table.piles[self.pile]
        if len(cards) >= self.full:
            return 0
        return self.wants(table, self.pile) if self.wants else self.lookup[cards[-1] if cards else EMPTY]


def targets_of(play: Play, game: Game) -> list[Target]:
    """The target piles of a line. Cards that lie face down take nothing."""
    found = []
    for id in play.targets:
        group = game.group(id)
        relation = play.onto or group.accepts
        wants = group.wants if play.onto is None else None
        for n, (pile, base, full) in enumerate(zip(game.indexes(id), group.bases(), group.limits(), strict=True)):
            space = base if play.space is None else play.space
            lookup = [*relation.on, *[0] * (2 * DOWN - len(relation.on)), space]
            watched = full < NO_LIMIT and not (full >= 13 and _ends_by_itself(relation))
            found.append(Target(pile, lookup, full, watched, wants, group.in_order, n > 0))
    return found


def _ends_by_itself(relation: Relation) -> bool:
    """Whether ranks only rise or only fall along the relation, so that no pile built by it is longer than 13 cards."""
    steps = [
        rank_of(upper) - rank_of(lower) for lower in range(52) for upper in range(52) if relation.on[lower] >> upper & 1
    ]
    return all(step > 0 for step in steps) or all(step < 0 for step in steps)


def compile_play(play: Play, game: Game) -> Finder:
    """A function that adds a line's legal moves to a list, and those that are more than a shift to a map."""
    when, consequential = play.when, play.then is not None or play.turned
    gather = _gatherer(targets_of(play, game))
    match = _matcher(play, game)

    def find(table: Table, out: list[Move], consequences: dict[Move, Any]) -> None:
        for condition in when:
            if not condition(table):
                return
        wanted, union = gather(table)
        if not union:
            return
        first = len(out)
        match(table, wanted, union, out)
        if consequential:
            for move in out[first:]:
                consequences[move] = play

    return find


def _gatherer(targets: list[Target]) -> Callable[[Table], tuple[Wanted, int]]:
    """What gathers the sets of all targets, and their union."""
    if all(_is_plain(target, targets) for target in targets):
        return _plain_gatherer([(target.pile, target.lookup) for target in targets])

    def gather(table: Table) -> tuple[Wanted, int]:
        wanted: Wanted = []
        union = offered = 0
        for target in targets:
            mask = target.takes(table)
            if not target.later:
                offered = 0
            if target.in_order and not table.piles[target.pile]:
                mask, offered = mask & ~offered, offered | mask
            if mask:
                wanted.append((target.pile, mask))
                union |= mask
        return wanted, union

    return gather


def _is_plain(target: Target, targets: list[Target]) -> bool:
    """Whether a look-up is all there is to it: no limit to watch, and no other empty pile that would take the same card."""
    rivals = [other for other in targets if other is not target and other.lookup[EMPTY] & target.lookup[EMPTY]]
    return target.wants is None and not target.watched and not (target.in_order and rivals)


def _plain_gatherer(targets: list[tuple[int, list[int]]]) -> Callable[[Table], tuple[Wanted, int]]:
    def gather(table: Table) -> tuple[Wanted, int]:
        piles = table.piles
        wanted: Wanted = []
        union = 0
        for pile, lookup in targets:
            cards = piles[pile]
            mask = lookup[cards[-1]] if cards else lookup[EMPTY]
            if mask:
                wanted.append((pile, mask))
                union |= mask
        return wanted, union

    return gather


Matcher = Callable[["Table", Wanted, int, "list[Move]"], None]
"""Adds the moves of the source cards that fit."""


def _matcher(play: Play, game: Game) -> Matcher:
    if play.only_top:
        return _top_matcher(play, game)
    if play.run is not None:
        return _run_matcher(play, game, play.run.on)
    return _unit_matcher(play, game)


def _top_matcher(play: Play, game: Game) -> Matcher:
    """For single cards."""
    sources = [i for id in play.sources for i in game.indexes(id)]
    free, where = play.free, play.where
    face = DOWN if play.turned else 0

    def match(table: Table, wanted: Wanted, union: int, out: list[Move]) -> None:
        piles = table.piles
        for source in sources:
            cards = piles[source]
            if not cards:
                continue
            bit = 1 << (cards[-1] ^ face)
            if bit & union and (free is None or free(table, source)):
                for target, mask in wanted:
                    if mask & bit and target != source and (where is None or where(table, source, target, 1)):
                        out.append((source, target, 1))

    return match


def _run_matcher(play: Play, game: Game, on: Sequence[int]) -> Matcher:
    """For runs of any length by one relation: grows the run and tries each of its cards in one loop."""
    sources = [i for id in play.sources for i in game.indexes(id)]
    free, where = play.free, play.where

    def match(table: Table, wanted: Wanted, union: int, out: list[Move]) -> None:
        piles = table.piles
        for source in sources:
            cards = piles[source]
            if not cards:
                continue
            n, size, card = 1, len(cards), cards[-1]
            while True:
                if union >> card & 1 and (free is None or free(table, source)):
                    for target, mask in wanted:
                        if mask >> card & 1 and target != source and (where is None or where(table, source, target, n)):
                            out.append((source, target, n))
                if n == size:
                    break
                below = cards[-n - 1]
                if below >= JOKER or not on[below] >> card & 1:
                    break
                card = below
                n += 1

    return match


def _unit_matcher(play: Play, game: Game) -> Matcher:
    """For cards that move together, as many as the line's `units` say."""
    sources = [i for id in play.sources for i in game.indexes(id)]
    free, where, units = play.free, play.where, play.units

    def match(table: Table, wanted: Wanted, union: int, out: list[Move]) -> None:
        piles = table.piles
        for source in sources:
            cards = piles[source]
            if not cards:
                continue
            for n in units(cards):
                bit = 1 << cards[-n]
                if bit & union and (free is None or free(table, source)):
                    for target, mask in wanted:
                        if mask & bit and target != source and (where is None or where(table, source, target, n)):
                            out.append((source, target, n))

    return match
