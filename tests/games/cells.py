"""The sheets of FreeCell and its kin read once more, without the engine's rules: legal moves found by trying every card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

from cadogan_games import catalogue
from cadogan_games.engine.cards import KING, rank_of, suit_of
from cadogan_games.engine.table import Move, Table

Packs = Callable[[int, int], bool]
"""Says whether a card of the next lower rank may lie on another card, by their suits."""


def fits(card: int, pile: list[int], packs: Packs, kings: bool) -> bool:
    """True if a column takes a card, by lines 2 and 3 of part 4. With `kings` an empty one takes no other card."""
    if not pile:
        return not kings or rank_of(card) == KING
    return rank_of(pile[-1]) == rank_of(card) + 1 and packs(card, pile[-1])


def by_the_sheet(table: Table, packs: Packs, kings: bool) -> set[Move]:
    """Return the legal moves by part 4 of the sheet."""
    first, piles = table.game.first, table.piles
    cells = range(first["cells"], first["cells"] + len(table.group("cells")))
    columns = range(first["tableau"], first["tableau"] + len(table.group("tableau")))
    found: set[Move] = set()
    for src in [*cells, *columns]:
        if not piles[src]:
            continue
        top = piles[src][-1]
        home = first["foundations"] + suit_of(top)
        if len(piles[home]) == rank_of(top) - 1:
            found.add((src, home, 1))
        if src in columns:
            found |= {(src, cell, 1) for cell in cells if not piles[cell]}
        for dst in columns:
            if dst != src:
                room = 1
                if src in columns:
                    room = sum(not piles[cell] for cell in cells) + 1
                    if not kings:
                        room *= 2 ** sum(not piles[column] and column != dst for column in columns)
                found |= {
                    (src, dst, n)
                    for n in runs(piles[src], room, packs)
                    if fits(piles[src][-n], piles[dst], packs, kings)
                }
    return found


def runs(pile: list[int], most: int, packs: Packs) -> Iterator[int]:
    """Yield the lengths, up to `most`, of the runs at the end of a column."""
    for n in range(1, min(most, len(pile)) + 1):
        if all(fits(upper, [lower], packs, False) for lower, upper in pairwise(pile[-n:])):
            yield n


def play_by_the_sheet(id: str, packs: Packs, kings: bool) -> None:
    """Play a game at random, and check each position's moves against those of the sheet."""
    game, longest, positions = catalogue.game(id), 1, 0
    for number in range(40):
        choose = Random(number)
        table = game.deal(bytes([number]) * 32)
        for _ in range(120):
            moves = [] if table.won else table.moves()
            assert set(moves) == by_the_sheet(table, packs, kings)
            assert len(moves) == len(set(moves))
            if not moves:
                break
            positions += 1
            longest = max(longest, *(move[2] for move in moves), 1)
            # Nine times of ten no card goes into a cell, so that there is room for runs.
            sparing = [move for move in moves if game.group_of[move[1]].id != "cells"]
            table.play(choose.choice(sparing if sparing and choose.random() < 0.9 else moves))
    assert positions > 500
    assert longest >= 2, "no run was ever tried"
