"""The time of the next check of the store's memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cadogan_server.store.upkeep.eviction import LOOK_SECONDS, SHED
from cadogan_server.store.upkeep.look_pace import PART, SHORTEST_SECONDS, SOON, SOONER, LookPace
from cadogan_server.store.upkeep.memory import FULL


def looked_at(share: Callable[[float], float], until: float) -> list[float]:
    """Return the shares seen by the checks of a store that is filled like that, without eviction, at each second."""
    pace, now, seen = LookPace(LOOK_SECONDS), 0.0, []
    while now <= until:
        seen.append(share(now))
        pace.note(seen[-1], now)
        now += pace.seconds
    return seen


@pytest.mark.parametrize("a_second", [0.001, 0.01, 0.1])
def test_a_filling_store_is_checked_before_it_is_full(a_second: float) -> None:
    """So eviction begins, and no new room is opened, before Redis refuses a move."""
    lead = SOON / a_second / 2  # the rate is known by then
    seen = looked_at(lambda now: SOON / 2 + a_second * now, lead + (1 - SOON) / a_second)
    assert any(SHED < share < FULL for share in seen)
    assert any(FULL < share < 1 for share in seen)


def test_a_store_that_begins_to_fill_is_checked_before_it_is_full() -> None:
    """A flood takes a seventh of the store a second, and comes right after a check."""
    seen = looked_at(lambda now: 0.6 + 0.14 * max(0.0, now - LOOK_SECONDS), LOOK_SECONDS + 0.4 / 0.14)
    assert any(SHED < share < 1 for share in seen)


def test_a_store_that_hardly_fills_is_seldom_checked() -> None:
    assert len(looked_at(lambda now: 0.5, 60)) == 1 + 60 / LOOK_SECONDS
    assert len(looked_at(lambda now: SOON + 0.01, 60)) == 1 + 60 / LOOK_SECONDS * SOONER


def test_memory_freed_by_an_eviction_hides_no_rate() -> None:
    pace = LookPace(LOOK_SECONDS)
    pace.note(0.8, 0.0)
    pace.note(0.9, 1.0)
    pace.start_from(0.7, 2.0)
    pace.note(0.75, 2.5)
    assert pace.rate == pytest.approx(0.1)
    assert pace.seconds == pytest.approx(min(LOOK_SECONDS / SOONER, PART * 0.25 / 0.1))


def test_a_rate_is_remembered_for_some_seconds() -> None:
    """A full store takes nothing new, and fills again as soon as it does."""
    pace = LookPace(LOOK_SECONDS)
    pace.note(0.0, 0.0)
    pace.note(0.9, 3.0)
    pace.note(0.94, 3.5)
    quick = pace.seconds
    pace.note(0.94, 4.0)
    assert quick <= pace.seconds < 2 * quick < LOOK_SECONDS / SOONER
    pace.note(0.94, 64.0)
    assert pace.seconds == LOOK_SECONDS / SOONER


def test_checks_keep_the_shortest_distance_however_full_the_store_is() -> None:
    pace = LookPace(LOOK_SECONDS)
    pace.note(0.5, 0.0)
    pace.note(1.5, 1.0)
    assert pace.seconds == SHORTEST_SECONDS
