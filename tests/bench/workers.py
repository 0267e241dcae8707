"""What a second worker costs: `python -m tests.bench.workers`.

Loads in turn, each with the same number of rooms and moves a second for each process that serves: on a server with one worker; on
two such servers at once, which have nothing in common but the machine; and on one server with two workers. What the second differs
from the first in is the machine's, where everything shares two processors; what the third differs from the second in is what
workers cost each other. Processes are pinned as by `cadogan bench race --workers 1,2`.

With `--same` the same load in all is put on one worker and on two, and half of it on one worker. Whatever serves shares one
processor, load and store the other, in all three: so two workers have no more of the machine than one, nor less. What half of the
load costs more a move than all of it, on one worker, is what it costs that fewer moves meet; what two workers cost more than that
is theirs.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from cadogan_server.bench.load import load_on
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.process import descendants, pin
from cadogan_server.bench.target import own_server

WARM_SECONDS = 1.0


class Cost(NamedTuple):
    """What a move costs.

    Attributes:
        cpu: microseconds of all processes, those of the stores too.
        wakes: how often one of them was woken.
    """

    cpu: float
    wakes: float


def cost(plan: Plan, workers: Sequence[int], seconds: float, *, together: bool = False) -> Cost:
    """Return what a move costs.

    Args:
        plan: what is played for each worker.
        workers: how many each server has that is loaded.
        seconds: for how long it is measured.
        together: whether all that serves is on one processor, and load and store on the other.
    """
    with ExitStack() as stack:
        loads, pids = [], list[int]()
        for number, count in enumerate(workers):
            target = stack.enter_context(own_server(workers=count, beside=2))
            assert target.pid is not None
            pids += [target.pid, *target.workers, *target.store_pids]
            if together:
                _pin_apart([target.pid, *target.workers], target.store_pids)
            elif count == 1:
                pin(target.pid, target.placement.others[number : number + 1])
            several = replace(plan, rooms=plan.rooms * count, rate=plan.rate * count, first=1000 * number)
            loads.append(stack.enter_context(load_on(target, several, 1, lambda what, share: None)))
        if together:
            _pin_apart([], list(descendants(os.getpid())), but=pids)
        for load in loads:
            load.say("play")
        time.sleep(WARM_SECONDS)
        before, woken = [load.target.look() for load in loads], sum(map(_wakes, pids))
        for load in loads:
            load.say("measure")
        time.sleep(seconds)
        after, woken = [load.target.look() for load in loads], sum(map(_wakes, pids)) - woken
        for load in loads:
            load.say("stop")
        moves: int = sum(told["accepted"] for load in loads for told in load.told())
    used = sum(look.all_cpu for look in after) - sum(look.all_cpu for look in before)
    return Cost(1e6 * used / moves, woken / moves)


def _pin_apart(serving: Sequence[int], others: Sequence[int], but: Sequence[int] = ()) -> None:
    first, *rest = sorted(os.sched_getaffinity(0))
    for pid in serving:
        pin(pid, (first,))
    for pid in others:
        if pid not in but:
            pin(pid, tuple(rest))


def _wakes(pid: int) -> int:
    """How often a process has waited so far, and was woken."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m tests.bench.workers", description=__doc__)
    parser.add_argument("--rooms", type=int, default=25, help="of each worker")
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second of each worker; 0: as fast as they are answered"
    )
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--same", action="store_true", help="the same load, on as much of the machine")
    given = parser.parse_args()
    plan = Plan("", given.rooms, 4, 4, rate=given.rate, choice="people" if given.rate else "any")
    whole = replace(plan, rooms=2 * plan.rooms, rate=2 * plan.rate)
    kinds = {"one worker": (plan, (1,)), "two servers apart": (plan, (1, 1)), "two workers": (plan, (2,))}
    if given.same:
        kinds = {"one worker, all": (whole, (1,)), "one worker, half": (plan, (1,)), "two workers, all": (plan, (2,))}
    found: dict[str, list[Cost]] = {name: [] for name in kinds}
    for _ in range(given.rounds):
        for name, (each, workers) in kinds.items():
            found[name].append(cost(each, workers, given.seconds, together=given.same))
            print(f"{name}: {found[name][-1]}", file=sys.stderr)
    print("| a move | us of CPU | from | to | wakes |", "| --- | ---: | ---: | ---: | ---: |", sep="\n")
    for name, costs in found.items():
        cpu = [each.cpu for each in costs]
        wakes = median(each.wakes for each in costs)
        print(f"| {name} | {median(cpu):.0f} | {min(cpu):.0f} | {max(cpu):.0f} | {wakes:.2f} |")


if __name__ == "__main__":
    main()
