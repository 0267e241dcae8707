"""Tables that a search walks on: copies, and moves taken back without logging it."""

from __future__ import annotations

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, SHIFT, apply, inverse, turned_over
from cadogan_games.engine.table import Table


def copied(table: Table) -> Table:
    """Return an independent copy of a table. Its log is empty."""
    twin = Table(table.game, table.seed)
    for pile, cards in zip(twin.piles, table.piles, strict=True):
        pile += cards
    twin.counters[:] = table.counters
    return twin


def rewind(table: Table, mark: int) -> None:
    """Take back everything that a table logged since its log had `mark` events.

    Unlike `undo` it works in games that allow players no undo.
    """
    log, piles, counters = table.log, table.piles, table.counters
    while len(log) > mark:
        event = log.pop()
        kind = event[0]
        if kind == SHIFT and event[7]:
            cards: tuple[int, ...] = event[5]
            del piles[event[3]][event[4] :]
            piles[event[1]] += turned_over(cards) if event[6] else cards
        elif kind == FLIP:
            piles[event[1]][event[2]] = event[3] ^ DOWN
        else:
            apply(inverse(event), piles, counters)
    table.changed()
