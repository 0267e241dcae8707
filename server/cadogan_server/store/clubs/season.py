"""The seasons of clubs: quarters of a year (UTC), and the points of games and tournaments. No I/O, no clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cadogan_protocol.limits import CLUB_PLACES, MOST_RIVAL_POINTS, SEASONS_KEPT
from cadogan_server.tournaments.standings import standings
from cadogan_server.tournaments.state import Tournament


class Gain(NamedTuple):
    """The gain of a player's line in the table from a game or a tournament.

    Attributes:
        name: the player's name.
        points: points.
        tournaments: 1 for a tournament.
        games: 1 for another game.
        won: 1 if no other member got further in it.
    """

    name: str
    points: int
    tournaments: int = 0
    games: int = 0
    won: int = 0


def season_of(moment: int) -> str:
    """Return the season of a moment in ms since 1970, as `2026-4`."""
    at = datetime.fromtimestamp(moment / 1000, UTC)
    return f"{at.year}-{(at.month + 2) // 3}"


def before(season: str, count: int) -> str:
    """Return the season that is `count` earlier; a negative number means later."""
    year, quarter = map(int, season.split("-"))
    year, rest = divmod(4 * year + quarter - 1 - count, 4)
    return f"{year}-{rest + 1}"


def kept_seasons(present: str) -> list[str]:
    """Return the seasons whose tables are kept: the present one, then the earlier ones, the latest first."""
    return [before(present, count) for count in range(SEASONS_KEPT + 1)]


def ends(season: str) -> int:
    """Return the moment at which a season ends, in ms since 1970."""
    year, quarter = map(int, before(season, -1).split("-"))
    return int(1000 * datetime(year, 3 * quarter - 2, 1, tzinfo=UTC).timestamp())


def of_game(ranks: Mapping[str, tuple[str, int]]) -> dict[str, Gain]:
    """Return what a game brings the members who have played it.

    Args:
        ranks: player → name and rank at the table, members only.
    """
    found = {}
    for player, (name, rank) in ranks.items():
        beaten = sum(other > rank for _, other in ranks.values())
        first = beaten > 0 and all(other >= rank for _, other in ranks.values())
        found[player] = Gain(name, min(beaten, MOST_RIVAL_POINTS), games=1, won=int(first))
    return found


def of_tournament(state: Tournament) -> dict[str, Gain]:
    """Return what a tournament of a club brings the people who have played in it; nothing if it was cancelled, or if only one
    has."""
    if state.phase != "over":
        return {}
    places: Sequence[int] = CLUB_PLACES
    lines = [line for line in standings(state) if state.competitors[line.player].is_person]
    played = [line for line in lines if line.won + line.drawn + line.lost > 0]
    if len(played) < 2:
        return {}
    found = {}
    first: dict[int, int] = {}  # rank → the first place with it
    for index, line in enumerate(played):
        place = first.setdefault(line.rank, index)
        points = places[place] if place < len(places) else 1
        found[line.player] = Gain(state.competitors[line.player].name, points, tournaments=1)
    return found
