"""The tournaments that this server opens by itself: an arena every evening, and at the weekend a Swiss and a knockout.

Their ids are made of their days, so all nodes mean the same. Times are UTC.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta

from cadogan_games.daily import contests_of
from cadogan_server.tournaments.records import Kind, Opened

AHEAD_DAYS = {"arena": 1, "swiss": 6, "knockout": 6}
"""Days before its own on which a tournament is announced."""

DUEL = "spite_and_malice_modern"
"""The game at weekends, in its short version."""

SHORT = {"riddance": 10}

SATURDAY, SUNDAY = 5, 6


def regular(now: int) -> Iterator[tuple[str, Opened]]:
    """Yield the ids and first records of the regular tournaments that are announced by now and have not begun."""
    today = datetime.fromtimestamp(now / 1000, UTC).date()
    for ahead in range(max(AHEAD_DAYS.values()) + 1):
        day = today + timedelta(days=ahead)
        for kind, terms in _on(day, now):
            if ahead <= AHEAD_DAYS[kind] and now < terms.starts:
                yield f"{kind}-{day.isoformat()}", terms


def _on(day: date, now: int) -> Iterator[tuple[Kind, Opened]]:
    """Yield the tournaments of a day."""
    yield (
        "arena",
        _opened(now, "arena", contests_of(day.isoformat())[0].game, {}, _at(day, 19), minutes=60, time_limit=600),
    )
    if day.weekday() == SATURDAY:
        yield "swiss", _opened(now, "swiss", DUEL, SHORT, _at(day, 15), rounds=5, time_limit=480)
    if day.weekday() == SUNDAY:
        yield "knockout", _opened(now, "knockout", DUEL, SHORT, _at(day, 15), time_limit=480)


def _opened(
    now: int,
    kind: Kind,
    game: str,
    options: dict[str, int],
    starts: int,
    *,
    minutes: int = 0,
    rounds: int = 0,
    time_limit: int,
) -> Opened:
    return Opened(now, kind, game, dict(options), "", "", "", "", starts, minutes, rounds, time_limit, False)


def _at(day: date, hour: int) -> int:
    """Return the moment of an hour of a day, in ms since 1970."""
    return int(1000 * datetime.combine(day, time(hour), UTC).timestamp())
