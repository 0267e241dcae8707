"""The rooms of all nodes in which a person sits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from redis.exceptions import ConnectionError

from cadogan_server.delivery.describe import Volatile
from cadogan_server.hosting.observers.seat_lookup import AGAIN, SeatLookup
from cadogan_server.hosting.observers.whereabouts import Whereabouts
from cadogan_server.store.nodes.seat_index import IndexedSeat
from tests.server.core import NOON, race
from tests.server.hosting.observers.test_whereabouts import Hub


class Index:
    """The index that nodes share, in memory."""

    def __init__(self) -> None:
        self.alone = False
        self.away = False
        self.written: list[Mapping[str, Sequence[IndexedSeat]]] = []

    async def write(self, changed: Mapping[str, Sequence[IndexedSeat]]) -> None:
        if self.away:
            raise ConnectionError
        self.written.append(changed)

    async def seats_of(self, players: Sequence[str]) -> dict[str, list[IndexedSeat]]:
        return {player: [] for player in players}


def lookup(players: int = 2, **rules: Any) -> tuple[SeatLookup, Index, Whereabouts, Any]:
    """Return the seat lookup of a node with one lobby of some players, the first of whom is present."""
    hub: Any = Hub(race(players=players, **rules))
    hub.volatile, hub.attendance = Volatile(), SimpleNamespace(seated={0: object()})
    whereabouts, index = Whereabouts(), Index()
    whereabouts.changed(hub)
    return SeatLookup(whereabouts, index), index, whereabouts, hub  # type: ignore[arg-type]


async def seat_of(seats: SeatLookup, player: str) -> IndexedSeat:
    ((seat,),) = (await seats.of([player])).values()
    return seat


async def test_a_found_seat_says_if_its_player_is_present() -> None:
    seats, *_ = lookup()
    assert (await seat_of(seats, "p0"))[:3] == (True, True, True)
    assert (await seat_of(seats, "p1"))[:3] == (False, True, True)
    assert (await seat_of(seats, "p0")).room.players == ("Player 0", "Player 1")


@pytest.mark.parametrize("rules", [{"seats": 2}, {"by_link": True, "public": False}])
async def test_a_room_that_nobody_can_join_by_its_code_says_so(rules: dict[str, Any]) -> None:
    assert not (await seat_of(lookup(**rules)[0], "p0")).joinable


async def test_a_locked_or_running_room_is_not_joinable() -> None:
    seats, _, _, hub = lookup()
    hub.room.lock(0, True, NOON)
    assert not (await seat_of(seats, "p0")).joinable


async def test_all_seats_are_published_first_and_then_what_has_changed() -> None:
    seats, index, whereabouts, hub = lookup()
    await seats.exchange()
    assert index.written.pop().keys() == {"p0", "p1"}
    hub.room.leave(1, NOON)
    whereabouts.changed(hub)
    await seats.exchange()
    assert index.written.pop()["p1"] == []


async def test_a_store_that_was_away_is_told_everything_again() -> None:
    seats, index, *_ = lookup(players=AGAIN + 8, seats=64)
    await seats.exchange()
    everybody = index.written.pop().keys()
    index.away = True
    with pytest.raises(ConnectionError):
        await seats.exchange()
    index.away = False
    await seats.exchange()
    assert index.written.pop().keys() == everybody


async def test_a_node_that_is_alone_publishes_nothing_until_another_comes() -> None:
    seats, index, *_ = lookup()
    index.alone = True
    await seats.exchange()
    assert index.written == []
    index.alone = False
    await seats.exchange()
    assert index.written.pop().keys() == {"p0", "p1"}
