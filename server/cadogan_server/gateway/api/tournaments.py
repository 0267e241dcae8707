"""Answers about tournaments: the list, results as JSON and CSV, dates as iCalendar."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO

from icalendar import Calendar, Event

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

LINES_A_TURN = 50
"""Lines of the standings that are made in one turn: all those of a large arena take as long as many moves."""

EVENTS_A_TURN = 5

END = b"END:VCALENDAR\r\n"


async def tournaments(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the list of public tournaments."""
    return await answer_to(parts, asked, GetTournaments(id=REQUEST))


async def tournament(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with a tournament and all its standings."""
    told = await _told(parts, asked)
    standings = list(told.lines(0, LINES_A_TURN))
    for first in range(LINES_A_TURN, len(told), LINES_A_TURN):
        await parts.limits.turns.turn(asked.socket.address)
        standings += told.lines(first, LINES_A_TURN)
    host = told.state.terms.host or None
    return ApiAnswer(json_of(TournamentResults(about=told.listed, hosted_by=host, standings=tuple(standings))))


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
    for line, known in (await _told(parts, asked)).ranking():
        ties = " ".join(map(str, line.tie_breaks))
        figures = (line.points, line.games, line.won, line.drawn, line.lost)
        writer.writerow((line.rank, harmless(known.name), known.bot or known.program, *figures, ties))
    return ApiAnswer(written.getvalue().encode())


async def date(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the date of a tournament."""
    return ApiAnswer(await _calendar(parts, asked, [(await _told(parts, asked)).listed]))


async def coming(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the dates of all public tournaments to come."""
    return ApiAnswer(await _calendar(parts, asked, parts.services.tournaments.director.listed.coming))


async def _told(parts: ApiParts, asked: ApiRequest) -> Told:
    """Return what is told of the tournament of a request, when it is its turn."""
    await parts.limits.turns.turn(asked.socket.address)
    id, part = asked.parts["tournament"], parts.services.tournaments
    try:
        return part.director.telling.of(await part.known.read(id))
    except UnknownTournament:
        raise unknown(id) from None


def harmless(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


async def _calendar(parts: ApiParts, asked: ApiRequest, dates: Sequence[ListedTournament]) -> bytes:
    """Return the dates of tournaments as iCalendar. Each takes as long as some moves, so a long list takes several turns."""
    calendar = Calendar()
    calendar.add("prodid", "-//Cadogan//tournaments//EN")
    calendar.add("version", "2.0")
    head, _, _ = calendar.to_ical().partition(END)
    written = [head]
    for first in range(0, len(dates), EVENTS_A_TURN):
        await parts.limits.turns.turn(asked.socket.address)
        now = datetime.fromtimestamp(parts.services.clock.real() / 1000, UTC)
        written += [_event(about, asked.page, now) for about in dates[first : first + EVENTS_A_TURN]]
    return b"".join((*written, END))


def _event(about: ListedTournament, page: str, now: datetime) -> bytes:
    event, terms = Event(), about.terms
    starts = datetime.fromtimestamp(about.starts / 1000, UTC)
    minutes = terms.minutes or ROUND_MINUTES * max(3, terms.rounds)
    title = terms.title or f"{KIND_NAMES[terms.kind]}: {catalogue.head_of(terms.game).title}"
    event.add("uid", f"{about.id}@cadogan")
    event.add("dtstamp", now)
    event.add("dtstart", starts)
    event.add("dtend", starts + timedelta(minutes=minutes))
    event.add("summary", title)
    event.add("description", terms.text)
    if page:
        event.add("url", f"{page}/t/{about.id}")
    return bytes(event.to_ical())
