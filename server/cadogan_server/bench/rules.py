"""The speed of the rules, alone or beside those of another version of the project."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.speeds import Speed
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.measures import Row

VERBS = ("moves", "push", "plain", "play", "undo", "events")

ROUNDS = 3
"""Rounds of measurements, in turn; the fastest of each verb counts."""

OTHER = """
import json, sys, time
from dataclasses import asdict
from cadogan_games import catalogue
from cadogan_games.speeds import measure
print(json.dumps(asdict(measure(catalogue.game(sys.argv[1], json.loads(sys.argv[2])), time.perf_counter))))
"""
"""Program that measures a game by the rules of another version, which may lack this file."""


def row(speed: Speed) -> Row:
    """Return the measured speed of a game as figures."""
    return {**asdict(speed), "total": round(speed.total, 3)}


def beside(game: Game, folder: Path) -> Row:
    """Return the microseconds of each verb of a game by the rules here, and by those in a folder.

    Raises:
        BenchError: the folder has no such rules.
    """
    if not (folder / "cadogan_games" / "speeds.py").is_file():
        raise BenchError(f"there are no rules to measure in {folder}; name the folder `server` of another version")
    here = Path(catalogue.__file__).parents[1]
    rounds = [[_measured(each, game) for each in (here, folder)] for _ in range(ROUNDS)]
    ours, theirs = (_quickest(found) for found in zip(*rounds, strict=True))
    return {"game": game.head.id, **ours, **{f"{verb}_against": value for verb, value in theirs.items()}}


def _quickest(found: Sequence[Row]) -> Row:
    known = [verb for verb in VERBS if found[0][verb] is not None]
    return {verb: min(each[verb] for each in found) for verb in known}


def _measured(folder: Path, game: Game) -> Row:
    done = subprocess.run(
        [sys.executable, "-c", OTHER, game.head.id, json.dumps(game.options)],
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BenchError(
            f"the rules in {folder} can't be measured: {(done.stderr.strip() or 'no reason given').splitlines()[-1]}"
        )
    found: Row = json.loads(done.stdout)
    return found
