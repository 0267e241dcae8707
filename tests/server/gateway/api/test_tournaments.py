"""What the API tells of tournaments, beyond what its document says."""

from __future__ import annotations

import csv
from io import StringIO

import pytest
from icalendar import Calendar, Event

from cadogan_protocol.api import PREFIX
from cadogan_server.app import Running
from tests.server.fetching import fetch
from tests.server.hosting.tournaments.played import ARENA, HERE, beaten, entered, opened
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
        assert hidden.encode() in body, "whoever has the link may have the date"


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
