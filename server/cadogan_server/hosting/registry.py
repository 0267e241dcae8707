"""All rooms in use at this node, by their codes: what follows when one comes, changes or goes."""

from __future__ import annotations

import asyncio
from collections import Counter

from cadogan_server.clock import Clock
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.hosting.observers.chronicle import Chronicle
from cadogan_server.hosting.observers.in_use import ALL, InUse
from cadogan_server.hosting.observers.plates import Plates
from cadogan_server.hosting.observers.settling import Counting
from cadogan_server.hosting.observers.whereabouts import Whereabouts
from cadogan_server.hosting.timers import Timers
from cadogan_server.rooms.room import Room
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.log.room_log import RoomLog


class Registry:
    """The rooms of this node.

    Args:
        clock: by which they go.
        journal: the way to the store and to the sockets.
        leases: by which they are this node's.
        due: when each has to be looked after.
        plates: shows the ratings of who sits in them.
        counting: counts those that are over.
        attempts: has it decided for whom a contest of a day counts.
        reveal: so many seconds after all are ready, nonces that were promised must have been shown.

    Attributes:
        hubs: the rooms, by their codes.
        in_use: those that are not over.
        whereabouts: who sits in which.
        chronicle: what the log tells of them.
        timers: when their clocks have something to do.
        leaving: whether this node is about to end, and hands its rooms over.
        handed: of rooms that other nodes have, or are just getting, from this one, which: known when it is certain.
    """

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        leases: RoomLeases,
        due: DueRooms,
        plates: Plates,
        counting: Counting,
        attempts: Attempts,
        reveal: float,
    ) -> None:
        self.hubs: dict[str, Hub] = {}
        self.in_use = InUse()
        self.whereabouts = Whereabouts()
        self.chronicle = Chronicle()
        self.timers = Timers(clock)
        self.leaving = False
        self.handed: dict[str, asyncio.Future[str]] = {}
        self._clock = clock
        self._journal = journal
        self._leases = leases
        self._due = due
        self._plates = plates
        self._counting = counting
        self._attempts = attempts
        self._reveal = int(1000 * reveal)

    def add(self, room: Room, log: RoomLog, address: str = ALL, *, counted: bool = False) -> Hub:
        """Have a room in use, opened from an address or taken up from its log; `counted`: it is over and was counted before."""
        room.reveals_within = self._reveal
        hub = Hub(room, log, self._journal, self._clock.now, self.changed)
        self.hubs[room.code] = hub
        self._journal.logs[room.code] = log
        if room.phase != "finished":
            self.in_use.add(hub, address)
            self._due.open(room.code, self._clock.now())
        elif counted:
            self._counting.was_counted(hub)
        return hub

    def changed(self, hub: Hub) -> None:
        """Set a room's timer anew, and have its results counted when it is over."""
        if hub.still:
            return
        self.chronicle.changed(hub)
        self.in_use.changed(hub)
        self.whereabouts.changed(hub)
        self.timers.set(hub)
        self._attempts.changed(hub)
        if hub.room.phase == "lobby" or not hub.volatile.ratings:  # after the lobby nobody comes: it was taken up again
            self._plates.look(hub)
        if hub.room.phase == "finished":
            self._counting.over(hub)

    def keep(self, hub: Hub) -> None:
        """Keep the log of a room that is over and was counted for its whole time from now on, as somebody is still there."""
        if hub.log.done:
            self._counting.keep(hub)

    def count(self) -> Counter[str]:
        """How many rooms there are in each phase."""
        return Counter(hub.room.phase for hub in self.hubs.values())

    def spectators(self) -> int:
        """How many look on at the rooms through sockets of this node."""
        return sum(hub.watchers - sum(node.counted for node in hub.followers) for hub in self.hubs.values())

    def followers(self) -> int:
        """How many links other nodes have here, each to follow a room."""
        return sum(len(hub.followers) for hub in self.hubs.values())

    async def tell_watchers(self) -> None:
        """Say in each room how many are watching."""
        for hub in self.hubs.values():
            hub.tell_watchers()

    def close(self, code: str, why: str = "everybody who played in it has left") -> bool:
        """Close a room whatever goes on in it, and tell who is there why; False: it is not here. One that is over stays in the
        store for a while."""
        hub = self.hubs.get(code)
        if hub is None:
            return False
        self._drop(hub)
        self.chronicle.closed(hub)
        hub.closed(why)
        if hub.room.phase == "finished":
            self._leases.release(hub.log)
        else:
            self._leases.drop(hub.log)
            self._due.over(code)
        return True

    def _drop(self, hub: Hub) -> None:
        del self.hubs[hub.room.code]
        self.timers.stop(hub)
        self.in_use.drop(hub)
        self.whereabouts.drop(hub)
        self._journal.logs.pop(hub.room.code, None)

    def hand_over(self, hub: Hub) -> asyncio.Future[str]:
        """Let nothing happen in a room any more, as another node is to have it; return what is to be told of which."""
        hub.stand_still()
        self._drop(hub)
        self._journal.logs[hub.room.code] = hub.log  # until its lease is another's
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.handed[hub.room.code] = told
        return told

    def handed_over(self, hub: Hub) -> None:
        """Another node has a room, or may have it."""
        self._journal.logs.pop(hub.room.code, None)
        self._due.handed_over(hub.room.code)

    def let_go(self) -> None:
        """Leave all rooms to other nodes, or to the next start."""
        now = self._clock.now()
        for code, hub in self.hubs.items():
            self._leases.release(hub.log)
            if hub not in self._counting:
                self._due.let_go(code, hub.deadline, now)

    def write_again(self) -> None:
        """Give a store that has lost them the leases of all rooms, and when they are due."""
        for code, hub in self.hubs.items():
            self._leases.claim_again(hub.log)
            if hub in self._counting:
                self._counting.keep(hub)
            else:
                self._due.open(code, self._clock.now())
