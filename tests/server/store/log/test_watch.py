"""A store that lost data is recognised by its counter."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_server.store.log.mending import Mender
from cadogan_server.store.redis.writer import ErrorReply, pack
from tests.server.store.log.test_mending import Master, logged_room


async def test_a_store_that_was_started_anew_is_known() -> None:
    mender, master, log = Mender(), Master(), logged_room("ABCDEF", "one")

    async def anew(*ids: Any) -> bool:
        master.infos = [id if isinstance(id, ErrorReply) else b"a:b\r\nrun_id:%b\r\n" % id for id in ids]
        found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
        assert found is not None
        return found.anew

    assert [await anew(b"one", b"two"), await anew(b"two", b"one"), await anew(b"one")] == [False] * 3
    assert await anew(b"one", b"three")
    assert not await anew(b"three", ErrorReply("no"))
    assert await anew(b"four")


@pytest.mark.parametrize(
    ("last", "mark", "more"),
    [
        *((7, b"7", False), (7, b"8", False), (7, b"6", True), (7, None, True), (7, ErrorReply("no"), False)),
        *((1, b"1", False), (1, None, True)),
    ],
)
async def test_a_mark_that_is_not_there_tells_that_more_is_missing(last: int, mark: Any, more: bool) -> None:
    mender, master, log = Mender(), Master(ABCDEF=["5-1"]), logged_room("ABCDEF", "one")
    log.done = True
    mender.marks = {"other": 1, "mark": last}
    master.answers = {pack("GET", "other"): b"1", pack("GET", "mark"): mark}
    found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
    assert (found is not None and found.more) == more
    assert bool(mender.marks) != more, "entries known to be lost are not looked for again"


async def test_a_store_without_a_run_id_does_not_count_as_restarted() -> None:
    mender, master, log = Mender(), Master(), logged_room("ABCDEF", "one")
    master.infos = [b"# Server\r\nredis_mode:standalone\r\n"]
    for _ in range(2):
        found = await mender.compare(master, [log], [])  # type: ignore[arg-type]
        assert found is not None
        assert not found.anew
