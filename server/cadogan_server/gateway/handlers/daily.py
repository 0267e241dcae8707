"""Contests of days."""

from __future__ import annotations

from typing import NamedTuple

from cadogan_games import catalogue
from cadogan_games.daily import BOT_LEVEL, ROTATIONS, Contest, contests_of
from cadogan_protocol.days import CalendarDay, DayAttempt, DayContest, DayRow
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Calendar, DayTold, GetCalendar, GetDay
from cadogan_server.gateway.handlers.entering import person
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.kinds.registry import kind_named
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.state import proof_of
from cadogan_server.store.games.contests import KINDS, begins, days_of

DAY_MS = 24 * 3600 * 1000

FIRST_DAY = ROTATIONS[0].since.isoformat()
"""The first day with contests."""


async def get_day(session: Session, message: GetDay) -> None:
    """Answer `get_day`."""
    days = session.services.store.days
    today = days.today
    day = message.day or today
    _must_be_a_day(day)
    if not FIRST_DAY <= day <= today:
        raise Refused(
            ErrorCode.BAD_MESSAGE, f"there are contests from {FIRST_DAY} to today, {today}, and none of {day}"
        )
    me = person(session).id
    friends = list(await session.services.people.friends.of(me))
    question = _DayQuestion(day, today, me, friends, message.rival, message.count)
    contests = [await _contest(session, contest, question) for contest in contests_of(day)]
    published = days.published(day)
    session.send(
        DayTold(
            re=message.id,
            day=day,
            today=today,
            begins=begins(day),
            ends=begins(day) + DAY_MS,
            commit=published.commit if published else None,
            secret=published.secret if published else None,
            contests=tuple(contests),
        )
    )


class _DayQuestion(NamedTuple):
    """A client's question about a day: as player `me` with these friends, and perhaps a rival."""

    day: str
    today: str
    me: str
    friends: list[str]
    rival: str | None
    rows: int


async def _contest(session: Session, contest: Contest, question: _DayQuestion) -> DayContest:
    contests, kind, day, me = session.services.store.contests, contest.kind, question.day, question.me
    attempt = await contests.attempt(day, kind, me)
    may_watch = day < question.today or (attempt is not None and attempt.over)
    rows, total = await contests.best(day, kind, question.rows)
    asked = dict.fromkeys([me, *question.friends, *([question.rival] if question.rival else [])])
    shown = {row.player: _row(row, may_watch=may_watch) for row in await contests.rows_of(day, kind, list(asked))}
    game = catalogue.game(contest.game, contest.options)
    return DayContest(
        kind=kind,
        game=contest.game,
        options=dict(contest.options),
        level=BOT_LEVEL if kind_named(kind).fewest > 1 else None,
        progress_max=game.progress_max,
        proof=proof_of(session.services.store.days.proofs.proof(day) or ()) if kind_named(kind).own_boards else None,
        rows=tuple(_row(row, may_watch=may_watch) for row in rows),
        total=total,
        mine=shown.get(me),
        friends=tuple(row for player, row in shown.items() if player != me and player in question.friends),
        rival=shown.get(question.rival or ""),
        attempt=DayAttempt(**attempt._asdict()) if attempt else None,
    )


def _row(row: DayRow, *, may_watch: bool) -> DayRow:
    """Return a row without its game, unless this client may see the game without spoiling its own attempt."""
    return row if may_watch else row.model_copy(update={"room": None})


async def get_calendar(session: Session, message: GetCalendar) -> None:
    """Answer `get_calendar`."""
    contests, today, me = session.services.store.contests, session.services.store.days.today, person(session).id
    month = message.month or today[:7]
    if not (month[:4] >= "0001" and "01" <= month[5:] <= "12"):
        raise Refused(ErrorCode.BAD_MESSAGE, f"there is no month {month}: write it like 2026-11")
    done = await contests.month(me, month)
    days = []
    for day in days_of(month):
        race, duel = contests_of(day)
        own = {f"{kind}_done": found for kind in KINDS if (found := done.get((day, kind)))}
        days.append(CalendarDay(day=day, race=race.game, duel=duel.game, **own))
    streaks = await contests.streaks(me, today)
    session.send(Calendar(re=message.id, month=month, today=today, first=FIRST_DAY, days=tuple(days), streaks=streaks))


def _must_be_a_day(day: str) -> None:
    try:
        contests_of(day)
    except ValueError as error:
        raise Refused(ErrorCode.BAD_MESSAGE, f"there is no day {day}: write it like 2026-11-21") from error
