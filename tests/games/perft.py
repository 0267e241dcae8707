"""The checksum of each game's rules: the same number has to give the same deal, moves and events for ever.

`perft.json` holds, for every id and each other value of each option, the number of ways to make the first one, two and,
if they are few, three moves after a fixed deal. It also holds a checksum over the deal and the events of one game of up
to 80 moves.

    python -m tests.games.perft --write [ID ...]

writes it again, or its lines for these games. It refuses if a game has changed whose `revision` has not been raised.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, TypedDict

from cadogan_games import catalogue
from cadogan_games.engine.events import ORDER
from cadogan_games.engine.table import Table
from tests.games.positions import copy_of

KEPT = Path(__file__).with_name("perft.json")
SEED = sha256(b"perft").digest()
MOVES = 80
FEW = 1000
"""If there are no more ways than this to make two moves, the ways to make three are counted too."""


class Entry(TypedDict):
    """The figures of one way to play a game."""

    revision: int
    paths: list[int]
    events: str


def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield key, id and options: for every game the defaults, and each other value of each option by itself (of a range
    one)."""
    for id in sorted(catalogue.ids()):
        yield id, id, {}
        for name, values in catalogue.head_of(id).options.items():
            for value in values[1:]:
                chosen = value[len(value) // 2] if isinstance(value, range) else value
                yield f"{id} {name}={chosen}", id, {name: chosen}


def entry(id: str, options: dict[str, Any]) -> Entry:
    """Return the checksum of a game by its present rules."""
    game = catalogue.game(id, options)
    first = game.deal(SEED)
    paths = [count(first, 1), count(first, 2)]
    if paths[1] <= FEW:
        paths.append(count(first, 3))
    return {"revision": game.head.revision, "paths": paths, "events": played(game.deal(SEED))}


def count(table: Table, depth: int) -> int:
    """Return the number of ways to make `depth` moves, one after the other."""
    moves = table.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        branch = copy_of(table)
        branch.push(move)
        total += count(branch, depth - 1)
    return total


def played(table: Table) -> str:
    """Return a checksum over a table and the events of one game on it.

    Neither the order in which moves are listed nor Python's random numbers have an effect.
    """
    found = sha256(repr((table.piles, table.counters)).encode())
    for number in range(MOVES):
        moves = sorted(table.moves(), key=repr)
        if not moves:
            break
        draw = int.from_bytes(sha256(SEED + number.to_bytes(4, "big")).digest()[:8], "big")
        happened = table.push(moves[draw % len(moves)])
        # The number of the shuffle behind an order is no part of the rules, and checksums are older than that field.
        found.update(repr([event[:4] if event[0] == ORDER else event for event in happened]).encode())
    found.update(repr((table.piles, table.counters)).encode())
    return found.hexdigest()


def kept(file: Path = KEPT) -> dict[str, Entry]:
    """Return the content of perft.json."""
    found: dict[str, Entry] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def write(ids: Collection[str] = (), file: Path = KEPT) -> list[str]:
    """Write perft.json, or its lines for these games. Return the objections; if there are any, nothing is written."""
    before = kept(file)
    now = {
        key: entry(id, options) if not ids or id in ids else before[key]
        for key, id, options in ways()
        if not ids or id in ids or key in before
    }
    wrong = [
        f"{key} has changed, but its revision is still {now[key]['revision']}: raise it"
        for key in now
        if key in before and now[key] != before[key] and now[key]["revision"] == before[key]["revision"]
    ]
    if not wrong:
        lines = ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in now.items())
        file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return wrong


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        sys.exit("usage: python -m tests.games.perft --write [ID ...]")
    if unknown := [id for id in sys.argv[2:] if id not in catalogue.ids()]:
        sys.exit(f"there is no game {', '.join(unknown)}")
    if found := write(sys.argv[2:]):
        sys.exit("\n".join(found))
