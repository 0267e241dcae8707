"""The contests of days."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.days import CalendarDay, Day, DayContest, DayStreak, Month
from cadogan_protocol.messages.base import Message, RequestId
from cadogan_protocol.names import PlayerId
from cadogan_protocol.parts import Millis, Sha256


class GetDay(Message):
    """Asks for the contests of a day and their results; answered by `day`."""

    type: Literal["get_day"] = "get_day"
    id: RequestId
    day: Day | None = Field(None, description="up to today; null: today")
    count: int = Field(20, ge=1, le=100, description="the most rows of each board")
    rival: PlayerId | None = Field(None, description="a player whose rows come too, wherever they are on the boards")


class DayTold(Message):
    """Answers `get_day`."""

    type: Literal["day"] = "day"
    re: RequestId
    day: Day
    today: Day
    begins: Millis = Field(description="the moment at which the day begins")
    ends: Millis = Field(
        description="the moment at which it ends and the next begins; an attempt counts if it is over by then"
    )
    commit: Sha256 | None = Field(None, description="SHA-256 of the day's secret; null: it had none")
    secret: str | None = Field(None, description="hex; the secret itself, once the day is over")
    contests: tuple[DayContest, ...] = Field(description="the race, then the duel")


class GetCalendar(Message):
    """Asks for the days of a month, with the player's results on each; answered by `calendar`."""

    type: Literal["get_calendar"] = "get_calendar"
    id: RequestId
    month: Month | None = Field(None, description="null: the current one")


class Calendar(Message):
    """Answers `get_calendar`."""

    type: Literal["calendar"] = "calendar"
    re: RequestId
    month: Month
    today: Day
    first: Day = Field(description="the first day that had contests")
    days: tuple[CalendarDay, ...] = Field(description="all days of the month, including future ones")
    streaks: tuple[DayStreak, ...]
