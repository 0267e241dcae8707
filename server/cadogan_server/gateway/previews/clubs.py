"""The preview of a link to a club: its own words, the number of members, the leader of this season."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_server.gateway.previews.pictures import LinkPicture
from cadogan_server.store.clubs.club import Club
from cadogan_server.store.clubs.seasons import Line, ranked

ENTRIES = {"open": "Anybody may join", "approval": "Its officers decide who joins", "link": "Its link lets you in"}


def of_club(club: Club, table: Sequence[Line]) -> tuple[str, str, LinkPicture]:
    """Return title, sentence and picture of a club's link. `table` is that of the present season."""
    how = f"A club of {_counted(len(club.members), 'member')}. {ENTRIES[club.entry]}."
    lines = tuple((f"{rank}. {line.name}", _counted(line.points, "point")) for rank, line in ranked(table))
    return f"{club.name} – Cadogan", f"{how} {club.text}".strip(), LinkPicture(club.name, "Club", lines, how)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
