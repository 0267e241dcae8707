"""The parts of one server that its sessions use."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from cadogan_server.clock import Clock
from cadogan_server.delivery.bus import Bus
from cadogan_server.fair_queue import FairQueue
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.parts.delivery import DeliveryPart
from cadogan_server.parts.people import PeoplePart
from cadogan_server.parts.pushing import PushingPart
from cadogan_server.parts.rooms import RoomsPart
from cadogan_server.parts.runtime import Runtime
from cadogan_server.parts.store import StorePart
from cadogan_server.parts.tournaments import TournamentsPart
from cadogan_server.settings import Settings
from cadogan_server.telemetry.stats import Stats


@dataclass(frozen=True)
class Services:
    """The parts of one server. They are put together in `app.py`.

    Attributes:
        runtime: settings, clock and counters.
        store: the data that outlives the process.
        delivery: the way to the sockets.
        people: the players.
        pushing: news for their devices.
        rooms: the rooms of this node.
        tournaments: the tournaments.
        mirrors: the rooms of other nodes that spectators watch here.
    """

    runtime: Runtime
    store: StorePart
    delivery: DeliveryPart
    people: PeoplePart
    pushing: PushingPart
    rooms: RoomsPart
    tournaments: TournamentsPart
    mirrors: Mirrors

    def start(self, stack: AsyncExitStack) -> None:
        """Let each part do its own work until the stack is closed."""
        self.store.start(stack)
        self.people.start(stack, self.runtime)
        self.pushing.start(stack, self.runtime)
        self.rooms.start(stack, self.runtime)
        self.tournaments.start(self.runtime)

    @property
    def settings(self) -> Settings:
        """The settings of the server."""
        return self.runtime.settings

    @property
    def bus(self) -> Bus:
        """The way to the sockets."""
        return self.delivery.bus

    @property
    def clock(self) -> Clock:
        """The server's clock."""
        return self.runtime.clock

    @property
    def stats(self) -> Stats:
        """The server's counters."""
        return self.runtime.stats

    @property
    def queue(self) -> FairQueue:
        """Lets the addresses that send requests take turns."""
        return self.runtime.queue
