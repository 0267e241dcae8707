"""A viewer who has left a room is sent nothing more."""

from __future__ import annotations

from cadogan_protocol.codec import Format
from tests.server.core import NOON
from tests.server.hosting.stage import Stage
from tests.server.replica import Replica


def test_a_viewer_who_has_left_is_sent_nothing_more() -> None:
    stage = Stage()
    viewer = stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
    stage.hub.leave(viewer)
    stage.journal.release()
    seen = stage.clients[viewer].bytes
    with stage.hub.change() as room:
        room.ready(0, True, "", NOON)
    stage.journal.release()
    assert stage.clients[viewer].bytes == seen
    client = stage.clients[viewer]
    client.slow = True
    assert not client.closed
    for _ in range(3):
        viewer.outbox.write([bytes(3000)])
    assert client.closed, "frames of a player are not dropped"
