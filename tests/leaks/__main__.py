"""Play whole games of every id in every mode, and check that nobody receives anything secret: `make leaks`.

Some games are also played by two who have met in the queue or in an arena (`met.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from cadogan_games import catalogue
from cadogan_server.app import running
from cadogan_server.settings import Settings
from tests.leaks.met import MET, WAYS, Met
from tests.leaks.played import MODES, Played, Report
from tests.server.clocks import MovableClock

MOST_SHOWN = 50
"""The largest number of faults that are printed."""


async def listen(games: list[str], modes: list[str], steps: int, seed: int) -> Report:
    """Play one game of each id in each mode, on a new server, and those of `MET` by two who have met in each way."""
    whole = Report()
    with tempfile.TemporaryDirectory() as data:
        settings = Settings(
            port=0,
            metrics_port=None,
            data=Path(data),
            bots=False,
            solvers=0,
            messages_per_second=1e6,
            message_burst=10**6,
        )
        for game in games:
            async with running(settings, clock=MovableClock()) as server:
                for mode in modes:
                    whole.add(await Played(server, game, mode, steps, seed).run())
                for way in WAYS if game in MET else ():
                    whole.add(await Met(server, game, way, steps, seed).run())
            print(
                f"{game}: {whole.messages} messages, {whole.faces} faces, {len(whole.wrong)} wrong so far", flush=True
            )
    return whole


def main() -> int:
    """Return 0 if no fault was found, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(catalogue.ids()), help="ids; all, if not said")
    parser.add_argument("--modes", nargs="*", default=list(MODES), choices=MODES)
    parser.add_argument("--steps", type=int, default=150, help="actions in a game before its players give up")
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    report = asyncio.run(listen(told.games, told.modes, told.steps, told.seed))
    for wrong in report.wrong[:MOST_SHOWN]:
        print(wrong)
    print(f"{report.messages} messages, {report.faces} faces shown, {len(report.wrong)} that should not have been")
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
