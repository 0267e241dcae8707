"""Applies the server's messages: the one implementation for clients, for delayed spectators, and for tests.

The code checks only what Python would silently accept: see `apply_event`.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any

from cadogan_protocol.messages import RoomUpdate
from cadogan_protocol.moves import COUNTED, HOLDS, LIFTED, SHIFTED, SHOWN, TURNED, Move, TableEvent
from cadogan_protocol.rooms import PLAY_STATES, RoomState, Seat, Standing


def apply_event(piles: Sequence[list[int]], counters: MutableSequence[int], event: TableEvent) -> None:
    """Apply one event to piles and counters.

    Raises:
        ValueError: it is not an event, or does not fit: a pile has fewer cards than it takes.
        IndexError, TypeError: there is no such pile, card or counter.
    """
    kind, place, *rest = event
    if kind == SHIFTED:
        to, n = rest
        _move(piles, place, len(piles[place]) - n, to, None, n, None)
    elif kind == TURNED:
        to, cards = rest
        _move(piles, place, len(piles[place]) - len(cards), to, None, len(cards), cards)
    elif kind == LIFTED:
        i, to, j, cards = rest
        _move(piles, place, i, to, j, len(cards), cards)
    elif kind == SHOWN:
        i, card = rest
        piles[place][i] = card
    elif kind == HOLDS:
        (cards,) = rest
        piles[place][:] = cards
    elif kind == COUNTED:
        (counters[place],) = rest
    else:
        raise ValueError(f"{event!r} is no event of a table")


def _move(
    piles: Sequence[list[int]], src: int, i: int, dst: int, j: int | None, n: int, shown: Iterable[int] | None
) -> None:
    """Take n cards out of one pile at index i and put them into another, at index j or on top."""
    if i < 0 or i + n > len(piles[src]):
        raise ValueError(f"pile {src} has {len(piles[src])} cards")
    cards = piles[src][i : i + n]
    del piles[src][i : i + n]
    place = len(piles[dst]) if j is None else j
    piles[dst][place:place] = cards if shown is None else shown


def after_events(
    piles: Iterable[Iterable[int]], counters: Iterable[int], events: Iterable[TableEvent]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return piles and counters after these events. Raises what `apply_event` raises."""
    table, counts = [list(pile) for pile in piles], list(counters)
    for event in events:
        apply_event(table, counts, event)
    return tuple(map(tuple, table)), tuple(counts)


def after_change(state: RoomState, seat: int, change: Standing | int) -> RoomState:
    """Return the room after a change of a seat's board."""
    if isinstance(change, tuple):
        return after_standings(state, (change,))
    if not change:
        return state
    seats = tuple(
        each.model_copy(update={"moves": each.moves + change}) if each.seat == seat else each for each in state.seats
    )
    return state.model_copy(update={"seats": seats})


def after_standings(state: RoomState, standings: Iterable[Standing]) -> RoomState:
    """Return the room with these standings of its racers. An unknown state counts as playing."""
    by_seat: dict[int, dict[str, Any]] = {
        standing.seat: standing._asdict()
        | {"state": PLAY_STATES[standing.state] if standing.state < len(PLAY_STATES) else "playing"}
        for standing in standings
    }
    seats = tuple(each.model_copy(update=by_seat[each.seat]) if each.seat in by_seat else each for each in state.seats)
    return state.model_copy(update={"seats": seats})


def after_update(state: RoomState, update: RoomUpdate) -> RoomState:
    """Return the room after an update.

    Absent fields stay as they were. The host goes if the host's seat has another occupant now.
    """
    names = update.model_fields_set - {"type", "seq"}
    values: dict[str, Any] = {name: value for name in names if (value := getattr(update, name)) is not None}
    if (
        "seats" in values
        and "host" not in values
        and _on_seat(state.seats, state.host) != _on_seat(update.seats, state.host)
    ):
        values["host"] = None
    return state.model_copy(update=values)


def _on_seat(seats: Iterable[Seat] | None, number: int | None) -> tuple[str | None, str | None] | None:
    """Return the occupant of a seat: player and kind of bot, or None if the seat is free."""
    return next(((seat.player, seat.bot) for seat in seats or () if seat.seat == number), None)


def after_step(moves: Sequence[Move], gone: Iterable[int], added: Iterable[Move]) -> tuple[Move, ...]:
    """Return the legal moves after a step: without those at the indexes `gone`, and with `added` at the end.

    Raises:
        IndexError: there is no such index.
    """
    left: list[Move | None] = list(moves)
    for place in gone:
        left[place] = None
    return (*(move for move in left if move is not None), *added)
