"""Friends hear of invitations and of each other at any node."""

from __future__ import annotations

from contextlib import AsyncExitStack

from redis.asyncio import Redis

from cadogan_protocol.messages import AddFriend, Friends, Invite, Invited, ListFriends, Ok
from cadogan_server.app import Running
from cadogan_server.gateway.bell import Bell
from cadogan_server.store import keys
from tests.server.wire import Wire, dial


async def online(wire: Wire) -> list[bool]:
    answer = await wire.ask(ListFriends)
    assert isinstance(answer, Friends)
    return [friend.online for friend in answer.friends]


async def test_a_friend_at_another_node_hears_of_an_invitation(nodes: list[Running], redis_url: str) -> None:
    async with AsyncExitStack() as stack, Redis.from_url(redis_url) as redis:
        anna, olga, bea = [await stack.enter_async_context(dial(nodes[at].port)) for at in (0, 1, 0)]
        for wire, name in ((anna, "Anna"), (olga, "Olga"), (bea, "Bea")):
            await (await wire.hello(name)).create("cover")
        for one, other in ((anna, olga), (olga, anna), (anna, bea), (bea, anna)):
            await one.ask(AddFriend, player=other.player)
        assert await online(anna) == [False, False]
        assert await online(olga) == [True]
        assert await online(anna) == [True, False]

        assert isinstance(await anna.ask(Invite, player=olga.player), Ok)
        (told,) = (await olga.the(Invited)).invitations
        assert (told.name, told.room) == ("Anna", anna.code)

        # A player whose node keeps that up stays online; a player who never asked for friends is not.
        await redis.delete(keys.here(olga.player), keys.here(bea.player))
        await Bell(nodes[1].services, nodes[1].gateway.sessions).look()
        await Bell(nodes[0].services, nodes[0].gateway.sessions).look()
        assert await online(anna) == [True, False]
        assert isinstance(await anna.ask(Invite, player=bea.player), Ok)
        assert isinstance(await bea.ask(ListFriends), Friends)
        assert not any(isinstance(message, Invited) for message in bea.log), "she had not asked for friends"


async def test_a_player_in_a_room_of_another_node_hears_of_an_invitation(nodes: list[Running]) -> None:
    async with AsyncExitStack() as stack:
        anna, olga, bea = [await stack.enter_async_context(dial(nodes[at].port)) for at in (0, 0, 1)]
        for wire, name in ((anna, "Anna"), (bea, "Bea")):
            await (await wire.hello(name)).create("cover")
        await (await olga.hello("Olga")).join(bea.code)
        for one, other in ((anna, olga), (olga, anna)):
            await one.ask(AddFriend, player=other.player)
        await anna.ask(Invite, player=olga.player)
        (told,) = (await olga.the(Invited)).invitations
        assert told.room == anna.code
