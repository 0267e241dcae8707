"""The records of a log: packed, unpacked, and readable by earlier versions of the server."""

from __future__ import annotations

import msgpack
import pytest

from cadogan_server.rooms.records import BadLog, Created, Ended, Followed, NewerLog, Played, Record, Score, pack, unpack

PLAIN = Created(1, "i", "CODE", "klondike", 1, {"draw": 3}, {}, b"secret")

RECORDS: list[Record] = [
    PLAIN,
    PLAIN._replace(key=b"k"),
    PLAIN._replace(number=2),
    PLAIN._replace(score=(Score("p", "Ann", "", 3, 1),)),
    Ended(1, "done"),
    Ended(1, "done", 0),
    Followed(1, "CODE"),
    Followed(1, "CODE", 0),
    Followed(1, "CODE", None, "clock"),
]


@pytest.mark.parametrize("record", RECORDS, ids=repr)
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    assert list(unpack([pack(record)])) == [record]


def test_a_record_is_no_longer_than_what_it_says() -> None:
    """So an earlier version, which knows fewer fields, reads every record without new ones."""
    tag, *fields = msgpack.unpackb(pack(PLAIN))
    assert (tag, len(fields)) == ("create", 8)
    tag, *fields = msgpack.unpackb(pack(PLAIN._replace(contest="race")))
    assert (tag, len(fields)) == ("create", 14)
    assert msgpack.unpackb(pack(Followed(1, "CODE"))) == ["follow", 1, "CODE"]


def test_a_record_of_a_later_version_is_told_from_a_broken_one() -> None:
    with pytest.raises(NewerLog, match="'create' of 30 fields"):
        list(unpack([msgpack.packb(("create", *PLAIN, *range(30 - len(PLAIN))))]))
    with pytest.raises(BadLog) as broken:
        list(unpack([msgpack.packb(("create", 1))]))
    assert not isinstance(broken.value, NewerLog)


def test_a_record_from_a_log_has_its_plain_types_again() -> None:
    """A list comes back as a tuple, so that it can be compared and used as a key. A text stays a text."""
    played = Played(5, 0, 1, ("discard", 3, (1, 2)))
    (read,) = unpack([pack(played)])
    assert read == played
    assert isinstance(read, Played)
    assert [type(part) for part in read.move] == [str, int, tuple]


def test_a_log_with_bytes_that_are_no_record_names_the_error() -> None:
    with pytest.raises(BadLog, match=r"^a log holds something that is no record: "):
        list(unpack([b"\xc1"]))
    with pytest.raises(BadLog, match=r"^a log holds something that is no record: UnicodeDecodeError"):
        list(unpack([msgpack.packb(("rename", 1, 0, b"\xff", 1), use_bin_type=False)]))
