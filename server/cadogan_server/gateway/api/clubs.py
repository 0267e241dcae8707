"""Answers about clubs: the list, one club, the table of a season as JSON and CSV."""

from __future__ import annotations

import csv
from io import StringIO

from cadogan_protocol.messages import GetClub, GetClubs, GetClubSeason
from cadogan_server.gateway.api.asked import REQUEST, ApiAnswer, ApiParts, ApiRequest, answer_to
from cadogan_server.gateway.api.tournaments import harmless
from cadogan_server.gateway.handlers.clubs import told_table
from cadogan_server.store.clubs.season import season_of

COLUMNS = ("rank", "name", "points", "tournaments", "games", "won")


async def clubs(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the list of clubs."""
    return await answer_to(parts, asked, GetClubs(id=REQUEST))


async def club(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with a club."""
    return await answer_to(parts, asked, GetClub(id=REQUEST, club=asked.parts["club"]))


async def season(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the table of a season."""
    message = GetClubSeason(id=REQUEST, club=asked.parts["club"], season=asked.of.season)
    return await answer_to(parts, asked, message)


async def table(parts: ApiParts, asked: ApiRequest) -> ApiAnswer:
    """Answer with the table of a season as CSV."""
    id, known = asked.parts["club"], parts.services.store.clubs
    await known.get(id)
    wanted = asked.of.season or season_of(parts.services.clock.real())
    written = StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for line in told_table(await known.seasons.table(id, wanted)):
        writer.writerow((line.rank, harmless(line.name), line.points, line.tournaments, line.games, line.won))
    return ApiAnswer(written.getvalue().encode())
