"""All rooms in use at this node, by code. Informs timers and observers when one comes, changes or goes."""

from __future__ import annotations

import asyncio
from collections import Counter

from cadogan_server.clock import Clock
from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.observers.advising import Advising
from cadogan_server.hosting.observers.attempts import Attempts
from cadogan_server.hosting.observers.chronicle import Chronicle
from cadogan_server.hosting.observers.correspondence import Correspondence
from cadogan_server.hosting.observers.in_use import ALL, InUse
from cadogan_server.hosting.observers.plates import Plates
from cadogan_server.hosting.observers.proving import Proving
from cadogan_server.hosting.observers.settling import ResultCounter
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
        clock: the rooms' clock.
        journal: the way to the store.
        bus: the way to the sockets.
        pacer: ends digests.
        leases: the leases that make this node their owner.
        due: when each room needs attention.
        plates: shows the players' ratings.
        counting: counts the results of finished rooms.
        attempts: lets the store decide whose game counts in a contest of a day.
        proving: finds winnable deals.
        advising: tells racers whether their boards can be won.
        correspondence: tells the store of correspondence duels.
        reveal: seconds after everybody is ready in which promised nonces must be shown.
        prove: seconds after all nonces are known in which a winnable deal must be found.

    Attributes:
        hubs: room code → hub.
        in_use: the rooms that are not over.
        whereabouts: the rooms in which each person sits.
        chronicle: writes the log lines of rooms.
        timers: the rooms' timers.
        counting: counts the results of finished rooms.
        leaving: true while this node is ending and hands its rooms over.
        handed: room code → future of the id of the node that takes it over; "" if none does.
    """

    def __init__(
        self,
        clock: Clock,
        journal: Journal,
        bus: Bus,
        pacer: Pacer,
        leases: RoomLeases,
        due: DueRooms,
        plates: Plates,
        counting: ResultCounter,
        attempts: Attempts,
        proving: Proving,
        advising: Advising,
        correspondence: Correspondence,
        reveal: float,
        prove: float,
    ) -> None:
        self.hubs: dict[str, Hub] = {}
        self.in_use = InUse()
        self.whereabouts = Whereabouts()
        self.chronicle = Chronicle()
        self.timers = Timers(clock)
        self.leaving = False
        self.handed: dict[str, asyncio.Future[str]] = {}
        self._clock = clock
        self._now, self._on_change = clock.now, self._changed_at  # bound once, and not for each room
        self._journal = journal
        self._bus = bus
        self._pacer = pacer
        self._leases = leases
        self._due = due
        self._plates = plates
        self.counting = counting
        self._attempts = attempts
        self._proving = proving
        self._correspondence = correspondence
        self._dropping = (
            self.in_use, self.whereabouts, self.chronicle, attempts, proving, advising, correspondence, counting,
        )  # fmt: skip
        self._reveal = int(1000 * reveal)
        self._prove = int(1000 * prove)

    def add(self, room: Room, log: RoomLog, address: str = ALL, *, counted: bool = False) -> Hub:
        """Put a room in use that was opened from an address or recovered from its log. `counted`: it is over and its
        results were counted before.
        """
        room.countdown.reveals_within = self._reveal
        room.countdown.proves_within = self._prove
        hub = Hub(room, log, self._journal, self._bus, self._pacer, self._now, self._on_change)
        self.hubs[room.code] = hub
        self._journal.connection.logs[room.code] = log
        if room.state.phase != "finished":
            self.in_use.add(hub, address)
            self._due.open(room.code, self._clock.now())
        elif counted:
            self.counting.was_counted(hub)
        return hub

    def changed(self, hub: Hub) -> None:
        """Set a room's timer anew, inform the observers, and have its results counted when it is over."""
        if hub.still or self.hubs.get(hub.code) is not hub:
            return  # another node has the room, or it was closed
        self.chronicle.changed(hub)
        self.in_use.changed(hub)
        self.whereabouts.changed(hub)
        self.timers.set(hub)
        self._attempts.changed(hub)
        self._proving.changed(hub)
        self._correspondence.changed(hub)
        # Nobody takes a seat after the lobby, so a later room has no ratings only if it was recovered.
        if hub.room.state.phase == "lobby" or not hub.volatile.ratings:
            self._plates.look(hub)
        if hub.room.state.phase == "finished":
            self.counting.over(hub)

    def _changed_at(self, code: str) -> None:
        hub = self.hubs.get(code)
        if hub is not None:
            self.changed(hub)

    def followed_by(self, hub: Hub) -> list[Hub]:
        """Return the rooms here that this one follows."""
        return [each for each in self.hubs.values() if each.room.state.rematch == hub.room.code]

    def keep_log(self, hub: Hub) -> None:
        """Keep the log of a finished, counted room for its whole lifetime from now on, because people still look at it."""
        if hub.log.done:
            self.counting.keep_log(hub)

    def count(self) -> Counter[str]:
        """Return the number of rooms in each phase."""
        return Counter(hub.room.state.phase for hub in self.hubs.values())

    def spectators(self) -> int:
        """Return the number of spectators with sockets at this node who watch rooms of this node."""
        elsewhere = sum(node.counted for hub in self.hubs.values() for node in hub.attendance.remote_mirrors)
        return sum(hub.audience.watchers for hub in self.hubs.values()) - elsewhere

    def remote_mirrors(self) -> int:
        """Return the number of mirrors that other nodes have of rooms here."""
        return sum(len(hub.attendance.remote_mirrors) for hub in self.hubs.values())

    async def tell_watchers(self) -> None:
        """Send each room its number of spectators."""
        for hub in self.hubs.values():
            hub.tell_watchers()

    def close(self, code: str, why: str = "everybody who played in it has left") -> bool:
        """Close a room in any phase and tell everybody in it why. The store keeps a finished room for a while. Returns
        False if the room is not here.
        """
        hub = self.hubs.get(code)
        if hub is None:
            return False
        self._drop(hub)
        self.chronicle.closed(hub)
        self._correspondence.closed(hub)
        hub.closed(why)
        if hub.room.state.phase == "finished":
            self._leases.release(hub.log)
        else:
            self._leases.drop(hub.log)
            self._due.over(code)
        return True

    def rest(self, hub: Hub, until: int | None) -> bool:
        """Leave a room in which nobody is to the store, until somebody asks for it, or the moment `until` (ms; None: soon).
        Returns False if that can't be done now, as the store may lack some of it.
        """
        if hub.still or not hub.saved or hub.log.lacks:
            return False
        self._drop(hub)
        self._leases.release(hub.log)
        self._due.let_go(hub.code, until, self._clock.now())
        return True

    def _drop(self, hub: Hub) -> None:
        del self.hubs[hub.room.code]
        self.timers.stop(hub)
        for observer in self._dropping:
            observer.drop(hub)
        self._journal.connection.logs.pop(hub.room.code, None)

    def hand_over(self, hub: Hub) -> asyncio.Future[str]:
        """Stop a room, because another node takes it over.

        Returns a future. The caller must set its result: that node's id, or "" if none takes the room.
        """
        hub.halt()
        self._drop(hub)
        self._journal.connection.logs[hub.room.code] = hub.log  # until another node has its lease
        new_owner: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.handed[hub.room.code] = new_owner
        return new_owner

    def handed_over(self, hub: Hub) -> None:
        """Forget a room that another node has, or may have."""
        self._journal.connection.logs.pop(hub.room.code, None)
        self._due.handed_over(hub.room.code)

    def let_go(self) -> None:
        """Leave all rooms to other nodes, or to the next start of this one."""
        now = self._clock.now()
        for code, hub in self.hubs.items():
            self._leases.release(hub.log)
            if hub not in self.counting:
                self._due.let_go(code, hub.deadline, now)

    def write_again(self) -> None:
        """Write the leases and due times of all rooms again, to a store that has lost them."""
        for code, hub in self.hubs.items():
            self._leases.claim_again(hub.log)
            if hub in self.counting:
                self.counting.keep_log(hub)
            else:
                self._due.open(code, self._clock.now())
