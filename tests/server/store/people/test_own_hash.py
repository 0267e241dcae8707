"""Each player has a hash of things, which come back in the order in which they were added."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from redis.asyncio import Redis

from cadogan_server.store.log.journal import Journal, until_told
from cadogan_server.store.people.own_hash import OwnHash


class Pet(NamedTuple):
    id: str
    legs: int
    added: int


class Pets(OwnHash[Pet]):
    def _key(self, player: str) -> str:
        return f"cadogan:{{{player}}}:pets"

    def _read(self, id: str, *rest: int) -> Pet:
        return Pet(id, *rest)

    def save(self, player: str, pet: Pet) -> None:
        self._write(player, pet)
        self._keep(player, 60)


@pytest.mark.store
async def test_items_come_in_the_order_of_their_moments_and_go_by_id(redis: Redis, redis_url: str) -> None:
    journal = Journal(redis_url)
    pets = Pets(redis, journal)
    late, cat, dog = Pet("ant", 6, 9), Pet("cat", 4, 2), Pet("dog", 4, 2)
    for pet in (late, dog, cat):
        pets.save("olga", pet)
    pets.save("anna", dog)
    await until_told(journal)
    assert await pets.of("olga") == (cat, dog, late)
    pets.save("olga", cat._replace(legs=3))
    pets.drop("olga", "dog")
    await until_told(journal)
    assert await pets.of("olga") == (Pet("cat", 3, 2), late)
    assert await pets.of("anna") == (dog,)
    assert await pets.of("nobody") == ()
    assert 0 < await redis.ttl("cadogan:{olga}:pets") <= 60
    await journal.close()
