"""The parts of one server that its sessions use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from cadogan_server.clock import Clock
from cadogan_server.fair_queue import FairQueue
from cadogan_server.live.finder import Finder
from cadogan_server.live.listing import Listing
from cadogan_server.live.mirrors import Mirrors
from cadogan_server.live.opener import Opener
from cadogan_server.live.openings import Openings
from cadogan_server.live.registry import Registry
from cadogan_server.live.replays import Replays
from cadogan_server.live.seated import SeatedAnywhere
from cadogan_server.live.seating import Seating
from cadogan_server.settings import Settings
from cadogan_server.stats import Stats
from cadogan_server.store.boards import Boards
from cadogan_server.store.contests import Contests
from cadogan_server.store.days import Days
from cadogan_server.store.friends import Friends
from cadogan_server.store.history import History
from cadogan_server.store.journal import Journal
from cadogan_server.store.leaderboard import Leaderboard
from cadogan_server.store.leases import Leases
from cadogan_server.store.logs import Logs
from cadogan_server.store.losses import Losses
from cadogan_server.store.memory import StoreMemory
from cadogan_server.store.origins import Origins
from cadogan_server.store.passkeys import Passkeys
from cadogan_server.store.played import Played
from cadogan_server.store.players import Players
from cadogan_server.store.signing import Signing
from cadogan_server.store.tickets import Tickets


@dataclass(frozen=True)
class Services:
    """The parts of one server. They are put together in `app.py`."""

    settings: Settings
    clock: Clock
    journal: Journal
    players: Players
    logs: Logs
    leases: Leases
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
    played: Played
    tickets: Tickets
    passkeys: Passkeys
    history: History
    friends: Friends
    seated: SeatedAnywhere
    losses: Losses
    forget: Callable[[str], Awaitable[None]]
    memory: StoreMemory
