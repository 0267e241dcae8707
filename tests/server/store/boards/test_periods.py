"""The day, week and month in which a result counts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cadogan_server.store.boards.periods import GRACE_SECONDS, PERIODS, period_of, periods_of, periods_of_day
from tests.server.tournaments.evening import in_zone


def at(text: str) -> int:
    """Return a moment, in ms since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "month", "week", "day"),
    [
        ("2026-11-22T23:59:59.999", "2026-11", "2026-W47", "2026-11-22"),  # a Sunday
        ("2026-11-23T00:00", "2026-11", "2026-W48", "2026-11-23"),
        ("2026-12-31T12:00", "2026-12", "2026-W53", "2026-12-31"),
        ("2027-01-01T00:00", "2027-01", "2026-W53", "2027-01-01"),
        ("2028-02-29T12:00", "2028-02", "2028-W09", "2028-02-29"),
    ],
)
def test_a_moment_lies_in_one_period_of_each_kind(moment: str, month: str, week: str, day: str) -> None:
    assert [period.key for period in periods_of(at(moment))] == ["", month, week, day]


@pytest.mark.parametrize(
    ("name", "ends"),
    [("day", "2026-12-31T00:00"), ("week", "2027-01-04T00:00"), ("month", "2027-01-01T00:00")],
)
def test_a_period_is_kept_for_a_day_once_it_is_over(name: str, ends: str) -> None:
    until = period_of(name, at("2026-12-30T12:00")).until  # type: ignore[arg-type]
    assert 1000 * (until - GRACE_SECONDS) == at(ends)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue"])
def test_periods_are_those_of_utc_wherever_the_server_stands(zone: str) -> None:
    with in_zone(zone):
        assert [period.key for period in periods_of(at("2026-12-31T23:59"))] == [
            "",
            "2026-12",
            "2026-W53",
            "2026-12-31",
        ]
        assert periods_of_day("2026-12-31") == periods_of(at("2026-12-31T23:59"))
        assert 1000 * (period_of("day", at("2026-12-30T12:00")).until - GRACE_SECONDS) == at("2026-12-31T00:00")


def test_the_period_of_all_time_has_no_end() -> None:
    assert PERIODS[0] == "ever"
    assert period_of("ever", 0).until == 0
