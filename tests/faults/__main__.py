"""`python -m tests.faults`: servers and stores in trouble while people play. Nothing may be lost by it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import traceback
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from deploy.programs import Missing
from deploy.proxy import PROXIES
from tests.faults import evening, meeting, weeks
from tests.faults.failover import FAILOVERS
from tests.faults.node_trials import AT_A_TABLE, BEHIND_A_PROXY, NODE_TROUBLES, OF_TWO_VERSIONS
from tests.faults.partitions import PARTITIONS
from tests.faults.scenes import EARLIER, Behind, Nodes, Scene, Skewed, trial
from tests.faults.silent_owner import SILENT_OWNERS, Relayed
from tests.faults.supervised import SUPERVISED, Supervised
from tests.faults.trials import ON_A_SMALL_DISK, TROUBLES, small_disk
from tests.faults.witness import AtTable, ByTurns, Tally


class Kind(NamedTuple):
    """A trial: its scene, and the trouble there."""

    scene: Callable[[Path, int], Any]
    trouble: Callable[[Any], Awaitable[int | None]]


THREE_BY_TURNS = partial(Nodes, witness=ByTurns, names=("Anna", "Olga", "Vera"))

_OF_ONE_SERVER = {**TROUBLES, **ON_A_SMALL_DISK, **evening.EVENINGS, **meeting.MEETINGS, **weeks.WEEKS}

_OF_NODES = {**NODE_TROUBLES, **evening.ON_NODES, **meeting.ON_NODES, **weeks.ON_NODES}


def kinds(earlier: str) -> dict[str, Kind]:
    """Return the trials by the name of the trouble; `earlier` is the commit of the older node."""
    return {
        **{what: Kind(*failover) for what, failover in FAILOVERS.items()},
        **{what: Kind(Scene, trouble) for what, trouble in _OF_ONE_SERVER.items()},
        **{what: Kind(Nodes, trouble) for what, trouble in _OF_NODES.items()},
        **{
            f"{what}, at a shared table": Kind(partial(Nodes, witness=AtTable), NODE_TROUBLES[what])
            for what in AT_A_TABLE
        },
        **{f"{what}, at a table by turns": Kind(THREE_BY_TURNS, NODE_TROUBLES[what]) for what in AT_A_TABLE},
        **{what: Kind(*partition) for what, partition in PARTITIONS.items()},
        **{what: Kind(Supervised, trouble) for what, trouble in SUPERVISED.items()},
        **{what: Kind(Relayed, trouble) for what, trouble in SILENT_OWNERS.items()},
        **{what: Kind(partial(Skewed, commit=earlier), trouble) for what, trouble in OF_TWO_VERSIONS.items()},
        **{
            what.format(proxy): Kind(partial(Behind, proxy=proxy), trouble)
            for proxy in PROXIES
            for what, trouble in BEHIND_A_PROXY.items()
        },
    }


HEAD = (
    "| what goes wrong | trials | acknowledged | lost | lost while safe | twice | ended | gaps | longest pause |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)


def row(what: str, tally: Tally) -> str:
    """One line of the table."""
    counts = (tally.trials, tally.acknowledged, tally.lost, tally.lost_safe, tally.twice, tally.ended, tally.gaps)
    return f"| {what} | {' | '.join(map(str, counts))} | {tally.pause:.2f} s |"


def tried(kind: Kind, seeds: range, *, on_small_disk: bool) -> Tally | str:
    """Run a trial some times. If it cannot run here, return the reason."""
    found = Tally()
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="cadogan-faults-") as name:
            folder = Path(name) / "data"
            if on_small_disk and not small_disk(folder):
                return "only root may have a small disk"
            try:
                found.add(asyncio.run(trial(kind.scene(folder, seed), kind.trouble)))
            except Missing as missing:
                return str(missing)
            finally:
                if on_small_disk:
                    subprocess.run(["umount", "--lazy", folder], check=True)
    return found


def main() -> int:
    """Print the table. Return 1 if anything in it but a pause is not 0, or if a trial failed; the others run all the same."""
    parser = ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--trials", type=int, default=3, help="number of trials of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="run only the kinds whose names contain this")
    parser.add_argument("--earlier", default=EARLIER, help="the commit of the node that is of another version")
    options = parser.parse_args()
    print(*HEAD, sep="\n", flush=True)
    bad = 0
    for what, kind in kinds(options.earlier).items():
        if options.only not in what:
            continue
        seeds = range(options.seed, options.seed + options.trials)
        try:
            tally = tried(kind, seeds, on_small_disk=what in ON_A_SMALL_DISK)
        except Exception as error:
            traceback.print_exc()
            print(f"| {what} | failed: {error!r} |", flush=True)
            bad += 1
            continue
        if isinstance(tally, str):
            print(f"| {what} | {tally} |", flush=True)
            continue
        print(row(what, tally), flush=True)
        if tally.notice:
            print(f"(players were told after {tally.notice:.2f} s at most)", flush=True)
        bad += tally.lost + tally.lost_safe + tally.twice + tally.ended + tally.gaps
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
