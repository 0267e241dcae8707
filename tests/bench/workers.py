"""What a second worker costs: `python -m tests.bench.workers`.

Three loads in turn, each with the same number of rooms and moves a second for each process that serves: on a server with one
worker; on two such servers at once, which have nothing in common but the machine; and on one server with two workers. What the
second differs from the first in is the machine's, where everything shares two processors; what the third differs from the second in
is what workers cost each other. Processes are pinned as by `cadogan bench race --workers 1,2`.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median

from cadogan_server.bench.load import load_on
from cadogan_server.bench.plan import Plan
from cadogan_server.bench.process import pin
from cadogan_server.bench.target import own_server

WARM_SECONDS = 1.0


def cost(plan: Plan, workers: Sequence[int], seconds: float) -> float:
    """Return the microseconds of all processes that a move costs, those of the stores too.

    Args:
        plan: what is played for each worker.
        workers: how many each server has that is loaded.
        seconds: for how long it is measured.
    """
    with ExitStack() as stack:
        loads = []
        for number, count in enumerate(workers):
            target = stack.enter_context(own_server(workers=count, beside=2))
            if count == 1:
                assert target.pid is not None
                pin(target.pid, target.placement.others[number : number + 1])
            several = Plan(
                "",
                plan.rooms * count,
                plan.racers,
                plan.watchers,
                rate=plan.rate * count,
                choice=plan.choice,
                first=1000 * number,
            )
            loads.append(stack.enter_context(load_on(target, several, 1, lambda what, share: None)))
        for load in loads:
            load.say("play")
        time.sleep(WARM_SECONDS)
        before = [load.target.look() for load in loads]
        for load in loads:
            load.say("measure")
        time.sleep(seconds)
        after = [load.target.look() for load in loads]
        for load in loads:
            load.say("stop")
        moves: int = sum(told["accepted"] for load in loads for told in load.told())
    used = sum(look.all_cpu for look in after) - sum(look.all_cpu for look in before)
    return float(1e6 * used / moves)


def main() -> None:
    """Print the table."""
    parser = ArgumentParser(prog="python -m tests.bench.workers", description=__doc__)
    parser.add_argument("--rooms", type=int, default=25, help="of each worker")
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second of each worker; 0: as fast as they are answered"
    )
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    plan = Plan("", given.rooms, 4, 4, rate=given.rate, choice="people" if given.rate else "any")
    kinds = {"one worker": (1,), "two servers apart": (1, 1), "two workers": (2,)}
    found: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(given.rounds):
        for name, workers in kinds.items():
            found[name].append(cost(plan, workers, given.seconds))
    print("| us of CPU a move | median | from | to |", "| --- | ---: | ---: | ---: |", sep="\n")
    for name, costs in found.items():
        print(f"| {name} | {median(costs):.0f} | {min(costs):.0f} | {max(costs):.0f} |")


if __name__ == "__main__":
    main()
