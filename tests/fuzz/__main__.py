"""Broken input for codec and gateway, for as long as asked: `python -m tests.fuzz --seconds 60`.

Ends with exit code 1 when something came back that should not have. The codec's cases depend on `--seed` alone; the
gateway's also depend on the course of the games in its rooms.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from time import monotonic

from tests.fuzz.codec import fuzz_codec
from tests.fuzz.figures import Figures
from tests.fuzz.gateway import fuzz_gateway


def main() -> None:
    """Run the chosen parts, and print the figures."""
    parser = argparse.ArgumentParser("python -m tests.fuzz", description=(__doc__ or "").split(":")[0])
    parser.add_argument("--seconds", type=float, default=60, help="how long in all (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="repeats the run of that number; by default it is another each time")
    parser.add_argument(
        "--only", choices=("codec", "gateway"), help="leave out the other, which else gets half the time"
    )
    wanted = parser.parse_args()
    seed = int.from_bytes(os.urandom(4)) if wanted.seed is None else wanted.seed
    print(f"seed {seed}", flush=True)
    faults = 0
    for part in ("codec", "gateway"):
        if wanted.only not in (None, part):
            continue
        seconds = wanted.seconds if wanted.only else wanted.seconds / 2
        figures, before = Figures(), monotonic()
        if part == "codec":
            fuzz_codec(seconds, seed, figures)
        else:
            asyncio.run(fuzz_gateway(seconds, seed, figures))
        print(f"\n{part}: " + "\n".join(figures.lines(monotonic() - before)), flush=True)
        faults += len(figures.faults)
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
