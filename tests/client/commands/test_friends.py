"""`cadogan friends`."""

from __future__ import annotations

import json

from cadogan_protocol.messages import AddFriend, Invited, ListFriends
from cadogan_server.app import Running
from tests.client.commands.typed import refused, run
from tests.server.wire import dial


async def test_friends_are_listed_and_one_is_invited(server: Running, url: str) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        token = ("--token", olga.token, "--url", url)
        assert "nobody yet" in (await run("friends", "list", *token)).stdout
        await ben.create(public=False)
        await olga.ask(AddFriend, player=ben.player)
        assert "has not added you" in await refused("friends", "invite", "ben", *token)
        await ben.ask(AddFriend, player=olga.player)
        await ben.ask(ListFriends)  # from now on Ben counts as online
        listed = (await run("friends", "list", *token)).stdout
        assert "Ben" in listed
        assert ("online" in listed, ben.code in listed) == (True, True)
        invited = await run("friends", "invite", "ben", "--wait", 0, "--json", *token)
        told = json.loads(invited.stdout)
        assert told["player"] == ben.player
        (invitation,) = (await ben.the(Invited)).invitations
        assert (invitation.room, invitation.name) == (told["room"], "Olga")
        assert told["link"].endswith(f"/r/{told['room']}")
        assert "none of your friends" in await refused("friends", "invite", "Zoe", *token)
    assert "CADOGAN_TOKEN" in await refused("friends", "list", "--url", url)
