"""The cost of a second worker: `python -m tests.bench.workers`.

Three loads run in turn: on a server with one worker; on two of these servers at once, which share only the machine; and
on one server with two workers. The second differs from the first by the cost of the machine, and because each process
has a part of the load. The third differs from the second by the cost of workers to each other. Processes are pinned as
in `cadogan bench race --workers 1,2`.

Each serving process has the same number of rooms and moves a second. With `--same` the single worker has the load of
both.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cadogan_server.bench.load import Load, load_on
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.process import pin
from cadogan_server.bench.target import Target, own_server

WARM_SECONDS = 0.5

LOADS = 2
"""The number of processes that load each server, even one with a single worker. Racers of one process are answered
together and so move together again. If only one process loaded it, a single worker would have more simultaneous moves than
each of two workers."""


class Cost(NamedTuple):
    """The cost of a move.

    Attributes:
        cpu: the CPU time of all processes in microseconds, including the stores' processes.
        wakes: the number of times that one of the processes was woken.
    """

    cpu: float
    wakes: float


class Serving(NamedTuple):
    """Servers that are loaded together.

    Attributes:
        plan: the games that are played for each worker.
        servers: the servers.
    """

    plan: Plan
    servers: Sequence[Target]

    @property
    def pids(self) -> list[int]:
        """Return the processes of the servers and of their stores."""
        return [pid for each in self.servers for pid in (each.pid, *each.workers, *each.store_pids) if pid is not None]

    def cost(self, seconds: float, number: int) -> Cost:
        """Return the cost of a move under a load of some seconds, with a number that no load had before."""
        with ExitStack() as stack:
            loads = list[Load]()
            for server in self.servers:
                share = max(1, len(server.workers))
                whole = replace(
                    self.plan, rooms=self.plan.rooms * share, rate=self.plan.rate * share, first=1000 * number
                )
                loads.append(stack.enter_context(load_on(server, whole, LOADS, lambda what, share: None)))
            for load in loads:
                load.say("play")
            time.sleep(WARM_SECONDS)
            before, woken = self._used(), sum(map(_wakes, self.pids))
            for load in loads:
                load.say("measure")
            time.sleep(seconds)
            used, woken = self._used() - before, sum(map(_wakes, self.pids)) - woken
            for load in loads:
                load.say("stop")
            moves: int = sum(told["accepted"] for load in loads for told in load.summary())
        return Cost(1e6 * used / moves, woken / moves)

    def _used(self) -> float:
        return sum(server.look().all_cpu for server in self.servers)


def _wakes(pid: int) -> int:
    """Return the number of times that a process has waited so far and was woken."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def _servers(stack: ExitStack, workers: Sequence[int]) -> list[Target]:
    """Start a server for each of these numbers of workers. Each worker has a processor."""
    found = list[Target]()
    for number, count in enumerate(workers):
        server = stack.enter_context(own_server(workers=count, beside=2))
        assert server.pid is not None
        if count == 1:
            pin(server.pid, server.placement.others[number : number + 1])
        found.append(server)
    return found


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m tests.bench.workers", description=__doc__)
    parser.add_argument("--rooms", type=int, default=25, help="of each worker")
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second of each worker; 0: as fast as they are answered"
    )
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--same", action="store_true", help="the one worker has the load of both")
    given = parser.parse_args()
    plan = Plan("", given.rooms, 4, 4, rate=given.rate, choice="people" if given.rate else "any")
    of_one = replace(plan, rooms=2 * plan.rooms, rate=2 * plan.rate) if given.same else plan
    kinds = {"one worker": (of_one, (1,)), "two servers apart": (plan, (1, 1)), "two workers": (plan, (2,))}
    found: dict[str, list[Cost]] = {name: [] for name in kinds}
    with ExitStack() as stack:
        serving = {name: Serving(each, _servers(stack, workers)) for name, (each, workers) in kinds.items()}
        for number in range(given.rounds):
            for name, each in serving.items():
                found[name].append(each.cost(given.seconds, number))
                print(f"{name}: {found[name][-1]}", file=sys.stderr)
    print("| a move | us of CPU | from | to | wakes | to one |", f"| --- |{' ---: |' * 5}", sep="\n")
    for name, costs in found.items():
        cpu = [each.cpu for each in costs]
        wakes = median(each.wakes for each in costs)
        ratio = median(each.cpu / one.cpu for each, one in zip(costs, found["one worker"], strict=True))
        print(f"| {name} | {median(cpu):.0f} | {min(cpu):.0f} | {max(cpu):.0f} | {wakes:.2f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
