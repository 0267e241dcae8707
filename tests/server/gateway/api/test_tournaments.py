"""The API's answers about tournaments, beyond the promises of its document."""

from __future__ import annotations

import csv
from collections import Counter
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from icalendar import Calendar, Event

from cadogan_protocol.api import PREFIX
from cadogan_server.app import Running
from cadogan_server.gateway.api import tournaments
from cadogan_server.gateway.api.asked import ApiAnswer
from cadogan_server.hosting.tournaments.telling import Told
from tests.server.fetching import fetch
from tests.server.hosting.tournaments.played import ARENA, HERE, beaten, entered, opened
from tests.server.tournaments.evening import Evening, terms
from tests.server.wire import dial


async def test_a_calendar_has_the_date_and_the_link(server: Running) -> None:
    async with dial(server.port, source=HERE) as ann:
        await ann.hello("Ann")
        id = await opened(ann, ARENA.model_copy(update={"title": "Friday; with friends"}))
        hidden = await opened(ann, ARENA.model_copy(update={"private": True}))
        await beaten(server)
        for path in (f"/tournaments/{id}/calendar.ics", "/tournaments/calendar.ics"):
            _, body = await fetch(server, PREFIX + path)
            (event,) = Calendar.from_ical(body.decode()).walk("VEVENT")
            assert str(event["SUMMARY"]) == "Friday; with friends"
            assert str(event["URL"]).endswith(f"/t/{id}")
            assert isinstance(event, Event)
            assert (event.end - event.start).total_seconds() == 60 * ARENA.minutes
        _, body = await fetch(server, f"{PREFIX}/tournaments/{hidden}/calendar.ics")
        assert hidden.encode() in body, "everybody who has the link may have the date"


@pytest.mark.parametrize("name", ["=1+1", "@home", "-5"])
async def test_no_name_is_a_formula_in_a_table(server: Running, name: str) -> None:
    async with dial(server.port, source=HERE) as ann:
        await ann.hello(name)
        id = await opened(ann)
        await entered(id, ann)
        _, body = await fetch(server, f"{PREFIX}/tournaments/{id}/results.csv")
        (line,) = csv.DictReader(StringIO(body.decode()))
        assert line["name"] == f"'{name}"
        assert (line["rank"], line["points"]) == ("1", "0")


@pytest.mark.parametrize("answer", [tournaments.coming, tournaments.tournament])
async def test_a_long_answer_takes_several_turns(answer: Any) -> None:
    evening, turns = Evening(terms("arena")), Counter[str]()
    evening.t.id = "evening"
    evening.enter(*(f"p{number}" for number in range(2 * tournaments.LINES_A_TURN + 1)))
    told = Told(evening.t)

    async def turn(address: str) -> None:
        turns[address] += 1

    async def read(_: str) -> object:
        return evening.t

    listed = SimpleNamespace(coming=(told.listed,) * (2 * tournaments.EVENTS_A_TURN + 1))
    director = SimpleNamespace(listed=listed, telling=SimpleNamespace(of=lambda _: told))
    services = SimpleNamespace(
        tournaments=SimpleNamespace(director=director, known=SimpleNamespace(read=read)),
        clock=SimpleNamespace(real=lambda: evening.now),
    )
    parts = SimpleNamespace(services=services, limits=SimpleNamespace(turns=SimpleNamespace(turn=turn)))
    asked = SimpleNamespace(parts={"tournament": "t"}, socket=SimpleNamespace(address="a"), page="")
    answered: ApiAnswer = await answer(parts, asked)
    assert turns == {"a": 3}
    assert answered.body.count(b"BEGIN:VEVENT") + answered.body.count(b'"rank"') in (len(listed.coming), len(told))
