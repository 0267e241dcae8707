"""Redeals of what lies on the table: cards are gathered and laid anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from cadogan_games.engine.actions import Action
from cadogan_games.engine.conditions import Condition, redeals_left
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Table

Cut = Callable[[Sequence[int]], Sequence[Sequence[int]]]
"""How cards that were gathered are parted among the piles, the first card at the bottom."""


def deal_again(group: str, cut: Cut, *, times: int | None, shuffled: bool, when: Sequence[Condition] = ()) -> Action:
    """`redeal`: the cards of a group are gathered (see `gathered`), perhaps shuffled, and laid anew, at most so many times.

    It counts in `redeals`; None: no limit. `when` asks for more.
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
    """The cards of a group in the order of its piles, each from its bottom card to its top card."""
    return list(chain.from_iterable(table.group(group)))


def in_packets(cards: Sequence[int], size: int) -> list[Sequence[int]]:
    """Cards cut into packets of so many, the first card at the bottom of the first; the last packet has what is left."""
    return [cards[i : i + size] for i in range(0, len(cards), size)]


def in_rounds(cards: Sequence[int], piles: int) -> list[Sequence[int]]:
    """Cards dealt one to each of so many piles in turn, round after round."""
    return [cards[i::piles] for i in range(piles)]


def lay_anew(table: Table, group: str, packets: Sequence[Sequence[int]], shuffle: int = 0) -> None:
    """The cards of a group are gathered on its first pile and laid as packets on its piles in turn; the others are empty.

    `shuffle` is the number of the shuffled redeal that the packets come from, if they come from one.
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
