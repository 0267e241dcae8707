"""Flood a server in every way, and compare a quiet room there with the same room alone: `make attack`.

Each flood has a new server, started by `cadogan serve` with its defaults. The measured value is the wait of the quiet
room's players from sending a move to its answer, through the server, its store, and the kernel. With two cores on
Linux, the server's process has one core for itself. The attackers, who let others go first, the store and the quiet
room's clients share the rest (`cores.py`). Otherwise two of three would wait for a processor, and the figures would
show the machine's scheduler. So the attackers have a whole core to make their floods, and the server one to bear them.
The process of the quiet room's clients goes before all others of its core, if the system allows it, so that its own
waits for that core do not count.

The room is measured alone in four pieces, two before the flood and two after it, which together last as long as the
flood. Its figures are those of all four, except p99, which is the second lowest of theirs: one slow moment of the
machine decides nothing, and makes no flood look light. p99 in the flood is that of all waits in it; there are about 40
a second, so it is the wait of four moves, and one moment in which the machine does something else can decide it. A flood
whose ratio is too high is therefore run twice more, and the middle ratio of the three counts. All are printed.

Meanwhile newcomers come, two a second at most, each from another network, and open a room.

At the end a table says of each flood whether it was withstood. One that could not run counts as not withstood, and the others
run all the same. The exit code is 1 if the quiet room's p99 was at least three times that of the room alone, if the room was
cut off, refused, or told that the store is away, if a newcomer was kept out, if attackers did not get the answers that the flood
is for, if the server's memory grew too much, if boards were farmed (`farmed.py`), or if the time of an answer tells which codes
rooms by link have (`timing.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median_low
from typing import NamedTuple

from tests.attack import farmed, timing
from tests.attack.floods import FLOODS
from tests.attack.quiet import Felt
from tests.attack.suffered import RUNS, WORST, Suffered, suffer

MANY = 20

HEAD = (
    f"{'flood':14}{'from':>5}{'tried':>9}  {'alone p50/p99/longest':>23}{'flooded':>23}{'ratio':>7}{'came in':>9}"
    f"{'MB':>13}{'log':>5}"
)


def main() -> int:
    """Return 1 if a flood was felt too much."""
    parser = argparse.ArgumentParser("python -m tests.attack", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--seconds", type=float, default=10, help="how long each lasts (default: %(default)s)")
    names = [*FLOODS, farmed.NAME, timing.NAME]
    parser.add_argument("--floods", "--only", nargs="+", default=names, choices=names, metavar="NAME")
    parser.add_argument(
        "--addresses", nargs="+", type=int, default=[1, MANY], help="how many each comes from (default: 1 and 20)"
    )
    parser.add_argument("--json", action="store_true", help="print all figures as JSON instead")
    wanted = parser.parse_args()
    if not wanted.json:
        print(
            f"{os.cpu_count()} cores: one for the server, the rest for quiet room and attackers, who let others go first; "
            f"milliseconds\n{HEAD}"
        )
    found: list[Suffered] = []
    verdicts: list[Verdict] = []
    for name in (one for one in wanted.floods if one in FLOODS):
        for addresses in sorted({max(each, FLOODS[name].least) for each in wanted.addresses}):
            runs, verdict = _flooded(name, addresses, wanted.seconds, tell=not wanted.json)
            found += runs
            verdicts.append(verdict)
    for name, run in ((farmed.NAME, farmed.run), (timing.NAME, timing.run)):
        if name in wanted.floods:
            verdicts.append(Verdict(name, faults=_tried(partial(run, tell=not wanted.json))))
    wrong = [fault for verdict in verdicts for fault in verdict.faults]
    if wanted.json:
        print(json.dumps([one.figures for one in found], indent=1))
    else:
        print(*map(str, verdicts), *(f"WRONG: {fault}" for fault in wrong), sep="\n")
        print(f"{sum(not verdict.faults for verdict in verdicts)} of {len(verdicts)} passed")
    return 1 if wrong else 0


class Verdict(NamedTuple):
    """The verdict on a flood, or on another attack: whether the server withstood it.

    Attributes:
        name: the attack.
        addresses: the number of addresses of a flood.
        ratio: the middle ratio of its runs; 0 if none was measured.
        faults: the faults found.
    """

    name: str
    addresses: int = 0
    ratio: float = 0
    faults: Sequence[str] = ()

    def __str__(self) -> str:
        """Return a line of the table at the end."""
        addresses, ratio = self.addresses or "", f"{self.ratio:.1f}" if self.ratio else ""
        return f"{self.name:16}{addresses:>4}{ratio:>6}  {'FAIL' if self.faults else 'pass'}"


def _tried(attack: Callable[[], list[str]]) -> list[str]:
    """Return the faults that an attack found; that it could not run at all is one. Others run all the same."""
    try:
        return attack()
    except (RuntimeError, AssertionError, OSError) as error:  # a TimeoutError is an OSError
        traceback.print_exc()
        return [f"it could not run: {type(error).__name__} {error}"]


def _flooded(name: str, addresses: int, seconds: float, *, tell: bool) -> tuple[list[Suffered], Verdict]:
    """Run a flood as often as it takes, and judge it."""
    runs: list[Suffered] = []

    def judged() -> list[str]:
        runs.extend(_runs(name, addresses, seconds, tell=tell))
        return [fault for one in runs for fault in one.faults]

    faults = _tried(judged)
    middle = median_low(one.ratio for one in runs) if runs else 0.0
    if middle >= WORST:
        faults.append(f"the middle ratio of {len(runs)} runs is {middle:.1f}")
    return runs, Verdict(name, addresses, middle, [f"{name} from {addresses}: {fault}" for fault in faults])


def _runs(name: str, addresses: int, seconds: float, *, tell: bool) -> Iterator[Suffered]:
    """Run a flood once, or `RUNS` times if the quiet room felt it too much."""
    for run in range(RUNS):
        with tempfile.TemporaryDirectory(prefix="cadogan-attack-") as folder:
            one = asyncio.run(suffer(name, addresses, seconds, Path(folder)))
        if tell:
            print("\n".join(lines(one)), flush=True)
        yield one
        if run == 0 and not one.is_slow:
            return


def lines(one: Suffered) -> list[str]:
    """Return the text to print of a flood."""
    before, after, most = one.megabytes
    counted = ", ".join(f"{count} {what}" for what, count in sorted(one.answers.items(), key=lambda it: -it[1]))
    came_in = f"{one.come_in}/{one.come_in + len(one.kept_out)}"
    return [
        f"{one.flood:14}{one.addresses:5}{one.tried:9}  {_waits(one.alone, one.alone_p99):>23}{_waits(one.felt):>23}"
        f"{one.ratio:7.1f}{came_in:>9}{f'{before:.0f}>{after:.0f}<{most:.0f}':>13}{one.lines:5}",
        f"    {FLOODS[one.flood].what}: {counted}",
        *(f"    WRONG: {fault}" for fault in one.faults),
    ]


def _waits(felt: Felt, p99: float | None = None) -> str:
    middle, high, longest = (felt.percentile(share) for share in (0.5, 0.99, 1))
    return f"{middle:.1f}/{high if p99 is None else p99:.1f}/{longest:.1f}"


if __name__ == "__main__":
    sys.exit(main())
