"""Answers about the days and their contests."""

from __future__ import annotations

from cadogan_protocol.api import AskDay, Day, Days
from cadogan_protocol.messages import GetDay
from cadogan_server.gateway.api.asked import REQUEST, ApiAnswer, ApiParts, ApiRequest, answer_to, json_of
from cadogan_server.gateway.api.questions import ApiRefusal


async def days(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the published days."""
    days = parts.services.store.days
    around = {"today": days.published(days.today), "tomorrow": days.published(days.tomorrow)}
    known = {name: Day(**day._asdict()) for name, day in around.items() if day}
    return ApiAnswer(json_of(Days(**known, past=tuple(Day(**day._asdict()) for day in days.last()))))


async def day(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with one day."""
    day = asked.parts["day"]
    found = parts.services.store.days.published(day)
    if found is None:
        raise ApiRefusal("unknown_path", f"nothing is published about {day}; it may be later than tomorrow", 404)
    return ApiAnswer(json_of(Day(**found._asdict())))


async def day_contests(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the contests of a day."""
    of: AskDay = asked.of
    return await answer_to(parts, asked, GetDay(id=REQUEST, day=asked.parts["day"], count=of.count))
