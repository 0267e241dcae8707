"""Keeps the solvers of a server at work while it is measured: searches for winnable deals, and analyses."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from threading import Event, Thread
from time import perf_counter, time_ns
from typing import Any, Self

from redis import Redis

from cadogan_protocol.messages import Create, GetAnalysis, Hello, Message, Ready, Stand
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.racer import Figures, Racer
from cadogan_server.bench.target import Target
from cadogan_server.store import STORE_AWAY, keys

MOVES = 30
"""Moves of each race before it is given up."""

RACES_PER_ADDRESS = 20
"""Races from one address, few enough for a server's default limits."""

COPIES_AT_ONCE = 500
"""Jobs that are put into the store by one pipeline."""

PATIENCE = 60.0
"""Seconds that an answer may take: a room waits for its search."""


class SolverWork:
    """A thread that opens one race after the other on a winnable deal, plays some moves, gives up and asks where the race was
    lost. Each race needs a search; the analyses wait in the queue.

    Args:
        target: the server.
        game: the game that is played.

    Attributes:
        races: number of races whose analysis was asked for.
    """

    def __init__(self, target: Target, game: str) -> None:
        self.races = 0
        self._first_room = ""
        self._target = target
        self._game = game
        self._over, self._first = Event(), Event()
        self._failure: BenchError | None = None
        self._thread = Thread(target=self._run, name="work for solvers", daemon=True)

    def __enter__(self) -> Self:
        """Begin, and wait for the first race.

        Raises:
            BenchError: the server refuses something, or has no solvers.
        """
        self._thread.start()
        self._first.wait()
        self.check()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def check(self) -> None:
        """Raise BenchError if the server has refused something."""
        if self._failure is not None:
            raise self._failure

    def queue_copies(self, count: int) -> None:
        """Queue `count` copies of the first race for analysis. They are put into the store, since a server takes far fewer
        from players.

        Raises:
            BenchError: the store is not known, or does not answer.
        """
        with self._store() as redis:
            for first in range(0, count, COPIES_AT_ONCE):
                codes = [f"{self._first_room}{number}" for number in range(first, min(first + COPIES_AT_ONCE, count))]
                pipe = redis.pipeline(transaction=False)
                for code in codes:
                    pipe.copy(keys.log(self._first_room), keys.log(code))
                pipe.zadd(keys.ANALYSES_WAITING, {code: time_ns() // 1000 for code in codes})
                pipe.execute()

    def waiting(self) -> int:
        """Return the number of analyses that wait.

        Raises:
            BenchError: the store is not known, or does not answer.
        """
        with self._store() as redis:
            return int(redis.zcard(keys.ANALYSES_WAITING))

    @contextmanager
    def _store(self) -> Iterator[Redis]:
        if self._target.store is None:
            raise BenchError("the jobs of a server that the bench has not started are not known")
        try:
            with Redis.from_url(self._target.store) as redis:
                yield redis
        except STORE_AWAY as error:
            raise BenchError(f"the store of the server does not take jobs: {error}") from error

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                self._race(self.races)
                self.races += 1
                self._first.set()
        except BenchError as error:
            self._failure = error
        finally:
            self._first.set()

    def _race(self, number: int) -> None:
        place = number // RACES_PER_ADDRESS
        source = f"127.200.{place // 250}.{1 + place % 250}" if self._target.local else None
        racer = Racer(self._target.url, source, "people", Random(number), Figures())
        try:
            racer.paced = True
            self._wait(racer, lambda: racer.open)
            self._ask(racer, Hello(id=racer.next_id, name=f"Solved {number}"))
            rules = RoomOptions(seats=1, public=False, deal="winnable")
            room = self._ask(racer, Create(id=racer.next_id, game=self._game, rules=rules))["room"]
            self._first_room = self._first_room or room
            self._ask(racer, Ready(id=racer.next_id))
            self._wait(racer, lambda: racer.moves is not None)
            for _ in range(MOVES):
                made = racer.figures.accepted
                racer.play(perf_counter())
                self._wait(racer, lambda made=made: racer.done or racer.figures.accepted > made)  # type: ignore[misc]
            self._ask(racer, Stand(id=racer.next_id))
            answer = self._ask(racer, GetAnalysis(id=racer.next_id, room=room))
            if answer.get("status") == "unavailable":
                raise BenchError(f"the server analyses nothing: {answer['why']}")
        finally:
            racer.close()

    def _ask(self, racer: Racer, message: Message) -> dict[str, Any]:
        racer.ask(message)
        self._wait(racer, lambda: not racer.awaited)
        if racer.answered["type"] == "error" and racer.answered["code"] != "busy":  # a full queue is what is wanted
            raise BenchError(f"the server refuses work for its solvers: {racer.answered['message']}")
        return racer.answered

    def _wait(self, racer: Racer, until: Callable[[], bool]) -> None:
        end = perf_counter() + PATIENCE
        while not until():
            select.select([racer.socket], [], [], 0.05)
            racer.receive()
            if perf_counter() > end:
                raise BenchError(f"the work for solvers has waited {PATIENCE:g} seconds for an answer")
