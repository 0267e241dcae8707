"""Plays whole games by a policy, checks the invariants, and counts.

The rules have no clock: a caller that wants times passes one in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import mean, median
from typing import Any

from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table

Policy = Callable[[Table, list[Move]], Move | None]
"""Chooses one of a table's legal moves (never empty), or returns None to give up."""

Clock = Callable[[], float]
"""Returns seconds, counted from any fixed moment."""

Watcher = Callable[[Table, Move | None], None]
"""Is called for each position with the move that is made in it, and at the end with None."""


class InvariantBroken(AssertionError):
    """An invariant does not hold, which is a fault in the rules' code. The text has the game, seed and move that show
    it."""


@dataclass
class Tally:
    """The results of some games. `times` holds the seconds for each move together with the next list of moves."""

    game: str
    games: int = 0
    won: int = 0
    blocked: int = 0
    given_up: int = 0
    unfinished: int = 0
    lengths: list[int] = field(default_factory=list)
    progress: list[int] = field(default_factory=list)
    penalties: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    @property
    def median_us(self) -> float:
        """The median microseconds for a move together with the next list of moves."""
        return round(median(self.times) * 1e6, 1) if self.times else 0

    def as_dict(self) -> dict[str, Any]:
        """Return the counts, means and speeds, as `cadogan simulate --json` prints them."""
        seconds = sum(self.times)
        return {
            "game": self.game,
            "games": self.games,
            "won": self.won,
            "blocked": self.blocked,
            "given_up": self.given_up,
            "unfinished": self.unfinished,
            "moves": sum(self.lengths),
            "mean_moves": round(mean(self.lengths), 1),
            "mean_progress": round(mean(self.progress), 1),
            "median_us": self.median_us,
            "moves_per_second": round(len(self.times) / seconds) if seconds else 0,
        }


def seed_of(seed: bytes, number: int) -> bytes:
    """Return the seed of a game in a series: `seed` itself for game 0, then SHA-256(seed + number as 4 big-endian
    bytes)."""
    return seed if number == 0 else sha256(seed + number.to_bytes(4, "big")).digest()


def seeds(seed: bytes, count: int) -> Iterator[bytes]:
    """Return the seeds of the first `count` games of a series."""
    return (seed_of(seed, number) for number in range(count))


def at_random(seed: bytes) -> Policy:
    """Return the policy that makes random legal moves; the same seed gives the same choices."""
    chance = random.Random(seed)
    return lambda table, moves: chance.choice(moves)


def play_out(
    game: Game, seed: bytes, policy: Policy, tally: Tally, most: int, clock: Clock, watch: Watcher | None = None
) -> None:
    """Play one game to its end, or for `most` moves, and add it to the tally. Raises InvariantBroken."""
    table = game.deal(seed)
    cards = _cards(table)
    start = ([pile[:] for pile in table.piles], table.counters[:])
    moves = table.moves()
    made: Move | None = None
    length = 0
    while moves and length < most:
        made = policy(table, moves)
        if watch:
            watch(table, made)
        if made is None:
            break
        before = clock()
        table.push(made)
        moves = table.moves()
        tally.times.append(clock() - before)
        length += 1
        _check(table, cards, made, seed)
    _count(tally, table, length, given_up=made is None and bool(moves))
    if watch and (made is not None or not moves):
        watch(table, None)
    _check_undo(table, start, seed)


def _count(tally: Tally, table: Table, length: int, *, given_up: bool) -> None:
    tally.games += 1
    tally.won += table.won
    tally.blocked += table.blocked
    tally.given_up += given_up
    tally.unfinished += bool(table.moves()) and not given_up
    tally.lengths.append(length)
    tally.progress.append(table.progress)
    tally.penalties.append(table.game.penalty_of(table))


def _cards(table: Table) -> list[int]:
    return sorted([card & 63 for pile in table.piles for card in pile])


def _check(table: Table, cards: list[int], move: Move, seed: bytes) -> None:
    if _cards(table) != cards:
        raise InvariantBroken(f"{table.game.head.id}, seed {seed.hex()}: cards were lost or made by {move}")
    if table.progress > table.game.progress_max:
        raise InvariantBroken(
            f"{table.game.head.id}, seed {seed.hex()}: progress {table.progress} is over the highest after {move}"
        )


def _check_undo(table: Table, start: tuple[list[list[int]], list[int]], seed: bytes) -> None:
    while table.can_undo:
        table.undo()
    if table.game.head.undo_allowed and (table.piles, table.counters) != start:
        raise InvariantBroken(
            f"{table.game.head.id}, seed {seed.hex()}: taking everything back does not lead to the deal"
        )
