"""Positions and moves as other programs read them: groups by name, cards as text, nothing masked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cadogan_games import catalogue
from cadogan_games.catalogue import UnknownGame
from cadogan_games.engine.cards import DOWN, name
from cadogan_games.engine.head import Value
from cadogan_games.engine.table import Move, Rules, Table


def position(table: Table) -> dict[str, Any]:
    """Return the whole position: phase, counters, and each group's piles with the names of their cards, bottom first."""
    game = table.game
    counters = {name: table.count(name) for name in game.counters}
    piles = {group.id: [[name(card) for card in pile] for pile in table.group(group.id)] for group in game.groups}
    return {"game": game.head.id, "options": game.options, "phase": table.phase, "counters": counters, "piles": piles}


def dealt(id: str, options: Mapping[str, Value], seed: bytes, *, number: int, seats: Sequence[int]) -> list[list[int]]:
    """Return the piles of a game after its deal, bottom first, with the number of every card even if it lies face down.

    Args:
        id, options: the game; options that are not named have their defaults.
        seed: the seed of the deal, 32 bytes.
        number: the number of the game in its match, from 0.
        seats: those of the players at a shared table; empty in other games.

    Raises:
        LookupError: there is no such game.
        CatalogueError: it has no such options.
    """
    try:
        table = catalogue.game(id, options).deal(seed)
    except UnknownGame as error:
        raise LookupError(str(error)) from error
    table.game.definition.seat(table, number, seats)
    return [[card % DOWN for card in pile] for pile in table.piles]


def record(table: Table, move: Move | None) -> dict[str, Any]:
    """Return one record of a trace: position, legal moves, the move taken (or None), progress, and `won`.

    Where several players are at the table, progress is a list by seat.
    """
    game = table.game
    return position(table) | {
        "moves": [spell(game, m) for m in table.moves()],
        "move": None if move is None else spell(game, move),
        "progress": game.definition.progress(table),
        "won": table.won,
    }


def spell(game: Rules, move: Move) -> dict[str, Any]:
    """Return a move in words: `{"from": "tableau/0", "to": "foundations/2", "count": 1}` or `{"action": ..., "spots":
    [...]}`."""
    if not isinstance(move[0], str):
        src, dst, count = move
        return {"from": spot(game, src), "to": spot(game, dst), "count": count}
    if len(move) == 1:
        return {"action": move[0]}
    return {"action": move[0], "spots": [spot(game, place) for place in move[1:]]}


def spot(game: Rules, place: int | tuple[int, int]) -> str:
    """Return a pile as `GROUP/i`, or a card in it as `GROUP/i/k`."""
    pile, card = (place, None) if isinstance(place, int) else place
    id = game.group_of[pile].id
    text = f"{id}/{pile - game.first[id]}"
    return text if card is None else f"{text}/{card}"
