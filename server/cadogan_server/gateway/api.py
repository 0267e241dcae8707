"""The paths that are made anew each time: health, and what may be read without a socket."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import BoardMetric, BoardPeriod, BoardScope
from cadogan_server.gateway.asking import board_asked, board_named, game_infos, prepare
from cadogan_server.gateway.drawings import drawings
from cadogan_server.gateway.http import Content, Live, Query, json_content, leaf
from cadogan_server.gateway.page import Asset
from cadogan_server.rooms.refused import Refused
from cadogan_server.services import Services
from cadogan_server.store import STORE_AWAY

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def paths(services: Services) -> dict[str, Live]:
    """Return what answers each path, by its beginning. What takes long to make and is always the same is made now."""
    api = ReadApi(services)
    prepare()
    _catalogue()
    drawings()
    return {
        "/healthz": leaf(api.health),
        "/metrics": _nothing,
        "/api/games": leaf(api.games),
        "/api/layouts": _layouts,
        "/api/rooms": leaf(api.rooms),
        "/api/leaderboard": api.leaderboard,
        "/api/daily": api.daily,
        "/api": _nothing,
    }


async def _layouts(rest: str, _: Query) -> Asset | None:
    """Small drawings of all games."""
    return None if rest else drawings()


async def _nothing(_: str, __: Query) -> Content | None:
    return None


@cache
def _catalogue() -> Content:
    return json_content([info.model_dump(mode="json") for info in game_infos()])


class ReadApi:
    """What may be read without a socket, as JSON."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def health(self) -> Content:
        """Whether the server takes requests, and whether what it is told is safe."""
        journal = self._services.journal
        status = "replaced" if journal.replaced else "full" if journal.full else "ok"
        store = "away" if not journal.safe else "lost" if any(log.lacks for log in journal.logs.values()) else "ok"
        return json_content({"status": status, "store": store}, 503 if journal.full else 200)

    def games(self) -> Content:
        """The catalogue."""
        return _catalogue()

    def rooms(self) -> Content:
        """The public rooms."""
        return json_content([room.model_dump(mode="json") for room in self._services.listing.listed()])

    async def daily(self, rest: str, query: Query) -> Content | None:
        """What may be known of the secrets from which the deals of the day are made; of one day: `/api/daily?day=2026-11-21`."""
        if rest:
            return None
        days = self._services.days
        if "day" not in query:
            ahead = {"today": days.published(days.today), "tomorrow": days.published(days.tomorrow)}
            shown = {name: day._asdict() if day else None for name, day in ahead.items()}
            return json_content({**shown, "past": [day._asdict() for day in days.last()]})
        wanted = query["day"][0]
        if not DAY.fullmatch(wanted):
            return json_content({"error": "day is a date (UTC), say 2026-11-21"}, 400)
        found = days.published(wanted)
        if found is None:
            return json_content({"error": f"of {wanted} nothing is published here"}, 404)
        return json_content(found._asdict())

    async def leaderboard(self, rest: str, query: Query) -> Content | None:
        """The best of a game: `/api/leaderboard/klondike?metric=best_time&count=10&option=draw%3D3&period=week`."""
        if rest not in catalogue.ids():
            return None
        count = query.get("count", ["20"])[0]
        digits = count.isascii() and count.isdigit() and len(count) <= 3  # int() raises for thousands of them
        if not digits or not 1 <= int(count) <= 100:
            return json_content({"error": "count is a number from 1 to 100"}, 400)
        services = self._services
        now = services.clock.real()
        try:
            metric: BoardMetric = _one_of(BoardMetric, "metric", query, "wins")
            period: BoardPeriod = _one_of(BoardPeriod, "period", query, "ever")
            scope: BoardScope = _one_of(BoardScope, "scope", query, "game")
            options = board_named(rest, dict(map(catalogue.read_option, query.get("option", []))), now)
            board = board_asked(rest, metric, options, period, scope, now)
        except (catalogue.BadOption, Refused) as error:
            return json_content({"error": str(error)}, 400)
        try:
            rows, _ = await services.boards.best(board, int(count))
        except STORE_AWAY:
            return json_content({"error": "the store does not answer just now"}, 503)
        return json_content([row.model_dump(mode="json") for row in rows])


def _one_of(kind: Any, name: str, query: Query, usual: str) -> Any:
    """Return what a query says of something for which there are certain words. Raises Refused for another."""
    word = query.get(name, [usual])[0]
    if word not in get_args(kind):
        raise Refused(ErrorCode.BAD_MESSAGE, f"{name} is one of {', '.join(get_args(kind))}, not {word[:40]!r}")
    return word
