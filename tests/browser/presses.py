"""Counts the presses of a won game on the page: with one press a move where the page knows best, and without that.

    python -m tests.browser.presses [--game ID] [--deals N]

It goes over deals that the good bot wins, move by move. At every move the page's own rule
(client/web/src/table/best.ts, under Node) says which move a press on the card would make. If that is the bot's move, or
if the move goes home (a right press), it is one press. Otherwise the card must be dragged, which counts as two: one on
the card and one on its target. Before, every move took these two, except those of the stock and of cards that go home
by a double press. When all remaining cards go home, one press on "All home" is the last in either way.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from statistics import mean
from typing import Any

from cadogan_client.bots.good import Good
from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.players import played_by
from cadogan_games.simulate import Tally, play_out
from cadogan_server.rooms.fairness import numbered_seed
from tests.games.positions import copy_of
from tests.page_code import PageCode

MOST_MOVES = 2000


def main() -> int:
    """Count, print the figures as JSON, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--game", default="klondike_draw1", metavar="ID")
    parser.add_argument(
        "--deals", type=int, default=100, help="number of deals, of which those count that the good bot wins"
    )
    arguments = parser.parse_args()
    found = figures(arguments.game, arguments.deals)
    print(json.dumps(found))
    return 0 if found["won"] else 1


def figures(id: str, deals: int) -> dict[str, Any]:
    """Return how many of the first numbered deals the good bot wins, and the mean moves and presses of these."""
    game, page = catalogue.game(id), PageCode()
    lines = [line for number in range(1, deals + 1) if (line := won(game, number))]
    counted = [presses(page, game, line) for line in lines]
    means = {what: round(mean(each[what] for each in counted), 1) for what in counted[0]} if counted else {}
    return {"game": id, "deals": deals, "won": len(counted), **means}


def won(game: Game, number: int) -> list[tuple[Table, Move]]:
    """Return the moves of a numbered deal, each with the table before it; nothing where it was not won."""
    seed, tally = numbered_seed(game.head.id, number), Tally(game.head.id)
    line: list[tuple[Table, Move]] = []

    def watch(table: Table, move: Move | None) -> None:
        if move is not None:
            line.append((copy_of(table), move))

    play_out(game, seed, played_by(Good, seed), tally, MOST_MOVES, time.perf_counter, watch)
    return line if tally.won else []


def presses(page: PageCode, game: Game, line: list[tuple[Table, Move]]) -> dict[str, int]:
    """Count the moves of a won game, and the presses that they take before and now."""
    last = len(line)
    while last and is_home(game, line[last - 1][1]):
        last -= 1
    counts = {"moves": len(line), "before": 0, "now": 0, "best": 0, "dragged": 0}
    for table, move in line[:last]:
        is_card = not isinstance(move[0], str)
        best = is_card and is_best(page, table, move)
        counts["before"] += 2 if is_card else 1
        counts["now"] += 1 if not is_card or best or is_home(game, move) else 2
        counts["best"] += best
        counts["dragged"] += is_card and not best and not is_home(game, move)
    rest = last < len(line)
    return {**counts, "before": counts["before"] + rest, "now": counts["now"] + rest}


def is_home(game: Game, move: Move) -> bool:
    """True if a card goes home by this move."""
    return not isinstance(move[0], str) and game.group_of[move[1]].kind == "foundation"


def is_best(page: PageCode, table: Table, move: Move) -> bool:
    """True if a press on the card plays this move."""
    piles, _ = view.state(table, 0)
    at: dict[str, Any] = {"pile": move[0], "index": len(piles[move[0]]) - move[2]}
    request = {"layout": view.layout(table.game), "piles": piles, "moves": table.moves(), "at": at}
    best = page.ask("best", request)
    return best["kind"] == "play" and [list(each) for each in best["moves"]] == [list(move)]


if __name__ == "__main__":
    sys.exit(main())
