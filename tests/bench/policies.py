"""The strength and speed of the bots' policies, without a server: `python -m tests.bench.policies GAME ... [--deals
N]`."""

from __future__ import annotations

import argparse
from random import Random
from time import perf_counter

from cadogan_client.bots import POLICIES, Policy
from cadogan_games import catalogue
from tests.client.tables import deal, mirror, push


def measure(game: str, policy: type[Policy], deals: int) -> str:
    """Play the deals 0, 1, ... of a game, and return a line of figures."""
    won = progress = moves = 0
    seconds = 0.0
    for number in range(deals):
        table = deal(game, number)
        seen, bot = mirror(table), policy(Random(number))
        while True:
            legal = table.moves()
            before = perf_counter()
            move = bot.choose(seen, legal)
            seconds += perf_counter() - before
            moves += 1
            if move is None:
                break
            push(table, seen, move)
        won += table.won
        progress += table.progress
    most = catalogue.game(game, {}).progress_max
    return (
        f"{game:24} {policy.__name__:5} won {100 * won / deals:5.1f} %  progress {progress / deals:6.1f} of {most}"
        f"  {moves / deals:6.1f} choices a deal  {1e6 * seconds / moves:6.1f} us a choice"
    )


def main() -> None:
    """Measure every level at the named games."""
    parser = argparse.ArgumentParser("python -m tests.bench.policies", description=(__doc__ or "").split(":")[0])
    parser.add_argument("games", nargs="+", choices=catalogue.ids(), metavar="GAME")
    parser.add_argument("--deals", type=int, default=100)
    wanted = parser.parse_args()
    for game in wanted.games:
        for policy in POLICIES.values():
            print(measure(game, policy, wanted.deals), flush=True)


if __name__ == "__main__":
    main()
