"""Measures how many nodes a second a search goes through. The solver has no clock: the caller passes one in."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_games.engine.game import Game
from cadogan_games.simulate import Clock, seeds
from cadogan_games.solver.deriving import form_of
from cadogan_games.solver.solve import solve

SEED = bytes(1)
"""The seed from which the deals follow."""
NODES = 20_000
"""The number of nodes to measure."""
MOST_GAMES = 200
"""The most deals that are solved to reach the wanted number of nodes."""


@dataclass(frozen=True)
class Pace:
    """The number of nodes that were measured, the nodes a second, and the milliseconds that the canonical form took."""

    game: str
    nodes: int
    nodes_per_second: int
    form_ms: float


def pace(game: Game, clock: Clock, *, nodes: int = NODES) -> Pace:
    """Solve deals of a race, always the same ones, for `nodes` nodes, and return how fast that was.

    `clock` returns seconds, like `time.perf_counter`.
    """
    before = clock()
    form_of(game)
    derived = clock()
    done = 0
    for seed in seeds(SEED, MOST_GAMES):
        done += solve(game.deal(seed), nodes - done).nodes
        if done >= nodes:
            break
    took = clock() - derived
    return Pace(game.head.id, done, round(done / took) if took else 0, round((derived - before) * 1000, 1))
