"""The limits on open tournaments, with a real Redis."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.hosting.tournaments.space import MOST, MOST_OF_ONE, TournamentSpace
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.store.tournaments.tournament_logs import TournamentLogs
from cadogan_server.tournaments import orders
from tests.server.tournaments.evening import MINUTE, NOON, terms


async def test_a_host_may_have_three(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        known = KnownTournaments(TournamentLogs(redis))
        space = TournamentSpace(known, lambda: NOON)
        for number in range(MOST_OF_ONE):
            await space.make("ann")
            await known.open(f"t{number}", terms("arena", host="ann"))
        with pytest.raises(Refused) as refused:
            await space.make("ann")
        assert refused.value.code is ErrorCode.BUSY
        await space.make("bob")


async def test_if_too_many_are_open_an_empty_one_makes_way(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        known = KnownTournaments(TournamentLogs(redis))
        space = TournamentSpace(known, lambda: NOON)
        for number in range(MOST):
            await known.open(f"t{number}", terms("arena", host=f"h{number}", starts=NOON + MINUTE * (1 + number)))
        last = f"t{MOST - 1}"
        await known.change(last, lambda state: orders.enter(state, NOON, "bob", "Bob", 1500))
        await space.make("ann")
        assert (await known.read(last)).phase == "open", "somebody has entered"
        assert (await known.read(f"t{MOST - 2}")).phase == "cancelled"
        assert await known.logs.count() == MOST - 1
