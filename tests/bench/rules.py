"""How fast the rules are, in microseconds a verb: `python -m tests.bench.rules [GAME ...] [--against FOLDER]`.

Without games: the Klondikes and the ten slowest. FOLDER is `server` of another state of the project (`git worktree` makes one);
both are measured in turn, so that a busy machine is as unkind to the one as to the other.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Printed

import cadogan_games
from cadogan_games import catalogue
from cadogan_games.speeds import measure

HERE = Path(cadogan_games.__file__).parents[1]
RACES = [id for id in catalogue.ids() if catalogue.info(id).kind == "race"]
KLONDIKES = ["klondike", "klondike_draw1", "klondike_draw3"]
SLOWEST = 10
ROUNDS = 3
VERBS = ("moves", "push", "plain", "play", "undo", "events")

Figures = dict[str, Any]
"""A `Speed` as JSON has it."""


def measured(server: Path, id: str) -> Figures:
    """Measure a game by the rules in a folder, in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.rules", "--json", id]
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": str(server)}, stdout=subprocess.PIPE, text=True, check=True
    )
    found: Figures = json.loads(done.stdout)
    return found


def quickest(servers: list[Path], id: str) -> list[Figures]:
    """Measure a game by the rules in each of some folders in turn, some times; of each verb the quickest counts."""
    rounds = [[measured(server, id) for server in servers] for _ in range(ROUNDS)]
    return [
        {verb: min(found[verb] for found in of_one if found[verb] is not None) for verb in VERBS if of_one[0][verb]}
        for of_one in zip(*rounds, strict=True)
    ]


def slowest() -> list[str]:
    """The games in which a move and the list of moves after it take longest, by a quick look at all."""
    console = Console(stderr=True)
    looks = [
        measure(catalogue.game(id), perf_counter, runs=2)
        for id in track(RACES, "Looking for the slowest", console=console, transient=True)
    ]
    looks.sort(key=lambda speed: -speed.total)
    return [speed.game for speed in looks[:SLOWEST]]


def main() -> None:
    """Measure the games that were named."""
    parser = argparse.ArgumentParser("python -m tests.bench.rules", description=(__doc__ or "").split(":")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="the folder `server` of another state")
    parser.add_argument("--json", action="store_true", help="print what was measured of each game on a line")
    wanted = parser.parse_args()
    if unknown := set(wanted.games) - set(RACES):
        parser.error(f"there is no race game {', '.join(sorted(unknown))}; `cadogan games` lists them")
    games = wanted.games or [*KLONDIKES, *(id for id in slowest() if id not in KLONDIKES)]
    if wanted.json:
        for id in games:
            print(json.dumps(asdict(measure(catalogue.game(id), perf_counter))))
        return
    servers = [wanted.against.resolve(), HERE] if wanted.against else [HERE]
    printed = Printed("game", box=None)
    for verb in VERBS:
        printed.add_column(verb, justify="right")
    for id in track(games, "Measuring", console=Console(stderr=True), transient=True):
        found = quickest(servers, id)
        printed.add_row(id, *(" > ".join(f"{each[verb]:.2f}" for each in found if verb in each) for verb in VERBS))
    Console(width=150).print(printed)


if __name__ == "__main__":
    main()
