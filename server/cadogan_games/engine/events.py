"""The four primitive changes of a table. Each holds enough to be applied, taken back, and shown to any viewer.

`(SHIFT, src, i, dst, j, cards, turned, on_top)`: the cards src[i:i+n] go into dst at place j, where they are `cards`
then. With `turned` the packet was turned over, so its order and its faces are reversed. With `on_top` it went from the
top of one pile to the top of another. `(FLIP, pile, i, card)`: the i-th card of a pile is turned over and is `card`
then. `(ORDER, pile, before, after, shuffle)`: a pile held the cards `before` and holds `after` now. `shuffle` is the
number of the shuffled redeal that made this order, which is secret then; 0: the cards were only rearranged. `(COUNT,
counter, before, after)`: a counter had the value `before` and has the value `after` now.

Places count from 0 at the bottom. An event is a plain tuple, since thousands are made each second.
"""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.cards import DOWN

SHIFT, FLIP, ORDER, COUNT = range(4)

Event = tuple[Any, ...]
"""One of the four events, as a plain tuple."""


ONE: tuple[tuple[int, ...], ...] = tuple((card,) for card in range(2 * DOWN))
"""The packet of a card alone, by card, face up or face down. Most packets are of this kind, and logs hold
thousands."""


def apply(event: Event, piles: list[list[int]], counters: list[int]) -> None:
    """Apply an event to piles and counters in the state before it."""
    kind = event[0]
    if kind == SHIFT:
        _, src, i, dst, j, cards, _, on_top = event
        if on_top:
            del piles[src][i:]
            piles[dst] += cards
        else:
            del piles[src][i : i + len(cards)]
            piles[dst][j:j] = cards
    elif kind == FLIP:
        _, pile, i, card = event
        piles[pile][i] = card
    elif kind == ORDER:
        _, pile, _, after, _ = event
        piles[pile][:] = after
    else:
        _, counter, _, after = event
        counters[counter] = after


def inverse(event: Event) -> Event:
    """Return the event that takes this one back."""
    kind = event[0]
    if kind == SHIFT:
        _, src, i, dst, j, cards, turned, on_top = event
        return (SHIFT, dst, j, src, i, turned_over(cards) if turned else cards, turned, on_top)
    if kind == FLIP:
        _, pile, i, card = event
        return (FLIP, pile, i, card ^ DOWN)
    if kind == ORDER:
        _, pile, before, after, shuffle = event
        return (ORDER, pile, after, before, shuffle)
    _, counter, before, after = event
    return (COUNT, counter, after, before)


def turned_over(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return a packet turned over: in reverse order, with every face changed."""
    if len(cards) == 1:
        return ONE[cards[0] ^ DOWN]
    return tuple([card ^ DOWN for card in cards[::-1]])
