"""Winning lines in words, as `cadogan solve` prints them."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.cards import spoken
from cadogan_games.engine.table import Move, Table
from cadogan_games.solver.tables import copied


def line_in_words(table: Table, line: tuple[Move, ...]) -> list[str]:
    """Return the moves of a line that begins at a table's position, such as `5♥ from column 3 to column 4`."""
    twin = copied(table)
    words = []
    for move in line:
        words.append(_in_words(twin, move))
        twin.play(move)
    return words


def _in_words(table: Table, move: Move) -> str:
    if isinstance(move[0], str):
        action = table.game.actions[move[0]]
        places = [_place(table, spot) for spot in move[1:]]
        return f"{action.label}: {', '.join(places)}" if places else str(action.label)
    src, dst, count = move
    moved = spoken(table.piles[src][-count])
    more = f" and {count - 1} more" if count > 1 else ""
    return f"{moved}{more} from {_name(table, src)} to {_name(table, dst)}"


def _place(table: Table, spot: Any) -> str:
    pile, card = spot if isinstance(spot, tuple) else (spot, -1)
    cards = table.piles[pile]
    return f"{spoken(cards[card])} at {_name(table, pile)}" if cards else _name(table, pile)


def _name(table: Table, pile: int) -> str:
    group = table.game.group_of[pile]
    return group.name if group.size == 1 else f"{group.name} {pile - table.number(group.id) + 1}"
