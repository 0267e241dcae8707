"""Measures how long the piles of every game get in play; layouts are checked against the result.

    python -m tests.games.reach [--games ID ...] [--seconds S] [--write]

It plays many deals of each game for S seconds, in three ways in turn: any legal move, the move on to the longest pile,
and the good bot's move. It keeps the greatest length of every pile. It keeps for every group the whole table at the
moment when one of its piles was longest, and the table on which most cards are visible. With --write the figures of
these games replace those in `reach.json`, but no pile gets shorter there: reach only ever grows, as long as the game
has the same piles.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cadogan_client.bots.good import Good
from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.players import played_by
from cadogan_games.simulate import Policy, at_random

FILE = Path(__file__).with_name("reach.json")
MOST_MOVES = 400
ASTRAY = 0.15
"""The chance that a stacking player makes any other move, so that it does not go round in circles."""

Size = tuple[int, int]
"""The number of cards on a pile, and the number of those face down."""


@dataclass
class Reach:
    """The largest piles of a game.

    Attributes:
        piles: for each pile the longest that it was.
        tables: by what is longest or fullest there, whole tables: the size of each pile.
        fullest: how many cards could be seen on the fullest of them, as `_seen` counts.
    """

    piles: list[Size]
    tables: dict[str, list[Size]] = field(default_factory=dict)
    fullest: int = -1


def main() -> int:
    """Play, print or write, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--games", nargs="*", default=catalogue.ids(), metavar="ID")
    parser.add_argument("--seconds", type=float, default=6, help="how long each game is played")
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {FILE.name}")
    arguments = parser.parse_args()
    for id in arguments.games:
        found = play(catalogue.game(id), arguments.seconds)
        print(id, *(f"{longest}" for longest, _ in found.piles), flush=True)
        if arguments.write:
            keep(catalogue.game(id), found)
    return 0


@cache
def known() -> dict[str, Reach]:
    """Return the stored reach of every game."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return {
        id: Reach(_sizes(one["piles"]), {k: _sizes(v) for k, v in one["tables"].items()}) for id, one in kept.items()
    }


def keep(game: Game, found: Reach) -> None:
    """Put the findings on a game into the file."""
    known.cache_clear()
    all_known = known()
    old = all_known.get(game.head.id)
    if old and len(old.piles) == len(found.piles):
        found.piles = [max(pair) for pair in zip(old.piles, found.piles, strict=True)]
        for what, table in old.tables.items():
            if what not in found.tables or weight(game, what, table) > weight(game, what, found.tables[what]):
                found.tables[what] = table
    all_known[game.head.id] = found
    games = [
        f' {json.dumps(each)}: {{"piles": {_text(reach.piles)},\n  "tables": {{'
        + ",\n   ".join(f"{json.dumps(what)}: {_text(table)}" for what, table in sorted(reach.tables.items()))
        + "}}"
        for each, reach in sorted(all_known.items())
    ]
    FILE.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")


def play(game: Game, seconds: float) -> Reach:
    """Play a game until the time is up, and return how far its piles reached."""
    reach = Reach([(0, 0)] * game.pile_count)
    fans = [pile for pile in range(game.pile_count) if _is_fan(game, pile)]
    end = time.monotonic() + seconds
    for number, policy in policies():
        if time.monotonic() > end and number >= 3:
            return reach
        table = game.deal(f"{game.head.id} {number}".encode())
        choose = policy(table, number)
        for _ in range(MOST_MOVES):
            _note(reach, game, table, fans)
            moves = table.moves()
            move = choose(table, moves) if moves and time.monotonic() < end + seconds else None
            if move is None:
                break
            table.push(move)
        _note(reach, game, table, fans)
    raise AssertionError("unreachable: policies never end")


def policies() -> Iterator[tuple[int, Callable[[Table, int], Policy]]]:
    """Yield numbers, each with a way to play."""
    number = 0
    while True:
        for way in (_any_move, _stacks, _good):
            yield number, way
            number += 1


def _any_move(_: Table, number: int) -> Policy:
    return at_random(str(number).encode())


def _good(table: Table, number: int) -> Policy:
    return played_by(Good, f"{number}".encode())


def _stacks(_: Table, number: int) -> Policy:
    chance = random.Random(number)

    def choose(table: Table, moves: list[Move]) -> Move:
        if chance.random() < ASTRAY:
            return chance.choice(moves)

        def longest(move: Move) -> tuple[int, float]:
            is_card = not isinstance(move[0], str) and table.game.group_of[move[1]].kind == "tableau"
            return (len(table.piles[move[1]]) + move[2] if is_card else 0, chance.random())

        return max(moves, key=longest)

    return choose


def _note(reach: Reach, game: Game, table: Table, fans: list[int]) -> None:
    """Note every pile that is longer than ever before."""
    longer = [pile for pile, cards in enumerate(table.piles) if len(cards) > reach.piles[pile][0]]
    full = _seen(game, [(len(pile), 0) for pile in table.piles])
    if not longer and full <= reach.fullest:
        return
    sizes = [(len(pile), sum(card < 0 for card in pile)) for pile in view.state(table, 0)[0]]
    for pile in longer:
        reach.piles[pile] = sizes[pile]
    if full > reach.fullest:
        reach.tables["fullest"], reach.fullest = sizes, full
    for id in {game.group_of[pile].id for pile in longer if pile in fans}:
        if id not in reach.tables or weight(game, id, sizes) > weight(game, id, reach.tables[id]):
            reach.tables[id] = sizes


def _is_fan(game: Game, pile: int) -> bool:
    """True if the cards of a pile lie spread."""
    group = game.group_of[pile]
    place = group.places[pile - game.first[group.id]]
    return bool(place.dx or place.dy or place.path)


def weight(game: Game, what: str, table: list[Size]) -> int:
    """Return the length of a group's longest pile, or the number of cards visible on the fullest table."""
    if what == "fullest":
        return _seen(game, table)
    return max(size for (size, _), group in zip(table, game.group_of, strict=True) if group.id == what)


def _seen(game: Game, table: list[Size]) -> int:
    """Return the number of visible cards of a table: all of each fan, and the top card of any other pile."""
    return sum(size if _is_fan(game, pile) else min(size, 1) for pile, (size, _) in enumerate(table))


def _sizes(text: str) -> list[Size]:
    pairs = (each.partition("/") for each in text.split())
    return [(int(size), int(hidden or 0)) for size, _, hidden in pairs]


def _text(sizes: list[Size]) -> str:
    return json.dumps(" ".join(f"{size}/{hidden}" if hidden else str(size) for size, hidden in sizes))


def piles_of(sizes: list[Size]) -> list[list[int]]:
    """Return piles of these sizes as a viewer sees them: -1 for a card that lies face down, and any others above."""
    return [
        [-1] * hidden + [card % 52 for card in range(7 * nth, 7 * nth + size - hidden)]
        for nth, (size, hidden) in enumerate(sizes)
    ]


if __name__ == "__main__":
    sys.exit(main())
