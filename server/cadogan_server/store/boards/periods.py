"""The periods of boards: each day, week and month (UTC), and all time."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple, get_args

from cadogan_protocol.boards import BoardPeriod

PERIODS: tuple[BoardPeriod, ...] = get_args(BoardPeriod)

GRACE_SECONDS = 24 * 3600
"""Seconds for which the boards of a period are kept after its end, for clients that still show one."""


class Period(NamedTuple):
    """A period: its name in keys ("" for all time), and when its boards expire, in seconds since 1970 (0: never)."""

    key: str
    until: int


def period_of(name: BoardPeriod, now: int) -> Period:
    """Return the period of a kind that contains a time in ms since 1970."""
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    match name:
        case "ever":
            return Period("", 0)
        case "day":
            return Period(today.isoformat(), _end(today + timedelta(days=1)))
        case "week":
            year, week, weekday = today.isocalendar()
            return Period(f"{year}-W{week:02}", _end(today + timedelta(days=8 - weekday)))
        case "month":
            following = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
            return Period(f"{today:%Y-%m}", _end(following))


def periods_of(now: int) -> list[Period]:
    """Return all periods that contain a time in ms since 1970, in the order of `PERIODS`."""
    return [period_of(name, now) for name in PERIODS]


def periods_of_day(day: str) -> list[Period]:
    """Return all periods that contain a day such as `2026-11-22`, in the order of `PERIODS`."""
    return periods_of(int(1000 * datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()))


def _end(first_after: date) -> int:
    """Return when the boards of a period expire, from the first day after it."""
    begins = datetime(first_after.year, first_after.month, first_after.day, tzinfo=UTC)
    return int(begins.timestamp()) + GRACE_SECONDS
