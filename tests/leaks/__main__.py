"""Play whole games of every id in every mode, and check that nobody receives anything secret: `make leaks`.

Some games are also played by two who have met in the queue or in an arena (`met.py`), in rooms by link with chat, by members
of a club by link, and by correspondence (`by_link.py`). Several processes share the games.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from functools import partial

from cadogan_games import catalogue
from tests.leaks.listening import heard
from tests.leaks.played import MODES, Report

MOST_SHOWN = 50
"""The largest number of faults of a game that are printed."""


def main() -> int:
    """Return 0 if no fault was found, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(catalogue.ids()), help="ids; all, if not said")
    parser.add_argument("--modes", nargs="*", default=list(MODES), choices=MODES)
    parser.add_argument("--steps", type=int, default=150, help="actions in a game before its players give up")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: %(default)s)")
    told = parser.parse_args()
    whole = Report()
    with multiprocessing.get_context("spawn").Pool(told.jobs) as pool:
        each = partial(heard, told.modes, told.steps, told.seed)
        for done, (game, report) in enumerate(pool.imap_unordered(each, told.games), 1):
            whole.add(report)
            line = f"{done}/{len(told.games)} {game}: {report.messages} messages, {report.faces} faces, {len(report.wrong)} wrong"
            print("\n  ".join([line, *report.wrong[:MOST_SHOWN]]), flush=True)
    print(f"{whole.messages} messages, {whole.faces} faces shown, {len(whole.wrong)} that should not have been")
    return 1 if whole.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
