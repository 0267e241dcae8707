"""The seats of players in the rooms of other nodes."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_protocol.rooms import ListedRoom
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.store import keys
from cadogan_server.store.nodes.seat_index import KEPT_SECONDS, IndexedSeat, SeatIndex
from tests.server.core import race
from tests.server.store.nodes.living import Living


def room(code: str) -> ListedRoom:
    return describe.listed(race(players=1), Volatile()).model_copy(update={"code": code})


async def test_players_are_found_in_rooms_of_other_nodes_only(redis: Redis) -> None:
    nodes: set[str] = set()
    one, two, three = (SeatIndex(redis, Living(id, nodes)) for id in ("a", "b", "c"))  # type: ignore[arg-type]
    here = IndexedSeat(True, False, True, room("AAAAAA"))
    there = IndexedSeat(False, True, False, room("BBBBBB"))
    await one.write({"anna": [here]})
    await two.write({"anna": [there], "olga": [there, here]})
    assert await one.seats_of(["anna", "olga", "eve"]) == {"anna": [there], "olga": [there, here], "eve": []}
    (found,) = (await three.seats_of(["anna"])).values()
    assert sorted(seat.room.code for seat in found) == ["AAAAAA", "BBBBBB"]
    assert await three.seats_of([]) == {}


async def test_only_what_has_changed_is_written(redis: Redis) -> None:
    nodes = {"b"}
    index = SeatIndex(redis, Living("a", nodes))  # type: ignore[arg-type]
    seat = IndexedSeat(True, True, True, room("AAAAAA"))
    await index.write({"anna": [seat], "olga": [seat]})
    await index.write({"anna": []})
    assert await redis.hkeys(keys.seats("a")) == [b"olga"]
    assert 0 < await redis.ttl(keys.seats("a")) <= KEPT_SECONDS
    await index.withdraw()
    assert not await redis.exists(keys.seats("a"))


async def test_the_players_of_an_ended_node_sit_nowhere(redis: Redis) -> None:
    nodes: set[str] = set()
    one, two = (SeatIndex(redis, Living(id, nodes)) for id in ("a", "b"))  # type: ignore[arg-type]
    assert not one.alone
    await two.write({"anna": [IndexedSeat(True, True, True, room("AAAAAA"))]})
    nodes.remove("b")
    assert await one.seats_of(["anna"]) == {"anna": []}
    assert one.alone
