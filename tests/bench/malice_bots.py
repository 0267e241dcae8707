"""The strength and thinking time of the bots for Spite and Malice: `python -m tests.bench.malice_bots`.

The rules are driven directly, without a server; each bot is shown the masked table of its seat and the legal moves.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from random import Random
from time import thread_time
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table as Printed

from cadogan_client import Table
from cadogan_client.bots import POLICIES, Policy
from cadogan_games import catalogue
from cadogan_games.engine import duel, sharing, view
from cadogan_games.engine import table as engine
from cadogan_protocol import TableLayout, TableState

GAMES = ("spite_and_malice", "spite_and_malice_mixed", "spite_and_malice_modern")
TABLE, TABLES = "spite_and_malice_table", {3: "table of three", 4: "table of four"}
"""The game at a shared table, and its rows by the number of players, each for themselves."""

PAIRS = (("master", "good"), ("good", "easy"), ("good", "fair"), ("fair", "easy"))
MOST_MOVES = 20_000


@dataclass
class Tally:
    """The results of a series of games, for the first of two bots. Its times are CPU times, one for each move."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    moves: int = 0
    seconds: list[float] = field(default_factory=list)

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    def milliseconds(self, share: float) -> float:
        """Return the time within which this share of the moves was chosen."""
        times = sorted(self.seconds)
        return 1000 * times[min(int(share * len(times)), len(times) - 1)]


class Seat:
    """One bot at the table, with the view that its stream has given it."""

    def __init__(self, table: engine.Table, seat: int, policy: Policy) -> None:
        self.seat = seat
        self.policy = policy
        game = table.game
        self.seen = Table(TableLayout.model_validate(view.layout(game)), game.head.id, game.options)
        self.seconds: list[float] = []
        self.look(table)

    def look(self, table: engine.Table) -> None:
        """Take the table of a snapshot over."""
        piles, counters = view.state(table, self.seat)
        self.seen.load(TableState(piles=piles, counters=counters))

    def choose(self, moves: Sequence[engine.Move]) -> engine.Move:
        """Ask the bot for a move, and measure the time."""
        start = thread_time()
        move = self.policy.choose(self.seen, moves)
        self.seconds.append(thread_time() - start)
        assert move is not None, "a bot never resigns"
        return move


def play(id: str, number: int, policies: Sequence[type[Policy]]) -> tuple[duel.Ending, list[Seat]]:
    """Play one game; return its outcome, and the seats."""
    table = catalogue.game(id).deal(sha256(b"malice %d" % number).digest())
    seats = [Seat(table, seat, policy(Random(2 * number + seat))) for seat, policy in enumerate(policies)]
    for _ in range(MOST_MOVES):
        seat = duel.awaited(table)
        if seat is None:
            break
        happened = table.play(seats[seat].choose(table.moves()))
        for each in seats:
            each.seen.apply(view.events(table.game, happened, each.seat))
    outcome = duel.outcome(table)
    if outcome is None:
        raise AssertionError(f"game {number} of {id} does not end")
    return outcome, seats


def play_at_a_table(number: int, policies: Sequence[type[Policy]], **options: Any) -> tuple[int | None, list[Seat]]:
    """Play one game at a shared table; return the seat that went out, None if nobody could play on, and the seats."""
    table = catalogue.game(TABLE, options).deal(sha256(b"malice %d" % number).digest())
    rules = sharing.definition(table)
    rules.seat(table, number, range(len(policies)))
    seats = [Seat(table, seat, policy(Random(4 * number + seat))) for seat, policy in enumerate(policies)]
    for _ in range(MOST_MOVES):
        if sharing.is_over(table):
            return rules.out(table), seats
        seat = table.count("seat")
        happened = sharing.play(table, seat, seats[seat].choose(sharing.moves(table, seat)))
        for each in seats:
            each.seen.apply(view.events(table.game, happened, each.seat))
    raise AssertionError(f"game {number} of {TABLE} does not end")


def compete(id: str, first: type[Policy], second: type[Policy], numbers: Iterable[int]) -> Tally:
    """Play a series of deals, with the first bot in both seats in turn."""
    tally = Tally()
    for number in numbers:
        own = number % 2
        outcome, seats = play(id, number, (second, first) if own else (first, second))
        tally.won += outcome.winner == own
        tally.lost += outcome.winner == 1 - own
        tally.drawn += outcome.winner is None
        tally.moves += sum(len(seat.seconds) for seat in seats)
        tally.seconds += seats[own].seconds
    return tally


def compete_at_a_table(players: int, first: type[Policy], second: type[Policy], numbers: Iterable[int]) -> Tally:
    """Play a series of deals at a table, with the first bot in each seat in turn and the second bot in all others."""
    tally = Tally()
    for number in numbers:
        own = number % players
        out, seats = play_at_a_table(number, [first if seat == own else second for seat in range(players)])
        tally.won += out == own
        tally.lost += out not in (own, None)
        tally.drawn += out is None
        tally.moves += sum(len(seat.seconds) for seat in seats)
        tally.seconds += seats[own].seconds
    return tally


def rows(id: str) -> dict[str, Callable[[type[Policy], type[Policy], Iterable[int]], Tally]]:
    """Return what plays the series of each row of a game."""
    if id == TABLE:
        return {name: partial(compete_at_a_table, players) for players, name in TABLES.items()}
    return {id: partial(compete, id)}


def main() -> None:
    """Print a table of all pairs of levels in all games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="how many games each pair plays")
    parser.add_argument("--id", choices=(*GAMES, TABLE), action="append", help="only this game")
    parser.add_argument("--pair", choices=["-".join(pair) for pair in PAIRS], action="append", help="only this pair")
    chosen = parser.parse_args()
    printed = Printed("game", "bots", "won", "lost", "drawn", "moves a game", "ms a move", "95 %", "longest")
    series = {name: play for id in chosen.id or (*GAMES, TABLE) for name, play in rows(id).items()}
    for name, play_all in series.items():
        for pair in PAIRS:
            if chosen.pair and "-".join(pair) not in chosen.pair:
                continue
            numbers = track(
                range(chosen.games),
                f"{name}: {pair[0]} against {pair[1]}",
                console=Console(stderr=True),
                transient=True,
            )
            tally = play_all(POLICIES[pair[0]], POLICIES[pair[1]], numbers)
            printed.add_row(
                name,
                f"{pair[0]} against {pair[1]}",
                str(tally.won),
                str(tally.lost),
                str(tally.drawn),
                f"{tally.moves / tally.games:.0f}",
                f"{1000 * sum(tally.seconds) / len(tally.seconds):.1f}",
                f"{tally.milliseconds(0.95):.1f}",
                f"{tally.milliseconds(1):.0f}",
            )
    Console(width=120).print(printed)


if __name__ == "__main__":
    main()
