"""The length of digests, in which moves are collected for spectators."""

from __future__ import annotations

import pytest

from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.digest import DIGEST_SECONDS, LONGEST_SECONDS, Digest
from cadogan_server.delivery.frame import packed_frame
from cadogan_server.delivery.listeners import Listeners
from tests.server.hosting.stage import FakeJournal, FakePacer
from tests.server.telemetry.test_load import loaded


@pytest.mark.parametrize(
    ("a_second", "seconds"),
    [(10, DIGEST_SECONDS), (750, (DIGEST_SECONDS + LONGEST_SECONDS) / 2), (5000, LONGEST_SECONDS)],
)
def test_a_round_is_longer_under_load(a_second: float, seconds: float) -> None:
    pacer = FakePacer(loaded(a_second))
    digests = Digest(Bus(FakeJournal()), pacer)  # type: ignore[arg-type]
    for number in range(3):
        digests.add(Listeners(), packed_frame([number]))
    assert pacer.asked == pytest.approx([seconds]), "the first waiting message begins the digest"
    pacer.end_digest()
    digests.add_standing(1, lambda seats: None)
    assert pacer.asked == pytest.approx([seconds] * 2)
