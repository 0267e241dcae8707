"""Tables of the real rules, as a client sees them."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256
from typing import Any

from cadogan_client import Table
from cadogan_games import catalogue
from cadogan_games.engine import table as engine
from cadogan_games.engine import view
from cadogan_protocol import GroupLayout, PilePlace, TableLayout, TableState

SIX = ("klondike", "la_belle_lucie", "sultan", "nestor", "carpet", "fourteenth")


def deal(game: str, number: int = 0, **options: Any) -> engine.Table:
    """Return a real table right after a deal."""
    return catalogue.game(game, options).deal(sha256(b"%d" % number).digest())


def mirror(table: engine.Table) -> Table:
    """Return a client's view of a table."""
    game = table.game
    groups = tuple(
        GroupLayout(id=g.id, name=g.name, kind=g.kind, places=tuple(PilePlace(**asdict(p)) for p in g.places))
        for g in game.groups
    )
    seen = Table(TableLayout(groups=groups, actions=(), counters=game.counter_names, phases=game.phases))
    seen.load(state(table))
    return seen


def state(table: engine.Table) -> TableState:
    """Return a table's snapshot."""
    piles, counters = view.state(table, None)
    return TableState(piles=piles, counters=counters)


def push(table: engine.Table, seen: Table, move: engine.Move) -> None:
    """Make a move on the real table, and update the mirror by the events that a server would send."""
    seen.apply(view.events(table.game, table.push(move), None))
