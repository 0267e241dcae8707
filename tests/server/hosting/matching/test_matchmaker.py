"""The searches of one node; with all the rest they are tested in `tests/server/gateway/handlers/test_matching.py`."""

from __future__ import annotations

import pytest

from cadogan_protocol.limits import MAX_NAME
from cadogan_server.hosting.matching.matchmaker import name_beside
from cadogan_server.rooms.alike import same_name


@pytest.mark.parametrize(
    ("name", "other", "shown"), [("Bob", "Ann", "Bob"), ("Ann", "Ann", "Ann 2"), ("ann", "Ann", "ann 2")]
)
def test_a_name_like_the_other_gets_a_number(name: str, other: str, shown: str) -> None:
    assert name_beside(name, other) == shown


def test_a_numbered_name_is_no_longer_than_any() -> None:
    long = "x" * MAX_NAME
    assert len(name_beside(long, long)) <= MAX_NAME
    assert not same_name(name_beside(long, long), long)
