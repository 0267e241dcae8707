"""The entries of a log that a server remembers, and those that it forgets first."""

from __future__ import annotations

import pytest

from cadogan_server import is_compiled
from cadogan_server.store.log.chain import Entry
from cadogan_server.store.log.known import LOGS_AT_ONCE, KnownEntries, shortening
from tests.server.store.log.test_chain import of_before, whole


def test_known_entries_are_found_by_the_one_before_them() -> None:
    known = KnownEntries(whole())
    entries = whole()
    upto = entries[-1].id
    assert known.between(None, upto) == entries
    for place, entry in enumerate(entries[:-1]):
        assert known.between(entry.id, upto) == entries[place + 1 :]
    assert known.between((101, 9), upto) is None
    assert known.between(None, (102, 9)) is None


def test_forgotten_entries_are_unknown_and_later_ones_known() -> None:
    known, upto = KnownEntries(whole()), whole()[-1].id
    known.let_go()
    assert known.between(None, upto) is None
    assert known.between((100, 5), upto) == whole()[5:]
    known.let_go()
    assert known.between((100, 5), upto) is None
    assert known.between((101, 5), upto) == whole()[10:]
    known.let_go()
    assert known.between((101, 5), upto) is None
    assert known.between((102, 2), upto) == whole()[-2:]


@pytest.mark.skipif(is_compiled(), reason="a class of a test can't derive from a compiled one")
def test_each_step_looks_at_some_of_thousands_of_logs() -> None:
    looked_at = list[int]()

    class Looked(KnownEntries):
        @property
        def size(self) -> int:
            looked_at.append(1)
            return super().size

    logs = [Looked([Entry((1, count), bytes(100)) for count in range(1, 9)]) for _ in range(5 * LOGS_AT_ONCE)]
    before = sum(log.size for log in logs)
    steps = list[int]()
    looked_at.clear()
    for _ in shortening(logs, before // 2):
        steps.append(len(looked_at))
        looked_at.clear()
    assert max(steps) == steps[0] == LOGS_AT_ONCE
    assert before // 4 < sum(log.size for log in logs) <= before // 2
    assert not any(log.between(None, (1, 8)) for log in logs), "each log has lost a half, as all have the same length"


def test_nothing_is_forgotten_below_the_bound() -> None:
    logs = [of(8), of(3)]
    size = sum(log.size for log in logs)
    for _ in shortening(logs, size):
        pass
    assert sum(log.size for log in logs) == size
    for _ in shortening(logs, size - 1):
        pass
    assert logs[0].between((1, 4), (1, 8)) is not None
    assert logs[0].between((1, 3), (1, 8)) is None
    assert logs[1].between(None, (1, 3)) is not None


def test_a_log_is_shortened_again_while_it_is_the_longest() -> None:
    logs = [of(5), of(64), of(5)]
    most = logs[0].size + logs[2].size + of(8).size
    for _ in shortening(logs, most):
        pass
    assert logs[0].between(None, (1, 5)) is not None
    assert logs[2].between(None, (1, 5)) is not None
    assert logs[1].between((1, 56), (1, 64)) is not None
    assert logs[1].between((1, 55), (1, 64)) is None


def of(entries: int) -> KnownEntries:
    """Return entries of one epoch and of equal length."""
    return KnownEntries([Entry((1, count), bytes(100)) for count in range(1, entries + 1)])


def test_the_smaller_half_of_an_odd_number_is_kept() -> None:
    log = of(5)
    log.let_go()
    assert log.between((1, 3), (1, 5)) is not None
    assert log.between((1, 2), (1, 5)) is None
    one = of(1)
    one.let_go()
    assert one.size == 0


def test_the_entry_before_another_is_known_named_or_not() -> None:
    assert KnownEntries().now == b""
    left_out = [*whole()[:7], Entry((105, 2), b"on", b"101-2"), Entry((105, 3), b"on")]
    assert KnownEntries(left_out).between(None, (105, 3)) == left_out
    back = [*whole()[:2], Entry((101, 1), b"", b"100-1")]
    assert KnownEntries(back).between((100, 2), (101, 1)) is None
    assert KnownEntries([*whole()[:1], *back[2:]]).between(None, (101, 1)) == [*whole()[:1], back[2]]
    again = [Entry((105, 1), b"", b"102-4"), Entry((105, 2), b"on", b"105-1")]
    assert KnownEntries(again).between((105, 1), (105, 2)) == again[1:]
    known = KnownEntries(of_before()).between((101, 1), (102, 2))
    assert known == [Entry((102, 1), b"second 1", b"101-1"), Entry((102, 2), b"second 2")]
    assert KnownEntries(back).last == b"101-1"
