"""The speed of the solver, alone or beside that of another copy of the packages, such as a compiled one.

A second is one of the processor, so a busy machine changes the figures little.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from time import process_time
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.solver.speed import pace
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.measures import Row

MEASURE = """
import json, sys, time
from dataclasses import asdict
from cadogan_games import catalogue
from cadogan_games.solver.speed import pace
measured = pace(catalogue.game(sys.argv[1], json.loads(sys.argv[2])), time.process_time, nodes=int(sys.argv[3]))
print(json.dumps(asdict(measured)))
"""
"""Program that measures a game by the packages of another folder."""


def row(game: Game, nodes: int) -> Row:
    """Return the nodes per second of a game by the packages here."""
    return asdict(pace(game, process_time, nodes=nodes))


def beside(game: Game, nodes: int, folder: Path) -> Row:
    """Return the nodes per second of a game by the packages here and by those in a folder.

    Raises:
        BenchError: the folder has no solver.
    """
    if not (folder / "cadogan_games" / "solver").is_dir():
        raise BenchError(f"there is no solver to measure in {folder}; `make compiled` makes .compiled")
    here = Path(catalogue.__file__).parents[1]
    ours, theirs = (_measured(each, game, nodes) for each in (here, folder))
    return {**ours, "nodes_per_second_against": theirs["nodes_per_second"], "form_ms_against": theirs["form_ms"]}


def _measured(folder: Path, game: Game, nodes: int) -> Row:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, game.head.id, json.dumps(game.options), str(nodes)],
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        reason = (done.stderr.strip() or "no reason given").splitlines()[-1]
        raise BenchError(f"the solver in {folder} can't be measured: {reason}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
