"""A short duel between two bots, for tests of what comes after a duel."""

from __future__ import annotations

import asyncio
from random import Random

from cadogan_client import Client
from cadogan_client.bots.player import Pace, play_policy
from cadogan_client.bots.policy import find_policy
from cadogan_client.bots.tempo import Tempo

GAME = "spite_and_malice_modern"


async def dueled(url: str) -> str:
    """Let the good bot, called Ann, and the easy one, called Bob, play a duel at a server; return the room's code.

    Args:
        url: the address of the server's sockets.
    """
    async with await Client.connect(url, "Ann") as ann, await Client.connect(url, "Bob") as bob:
        room = await ann.create(GAME, {"riddance": 10})
        players = ((ann, room, "good"), (bob, await bob.join(room.code), "easy"))
        await asyncio.gather(
            *(
                play_policy(client, own, find_policy(level), Pace(Tempo(0), Random(seat)))
                for seat, (client, own, level) in enumerate(players)
            )
        )
        return room.code
