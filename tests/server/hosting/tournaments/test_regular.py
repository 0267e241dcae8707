"""Regular tournaments, with a real Redis."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.hosting.tournaments.regular import RegularTournaments
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.store.tournaments.tournament_logs import TournamentLogs
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.calendar import regular
from tests.server.tournaments.evening import NOON


async def test_each_is_opened_once_by_whichever_node(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        here, there = (KnownTournaments(TournamentLogs(redis)) for _ in range(2))
        await RegularTournaments(here, lambda: NOON).look()
        ids = [id for id, _ in regular(NOON)]
        assert sorted((await here.logs.listed(0)).coming) == sorted(ids)
        await here.change(ids[0], lambda state: orders.enter(state, NOON, "ann", "Ann", 1500))
        await RegularTournaments(there, lambda: NOON).look()
        assert list((await there.read(ids[0])).competitors) == ["ann"]
