"""Events as they go over the wire, applied to a table as its viewers see it: what every client does."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan_protocol.moves import TableEvent

Piles = tuple[tuple[int, ...], ...]


def apply_events(
    piles: Iterable[Iterable[int]], counters: Iterable[int], events: Iterable[TableEvent]
) -> tuple[Piles, tuple[int, ...]]:
    """Return piles and counters after these events."""
    table, counts = [list(pile) for pile in piles], list(counters)
    for event in events:
        match event:
            case (0, src, dst, n):
                start = len(table[src]) - n
                table[dst] += table[src][start:]
                del table[src][start:]
            case (1, src, dst, cards):
                del table[src][len(table[src]) - len(cards) :]
                table[dst] += cards
            case (2, src, i, dst, j, cards):
                del table[src][i : i + len(cards)]
                table[dst][j:j] = cards
            case (3, pile, i, card):
                table[pile][i] = card
            case (4, pile, cards):
                table[pile] = list(cards)
            case (5, counter, value):
                counts[counter] = value
            case _:
                raise ValueError(f"{event!r} is no event of a table")
    return tuple(map(tuple, table)), tuple(counts)
