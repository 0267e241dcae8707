"""Tournaments as two nodes know them, with a real Redis between them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import cast

import msgpack
import pytest
from redis.asyncio import Redis

from cadogan_server.rooms.refused import Refused
from cadogan_server.store import keys
from cadogan_server.store.tournaments.known import KnownTournaments, UnknownTournament
from cadogan_server.store.tournaments.tournament_logs import TournamentLogs
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.records import Over, Paired, Started
from cadogan_server.tournaments.state import Tournament
from tests.server.tournaments.evening import HOST, NOON, terms


@pytest.fixture
def two(redis: Redis) -> tuple[KnownTournaments, KnownTournaments]:
    """Return the knowledge of two nodes."""
    return KnownTournaments(TournamentLogs(redis)), KnownTournaments(TournamentLogs(redis))


async def enter(known: KnownTournaments, player: str) -> Tournament:
    return await known.change("t", lambda state: orders.enter(state, NOON, player, player, 1500))


async def test_what_one_node_decides_the_other_knows(two: tuple[KnownTournaments, KnownTournaments]) -> None:
    here, there = two
    assert await here.open("t", terms("arena"))
    assert not await there.open("t", terms("arena"))
    await enter(there, "ann")
    assert list((await here.read("t")).competitors) == ["ann"]
    with pytest.raises(Refused):
        await enter(here, "ann")
    with pytest.raises(UnknownTournament):
        await here.read("none")


async def test_decisions_of_many_at_once_all_count_once(two: tuple[KnownTournaments, KnownTournaments]) -> None:
    await two[0].open("t", terms("arena"))
    await asyncio.gather(*(enter(two[number % 2], f"p{number}") for number in range(40)))
    states = [await known.read("t") for known in two]
    assert sorted(states[0].competitors) == sorted(f"p{number}" for number in range(40))
    assert states[0] == states[1]


class Counting(TournamentLogs):
    """Counts the times that it was asked to write, and that it refused to."""

    asked = refused = 0

    async def append(self, id: str, known: Sequence[bytes], new: Sequence[bytes], *, over: bool = False) -> bool:
        self.asked += 1
        taken = await super().append(id, known, new, over=over)
        self.refused += not taken
        return taken

    async def add(self, id: str, known: Sequence[bytes], new: Sequence[bytes]) -> list[bytes] | None:
        self.asked += 1
        return await super().add(id, known, new)


async def test_what_many_games_bring_at_once_is_written_together(redis: Redis) -> None:
    all_logs = [Counting(redis), Counting(redis)]
    nodes = [KnownTournaments(logs) for logs in all_logs]
    await nodes[0].open("t", terms("arena"))
    players = [f"p{number}" for number in range(80)]
    for player in players:
        await enter(nodes[0], player)
    pairings = tuple((n, (players[2 * n - 2], players[2 * n - 1]), "here") for n in range(1, 41))
    await nodes[0].change("t", lambda _: [Started(NOON, 0), Paired(NOON, 0, pairings)])
    for logs in all_logs:
        logs.asked = logs.refused = 0

    async def plays(number: int) -> None:
        node, room = nodes[number % 2], f"ROOM{number}"
        await node.note("t", room, lambda state: orders.room_opened(state, NOON, number, room))
        states = await asyncio.gather(
            *(node.note("t", room, lambda state: orders.decide(state, NOON, number, "first", "played")) for _ in "12")
        )
        assert all(state.pairings[number].result == "first" for state in states)

    await asyncio.gather(*map(plays, range(1, 41)))
    states = [await node.read("t") for node in nodes]
    assert states[0] == states[1]
    assert [line.room for line in states[0].pairings.values()] == [f"ROOM{number}" for number in range(1, 41)]
    assert states[0].version == 1 + 80 + 2 + 2 * 40
    assert sum(logs.asked for logs in all_logs) < 20
    assert not any(logs.refused for logs in all_logs), "no node keeps another one from writing what games bring"


async def test_of_two_ends_of_a_game_the_first_in_the_log_counts(redis: Redis) -> None:
    here, there = KnownTournaments(TournamentLogs(redis)), KnownTournaments(Behind(redis))
    await here.open("t", terms("arena"))
    for player in ("ann", "bob"):
        await enter(here, player)
    await here.change("t", lambda _: [Started(NOON, 0), Paired(NOON, 0, ((1, ("ann", "bob"), "here"),))])
    await there.read("t")

    async def void() -> None:
        await here.change(
            "t", lambda state: [*orders.decide(state, NOON, 1, "void", "host"), Over(NOON, cancelled=True)]
        )

    cast(Behind, there.logs).first = void
    told = await there.note("t", "ROOM", lambda state: orders.decide(state, NOON, 1, "first", "played"))
    assert (told.pairings[1].result, told.phase) == ("void", "cancelled")
    assert told == await here.read("t")
    assert not told.competitors["ann"].points


async def test_a_note_that_fails_leaves_later_ones_alone(redis: Redis) -> None:
    here = KnownTournaments(TournamentLogs(redis))
    with pytest.raises(UnknownTournament):
        await here.note("t", "ROOM", lambda _: [])
    await here.open("t", terms("arena"))
    assert (await here.note("t", "ROOM", lambda state: orders.enter(state, NOON, "ann", "Ann", 1500))).competitors


class Behind(TournamentLogs):
    """Lets something happen just before what a game brings is added."""

    first: Callable[[], Awaitable[None]]

    async def add(self, id: str, known: Sequence[bytes], new: Sequence[bytes]) -> list[bytes] | None:
        await self.first()
        return await super().add(id, known, new)


class Late(TournamentLogs):
    """Lets something happen just before the first append."""

    def __init__(self, redis: Redis, before: Callable[[], Awaitable[object]]) -> None:
        super().__init__(redis)
        self._before: Callable[[], Awaitable[object]] | None = before

    async def append(self, id: str, known: Sequence[bytes], new: Sequence[bytes], *, over: bool = False) -> bool:
        before, self._before = self._before, None
        if before is not None:
            await before()
        return await super().append(id, known, new, over=over)


async def test_a_late_decision_is_taken_again(redis: Redis) -> None:
    there = KnownTournaments(TournamentLogs(redis))
    await there.open("t", terms("arena"))
    here = KnownTournaments(Late(redis, lambda: enter(there, "ann")))
    assert list((await enter(here, "bob")).competitors) == ["ann", "bob"]
    again = KnownTournaments(Late(redis, lambda: enter(there, "eve")))
    with pytest.raises(Refused):
        await enter(again, "eve")


async def test_what_the_store_loses_is_written_again(
    two: tuple[KnownTournaments, KnownTournaments], redis: Redis
) -> None:
    here, there = two
    await here.open("t", terms("arena"))
    await enter(here, "ann")
    await redis.rpop(keys.tournament("t"))
    await redis.delete(keys.TOURNAMENTS)
    await here.read("t")
    assert list((await there.read("t")).competitors) == ["ann"]
    assert (await here.logs.listed(0)).coming == ("t",)


async def test_of_two_logs_that_of_the_store_counts(
    two: tuple[KnownTournaments, KnownTournaments], redis: Redis
) -> None:
    here, there = two
    await here.open("t", terms("arena"))
    await there.read("t")
    await enter(here, "ann")
    await redis.rpop(keys.tournament("t"))
    await enter(there, "bob")
    assert list((await here.read("t")).competitors) == ["bob"]


async def test_an_end_leaves_the_list_of_those_to_come(two: tuple[KnownTournaments, KnownTournaments]) -> None:
    here, there = two
    await here.open("t", terms("arena"))
    await here.change("t", lambda state: orders.cancel(state, NOON, HOST))
    assert await there.logs.listed(5) == ((), ()), "one that was cancelled is not listed"
    assert (await there.read("t")).phase == "cancelled"


async def test_an_id_without_a_log_is_forgotten(two: tuple[KnownTournaments, KnownTournaments], redis: Redis) -> None:
    await redis.zadd(keys.TOURNAMENTS, {"gone": 1})
    await two[0].refresh(["gone"])
    assert (await two[0].logs.listed(0)).coming == ()


class Growing(TournamentLogs):
    """Lets something happen after the first reading, before its answer comes."""

    def __init__(self, redis: Redis, after: Callable[[], Awaitable[object]]) -> None:
        super().__init__(redis)
        self._after: Callable[[], Awaitable[object]] | None = after

    async def read(self, known: Mapping[str, int]) -> dict[str, list[bytes]]:
        found = await super().read(known)
        after, self._after = self._after, None
        if after is not None:
            await after()
        return found


async def test_a_log_that_grows_while_it_is_first_read_is_taken_as_it_is(redis: Redis) -> None:
    there = KnownTournaments(TournamentLogs(redis))
    await there.open("t", terms("arena"))
    read: list[Tournament] = []

    async def others() -> None:
        await enter(there, "ann")
        read.append(await here.read("t"))
        await enter(there, "bob")

    here = KnownTournaments(Growing(redis, others))
    state = await here.read("t")
    assert state is read[0], "one tournament is one object, which its earlier readers see change"
    assert list(state.competitors) == ["ann", "bob"]


async def test_a_log_that_cannot_be_read_harms_no_other(
    two: tuple[KnownTournaments, KnownTournaments], redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = two
    await here.open("t", terms("arena"))
    await here.open("other", terms("arena"))
    for _ in range(2):
        await redis.rpush(keys.tournament("t"), msgpack.packb(("?", 1)))
        await there.refresh(["t", "other"])
    assert ("t" in there, "other" in there) == (False, True)
    assert caplog.text.count("can't be read here") == 1


async def test_fields_of_a_newer_server_are_passed_over(
    two: tuple[KnownTournaments, KnownTournaments], redis: Redis
) -> None:
    here, _ = two
    await here.open("t", terms("arena"))
    await redis.rpush(keys.tournament("t"), msgpack.packb(("e", 5, "ann", "Ann", 1500, "", "", (), (), "new")))
    assert list((await here.read("t")).competitors) == ["ann"]
