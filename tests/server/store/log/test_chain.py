"""The playable part of a log with missing entries."""

from __future__ import annotations

import pytest

from cadogan_server.store.log.chain import Chain, Entry, entry_of, id_as_written
from cadogan_server.store.log.room_log import RoomLog


def whole() -> list[Entry]:
    """Return a log to which three nodes have written. Each took the room by an entry of its own."""
    entries = [Entry((100, count), b"first %d" % count) for count in range(1, 6)]
    entries += [Entry((101, 1), b"", b"100-5"), *(Entry((101, count), b"second %d" % count) for count in range(2, 6))]
    return [*entries, Entry((102, 1), b"", b"101-5"), *(Entry((102, count), b"%d" % count) for count in range(2, 5))]


def of_before() -> list[Entry]:
    """Return a log of earlier servers, which ended each other's epochs and wrote under another."""
    entries = [Entry((100, count), b"first %d" % count) for count in range(1, 6)]
    return [*entries, Entry((101, 1), b""), *(Entry((102, count), b"second %d" % count) for count in range(1, 4))]


def read(entries: list[Entry]) -> Chain:
    chain = Chain()
    chain.add(entries)
    return chain


def test_a_whole_log_has_no_hole() -> None:
    chain = read(whole())
    assert (chain.entries, chain.hole, chain.lost) == (whole(), None, 0)


@pytest.mark.parametrize("page", [1, 3, 5])
def test_a_log_that_is_read_in_pages_is_the_same(page: int) -> None:
    chain = Chain()
    for start in range(0, len(whole()), page):
        chain.add(whole()[start : start + page])
    assert chain.entries == whole()


@pytest.mark.parametrize("missing", range(len(whole()) - 1))
@pytest.mark.parametrize("more", [1, 2])
def test_a_log_is_played_up_to_the_first_entry_that_is_missing(missing: int, more: int) -> None:
    entries = whole()
    gone, left = entries[missing : missing + more], [*entries[:missing], *entries[missing + more :]]
    chain = read(left)
    assert chain.entries == entries[:missing]
    if left[missing:]:
        assert chain.hole is not None
        assert chain.lost >= sum(bool(entry.records) for entry in left[missing:])
        if gone[0].id[0] == 102:
            assert chain.lost == sum(bool(entry.records) for entry in entries[missing:])
    else:
        assert chain.hole is None, "entries missing at the end leave no trace"


@pytest.mark.parametrize("missing", range(1, len(whole()) - 1))
def test_entries_that_were_left_out_once_stay_out(missing: int) -> None:
    left = [*whole()[:missing], *whole()[missing + 1 :]]
    before = read(left)
    fence = Entry((105, 1), b"", id_as_written(left[-1].id))
    on = [Entry((105, 2), b"on", id_as_written(before.entries[-1].id)), Entry((105, 3), b"on")]
    after = read([*left, fence, *on])
    assert after.entries == [*whole()[:missing], *on]
    assert (after.hole, after.lost) == (None, before.lost)


def test_a_log_without_its_beginning_can_not_be_played() -> None:
    assert (read(whole()[1:]).entries, read(whole()[1:]).hole) == ([], (100, 1))
    assert read(whole()[5:]).entries == []


def test_an_old_log_without_links_is_whole_if_no_number_is_missing() -> None:
    old = of_before()
    assert read(old).entries == old
    assert read([*old[:2], *old[3:]]).entries == old[:2]


def test_going_on_from_before_a_hole_names_the_entry_before_it_once() -> None:
    log = RoomLog("ABCDEF", 105, 1)
    log.go_on_from(whole()[:7])
    log.records = b"on"
    assert b"$1\r\na\r\n$5\r\n101-2\r\n" in log.entry()
    log.records = b"on"
    assert b"101-2" not in log.entry()
    assert log.known.between((100, 5), (105, 3)) == [
        *whole()[5:7], Entry((105, 2), b"on", b"101-2"), Entry((105, 3), b"on"),
    ]  # fmt: skip


def test_a_node_that_takes_up_a_whole_log_goes_on_behind_its_own_entry() -> None:
    log = RoomLog("ABCDEF", 102, 1)
    log.go_on_from(whole()[:11])
    log.records = b"2"
    assert b"$1\r\na\r\n" not in log.entry()
    assert log.known.between(None, (102, 2)) == whole()[:12]


def test_an_entry_is_read_with_and_without_its_fields() -> None:
    assert entry_of(b"100-5", {b"r": b"records", b"a": b"99-7"}) == Entry((100, 5), b"records", b"99-7")
    assert entry_of(b"100-5", {}) == Entry((100, 5), b"", b"")


@pytest.mark.parametrize(
    ("left", "hole", "lost"),
    [
        ([*whole()[:2], *whole()[3:5]], (100, 3), 3),
        ([*whole()[:4], *whole()[5:]], (100, 5), 4 + 3),
        ([*whole()[:5], *whole()[6:10]], (101, 1), 4),
        ([*whole()[:4], *whole()[6:10]], (101, 1), 4),
        ([Entry((100, 3), b"third")], (100, 1), 3),
        ([Entry((100, 3), b"third"), Entry((100, 5), b"fifth")], (100, 1), 5),
    ],
)
def test_a_hole_is_named_and_its_lost_changes_are_counted(left: list[Entry], hole: tuple[int, int], lost: int) -> None:
    chain = read(left)
    assert (chain.hole, chain.lost) == (hole, lost)


@pytest.mark.parametrize("behind", range(4))
def test_going_on_from_an_earlier_entry_leaves_out_those_after_it(behind: int) -> None:
    entries = whole()[:5]
    chain = read(entries)
    on = [Entry((105, 1), b"on", id_as_written(entries[behind].id)), Entry((105, 2), b"on")]
    assert chain.add(on) == on
    assert chain.entries == [*entries[: behind + 1], *on]
    assert (chain.hole, chain.lost) == (None, 4 - behind)


def test_adding_to_a_chain_returns_the_entries_that_follow_it() -> None:
    chain, entries = Chain(), whole()
    assert chain.add(entries[:3]) == entries[:3]
    assert chain.add([]) == []
    assert chain.add(entries[3:6]) == entries[3:6]
    assert chain.add(entries[7:]) == [], "they lie behind a hole"


def test_a_new_log_knows_its_written_entries() -> None:
    log = RoomLog("ABCDEF", 100)
    for record in (b"one", b"two"):
        log.records = record
        log.entry()
    assert log.known.between(None, (100, 2)) == [Entry((100, 1), b"one"), Entry((100, 2), b"two")]
