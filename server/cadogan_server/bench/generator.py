"""A process that generates load: `python -m cadogan_server.bench.generator`, with a `Plan` as the first line of its
input.

It writes lines of JSON: the number of sockets it has opened, `ready` when everything is dealt, and its figures at the
end. After `ready` each line of its input is an order: `play` starts playing, `measure` starts counting, `stop` ends it.
"""

from __future__ import annotations

import json
import os
import select
import sys
from collections.abc import Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import Any

from cadogan_protocol.messages import Create, Hello, Join, Message, Ready
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.bench.connection import Connection
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.racer import Figures, Racer
from cadogan_server.open_files import raise_open_files

AT_ONCE = 50
"""Sockets that are opened, or asked something, in one go."""

LOOK_SECONDS = 0.004
"""Seconds between two reads of watchers' sockets. They only count, and reading much at once is cheap."""

PATIENCE = 30.0
"""Seconds that an answer may take during preparation."""


class GeneratedLoad:
    """All sockets of this process.

    Args:
        plan: the load to generate.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.figures = Figures()
        self.racers: list[Racer] = []
        self.watchers: list[Connection] = []
        self._epoll, self._watching = select.epoll(), select.epoll()
        self._next_look = 0.0
        self._connections: dict[int, Connection] = {}
        self._chance = Random(plan.first)
        self._orders = ""
        self._epoll.register(sys.stdin, select.EPOLLIN)

    # ---- preparation -------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Connect all sockets, take seats, and wait for the deal.

        Raises:
            BenchError: the server refuses something.
        """
        plan = self.plan
        for numbers in _some(range(plan.sockets)):
            connections = [self._connect(number) for number in numbers]
            self._wait(
                lambda connections=connections: all(connection.open for connection in connections),
                "the opening of sockets",
            )
            self._ask(
                [
                    (connection, Hello(id=connection.next_id, name=self._name(n)))
                    for connection, n in zip(connections, numbers, strict=True)
                ]
            )
            tell(at="sockets", done=numbers[-1] + 1)
        for rooms in _some(range(plan.rooms)):
            self._enter(rooms)
        if plan.deal:
            for some in _some(self.racers):
                self._ask([(racer, Ready(id=racer.next_id)) for racer in some])
            self._wait(lambda: all(racer.moves is not None for racer in self.racers), "the deal")

    def _connect(self, number: int) -> Connection:
        plan = self.plan
        source = plan.address(number)
        if plan.rooms and number % plan.per_room < plan.racers:
            racer = Racer(plan.url, source, plan.choice, self._chance, self.figures)
            self.racers.append(racer)
            return self._follow(racer, self._epoll)
        places = plan.watched_at or (plan.url,)
        watcher = Connection(places[number % len(places)], source)
        self.watchers.append(watcher)
        return self._follow(watcher, self._watching)

    def _follow(self, connection: Connection, epoll: select.epoll) -> Connection:
        self._connections[connection.socket.fileno()] = connection
        epoll.register(connection.socket, select.EPOLLIN)
        return connection

    def _name(self, number: int) -> str:
        return f"Bench {self.plan.first * self.plan.per_room + number}"

    def _enter(self, rooms: Sequence[int]) -> None:
        """Open some rooms, and let all players and watchers in."""
        plan = self.plan
        rules = RoomOptions(seats=plan.racers, public=False)
        hosts = [self.racers[room * plan.racers] for room in rooms]
        self._ask(
            [(host, Create(id=host.next_id, game=plan.game, options=plan.options, rules=rules)) for host in hosts]
        )
        codes = [host.answered["room"] for host in hosts]
        for group, each, role in ((self.racers, plan.racers, "player"), (self.watchers, plan.watchers, "spectator")):
            for place in range(role == "player", each):
                connections = [group[room * each + place] for room in rooms]
                self._ask(
                    [
                        (connection, Join(id=connection.next_id, room=code, role=role))
                        for connection, code in zip(connections, codes, strict=True)
                    ]
                )

    def _ask(self, requests: list[tuple[Connection, Message]]) -> None:
        for connection, message in requests:
            connection.ask(message)
        self._wait(lambda: not any(connection.awaited for connection, _ in requests), "an answer")
        for connection, _ in requests:
            if connection.answered["type"] == "error":
                raise BenchError(f"the server refuses the load: {connection.answered['message']}")

    def _wait(self, until: Any, what: str) -> None:
        end = perf_counter() + PATIENCE
        while not until():
            self.pump(LOOK_SECONDS)
            if perf_counter() > end:
                raise BenchError(f"the load has waited {PATIENCE:g} seconds for {what} of the server")

    # ---- playing -----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Follow the orders of the input until it says stop."""
        while "play" not in self._orders and "stop" not in self._orders:
            self.pump(0.05)
        due = self._pace() if self.plan.play else iter(())
        self._begin_to_count()
        measuring = False
        wait = next(due, 0.05)
        while "stop" not in self._orders:
            self.pump(min(wait, 0.05))
            if not measuring and "measure" in self._orders:
                measuring = True
                self._begin_to_count()
            wait = next(due, 0.05)

    def _pace(self) -> Iterator[float]:
        """Let racers play when their moves are due; yield the seconds until the next one."""
        plan, order = self.plan, self.racers[:]
        self._chance.shuffle(order)  # so that consecutive moves are in different rooms
        if not plan.rate:
            for racer in order:
                racer.play(perf_counter())
            return
        number, begun = 0, perf_counter()
        for racer in order:
            racer.paced = True
        while True:
            due = begun + number / plan.rate
            now = perf_counter()
            if due > now:
                yield due - now
            else:
                order[number % len(order)].play(due)
                number += 1

    def _begin_to_count(self) -> None:
        self.figures = Figures()
        for connection in self._connections.values():
            connection.frames = connection.bytes = 0
        for racer in self.racers:
            racer.figures = self.figures
        self._began, self._cpu = perf_counter(), process_time()

    def counted(self) -> dict[str, Any]:
        """Return the figures since `measure`."""
        figures = self.figures
        return {
            "seconds": perf_counter() - self._began,
            "cpu": process_time() - self._cpu,
            "accepted": figures.accepted,
            "refused": figures.refused,
            "missed": figures.missed,
            "done": sum(racer.done for racer in self.racers),
            "waits": figures.waits,
            "racer_frames": sum(connection.frames for connection in self.racers),
            "racer_bytes": sum(connection.bytes for connection in self.racers),
            "watcher_frames": sum(connection.frames for connection in self.watchers),
            "watcher_bytes": sum(connection.bytes for connection in self.watchers),
        }

    def pump(self, seconds: float) -> None:
        """Read all input, after waiting at most this long for some. It uses `select`, as `epoll` counts in milliseconds."""
        if seconds > 0:
            select.select([self._epoll], [], [], seconds)
        for descriptor, _ in self._epoll.poll(0):
            connection = self._connections.get(descriptor)
            if connection is not None:
                connection.receive()
            else:
                self._read_orders()
        now = perf_counter()
        if now >= self._next_look:
            self._next_look = now + LOOK_SECONDS
            for descriptor, _ in self._watching.poll(0):
                self._connections[descriptor].receive()

    def _read_orders(self) -> None:
        read = os.read(sys.stdin.fileno(), 1000)
        self._orders += read.decode() if read else "stop"  # the process that gave orders is gone

    def close(self) -> None:
        """Close all sockets."""
        for connection in self._connections.values():
            connection.close()


def _some(all: Sequence[Any]) -> Iterator[Any]:
    for begin in range(0, len(all), AT_ONCE):
        yield all[begin : begin + AT_ONCE]


def tell(**fields: Any) -> None:
    """Write a line of JSON to the parent process."""
    print(json.dumps(fields), flush=True)


def main() -> None:
    """Generate the load that the first line of the input describes."""
    first = b""
    while not first.endswith(b"\n"):
        first += os.read(sys.stdin.fileno(), 1)  # not more: `pump` reads the rest
    plan = Plan.from_json(first.decode())
    if plan.cores:
        os.sched_setaffinity(0, plan.cores)
    raise_open_files()
    load = GeneratedLoad(plan)
    try:
        load.open()
        tell(at="ready")
        load.run()
        tell(at="counted", **load.counted())
    except BenchError as error:
        tell(at="failed", why=str(error))
    finally:
        load.close()


if __name__ == "__main__":
    main()
