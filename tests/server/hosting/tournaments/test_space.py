"""The limits on open tournaments, with a real Redis."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_server.hosting.tournaments.space import MOST_OF_ONE, TournamentSpace
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
            await space.must_be_free("ann")
            await known.open(f"t{number}", terms("arena", host="ann"))
        with pytest.raises(Refused) as refused:
            await space.must_be_free("ann")
        assert refused.value.code is ErrorCode.BUSY
        await space.must_be_free("bob")


async def test_the_empty_one_that_begins_last_makes_way(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        known = KnownTournaments(TournamentLogs(redis))
        space = TournamentSpace(known, lambda: NOON)
        for number in range(4):
            await known.open(f"t{number}", terms("arena", host=f"h{number}", starts=NOON + MINUTE * (1 + number)))
        await known.open("regular", terms("arena", host="", starts=NOON + MINUTE * 9))
        await known.change("t3", lambda state: orders.enter(state, NOON, "bob", "Bob", 1500))
        assert await space.make_way()
        assert (await known.read("t3")).phase == "open", "somebody has entered"
        assert (await known.read("regular")).phase == "open", "the server has opened it"
        assert (await known.read("t2")).phase == "cancelled"
        assert [await space.make_way() for _ in range(3)] == [True, True, False]
