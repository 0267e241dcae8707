"""The form of moves, cards and table events on the wire: short arrays of small integers."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field

HIDDEN = -1
"""A card whose face the receiver may not see."""

VEILED = -2
"""A card that lies face up for its board's racer. Others see it when all racers have seen it."""

CardCode = Annotated[int, Field(ge=VEILED, le=52)]
"""A card: 13 * suit + rank - 1, with the suits in the order clubs, diamonds, hearts, spades, and ace = 1.

52 is a joker, -1 a card face down, -2 a card that only its board's racer sees face up.
"""

PileIndex = Annotated[int, Field(ge=0, le=999)]
"""The index of a pile in the table's list of piles, counted from 0 through all groups in the order of the layout."""

MOST_SPOTS = 8
"""The largest number of spots of an action."""


def check_move(value: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a move if its form is right.

    Raises:
        ValueError: its form is wrong; the message says how.
    """
    if len(value) == 3:  # most moves
        src, dst, count = value
        if type(src) is type(dst) is type(count) is int and 0 <= src <= 999 and 0 <= dst <= 999 and 0 <= count <= 999:
            return value
    if not value:
        raise ValueError("a move is [from, to, count] or [action, spot, ...], not an empty array")
    if isinstance(value[0], str):
        if not value[0].isidentifier() or len(value[0]) > 24:
            raise ValueError("an action begins with its name, a word of at most 24 letters")
        if len(value) > 1 + MOST_SPOTS:
            raise ValueError(f"an action has at most {MOST_SPOTS} spots, not {len(value) - 1}")
        return (value[0], *(_check_spot(spot) for spot in value[1:]))
    raise ValueError("a plain move is three whole numbers from 0 to 999: [from pile, to pile, how many cards]")


def _check_spot(spot: Any) -> Any:
    if _is_small(spot):
        return spot
    if isinstance(spot, list | tuple) and len(spot) == 2 and all(_is_small(number) for number in spot):
        return tuple(spot)
    raise ValueError("a spot is a pile's number or [pile, card from the bottom]")


def _is_small(number: Any) -> bool:
    return type(number) is int and 0 <= number <= 999


Move = Annotated[tuple[Any, ...], AfterValidator(check_move)]
"""`[from, to, count]` moves the top `count` cards of one pile to another; `[name, spot, ...]` is any other action.

A spot is a pile's number, or `[pile, k]` for the k-th card of a pile, counted from the bottom and from 0.
"""

TableEvent = tuple[Any, ...]
"""One primitive change of a table in the form that its receiver may see: one of `EVENTS`."""

# The kinds of events: the first number of each.

SHIFTED = 0
"""The top cards of a pile go on top of another."""

TURNED = 1
"""The top cards of a pile are turned over on to another."""

LIFTED = 2
"""Cards are taken from anywhere in a pile and put anywhere into another."""

SHOWN = 3
"""A card shows another face."""

HOLDS = 4
"""A pile holds other cards."""

COUNTED = 5
"""A counter has a new value."""

EVENTS: tuple[tuple[str, str], ...] = (
    (
        "[0, from, to, n]",
        "the top n cards of one pile go on top of another, order and faces kept",
    ),
    (
        "[1, from, to, [cards]]",
        "the top cards of one pile, as many as `cards`, are turned over as a packet on to another: their order is "
        "reversed and their faces change; `cards` says what lies there now, bottom first",
    ),
    (
        "[2, from, i, to, j, [cards]]",
        "cards i, i+1, ... of one pile, as many as `cards`, are taken out and put into another at place j, counted "
        "after they were taken; `cards` says what they show there",
    ),
    (
        "[3, pile, i, card]",
        "the i-th card of a pile, counted from 0 at the bottom, now shows this face (-1: it was turned "
        "down; on boards of others a face may also replace -2: all racers have seen it now)",
    ),
    (
        "[4, pile, [cards]]",
        "the pile now holds exactly these cards, bottom first (after a shuffle, say)",
    ),
    (
        "[5, counter, value]",
        "the counter with this number in the layout's list has this value",
    ),
)
"""Every kind of table event, in the order of their numbers: the form of its array and its meaning."""
