"""An arena of many players over some nodes: how long they wait and for what, what that costs, and how long it takes to pair
them."""

from __future__ import annotations

import select
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from heapq import heappop, heappush
from itertools import count
from os import getpid
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, NamedTuple

from redis import Redis

from cadogan_protocol.messages import (
    Attend,
    EnterTournament,
    Hello,
    Join,
    Leave,
    ManageTournament,
    Message,
    OpenTournament,
    Ready,
    Stand,
    TournamentTerms,
)
from cadogan_server.bench.connection import Connection
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.load import Step
from cadogan_server.bench.measures import Row
from cadogan_server.bench.process import cpu_seconds
from cadogan_server.bench.target import Target, own_server
from cadogan_server.bench.waits import PARTS, Wait, middle, taken_apart
from cadogan_server.store import keys
from cadogan_server.tournaments import steps
from cadogan_server.tournaments.records import Paired, Record, all_unpacked
from cadogan_server.tournaments.state import Tournament, folded

TERMS = TournamentTerms(kind="arena", game="spite_and_malice_modern", options={"riddance": 10}, minutes=90)

AT_ONCE = 50
"""Players who come in one go."""

LONGEST = 10
"""The longest waits, which are taken apart one by one."""

PATIENCE = 60.0
"""Seconds that an answer may take while they come."""


class Games:
    """The games that are played, and when each ends.

    Args:
        seconds: how long a game lasts in the mean, from half of it to one and a half; 0: it ends at once.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._random = Random(0)
        self._numbers = count()
        self._ends: list[tuple[float, int, Player]] = []

    def begin(self, player: Player) -> None:
        """Begin a game which this player gives up."""
        end = perf_counter() + self._seconds * self._random.uniform(0.5, 1.5)
        heappush(self._ends, (end, next(self._numbers), player))

    def end(self) -> None:
        """End the games whose time has come."""
        while self._ends and self._ends[0][0] <= perf_counter():
            heappop(self._ends)[2].give_up()


class Player(Connection):
    """The socket of a player: goes where it is called, says that it is ready, and later one of the two gives up.

    Args:
        url, source: server, and address to connect from.
        waits: takes each wait for a game.
        games: the games of all.

    Attributes:
        waits_since: when the player began to wait, in seconds since 1970; 0: does not wait.
        played: games that have ended.
        tournament: the arena, once the player has entered it.
        sent_back: why the player had to come back to a server that had closed the socket, each time.
    """

    __slots__ = (
        "_away", "_games", "_leaves", "_left", "_seat", "_source", "_token", "_url", "_waits", "played", "sent_back", "tournament",
        "waits_since",
    )  # fmt: skip

    def __init__(self, url: str, source: str | None, waits: list[Wait], games: Games) -> None:
        super().__init__(url, source)
        self.waits_since = self._left = 0.0
        self.played = self._leaves = 0
        self.sent_back: list[str] = []
        self.tournament = self._token = ""
        self._url, self._source = url, source
        self._waits = waits
        self._games = games
        self._seat: int | None = None
        self._away = False

    def come_back(self, why: str) -> None:
        """Connect anew, as a server that sends its players away asks for."""
        self.close()
        super().__init__(self._url, self._source)
        self._away = True
        self.sent_back.append(why)

    def receive(self) -> None:
        """Read what has come, and introduce oneself again on a new socket."""
        super().receive()
        if self._away and self.open:
            self._away = False
            self.ask(Hello(id=self.next_id, name="Player", token=self._token))

    def look(self, message: dict[str, Any]) -> None:
        """Do what a message asks for."""
        super().look(message)
        kind = message["type"]
        if kind == "welcome":
            self._token = message["token"]
            if self.tournament:
                self.ask(Attend(id=self.next_id, tournament=self.tournament))
        elif kind == "called":
            if self.waits_since:
                self._waits.append(Wait(self.waits_since, self._left or self.waits_since, time.time(), message["room"]))
            self.waits_since = self._left = 0.0
            self.ask(Join(id=self.next_id, room=message["room"], role="player"))
        elif kind == "joined":
            self._seat = message["seat"]
            self.ask(Ready(id=self.next_id))
        elif self._seat == 1 and (message.get("phase") == "running" or message.get("code") == "wrong_phase"):
            self._seat = -1
            self._games.begin(self)
        elif kind == "update" and message.get("phase") == "finished":
            self._seat = None
            self.played += 1
            self._leaves = self.next_id
            self.ask(Leave(id=self.next_id))
            self.waits_since = time.time()
        elif self._leaves and message.get("re") == self._leaves:
            self._leaves, self._left = 0, time.time()

    def give_up(self) -> None:
        """Give up the game, if it still runs."""
        if self._seat == -1 and self.open:
            self.ask(Stand(id=self.next_id))


class Field:
    """The players of an arena, over some nodes in turn.

    Args:
        nodes: the servers.
        count: number of players.
        game_seconds: how long a game lasts in the mean.
    """

    def __init__(self, nodes: Sequence[Target], count: int, game_seconds: float) -> None:
        self.waits: list[Wait] = []
        self._games = Games(game_seconds)
        self.players: list[Player] = []
        self.id = ""
        self._nodes = nodes
        self._count = count
        self._poll = select.epoll()
        self._by_file: dict[int, Player] = {}

    def come(self) -> None:
        """Let all come, and enter an arena that the first of them opens.

        Raises:
            BenchError: a server refuses something.
        """
        for first in range(0, self._count, AT_ONCE):
            some = [self._connected(number) for number in range(first, min(first + AT_ONCE, self._count))]
            self.run(PATIENCE, partial(_are_open, some))
            self._ask(some, lambda each: Hello(id=each.next_id, name=f"Player {self.players.index(each)}"))
            if not self.id:
                host = some[0]
                self._ask([host], lambda each: OpenTournament(id=each.next_id, terms=TERMS))
                self.id = host.answered["about"]["id"]
            self._ask(some, lambda each: Attend(id=each.next_id, tournament=self.id))
            self._ask(some, lambda each: EnterTournament(id=each.next_id, tournament=self.id))
            for player in some:
                player.tournament = self.id

    def start(self) -> None:
        """Let the arena begin: from now on all wait for a game."""
        self._ask(self.players[:1], lambda each: ManageTournament(id=each.next_id, tournament=self.id, order="start"))
        for player in self.players:
            player.waits_since = player.waits_since or time.time()

    def run(self, seconds: float, until: Callable[[], bool] | None = None) -> None:
        """Let all do what they do for some seconds, or until something holds.

        Raises:
            BenchError: it did not come to hold.
        """
        end = perf_counter() + seconds
        while perf_counter() < end:
            self._games.end()
            for file, _ in self._poll.poll(0.02):
                player = self._by_file[file]
                try:
                    player.receive()
                except BenchError as error:  # it was sent away, or its line was cut
                    player.come_back(str(error))
                    self._follow(player)
            if until is not None and until():
                return
        if until is not None:
            raise BenchError(f"the players of the arena have waited {seconds:g} seconds for an answer")

    def still_waiting(self) -> list[float]:
        """Return for how many seconds those have waited who wait now."""
        now = time.time()
        return [now - player.waits_since for player in self.players if player.waits_since]

    def close(self) -> None:
        """Close all sockets."""
        for player in self.players:
            player.close()

    def _connected(self, number: int) -> Player:
        node = self._nodes[number % len(self._nodes)]
        source = f"127.{101 + number // 50_000}.{number // 250 % 200}.{1 + number % 250}" if node.local else None
        player = Player(node.url, source, self.waits, self._games)
        self.players.append(player)
        self._follow(player)
        return player

    def _follow(self, player: Player) -> None:
        self._by_file[player.socket.fileno()] = player
        self._poll.register(player.socket, select.EPOLLIN)

    def _ask(self, players: Sequence[Player], message: Callable[[Player], Message]) -> None:
        for player in players:
            player.ask(message(player))
        self.run(PATIENCE, lambda: not any(player.awaited for player in players))
        for player in players:
            if player.answered["type"] == "error":
                raise BenchError(f"a server refuses a player of the arena: {player.answered['message']}")


def measure(players: int, nodes: int, seconds: float, game_seconds: float, redis: str | None, step: Step) -> Row:
    """Let players wait for the start of an arena, and then play it, each for this many seconds; return the figures.

    Args:
        players, nodes: how many.
        seconds: how long they wait, and how long they play.
        game_seconds: how long a game lasts in the mean; 0: it is given up at once.
        redis: URL of a Redis; None: start one.
        step: is told how far the measurement has come.

    Raises:
        BenchError: it can't be measured.
    """
    options = ("--no-regular-tournaments",)
    with ExitStack() as stack:
        step("Starting servers", 0.0)
        targets = [stack.enter_context(own_server(redis, options=options, beside=nodes))]
        store = targets[0].store
        for number in range(1, nodes):
            targets.append(stack.enter_context(own_server(store, options=options, beside=nodes, number=number)))
        field = Field(targets, players, game_seconds)
        stack.callback(field.close)
        step("Players come", 0.1)
        field.come()
        step("They wait", 0.4)
        idle = _shares(targets, seconds, field)
        field.start()
        step("They play", 0.6)
        busy = _shares(targets, seconds, field)
        assert store is not None
        still = field.still_waiting()
        pairing, records = paired(store, field.id)
    if not field.waits:
        raise BenchError("nobody was called to a game")
    return {
        "players": players,
        "nodes": nodes,
        "sent_back": dict(Counter(why for player in field.players for why in player.sent_back)),
        "games": sum(player.played for player in field.players) // 2,
        "pair_all_ms": round(1000 * pairing, 1),
        **_told(field.waits, still, records),
        "cpu_waiting": [round(share, 4) for share in idle.nodes],
        "cpu_waiting_per_1000": round(sum(idle.nodes) * 1000 / players, 4),
        "cpu_playing": [round(share, 3) for share in busy.nodes],
        "cpu_store_and_load": [round(busy.store, 3), round(busy.load, 3)],
    }


def _told(waits: Sequence[Wait], still: Sequence[float], records: Sequence[Record]) -> Row:
    """Return how long players waited for a game, and for what."""
    lasted = sorted(wait.seconds for wait in waits)
    longest = sorted(waits, key=lambda wait: -wait.seconds)[:LONGEST]
    half = median(lasted)
    most = max([*lasted[-1:], *still])
    return {
        "wait_p50_s": round(half, 2),
        "wait_p99_s": round(lasted[int(0.99 * len(lasted))], 2),
        "wait_max_s": round(most, 2),
        "wait_max_to_p50": round(most / half, 2),
        "wait_parts_p50_s": dict(zip(PARTS, middle(taken_apart(waits, records)), strict=True)),
        "wait_parts_of_longest_s": [
            "/".join(f"{part:.2f}" for part in parts) for parts in taken_apart(longest, records)
        ],
    }


class _Shares(NamedTuple):
    """Shares of a processor: of each node, of the store, and of this process, which is the load."""

    nodes: list[float]
    store: float
    load: float


def _shares(targets: Sequence[Target], seconds: float, field: Field) -> _Shares:
    """Return the share of a processor that each node, the store and the load use meanwhile."""
    own = cpu_seconds(getpid())
    before = [target.look() for target in targets]
    field.run(seconds)
    after = [target.look() for target in targets]
    spans = [(b.cpu or 0.0) - (a.cpu or 0.0) for a, b in zip(before, after, strict=True)]
    took = [b.at - a.at for a, b in zip(before, after, strict=True)]
    store = (after[0].store or 0.0) - (before[0].store or 0.0)
    return _Shares(
        [span / each for span, each in zip(spans, took, strict=True)],
        store / took[0],
        (cpu_seconds(getpid()) - own) / took[0],
    )


def paired(store: str, id: str) -> tuple[float, list[Record]]:
    """Return the seconds that it takes to pair as many as were paired at once in an arena, by working its largest pairing out
    again, and the records of the arena."""
    with Redis.from_url(store) as redis:
        raws: Any = redis.lrange(keys.tournament(id), 0, -1)
    records = all_unpacked(raws)
    found = [at for at, record in enumerate(records) if isinstance(record, Paired)]
    if not found:
        raise BenchError("nobody was paired")
    at = max(found, key=lambda at: len(records[at].pairings))  # type: ignore[union-attr]
    state, now = folded(id, records[:at]), records[at].at
    waiting = dict.fromkeys(_free(state), now - steps.OPENING_MS)
    begun = perf_counter()
    (made,) = steps.due(state, now, waiting, lambda _: "node", str)
    seconds = perf_counter() - begun
    assert isinstance(made, Paired)
    return seconds, records


def _are_open(players: Sequence[Player]) -> bool:
    return all(player.open for player in players)


def _free(state: Tournament) -> Iterator[str]:
    return (player for player, each in state.competitors.items() if player not in state.playing and not each.out)
