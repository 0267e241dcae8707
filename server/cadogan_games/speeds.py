"""Measures how long the rules take: each verb of a table by itself, over the same moves again and again.

Other work of the machine can only make a step slower, so the quickest run of each step counts. The rules have no clock:
the caller passes one in.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import mean

from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move
from cadogan_games.simulate import Clock, at_random, seeds

SEED = bytes(1)
"""The seed of the random games that are measured."""

STEPS = 300
"""The number of moves over which a game is measured."""

RUNS = 7
"""The number of runs of each step. The quickest counts."""

MOST_GAMES = 100
"""The most games that are played to reach the wanted number of moves. It is enough for the shortest games."""


@dataclass(frozen=True)
class Verbs:
    """Microseconds that each verb of a game's table takes.

    `moves` lists the legal moves. `push` makes a move from that list with all automatic changes, `plain` does so for
    moves that are no actions (None: the game has no others). `play` is a push that is checked first. `undo` takes it
    back (None: the game has no undo). `events` masks the events for spectators.
    """

    moves: float
    push: float
    plain: float | None
    play: float
    undo: float | None
    events: float

    @property
    def total(self) -> float:
        """The time for a move and the next list of moves; it is kept below `report.MOST_MICROSECONDS`."""
        return self.push + self.moves


@dataclass(frozen=True)
class Sample:
    """The number of measured moves of a game."""

    game: str
    steps: int


@dataclass(frozen=True)
class Speed(Verbs, Sample):
    """The speed of a game's rules: the mean over `steps` random moves."""


@dataclass(frozen=True)
class Playthrough:
    """A random game: the seed of its deal, and its moves."""

    seed: bytes
    moves: list[Move]


def measure(game: Game, clock: Clock, *, steps: int = STEPS, runs: int = RUNS) -> Speed:
    """Measure a race game over `steps` moves; each counts with the quickest of `runs` runs.

    `clock` returns seconds, like `time.perf_counter`; the time to read it is not counted.
    """
    playthroughs = random_playthroughs(game, steps)
    made = [move for playthrough in playthroughs for move in playthrough.moves]
    best: dict[str, list[float]] = {}
    for _ in range(runs):
        for verb, seconds in _run(game, playthroughs, clock).items():
            best[verb] = [min(pair) for pair in zip(best.get(verb, seconds), seconds, strict=True)]
    reading = min(-clock() + clock() for _ in range(1000))

    def microseconds(seconds: Iterable[float]) -> float:
        return round(max(mean(seconds) - reading, 0) * 1e6, 3)

    plain = [seconds for move, seconds in zip(made, best["push"], strict=True) if not isinstance(move[0], str)]
    return Speed(
        game=game.head.id,
        steps=len(made),
        moves=microseconds(best["moves"]),
        push=microseconds(best["push"]),
        plain=microseconds(plain) if plain else None,
        play=microseconds(best["play"]),
        undo=microseconds(best["undo"]) if game.head.undo_allowed else None,
        events=microseconds(best["events"]),
    )


def random_playthroughs(game: Game, steps: int) -> list[Playthrough]:
    """Return random games, the same each time, with `steps` moves in all."""
    playthroughs: list[Playthrough] = []
    for seed in seeds(SEED, MOST_GAMES):
        table, policy, moves = game.deal(seed), at_random(seed), list[Move]()
        while steps and table.moves():
            move = policy(table, table.moves())
            if move is None:
                break
            table.push(move)
            moves.append(move)
            steps -= 1
        playthroughs.append(Playthrough(seed, moves))
        if not steps:
            break
    return playthroughs


def _run(game: Game, playthroughs: list[Playthrough], clock: Clock) -> dict[str, list[float]]:
    """Return the seconds that each verb takes for each move, in the order of the moves."""
    moves, push, events, undo, play = (list[float]() for _ in range(5))
    for playthrough in playthroughs:
        table = game.deal(playthrough.seed)
        for move in playthrough.moves:
            start = clock()
            table.moves()
            listed = clock()
            happened = table.push(move)
            pushed = clock()
            view.events(game, happened, None)
            shown = clock()
            moves.append(listed - start)
            push.append(pushed - listed)
            events.append(shown - pushed)
        while table.can_undo:
            start = clock()
            table.undo()
            undo.append(clock() - start)
        table = game.deal(playthrough.seed)
        for move in playthrough.moves:
            table.moves()
            start = clock()
            table.play(move)
            play.append(clock() - start)
    return {"moves": moves, "push": push, "events": events, "undo": undo, "play": play}
