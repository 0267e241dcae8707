"""What a server still knows of a log, and what it forgets first."""

from __future__ import annotations

from cadogan_server.store.log.chain import Entry
from cadogan_server.store.log.known import LOGS_AT_ONCE, KnownEntries, shortening
from tests.server.store.log.test_chain import whole


def test_what_is_known_is_found_where_it_follows() -> None:
    known = KnownEntries(whole())
    entries = whole()
    upto = entries[-1].id
    assert known.between(None, upto) == entries
    for place, entry in enumerate(entries[:-1]):
        assert known.between(entry.id, upto) == entries[place + 1 :]
    assert known.between((101, 9), upto) is None
    assert known.between(None, (102, 9)) is None


def test_what_was_let_go_is_not_known_but_what_came_after_is() -> None:
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


def test_of_thousands_of_logs_some_are_looked_at_in_a_step() -> None:
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
    assert max(steps) == LOGS_AT_ONCE
    assert before // 4 < sum(log.size for log in logs) <= before // 2
    assert not any(log.between(None, (1, 8)) for log in logs), "each has lost a half, as all are as long"
