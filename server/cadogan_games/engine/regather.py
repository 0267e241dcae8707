"""Redeals of the cards on the table: they are gathered and laid out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from cadogan_games.engine.actions import Action
from cadogan_games.engine.conditions import Condition, redeals_left
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Table

Cut = Callable[[Sequence[int]], Sequence[Sequence[int]]]
"""Divides gathered cards among the piles, the first card of each part at the bottom."""


def deal_again(group: str, cut: Cut, *, times: int | None, shuffled: bool, when: Sequence[Condition] = ()) -> Action:
    """`redeal`: gather the cards of a group (see `gathered`), shuffle them if `shuffled`, and lay them out again.

    It may be done `times` times (None: no limit). The counter `redeals` counts them. `when` adds conditions.
    """

    def do(table: Table) -> None:
        table.add("redeals")
        cards, number = gathered(table, group), table.count("redeals") if shuffled else 0
        lay_anew(table, group, cut(redealt(cards, table.seed, number) if shuffled else cards), number)

    return Action(
        "redeal",
        "Redeal",
        do,
        when=(*when, *redeals_left(times)),
        text=f"the cards of the {group} are gathered, {'shuffled' if shuffled else 'not shuffled,'} and dealt again",
        counters=("redeals",),
    )


def gathered(table: Table, group: str) -> list[int]:
    """Return the cards of a group in the order of its piles, each from its bottom card to its top card."""
    return list(chain.from_iterable(table.group(group)))


def in_packets(cards: Sequence[int], size: int) -> list[Sequence[int]]:
    """Cut cards into packets of `size`, the first card at the bottom of the first packet. The last packet gets the
    remainder."""
    return [cards[i : i + size] for i in range(0, len(cards), size)]


def in_rounds(cards: Sequence[int], piles: int) -> list[Sequence[int]]:
    """Deal cards one by one to `piles` piles in turn, round after round."""
    return [cards[i::piles] for i in range(piles)]


def lay_anew(table: Table, group: str, packets: Sequence[Sequence[int]], shuffle: int = 0) -> None:
    """Gather the cards of a group on its first pile, then lay them as packets on its piles in turn.

    Piles without a packet stay empty. `shuffle` is the number of the shuffled redeal that made the packets; 0 if they were not
    shuffled.
    """
    first, *others = table.game.indexes(group)
    for pile in others:
        if table.piles[pile]:
            table.shift(pile, first, len(table.piles[pile]))
    gathered = list(chain.from_iterable(packets))
    if shuffle or table.piles[first] != gathered:
        table.order(first, gathered, shuffle)
    for pile, packet in reversed(list(zip(others, packets[1:], strict=False))):
        if packet:
            table.shift(first, pile, len(packet))
