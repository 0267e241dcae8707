"""The store part: everything that outlives a process, opened on one store for one node."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from cadogan_protocol.errors import ErrorCode
from cadogan_server.open_store import OpenStore, StartError, if_store_takes_writes
from cadogan_server.parts.runtime import Runtime, keep_running
from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY, keys
from cadogan_server.store.boards.board_reader import BoardReader
from cadogan_server.store.boards.boards import Boards
from cadogan_server.store.boards.leaderboard import Leaderboard
from cadogan_server.store.clubs.club_games import ClubGames
from cadogan_server.store.clubs.clubs import MOST_CLUBS, Clubs
from cadogan_server.store.games.analyses import Analyses
from cadogan_server.store.games.contests import Contests
from cadogan_server.store.games.days import Days
from cadogan_server.store.games.history import History
from cadogan_server.store.games.popularity import PlayCounts
from cadogan_server.store.games.running import RunningGames
from cadogan_server.store.holdings import Holdings
from cadogan_server.store.log.due import DueRooms
from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.logs import Logs
from cadogan_server.store.log.losses import Losses
from cadogan_server.store.log.room_leases import RoomLeases
from cadogan_server.store.log.watch import Watch
from cadogan_server.store.matching.leavers import Leavers
from cadogan_server.store.matching.queue import MatchingQueue
from cadogan_server.store.nodes.node_lease import NodeLease
from cadogan_server.store.nodes.orders import Orders
from cadogan_server.store.redis.trouble import in_words
from cadogan_server.store.tournaments.halls import Halls
from cadogan_server.store.tournaments.known import KnownTournaments
from cadogan_server.store.tournaments.tournament_logs import MOST_COMING, TournamentLogs
from cadogan_server.store.upkeep.memory import StoreMemory


class AllHoldings(NamedTuple):
    """How much every network holds of what lasts and is limited in number, by kind."""

    clubs: Holdings
    tournaments: Holdings
    correspondence: Holdings
    analyses: Holdings


@dataclass(frozen=True)
class StorePart:
    """The store, by the kinds of data in it.

    Attributes:
        opened: the connections, the node lease, the journal and the spill file.
        room_leases: which node owns which room.
        due: when each room needs a node's attention.
        logs: the logs of rooms.
        losses: lost changes that players must be told of.
        leaderboard: counts results.
        boards: reads boards.
        contests: reads the contests of days.
        counted_contests: counts attempts at contests. It waits longer for the store than readers do.
        days: the secrets of days.
        played: which games are played most.
        running: the correspondence duels of all players.
        history: reads what each player has played.
        counted_history: adds played games to histories. It waits longer for the store than readers do.
        orders: the operator's orders to all nodes.
        analyses: where races were lost.
        holdings: how much every network holds of what lasts.
        matching: people who wait for an opponent.
        leavers: people who have left games one after the other.
        tournaments: all tournaments.
        halls: the people in the halls of tournaments.
        clubs: all clubs, and the tables of their seasons.
        club_games: counts games and tournaments for these tables.
    """

    opened: OpenStore
    room_leases: RoomLeases
    due: DueRooms
    logs: Logs
    losses: Losses
    leaderboard: Leaderboard
    boards: Boards
    contests: Contests
    counted_contests: Contests
    days: Days
    played: PlayCounts
    running: RunningGames
    history: History
    counted_history: History
    orders: Orders
    analyses: Analyses
    holdings: AllHoldings
    matching: MatchingQueue
    leavers: Leavers
    tournaments: KnownTournaments
    halls: Halls
    clubs: Clubs
    club_games: ClubGames

    @property
    def journal(self) -> Journal:
        """The way to the logs."""
        return self.opened.journal

    @property
    def node_lease(self) -> NodeLease:
        """The lease of this node."""
        return self.opened.node_lease

    @property
    def memory(self) -> StoreMemory:
        """The memory of the store."""
        return self.opened.memory

    @property
    def away(self) -> bool:
        """True if this node can't reach the store. While nobody plays, the journal may not have noticed yet, but the renewal
        of the lease is overdue. Another node that is cut off asks (`nodes/cut_off.py`)."""
        return not self.journal.safe or self.node_lease.overdue

    async def recall(self) -> None:
        """Read the data that must be known before anybody may come in.

        Raises:
            StartError: the store does not answer.
        """
        try:
            await self.days.load()
            await self.played.load()
            await if_store_takes_writes(self.due.adopt())
            await if_store_takes_writes(self.room_leases.prepare())
            await if_store_takes_writes(self.node_lease.secret())
        except STORE_AWAY as error:
            raise StartError(f"rooms and days can't be read from the store: {in_words(error)}") from error

    def start(self, stack: AsyncExitStack) -> None:
        """Keep all of it up to date until the stack is closed."""
        keep_running(stack, Watch(self.opened.connections.upkeep, self.journal).run(), "watch")
        keep_running(stack, self.days.run(), "days")
        keep_running(stack, self.played.run(), "what is played most")
        keep_running(stack, self.leaderboard.sorting.run(), "sorting")


def store_part(opened: OpenStore, runtime: Runtime, lives: Callable[[str], bool]) -> StorePart:
    """Return the store part.

    Args:
        opened: the store.
        runtime: settings and clocks.
        lives: returns True if another node is known to live just now.
    """
    journal, there = opened.journal, opened.connections
    reads, upkeep, prompt = there.reads, there.upkeep, there.prompt
    settings, clock, time = runtime.settings, runtime.clock, runtime.time
    clubs, analyses = Clubs(upkeep, clock.real), Analyses(upkeep)
    club_games = ClubGames(clubs, clock.real)
    return StorePart(
        opened=opened,
        room_leases=RoomLeases(prompt, journal, opened.node_lease, clock.now, lives),
        due=DueRooms(upkeep, journal),
        logs=Logs(reads, journal),
        losses=Losses(upkeep),
        leaderboard=Leaderboard(upkeep, settings.journal.lately),
        boards=Boards(BoardReader(reads), time, settings.boards_read),
        contests=Contests(reads, time, settings.boards_read),
        counted_contests=Contests(upkeep, time),
        days=Days(upkeep, clock.real, proves=settings.solvers > 0),
        played=PlayCounts(upkeep, journal),
        running=RunningGames(reads, journal),
        history=History(reads, journal),
        counted_history=History(upkeep, journal),
        orders=Orders(upkeep),
        analyses=analyses,
        holdings=_holdings(opened, settings, clubs, analyses),
        matching=MatchingQueue(prompt, opened.node_lease.id),
        leavers=Leavers(upkeep),
        tournaments=KnownTournaments(TournamentLogs(prompt), club_games.tournament_over),
        halls=Halls(prompt, opened.node_lease.id),
        clubs=clubs,
        club_games=club_games,
    )


def _holdings(opened: OpenStore, settings: Settings, clubs: Clubs, analyses: Analyses) -> AllHoldings:
    """Return the holdings of each kind, by the settings of what one address may open within a week, or an hour."""
    holdings = partial(Holdings, opened.connections.upkeep, opened.journal, opened.node_lease.secret)
    return AllHoldings(
        clubs=holdings(
            keys.CLUBS,
            keys.CLUB_NETWORKS,
            what="clubs",
            each=settings.clubs_per_week,
            most=MOST_CLUBS,
            drop_gone=clubs.drop_gone,
        ),
        tournaments=holdings(
            keys.TOURNAMENTS,
            keys.TOURNAMENT_NETWORKS,
            what="tournaments that are not over",
            each=settings.tournaments_per_week,
            most=MOST_COMING,
        ),
        correspondence=holdings(
            keys.CORRESPONDENCE,
            keys.CORRESPONDENCE_NETWORKS,
            what="correspondence duels",
            each=settings.correspondence_per_week,
            most=settings.correspondence,
            code=ErrorCode.TOO_MANY_ROOMS,
        ),
        analyses=holdings(
            keys.ANALYSES_WAITING,
            keys.ANALYSES_NETWORKS,
            what="games that wait to be analysed",
            each=settings.analyses_per_hour,
            most=analyses.most,
            wait=60,
        ),
    )
