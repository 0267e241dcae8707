"""Answers about tournaments: the list, results as JSON and CSV, dates as iCalendar."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from io import StringIO

from cadogan_games import catalogue
from cadogan_protocol.api import AskTournamentGames, TournamentResults
from cadogan_protocol.messages import GetTournamentGames, GetTournaments, ListedTournament
from cadogan_server.gateway.api.asked import REQUEST, ApiAnswer, ApiParts, ApiRequest, answer_to, json_of
from cadogan_server.gateway.handlers.tournaments import unknown
from cadogan_server.hosting.tournaments.telling import Told
from cadogan_server.store.tournaments.known import UnknownTournament

COLUMNS = ("rank", "name", "bot", "points", "games", "won", "drawn", "lost", "tie_breaks")

KIND_NAMES = {"arena": "Arena", "swiss": "Swiss tournament", "knockout": "Knockout"}

ROUND_MINUTES = 20
"""Minutes that a calendar shows for a round."""


async def tournaments(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the list of public tournaments."""
    return await answer_to(parts, asked, GetTournaments(id=REQUEST))


async def tournament(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with a tournament and all its standings."""
    told = await _told(parts, asked)
    return ApiAnswer(
        json_of(TournamentResults(about=told.listed(), hosted_by=told.state.terms.host or None, standings=told.lines()))
    )


async def games(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with games of a tournament."""
    of: AskTournamentGames = asked.of
    message = GetTournamentGames(id=REQUEST, tournament=asked.parts["tournament"], **of.model_dump())
    return await answer_to(parts, asked, message)


async def table(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the standings as CSV."""
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for line in (await _told(parts, asked)).lines():
        ties = " ".join(map(str, line.tie_breaks))
        figures = (line.points, line.games, line.won, line.drawn, line.lost)
        writer.writerow((line.rank, _harmless(line.name), line.bot, *figures, ties))
    return ApiAnswer(written.getvalue().encode())


async def date(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the date of a tournament."""
    return ApiAnswer(_calendar(parts, asked, [(await _told(parts, asked)).listed()]))


async def coming(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the dates of all public tournaments to come."""
    return ApiAnswer(_calendar(parts, asked, parts.services.tournaments.director.listed.coming))


async def _told(parts: ApiParts, asked: ApiRequest) -> Told:
    id, part = asked.parts["tournament"], parts.services.tournaments
    try:
        return part.director.telling.of(await part.known.read(id))
    except UnknownTournament:
        raise unknown(id) from None


def _harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def _calendar(parts: ApiParts, asked: ApiRequest, dates: Iterable[ListedTournament]) -> bytes:
    from icalendar import Calendar, Event  # its tables of time zones take long to load, and few servers are asked

    calendar = Calendar()
    calendar.add("prodid", "-//Cadogan//tournaments//EN")
    calendar.add("version", "2.0")
    for about in dates:
        event, terms = Event(), about.terms
        starts = datetime.fromtimestamp(about.starts / 1000, UTC)
        minutes = terms.minutes or ROUND_MINUTES * max(3, terms.rounds)
        title = terms.title or f"{KIND_NAMES[terms.kind]}: {catalogue.head_of(terms.game).title}"
        event.add("uid", f"{about.id}@cadogan")
        event.add("dtstamp", datetime.fromtimestamp(parts.services.clock.real() / 1000, UTC))
        event.add("dtstart", starts)
        event.add("dtend", starts + timedelta(minutes=minutes))
        event.add("summary", title)
        event.add("description", terms.text)
        if asked.page:
            event.add("url", f"{asked.page}/t/{about.id}")
        calendar.add_component(event)
    return bytes(calendar.to_ical())
