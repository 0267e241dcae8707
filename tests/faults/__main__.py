"""`python -m tests.faults`: servers and stores in trouble while people play, and what is lost by it: nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from tests.faults.failover import FAILOVERS, failover
from tests.faults.trials import ON_A_SMALL_DISK, TROUBLES, Tally, Trouble, small_disk, trial

HEAD = (
    "| what goes wrong | trials | acknowledged | lost | twice | ended | gaps | longest pause |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)


def row(what: str, tally: Tally) -> str:
    """One line of the table."""
    counts = f"{tally.trials} | {tally.acknowledged} | {tally.lost} | {tally.twice} | {tally.ended} | {tally.gaps}"
    return f"| {what} | {counts} | {tally.pause:.1f} s |"


def tried(trouble: Trouble, seeds: range, *, on_small_disk: bool) -> Tally | None:
    """Try some times; None where there is no small disk to be had."""
    found = Tally()
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="cadogan-faults-") as name:
            folder = Path(name) / "data"
            if on_small_disk and not small_disk(folder):
                return None
            try:
                found.add(asyncio.run(trial(folder, trouble, seed)))
            finally:
                if on_small_disk:
                    subprocess.run(["umount", "--lazy", folder], check=True)
    return found


def main() -> int:
    """Print the table; return 1 where anything in it but a pause is not 0."""
    parser = ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--trials", type=int, default=3, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="what is tried has this in its name")
    options = parser.parse_args()
    print(*HEAD, sep="\n", flush=True)
    bad = 0
    for what in FAILOVERS:
        if options.only in what:
            found = Tally()
            for seed in range(options.seed, options.seed + options.trials):
                with tempfile.TemporaryDirectory(prefix="cadogan-faults-") as name:
                    found.add(asyncio.run(failover(Path(name), what, seed)))
            print(row(what, found), flush=True)
            bad += found.lost + found.twice + found.ended + found.gaps
    for what, trouble in {**TROUBLES, **ON_A_SMALL_DISK}.items():
        if options.only not in what:
            continue
        seeds = range(options.seed, options.seed + options.trials)
        tally = tried(trouble, seeds, on_small_disk=what in ON_A_SMALL_DISK)
        if tally is None:
            print(f"| {what} | only root may have a small disk |", flush=True)
            continue
        print(row(what, tally), flush=True)
        bad += tally.lost + tally.twice + tally.ended + tally.gaps
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
