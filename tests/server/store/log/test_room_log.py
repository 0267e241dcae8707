"""The log of a room as its writer sees it."""

from __future__ import annotations

from cadogan_server.store import keys
from cadogan_server.store.log.chain import Entry
from cadogan_server.store.log.room_log import RoomLog
from cadogan_server.store.redis.writer import pack


def entry(log: RoomLog, records: bytes) -> bytes:
    """Return the command that writes these records."""
    log.records = records
    return log.entry()


def test_an_entry_is_numbered_within_its_epoch() -> None:
    log = RoomLog("ABCDEF", 7)
    assert (log.code, log.last, log.lacks, log.done, log.after, log.records) == ("ABCDEF", (7, 0), 0, False, b"", b"")
    assert entry(log, b"one") == pack("XADD", keys.log("ABCDEF"), "7-1", "r", b"one")
    assert entry(log, b"\r\n") == pack("XADD", keys.log("ABCDEF"), "7-2", "r", b"\r\n")
    assert (log.last, log.records) == ((7, 2), b"")
    assert log.known.between(None, (7, 2)) == [Entry((7, 1), b"one"), Entry((7, 2), b"\r\n")], (
        "should the store lose them"
    )


def test_a_writer_that_takes_a_log_up_knows_its_own_entries_by_number() -> None:
    log = RoomLog("ABCDEF", 7, count=2)
    entry(log, b"three")
    assert log.known.between((7, 2), (7, 3)) == [Entry((7, 3), b"three")]


def test_a_writer_that_goes_on_behind_its_last_entry_says_nothing_more() -> None:
    log = RoomLog("ABCDEF", 7, count=2)
    log.go_on_from([Entry((5, 9), b"old"), Entry((7, 1), b"one"), Entry((7, 2), b"two")])
    assert entry(log, b"three") == pack("XADD", keys.log("ABCDEF"), "7-3", "r", b"three")


def test_a_writer_that_goes_on_from_an_earlier_entry_names_it_once() -> None:
    log = RoomLog("ABCDEF", 7, count=1)
    log.go_on_from([Entry((5, 9), b"old")])
    assert entry(log, b"one") == pack("XADD", keys.log("ABCDEF"), "7-2", "r", b"one", "a", "5-9")
    assert entry(log, b"two") == pack("XADD", keys.log("ABCDEF"), "7-3", "r", b"two")
    assert log.known.between((5, 9), (7, 3)) == [Entry((7, 2), b"one", b"5-9"), Entry((7, 3), b"two")]
