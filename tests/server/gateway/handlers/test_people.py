"""A player's history and figures, friends, and the deletion of all of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_CORRESPONDENCE, MOST_FRIENDS
from cadogan_protocol.messages import (
    AddFriend,
    DeclineInvitation,
    DeleteMe,
    Friends,
    GetHistory,
    GetPlayer,
    GetRunning,
    Hello,
    Invite,
    Invited,
    Leave,
    ListFriends,
    Lock,
    Ok,
    PlayerPage,
    RemoveFriend,
    Resign,
    Stand,
)
from cadogan_protocol.messages import Running as RunningTold
from cadogan_protocol.people import Friend
from cadogan_server.app import Running
from cadogan_server.store import keys
from cadogan_server.store.games.running import RunningGame
from cadogan_server.store.people.invitations import Invitations, Sent
from tests.server.conftest import Serve
from tests.server.waiting import until
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


async def mutual(one: Wire, other: Wire) -> None:
    """Let two people be friends of each other."""
    await one.ask(AddFriend, player=other.player)
    await other.ask(AddFriend, player=one.player)


async def two_friends(anna: Wire, olga: Wire) -> None:
    """Let Anna and Olga, who have both been in rooms, be friends of each other and be outside."""
    for wire, name in ((anna, "Anna"), (olga, "Olga")):
        await seat(wire, name)
        await wire.ask(Leave)
    await mutual(anna, olga)


async def test_a_mutual_friend_is_online_once_that_one_asks_for_friends(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await two_friends(anna, olga)
        assert not (await friends_of(anna))[0].online, "she has not asked for friends"
        assert (await friends_of(olga))[0].online
        assert (await friends_of(anna))[0].online
        await olga.ask(RemoveFriend, player=anna.player)
        assert not (await friends_of(anna))[0].online, "only to mutual friends"


async def test_a_friend_hears_of_an_invitation_and_can_join_by_it(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga:
        await two_friends(anna, olga)
        await friends_of(olga)
        await anna.create("cover", by_link=True, public=False)
        assert isinstance(await anna.ask(Invite, player=olga.player), Ok)
        (told,) = (await olga.the(Invited)).invitations
        assert (told.player, told.name, told.room, told.key) == (anna.player, "Anna", anna.code, anna.key)
        assert (told.game, told.title) == ("cover", "Cover")
        assert (await olga.ask(ListFriends)).invitations == (told,)
        await olga.join(told.room, key=told.key)
        here = await anna.refusal(Invite, player=olga.player)
        assert (here.code, here.message) == (ErrorCode.WRONG_PHASE, "this friend is in the room already")
        await olga.ask(Leave)
        await olga.ask(RemoveFriend, player=anna.player)
        assert (await olga.ask(ListFriends)).invitations == (), "who is no friend any more does not invite"
        refused = await anna.refusal(Invite, player=olga.player)
        assert (refused.code, "added you as well" in refused.message) == (ErrorCode.UNKNOWN_PLAYER, True)


async def test_an_invitation_to_a_duel_by_days_stays_until_it_is_answered(server: Running, redis_url: str) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, Redis.from_url(redis_url) as redis:
        await two_friends(anna, olga)
        rooms = [await waits_for(server, anna, olga, days) for days in (3, 1, 2)]

        async def asked() -> list[tuple[str, str, int | None]]:
            told: RunningTold = await olga.ask(GetRunning)
            assert (await olga.ask(ListFriends)).invitations == told.invitations
            return [(one.name, one.room, one.days) for one in told.invitations]

        assert await asked() == [("Anna", rooms[2], 2), ("Anna", rooms[1], 1), ("Anna", rooms[0], 3)]
        assert await redis.ttl(keys.asked(olga.player)) > 6 * 86_400
        assert isinstance(await olga.ask(DeclineInvitation, room=rooms[1]), Ok)
        assert await asked() == [("Anna", rooms[2], 2), ("Anna", rooms[0], 3)]
        await anna.ask(Resign, room=rooms[0])
        assert await asked() == [("Anna", rooms[2], 2)], "a duel that is called off invites nobody"
        await olga.join(rooms[2])

        async def has_come() -> bool:
            return await asked() == []

        await until(has_come)
        assert await redis.exists(keys.asked(olga.player)) == 0


async def test_a_player_has_few_invitations_to_duels_by_days(server: Running, redis_url: str) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, Redis.from_url(redis_url) as redis:
        await two_friends(anna, olga)
        room = await waits_for(server, anna, olga, 1)
        for number in range(MOST_CORRESPONDENCE - 1):
            other = Sent(f"ROOM{number}", None, "cover", "Cover", number, 1)
            await Invitations(redis).send(olga.player, "bea", other)
            await redis.hset(keys.running("bea"), other.room, json.dumps(RunningGame(other.room, "cover", 1)[1:]))
            await redis.zadd(keys.DUE, {other.room: 2**52})
        async with dial(server.port) as there:
            await (await there.hello("Anna", anna.token)).join(room)
            assert isinstance(await there.ask(Invite, player=olga.player), Ok), "to the same duel once more"
        async with dial(server.port) as there:
            await (await there.hello("Anna", anna.token)).create("spite_and_malice", days_per_turn=1)
            assert (await there.refusal(Invite, player=olga.player)).code is ErrorCode.TOO_MANY_DUELS
            await redis.hdel(keys.running("bea"), "ROOM0")
            assert isinstance(await there.ask(Invite, player=olga.player), Ok), "what is withdrawn takes no place"


async def waits_for(server: Running, host: Wire, friend: Wire, days: int) -> str:
    """Open a correspondence duel, invite a friend to it and go away; return its code."""
    async with dial(server.port) as there:
        await (await there.hello("Anna", host.token)).create("spite_and_malice", days_per_turn=days)
        assert isinstance(await there.ready(), Ok)
        assert isinstance(await there.ask(Invite, player=friend.player), Ok)
        return there.code


async def test_a_room_to_which_nobody_can_come_is_no_place_to_invite_to(server: Running) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, dial(server.port) as bea:
        await two_friends(anna, olga)

        async def refused() -> ErrorCode:
            return (await anna.refusal(Invite, player=olga.player)).code

        assert await refused() is ErrorCode.NOT_IN_ROOM
        await seat(bea, "Bea", seats=2)
        await anna.join(bea.code, "spectator")
        assert await refused() is ErrorCode.NOT_SEATED
        await anna.ask(Leave)
        await anna.join(bea.code)
        assert await refused() is ErrorCode.ROOM_FULL
        await bea.ask(Leave)
        await anna.ask(Leave)
        await anna.create("cover")
        await anna.ask(Lock)
        assert await refused() is ErrorCode.ROOM_LOCKED
        await anna.ask(Lock, locked=False)
        assert (await anna.refusal(Invite, player=bea.player)).code is ErrorCode.UNKNOWN_PLAYER
        await anna.ready()
        await anna.phase("running")
        assert await refused() is ErrorCode.WRONG_PHASE


async def test_invitations_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with serve(invitations_per_hour=1) as server, dial(server.port) as anna, dial(server.port) as olga:
        await two_friends(anna, olga)
        await anna.create("cover")
        assert isinstance(await anna.ask(Invite, player=olga.player), Ok)
        assert (await anna.refusal(Invite, player=olga.player)).code is ErrorCode.TOO_FAST


async def test_nothing_of_an_invitation_is_left_of_a_deleted_player(server: Running, redis_url: str) -> None:
    async with dial(server.port) as anna, dial(server.port) as olga, Redis.from_url(redis_url) as redis:
        await two_friends(anna, olga)
        await friends_of(olga)
        await friends_of(anna)
        await anna.create("cover")
        await anna.ask(Invite, player=olga.player)
        await anna.ask(Leave)
        await olga.the(Invited)
        assert await redis.exists(keys.invitations(olga.player), keys.here(olga.player)) == 2
        assert isinstance(await anna.ask(DeleteMe), Ok)
        assert (await olga.ask(ListFriends)).invitations == (), "of a player who is gone"
        assert isinstance(await olga.ask(DeleteMe), Ok)
        assert await redis.exists(keys.invitations(olga.player), keys.here(olga.player)) == 0
