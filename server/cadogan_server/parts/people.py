"""The people part: players, their devices, passkeys and friends, and how a player is forgotten."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from cadogan_server.open_store import StartError, if_store_takes_writes
from cadogan_server.parts.runtime import Runtime, keep_running
from cadogan_server.parts.store import StorePart
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.boards.erasing import BoardErasing
from cadogan_server.store.people.friends import Friends
from cadogan_server.store.people.invitations import Invitations
from cadogan_server.store.people.origins import Origins
from cadogan_server.store.people.passkeys import Passkeys
from cadogan_server.store.people.players import Players
from cadogan_server.store.people.push_devices import PushDevices
from cadogan_server.store.people.push_key import PushKey
from cadogan_server.store.people.signing import Signing
from cadogan_server.store.people.tickets import Tickets
from cadogan_server.store.redis.trouble import in_words
from cadogan_server.store.upkeep.forgetting import Forgetting


@dataclass(frozen=True)
class PeoplePart:
    """The store's knowledge of people.

    Attributes:
        players: players and their tokens.
        origins: marks of where players come from.
        passkeys: their passkeys.
        tickets: links for their other devices.
        friends: the players that each has added.
        invitations: their invitations of each other.
        push_devices: their devices to which news is sent.
        push_key: the key by which push services know the server.
        signing: the server's keys for texts that it signs.
        forgetting: removes a player from the store.
    """

    players: Players
    origins: Origins
    passkeys: Passkeys
    tickets: Tickets
    friends: Friends
    invitations: Invitations
    push_devices: PushDevices
    push_key: PushKey
    signing: Signing
    forgetting: Forgetting

    async def recall(self, now: int) -> None:
        """Read the keys that must be known before anybody may come in. `now` is a moment in ms.

        Raises:
            StartError: the store does not answer.
        """
        try:
            await if_store_takes_writes(self.origins.recall(now))
            await if_store_takes_writes(self.signing.load())
            await if_store_takes_writes(self.push_key.load())
        except STORE_AWAY as error:
            raise StartError(f"keys can't be read from the store: {in_words(error)}") from error

    def start(self, stack: AsyncExitStack, runtime: Runtime) -> None:
        """Renew the keys by which marks of origin are made, until the stack is closed."""
        keep_running(stack, self.origins.run(runtime.clock.now), "keys of marks")


def people_part(runtime: Runtime, store: StorePart) -> PeoplePart:
    """Return the people part."""
    opened, journal = store.opened, store.journal
    reads, upkeep = opened.connections.reads, opened.connections.upkeep
    lease = store.node_lease
    return PeoplePart(
        players=Players(reads, journal, lambda: lease.alone, lease.secret, full=lambda: store.memory.full),
        origins=Origins(upkeep, journal),
        passkeys=Passkeys(reads, journal),
        tickets=Tickets(reads),
        friends=Friends(reads, journal),
        invitations=Invitations(reads),
        push_devices=PushDevices(reads, journal),
        push_key=PushKey(upkeep),
        signing=Signing(upkeep, runtime.clock.real),
        forgetting=Forgetting(
            upkeep, store.orders, lease, BoardErasing(upkeep), store.counted_contests, store.clubs, runtime.clock
        ),
    )
