"""The requests of a player that a room remembers, compared by hypothesis with a plain set of the highest ids."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_protocol.limits import REQUESTS_KEPT
from cadogan_server.rooms.requests import Requests


@given(st.lists(st.integers(1, 150), max_size=300))
def test_the_highest_that_were_carried_out_are_known(ids: list[int]) -> None:
    requests, known = Requests(), set[int]()
    for id in ids:
        if not requests.forgotten(id):
            requests.note(id)
            known = set(sorted({*known, id})[-REQUESTS_KEPT:])
        assert list(requests) == sorted(known)
        assert len(requests) == len(known)
        assert requests.last == max(known)
        assert all((id in requests) == (id in known) for id in range(152))
        assert requests.forgotten(id) == (len(known) == REQUESTS_KEPT and id < min(known))


def test_requests_that_are_counted_are_one_run_however_many() -> None:
    requests = Requests()
    for id in range(5, 5 + 10 * REQUESTS_KEPT):
        requests.note(id)
    assert list(requests) == list(range(5 + 9 * REQUESTS_KEPT, 5 + 10 * REQUESTS_KEPT))
    one = Requests()
    one.note(5)
    assert _bytes(requests) <= _bytes(one) + 4  # the digits of larger numbers
    requests.clear()
    assert not requests
    assert 5 + 10 * REQUESTS_KEPT - 1 not in requests
    requests.note(1)
    assert list(requests) == [1]


@pytest.mark.parametrize(
    "ids",
    [
        [1, 5, 6, 7, 20, 21, 3, 2, 4],
        list(range(1, 6 * REQUESTS_KEPT, 2)),
        [*range(1, 3 * REQUESTS_KEPT, 3), *range(3 * REQUESTS_KEPT, 5 * REQUESTS_KEPT)],
        [10, 12, 11, 10, 12, *range(13, 13 + REQUESTS_KEPT)],
        [*range(1, 9), *range(10, 10 + REQUESTS_KEPT)],
    ],
    ids=["gaps that are filled", "every other", "gaps, then none", "twice", "one gap"],
)
def test_gaps_and_repeats_leave_the_highest_known(ids: list[int]) -> None:
    requests, known = Requests(), set[int]()
    assert requests.last == 0
    for id in ids:
        if not requests.forgotten(id):
            requests.note(id)
            known = set(sorted({*known, id})[-REQUESTS_KEPT:])
        assert list(requests) == sorted(known)
        assert len(requests) == len(known)
        assert requests.last == max(known)
        for other in range(max(ids) + 2):
            assert (other in requests) == (other in known)
            assert requests.forgotten(other) == (len(known) == REQUESTS_KEPT and other < min(known))


def _bytes(requests: Requests) -> int:
    """Return the bytes of the ids as they are kept."""
    return len(pickle.dumps(requests, protocol=5))
