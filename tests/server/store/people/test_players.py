"""Known players: their tokens, how long they are kept, and how long the logs of their rooms are kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_server.store import keys
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.people import players as module
from cadogan_server.store.people.players import Player, Players


@pytest.fixture
async def journal(redis_url: str) -> AsyncIterator[Journal]:
    it = Journal(redis_url)
    yield it
    await it.close()


async def whole_store(redis: Redis) -> bytes:
    """Return all keys and values."""
    found: list[Any] = []
    for key in await redis.keys():
        kind: Any = await redis.type(key)
        found += [key, await redis.hgetall(key) if kind == b"hash" else await redis.dump(key)]
    return repr(found).encode()


def seated(players: Players, name: str) -> tuple[Player, str]:
    """Make a new player known who takes a seat."""
    player, token = players.welcome(name)
    players.note_seat(player)
    return player, token


async def test_the_store_has_the_hash_of_a_token_alone_and_for_a_time(redis: Redis, journal: Journal) -> None:
    player, token = seated(Players(redis, journal), "Anna")
    await journal.close()
    secret = token.partition(".")[2]
    assert len(secret) >= 40
    stored = await whole_store(redis)
    assert player.id.encode() in stored
    assert secret.encode() not in stored
    assert 0 < await redis.ttl(keys.player(player.id)) <= module.SEATED_SECONDS


async def test_a_player_without_a_seat_leaves_nothing_in_the_store(redis: Redis, journal: Journal) -> None:
    players = Players(redis, journal)
    player, token = players.welcome("Anna")
    assert await players.recognise(token, "Annabel") == player._replace(name="Annabel")
    await journal.close()
    assert await redis.keys() == []


async def test_a_player_who_played_is_kept_for_longer(redis: Redis, journal: Journal) -> None:
    players = Players(redis, journal)
    player, token = seated(players, "Anna")
    players.note_game(player.id)
    await journal.close()
    assert module.SEATED_SECONDS < await redis.ttl(keys.player(player.id)) <= module.KEPT_SECONDS
    written = journal.connection.written
    players.note_seat(player)
    players.note_game(player.id)
    await players.recognise(token, "Anna")
    await journal.close()
    assert journal.connection.written == written
    later = Players(redis, journal)
    await redis.expire(keys.player(player.id), 60)
    assert await later.recognise(token, "Anna") == player
    await journal.close()
    assert await redis.ttl(keys.player(player.id)) > module.SEATED_SECONDS, (
        "a player who comes back is kept from then on"
    )


async def test_the_next_server_recognises_a_player_even_by_a_new_name(redis: Redis, journal: Journal) -> None:
    player, token = seated(Players(redis, journal), "Anna")
    await journal.close()
    again = await Players(redis, journal).recognise(token, "Annabel")
    assert again == player._replace(name="Annabel")
    await journal.close()
    assert await redis.hget(keys.player(player.id), "name") == b"Annabel"
    for wrong in (token[:-1], f"{player.id}.", player.id, f"{player.id}.{player.hashes[0]}"):
        assert await Players(redis, journal).recognise(wrong, "Anna") is None


async def test_each_device_has_its_own_secret_and_the_oldest_is_forgotten(redis: Redis, journal: Journal) -> None:
    players = Players(redis, journal)
    player, first = seated(players, "Anna")
    assert await players.another_token("nobody") is None
    tokens = []
    for _ in range(module.MOST_DEVICES + 1):
        found = await players.another_token(player.id)
        assert found is not None
        tokens.append(found[1])
    await journal.close()
    for here in (players, Players(redis, journal)):
        known = [await here.recognise(token, None) is not None for token in (first, *tokens)]
        assert known == [True, False] + [True] * module.MOST_DEVICES
    stored = await whole_store(redis)
    assert not any(token.partition(".")[2].encode() in stored for token in (first, *tokens))


async def test_a_device_that_another_server_has_let_in_is_known(redis: Redis, journal: Journal) -> None:
    here, there = Players(redis, journal), Players(redis, journal)
    player, _ = seated(here, "Anna")
    await journal.close()
    found = await there.another_token(player.id)
    await journal.close()
    assert found is not None
    assert not here.remembers(found[1]), "so the question is counted"
    assert await here.recognise(found[1], None) == found[0]


async def test_every_node_knows_a_bot_by_its_name_and_the_store_does_not(redis: Redis, journal: Journal) -> None:
    async def secret() -> bytes:
        return b"secret"

    here, there = [Players(redis, journal, secret=secret) for _ in range(2)]
    await here.prepare_bots()
    bot, token = here.welcome_bot("Blanche")
    for node in (here, there):
        assert await node.recognise(token, "Blanche") == bot
        assert await node.recognise(token, "Anna") is None
        assert await node.recognise(token[:-1] + "-", "Blanche") is None
    assert await Players(redis, journal).recognise(token, "Blanche") is None, "the token belongs to another store"
    await there.prepare_bots()
    assert there.welcome_bot("Blanche", bot.id) == (bot, token)
    await journal.close()
    assert await redis.keys() == []


async def test_of_many_players_those_that_came_last_are_remembered(redis: Redis, journal: Journal) -> None:
    players = Players(redis, journal, remembered=2)
    anna, olga = [seated(players, name)[1] for name in ("Anna", "Olga")]
    assert await players.recognise(anna, "Anna") is not None
    strangers = [players.welcome(f"Stranger {number}")[1] for number in range(5)]
    assert list(map(players.remembers, strangers)) == [False, False, False, True, True]
    _, third = seated(players, "Third")
    assert list(map(players.remembers, (anna, olga, third))) == [True, False, True]
