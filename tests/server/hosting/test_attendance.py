"""A player is in a room once, in whichever socket, until the seat is freed."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from tests.server.core import NOON
from tests.server.hosting.stage import Stage
from tests.server.replica import Replica


def test_a_player_whose_seat_is_freed_is_put_out_of_the_room() -> None:
    stage = Stage()
    viewer = stage.enter("p1", 1, {}, Format.MSGPACK, Replica())
    with stage.hub.change() as room:
        room.unseat(0, 1, NOON)
    assert stage.clients[viewer].out
    assert (stage.hub.audience.viewers, stage.hub.volatile.present) == ([], ())


def test_a_spectator_in_two_sockets_is_there_once() -> None:
    stage = Stage()
    one = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    two = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    assert stage.hub.audience.viewers == [two]
    assert stage.clients[one].out


def test_the_same_player_in_two_sockets_is_there_once() -> None:
    stage = Stage()
    one = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    two = stage.enter("p0", 0, {}, Format.MSGPACK, Replica())
    assert stage.clients[one].closed
    stage.hub.leave(one)
    assert stage.hub.audience.viewers == [two]
    assert stage.hub.volatile.present == (0,)
