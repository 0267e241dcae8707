"""Invitations hold for two minutes, one of each friend, and nodes learn of them once."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_protocol.limits import INVITATION_SECONDS
from cadogan_server.store import keys
from cadogan_server.store.people.invitations import ASKED_SECONDS, HERE_SECONDS, KEPT, Invitations, Sent

NOW = 1_800_000_000_000
HELD = 1000 * INVITATION_SECONDS


def sent(room: str, at: int = NOW) -> Sent:
    return Sent(room, "key" if room == "LINKED" else None, "cover", "Cover", at)


@pytest.mark.store
async def test_an_invitation_holds_until_its_time_is_over_or_the_next_comes(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        invitations = Invitations(redis)
        await invitations.send("olga", "anna", sent("FIRST"))
        await invitations.send("olga", "bea", sent("LINKED", NOW + 1))
        await invitations.send("olga", "anna", sent("LATER", NOW + 2))
        assert await invitations.of("olga", NOW + 3) == {
            "anna": sent("LATER", NOW + 2),
            "bea": sent("LINKED", NOW + 1),
        }
        assert list(await invitations.of("olga", NOW + HELD)) == ["anna", "bea"], "the latest first"
        assert list(await invitations.of("olga", NOW + HELD + 1)) == ["anna"]
        assert await invitations.of("olga", NOW + HELD + 2) == {}
        assert await invitations.of("anna", NOW + 3) == {}
        for key in (keys.invitations("olga"), keys.CALLS):
            assert 0 < await redis.ttl(key) <= INVITATION_SECONDS


@pytest.mark.store
async def test_invitations_by_days_are_kept_apart_one_for_each_room(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        invitations = Invitations(redis)
        assert await invitations.asked("olga") == []
        first, second = sent("FIRST")._replace(days=2), sent("SECOND", NOW + 1)._replace(days=3)
        for one in (first, second, first):
            await invitations.send("olga", "anna", one)
        assert await invitations.asked("olga") == [("anna", second), ("anna", first)]
        assert 0 < await redis.ttl(keys.asked("olga")) <= ASKED_SECONDS
        assert await invitations.of("olga", NOW) == {}, "they are none of those that hold for minutes"
        await invitations.forget("olga", ["FIRST"])
        assert await invitations.asked("olga") == [("anna", second)]


@pytest.mark.store
async def test_nodes_learn_once_who_was_invited(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        invitations = Invitations(redis)
        assert await invitations.calls("0-0") == ("0-0", set())
        for player in ("olga", "bea", "olga"):
            await invitations.send(player, "anna", sent("ROOM"))
        last, called = await invitations.calls("0-0")
        assert called == {"olga", "bea"}
        assert await invitations.calls(last) == (last, set())
        await invitations.send("bea", "anna", sent("ROOM"))
        assert (await invitations.calls(last))[1] == {"bea"}
        async with redis.pipeline() as pipeline:
            for _ in range(2 * KEPT):
                pipeline.xadd(keys.CALLS, {"player": "x"})
            await pipeline.execute()
        await invitations.send("bea", "anna", sent("ROOM"))
        assert KEPT <= await redis.xlen(keys.CALLS) < 1.5 * KEPT


@pytest.mark.store
async def test_a_player_is_here_for_a_minute(redis_url: str) -> None:
    async with Redis.from_url(redis_url) as redis:
        invitations = Invitations(redis)
        await invitations.note_here(["anna", "olga"])
        await invitations.note_here([])
        assert await invitations.who_is_here(["olga", "bea", "anna"]) == {"anna", "olga"}
        assert await invitations.who_is_here([]) == set()
        assert 0 < await redis.ttl(keys.here("anna")) <= HERE_SECONDS
        await redis.delete(keys.here("anna"))  # as Redis does when it expires
        assert await invitations.who_is_here(["anna"]) == set()
