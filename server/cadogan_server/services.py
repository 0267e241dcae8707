"""The parts of one server that its sessions use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.hosting.finder import Finder
from cadogan_server.hosting.idempotency import Openings
from cadogan_server.hosting.observers.listing import Listing
from cadogan_server.hosting.observers.seat_lookup import SeatedAnywhere
from cadogan_server.hosting.opener import Opener
from cadogan_server.hosting.registry import Registry
from cadogan_server.mirrors.mirrors import Mirrors
from cadogan_server.replays.from_log import Replays
from cadogan_server.settings import Settings
from cadogan_server.store.boards.boards import Boards
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.games.contests import Contests
from cadogan_server.store.games.days import Days
from cadogan_server.store.games.history import History
from cadogan_server.store.games.popularity import PlayCounts
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.people.friends import Friends
from cadogan_server.store.people.origins import Origins
from cadogan_server.store.people.passkeys import Passkeys
from cadogan_server.store.people.players import Players
from cadogan_server.store.people.signing import Signing
from cadogan_server.store.people.tickets import Tickets
from cadogan_server.store.upkeep.memory import StoreMemory
from cadogan_server.telemetry.stats import Stats


@dataclass(frozen=True)
class Services:
    """The parts of one server. They are put together in `app.py`."""

    settings: Settings
    clock: Clock
    journal: Journal
    players: Players
    logs: Logs
    leases: RoomLeases
    leaderboard: Leaderboard
    boards: Boards
    days: Days
    signing: Signing
    contests: Contests
    seating: Seating
    registry: Registry
    finder: Finder
    opener: Opener
    listing: Listing
    mirrors: Mirrors
    openings: Openings
    replays: Replays
    stats: Stats
    origins: Origins
    queue: FairQueue
    played: PlayCounts
    tickets: Tickets
    passkeys: Passkeys
    history: History
    friends: Friends
    seated: SeatedAnywhere
    losses: Losses
    forget: Callable[[str], Awaitable[None]]
    memory: StoreMemory
