"""A player's history and figures, friends, and the deletion of all of it."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_FRIENDS
from cadogan_protocol.messages import (
    AddFriend,
    DeleteMe,
    Friends,
    GetHistory,
    GetPlayer,
    Hello,
    Leave,
    ListFriends,
    Lock,
    Ok,
    PlayerPage,
    RemoveFriend,
    Stand,
)
from cadogan_protocol.rooms import Friend
from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.wire import Wire, dial


async def raced(server: Running, *racers: Wire) -> None:
    """Race, and give up after a move."""
    first, *others = racers
    for racer in others:
        await racer.join(first.code)
    for racer in racers:
        await racer.ready()
    for racer in racers:
        await racer.phase("running")
        while not racer.moves:
            await racer.next()
        await racer.play(racer.moves[0])
        await racer.ask(Stand)
    for racer in racers:
        await racer.phase("finished")


async def test_a_race_stands_in_the_history_of_its_players_with_each_others_ids(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create("klondike", {"draw": 3}, undo="none")
        await olga.hello("Olga")
        await raced(server, anna, olga)
        assert anna.room is not None
        assert [seat.player for seat in anna.room.seats] == [anna.player, olga.player]
        (row,) = (await anna.ask(GetHistory)).games
        assert (row.room, row.game, row.options["draw"], row.rules.undo, row.of) == (
            anna.code,
            "klondike",
            3,
            "none",
            2,
        )
        assert [(other.player, other.name) for other in row.others] == [(olga.player, "Olga")]
        page = await olga.ask(GetPlayer, player=anna.player)
        assert isinstance(page, PlayerPage)
        assert page.name == "Anna"
        assert page.against is not None
        assert (page.against.name, page.against.played) == ("Anna", 1)
        assert page.met == (), "nobody else is told whom a player has met"
        assert page.figures[0].played == 1


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        (GetPlayer, {"player": "nobody"}, ErrorCode.UNKNOWN_PLAYER),
        (GetPlayer, {"player": "n" * 10_000}, ErrorCode.BAD_MESSAGE),
        (GetPlayer, {"player": ""}, ErrorCode.BAD_MESSAGE),
        (AddFriend, {"player": "nobody"}, ErrorCode.UNKNOWN_PLAYER),
        (AddFriend, {"player": "}:*{"}, ErrorCode.UNKNOWN_PLAYER),
        (GetHistory, {"count": 0}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"count": -1}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"count": 101}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"before": "-1"}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"before": "+"}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"before": "0-0"}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"before": "9" * 21 + "-0"}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"before": "99999999999999999999-0"}, ErrorCode.BAD_MESSAGE),
        (GetHistory, {"game": "g" * 10_000}, ErrorCode.BAD_MESSAGE),
    ],
)
async def test_bad_questions_are_refused_in_words(server: Running, kind: Any, fields: Any, code: ErrorCode) -> None:
    async with dial(server.port) as anna:
        await anna.hello("Anna")
        assert (await anna.refusal_of_raw(kind, **fields)).code is code
        assert (await anna.ask(GetHistory, game="nogame")).games == ()


async def friends_of(wire: Wire) -> tuple[Friend, ...]:
    answer = await wire.ask(ListFriends)
    assert isinstance(answer, Friends)
    return answer.friends


async def seat(wire: Wire, name: str, **rules: Any) -> Wire:
    return await (await wire.hello(name)).create("klondike", **rules)


async def test_friends_are_added_told_to_nobody_and_taken_away(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await anna.hello("Anna")
        await seat(olga, "Olga")
        (olgas,) = (await anna.ask(AddFriend, player=olga.player)).friends
        assert (olgas.name, olgas.known, olgas.mutual) == ("Olga", True, False)
        assert await friends_of(olga) == (), "she is not told"
        assert not any(isinstance(message, Friends) for message in olga.log[:-1])
        assert len((await anna.ask(AddFriend, player=olga.player)).friends) == 1
        itself = await anna.refusal(AddFriend, player=anna.player)
        assert itself.code is ErrorCode.UNKNOWN_PLAYER
        assert (await anna.ask(RemoveFriend, player=olga.player)).friends == ()
        assert (await anna.ask(RemoveFriend, player="nobody")).friends == ()


async def test_friends_are_seen_in_public_rooms_and_mutual_ones_in_open_ones(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await seat(anna, "Anna", public=False)
        await seat(olga, "Olga", public=False)
        await anna.ask(AddFriend, player=olga.player)
        assert (await friends_of(anna))[0].room is None, "following a friend opens no closed doors"
        await olga.ask(AddFriend, player=anna.player)
        (told,) = await friends_of(anna)
        assert told.mutual
        assert told.room is not None
        assert told.room.code == olga.code
        await olga.ask(Lock)
        assert (await friends_of(anna))[0].room is None
        await olga.ask(Leave)
        assert (await friends_of(anna))[0].room is None
        await olga.create("klondike", public=False, by_link=True)
        assert (await friends_of(anna))[0].room is None
        await olga.ask(Leave)
        await olga.create("klondike", public=True)
        await olga.ask(RemoveFriend, player=anna.player)
        (told,) = await friends_of(anna)
        assert not told.mutual
        assert told.room is not None
        assert told.room.code == olga.code
        async with dial(server.port) as eve:
            await olga.gone(await (await eve.hello("Eve")).join(olga.code, "spectator"))
        assert (await friends_of(anna))[0].room is None, "a friend who has left is in no room"


async def test_the_number_of_friends_is_limited(server: Running, redis_url: str) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await anna.hello("Anna")
        await seat(olga, "Olga")
        async with Redis.from_url(redis_url) as redis:
            await redis.hset(keys.friends(anna.player), mapping={f"f{n}": f"{n} Friend" for n in range(MOST_FRIENDS)})
        refusal = await anna.refusal(AddFriend, player=olga.player)
        assert refusal.code is ErrorCode.TOO_MANY_FRIENDS
        friends = await friends_of(anna)
        assert [friend.name for friend in friends] == ["Friend"] * MOST_FRIENDS
        assert not any(friend.known for friend in friends)


async def test_a_deleted_player_is_found_nowhere(serve: Serve, redis_url: str) -> None:
    async with serve() as server, dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as again:
        await seat(anna, "Anna")
        await olga.hello("Olga")
        await raced(server, anna, olga)
        await anna.ask(AddFriend, player=olga.player)
        await olga.ask(AddFriend, player=anna.player)
        async with Redis.from_url(redis_url) as redis:
            await redis.zadd(keys.board("klondike", "wins"), {anna.player: 3, olga.player: 2})
            await redis.hset(keys.NAMES, anna.player, "Anna")
            assert isinstance(await anna.ask(DeleteMe), Ok)
            assert (await again.refusal(Hello, name="Anna", token=anna.token)).code is ErrorCode.BAD_TOKEN
            assert (await olga.refusal(GetPlayer, player=anna.player)).code is ErrorCode.UNKNOWN_PLAYER
            (gone,) = await friends_of(olga)
            assert not gone.known
            # Requests on the socket that is still open leave nothing either.
            await anna.ask(Leave)
            await anna.create("klondike")
            await anna.ask(Leave)
            await olga.ask(ListFriends)
            left = [key for key in await redis.keys() if anna.player.encode() in key]
            assert left == [keys.opening(anna.player).encode()], (
                "this key keeps a repeated request from opening a second room"
            )
            assert await redis.ttl(left[0]) > 0
            assert await redis.zrange(keys.board("klondike", "wins"), 0, -1) == [olga.player.encode()]
            assert not await redis.hexists(keys.NAMES, anna.player)
        assert len((await olga.ask(GetHistory)).games) == 1, "her own history is hers"


async def test_deletions_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with serve(deletions_per_hour=1) as server, dial(server.port) as anna, dial(server.port) as eve:
        await anna.hello("Anna")
        await eve.hello("Eve")
        assert isinstance(await anna.ask(DeleteMe), Ok)
        refusal = await eve.refusal(DeleteMe)
        assert (refusal.code, "too many deletions" in refusal.message) == (ErrorCode.TOO_FAST, True)


async def test_new_friends_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with (
        serve(friends_per_hour=1) as server,
        dial(server.port) as anna,
        dial(server.port) as olga,
        dial(server.port) as bea,
    ):
        await anna.hello("Anna")
        await seat(olga, "Olga")
        await seat(bea, "Bea")
        for _ in range(2):  # adding a friend twice adds one
            assert isinstance(await anna.ask(AddFriend, player=olga.player), Friends)
        assert (await anna.refusal(AddFriend, player=bea.player)).code is ErrorCode.TOO_FAST


async def test_a_player_on_a_seat_cannot_be_deleted(server: Running) -> None:
    async with dial(server.port) as anna:
        await seat(anna, "Anna")
        refusal = await anna.refusal(DeleteMe)
        assert refusal.code is ErrorCode.IN_ROOM
        assert "leave it" in refusal.message
        await anna.ask(Leave)
        assert isinstance(await anna.ask(DeleteMe), Ok)
