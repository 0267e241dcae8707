"""What can be played of a log from which entries are missing."""

from __future__ import annotations

import pytest

from cadogan_server.store.chain import Chain, Entry, id_as_written
from cadogan_server.store.known import Known


def whole() -> list[Entry]:
    """A log that three servers have written to, each of which has ended the epoch of the one before by an entry of its own."""
    entries = [Entry((100, count), b"first %d" % count) for count in range(1, 6)]
    entries.append(Entry((101, 1), b"", b"100-5"))
    entries += [Entry((102, count), b"second %d" % count, b"101-1" if count == 1 else b"") for count in range(1, 5)]
    entries.append(Entry((103, 1), b"", b"102-4"))
    return [*entries, *(Entry((104, count), b"%d" % count, b"103-1" if count == 1 else b"") for count in range(1, 4))]


def read(entries: list[Entry]) -> Chain:
    chain = Chain()
    chain.add(entries)
    return chain


def test_a_whole_log_has_no_hole() -> None:
    chain = read(whole())
    assert (chain.entries, chain.hole, chain.lost, chain.highest) == (whole(), None, 0, 104)


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
        if gone[0].id[0] == 104:
            assert chain.lost == sum(bool(entry.records) for entry in entries[missing:])
    else:
        assert chain.hole is None, "what is missing at the end can't be told"


@pytest.mark.parametrize("missing", range(1, len(whole()) - 1))
def test_what_was_left_out_once_stays_out(missing: int) -> None:
    left = [*whole()[:missing], *whole()[missing + 1 :]]
    before = read(left)
    fence = Entry((105, 1), b"", id_as_written(left[-1].id))
    on = [Entry((106, 1), b"on", id_as_written(before.entries[-1].id)), Entry((106, 2), b"on")]
    after = read([*left, fence, *on])
    assert after.entries == [*whole()[:missing], *on]
    assert (after.hole, after.lost) == (None, before.lost)


def test_a_log_without_its_beginning_can_not_be_played() -> None:
    assert (read(whole()[1:]).entries, read(whole()[1:]).hole) == ([], (100, 1))
    assert read(whole()[5:]).entries == []


def test_a_log_of_before_is_taken_at_its_word() -> None:
    old = [entry._replace(after=b"") for entry in whole()]
    assert read(old).entries == old
    assert read([*old[:2], *old[3:]]).entries == old[:2]


def test_what_is_known_is_found_where_it_follows() -> None:
    known = Known(whole())
    entries = whole()
    upto = entries[-1].id
    assert known.between(None, upto) == entries
    for place, entry in enumerate(entries[:-1]):
        assert known.between(entry.id, upto) == entries[place + 1 :]
    assert known.between((102, 9), upto) is None
    assert known.between(None, (104, 9)) is None


def test_what_was_let_go_is_not_known_but_what_came_after_is() -> None:
    known = Known(whole())
    known.let_go()
    assert known.between(None, (104, 3)) is None
    assert known.between((104, 1), (104, 3)) == whole()[-2:]
    known.let_go()
    known.let_go()
    assert known.between((104, 2), (104, 3)) == whole()[-1:]
    assert known.between((100, 5), (104, 3)) is None
