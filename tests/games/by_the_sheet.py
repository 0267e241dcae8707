"""Compares a definition with a second one, which is written from the sheet's words alone and shares nothing with the engine.

A second definition is a function of the face of a table, its piles as cards' names, that gives the face after each legal
move. It knows neither relations nor rules, so a mistake in those shows as a difference.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_games.engine.table import Move, Table

Face = dict[str, tuple[str, ...]]
"""The cards of each pile by the pile's name, `tableau/2`: bottom first, those face down with `#`. A counter is the one
text of `count/redeals`."""
Second = Callable[[Face], dict[Move, Face]]
"""A second definition: for each legal move, with piles by name, the face after it."""

RANKS = "A23456789TJQK"


def rank(card: str) -> int:
    """Return a card's rank, 1 to 13."""
    return RANKS.index(card[0]) + 1


def suit(card: str) -> str:
    """Return the letter of a card's suit."""
    return card[1]


def red(card: str) -> bool:
    """True if the card is a diamond or a heart."""
    return card[1] in "DH"


def moved(face: Face, src: str, dst: str, count: int = 1) -> Face:
    """Return the face after `count` cards have gone from the end of a pile to the end of another."""
    return {**face, src: face[src][:-count], dst: face[dst] + face[src][-count:]}


def turned_up(face: Face, pile: str) -> Face:
    """Return the face with the last card of a pile face up."""
    return {**face, pile: (*face[pile][:-1], face[pile][-1].removeprefix("#"))} if face[pile] else face


def face_of(table: Table) -> Face:
    """Return what lies on a table."""
    piles = {spot: tuple(name(card) for card in table.piles[pile]) for pile, spot in enumerate(spots(table))}
    return piles | {f"count/{counter}": (str(table.count(counter)),) for counter in table.game.counters}


def spots(table: Table) -> list[str]:
    """Return the names of a table's piles, in order."""
    return [f"{group.id}/{i}" for group in table.game.groups for i in range(group.size)]


def differences(id: str, second: Second, deals: int, options: dict[str, Any] | None = None) -> list[str]:
    """Play games at random, and return a sentence for the first position in which the two definitions differ."""
    chance = Random(id)
    game = catalogue.game(id, options)
    for _ in range(deals):
        table = game.deal(chance.randbytes(32))
        named = spots(table)
        for _ in range(200):
            expected = second(face_of(table))
            moves = {_named(move, named): move for move in table.moves()}
            if set(moves) != set(expected):
                return [f"{face_of(table)}: {set(moves) ^ set(expected)} are legal in one only"]
            if not moves:
                break
            chosen = chance.choice(sorted(moves, key=str))
            table.play(moves[chosen])
            if face_of(table) != expected[chosen]:
                return [f"{chosen} leads to {face_of(table)}, and should to {expected[chosen]}"]
    return []


def _named(move: Move, named: list[str]) -> Move:
    """Return a move with the piles' names in the place of their numbers. An action's places are whole piles here."""
    if isinstance(move[0], str):
        return (move[0], *(named[spot] for spot in move[1:]))
    src, dst, count = move
    return (named[src], named[dst], count)
