"""A room's feed, which follows the room by its sent messages."""

from __future__ import annotations

import pytest

from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Delta
from cadogan_server.delivery.feed import MessageMissing
from tests.server.hosting.followed import Followed
from tests.server.hosting.stage import Stage, begin
from tests.server.mirrors.test_mirror import moves


def test_a_mirror_notices_gaps_and_ignores_repetitions() -> None:
    stage = Stage()
    both = Followed(stage)
    watcher = both.look_on("watcher", Format.MSGPACK)
    begin(stage)
    made = moves(stage)
    next(made)
    both.release()
    told, mirror = both.links[0].shown[-1], both.mirror
    mirror.receive(told)
    next(made)
    next(made)
    both.links[0].up = False
    both.release()
    next(made)
    next(made)
    both.links[0].up = True
    with pytest.raises(MessageMissing):
        both.release()
    assert watcher.clients[1].kinds.count(Delta) == 1
