"""The preview of a link to a tournament: its kind, its start, its leader or winner."""

from __future__ import annotations

from datetime import UTC, datetime

from cadogan_games import texts
from cadogan_protocol.messages import ListedTournament, TournamentLine
from cadogan_server.gateway.previews.pictures import LinkPicture
from cadogan_server.hosting.tournaments.telling import Told

KINDS = {"arena": "Arena", "swiss": "Swiss tournament", "knockout": "Knockout"}

SHOWN = 5
"""The lines of the standings on the picture."""


def of_tournament(told: Told) -> tuple[str, str, LinkPicture]:
    """Return title, sentence and picture of a tournament's link."""
    about = told.listed
    game = texts.title(about.terms.game, texts.ENGLISH)
    heading = f"{KINDS[about.terms.kind]}: {game}"
    title, how = about.terms.title or heading, _how_it_is(about)
    shown = told.lines(0, SHOWN) if about.phase in ("running", "over") else ()
    lines = tuple((f"{line.rank}. {line.name}", _points(about, line)) for line in shown)
    text = f"{how}. {about.terms.text}".strip() if title == heading else f"{heading}. {how}. {about.terms.text}".strip()
    picture = LinkPicture(title, heading if title != heading else "Tournament", lines, how, about.terms.game)
    return f"{title} – Cadogan", text, picture


def _how_it_is(about: ListedTournament) -> str:
    players = f"{about.players} player{'' if about.players == 1 else 's'}"
    match about.phase:
        case "open":
            return f"Starts on {datetime.fromtimestamp(about.starts / 1000, UTC):%d %B at %H:%M} UTC, {players} so far"
        case "running":
            return f"Running now, {players}"
        case "over":
            return f"Won by {about.winner}, {players}" if about.winner else f"Over, {players}"
        case "cancelled":
            return "Cancelled"


def _points(about: ListedTournament, line: TournamentLine) -> str:
    points = f"{line.points / 2:g}" if about.terms.kind == "swiss" else str(line.points)
    return f"{points} point{'' if points == '1' else 's'}"
