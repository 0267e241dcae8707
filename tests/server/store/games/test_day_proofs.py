"""The solver's proof for the race of a day: decided once, for all servers of a store."""

from __future__ import annotations

from redis.asyncio import Redis

from cadogan_server.rooms.records import RowProof
from cadogan_server.store import keys
from cadogan_server.store.games.day_proofs import DayProofs
from cadogan_server.store.games.days import Days
from tests.server.core import NOON

DAY, PROOF = "2027-01-15", RowProof(3, 20_000, 1, 412)
OTHER = RowProof(4, 20_000, 1, 9)


async def loaded(redis: Redis, *, proves: bool = True) -> Days:
    days = Days(redis, lambda: NOON, proves=proves)
    await days.load()
    return days


async def test_days_whose_secrets_are_made_are_sought_by_all(redis: Redis) -> None:
    one, two = await loaded(redis), await loaded(redis)
    assert one.proofs.sought == two.proofs.sought == [DAY, "2027-01-16", "2027-01-17"]
    assert one.proofs.is_sought(DAY)
    assert one.proofs.proof(DAY) is None


async def test_the_first_proof_stays_and_all_have_it(redis: Redis) -> None:
    one, two = await loaded(redis), await loaded(redis)
    await one.proofs.settle(DAY, PROOF)
    await two.proofs.settle(DAY, OTHER)
    assert one.proofs.proof(DAY) == two.proofs.proof(DAY) == PROOF
    assert not two.proofs.is_sought(DAY)
    three = await loaded(redis)
    assert three.proofs.proof(DAY) == PROOF
    assert three.proofs.sought == ["2027-01-16", "2027-01-17"]


async def test_a_look_brings_the_proofs_of_another_server(redis: Redis) -> None:
    one, two = await loaded(redis), await loaded(redis)
    await one.proofs.settle(DAY, PROOF)
    await two.look()
    assert two.proofs.proof(DAY) == PROOF


async def test_days_of_servers_without_solvers_are_of_no_row(redis: Redis) -> None:
    await loaded(redis, proves=False)
    later = await loaded(redis)
    assert later.proofs.sought == []
    assert not later.proofs.is_sought(DAY)
    assert later.proofs.proof(DAY) is None


async def test_a_day_that_is_given_up_has_no_proof_for_good(redis: Redis) -> None:
    one = await loaded(redis)
    await one.proofs.settle(DAY, None)
    two = await loaded(redis)
    await two.proofs.settle(DAY, PROOF)
    assert two.proofs.proof(DAY) is None
    assert not two.proofs.is_sought(DAY)


async def test_day_proofs_that_the_store_loses_are_written_again(redis: Redis) -> None:
    one = await loaded(redis)
    await one.proofs.settle(DAY, PROOF)
    await redis.delete(keys.DAY_PROOFS, keys.DAYS)
    await one.look()
    two = DayProofs(redis)
    await two.load()
    assert two.proof(DAY) == PROOF
    assert two.sought == ["2027-01-16", "2027-01-17"]
