"""Policies that know no more than a player: the view of a table that they get, and the policy that is made from a bot.

The rules import no bots. Any object with `choose(view, moves)` will do, such as the classes of the entry-point group
`cadogan.policies`. `view` shows what the protocol shows the player on that seat.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, SHIFT
from cadogan_games.engine.head import Value
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_games.simulate import Policy


class Seen:
    """A table as one role sees it. `look` brings it up to date and masks only the piles that have changed.

    Attributes:
        piles: the cards of each pile, bottom first; -1 is a card that the role may not see.
        kinds: for each pile the kind of its group.
        group_of: for each pile the id of its group.
        owner_of: for each pile of a duel the seat that owns it; None for a shared one, and everywhere in a race.
        counters: their values; the last is the number of the phase.
        counter_names: the names of the counters.
        game: the id of the game.
        options: the options of the game.
    """

    def __init__(self, table: Table, role: view.Role) -> None:
        game = table.game
        self.kinds: list[str] = [group.kind for group in game.group_of]
        self.group_of: list[str] = [group.id for group in game.group_of]
        self.owner_of: list[int | None] = [place.owner for group in game.groups for place in group.places]
        self.counter_names: Sequence[str] = game.counter_names
        self.game: str = game.head.id
        self.options: Mapping[str, Value] = game.options
        self._table = table
        self._open = [view.sees(game, pile, role) for pile in range(game.pile_count)]
        piles, counters = view.state(table, role)
        self.piles: list[list[int]] = [list(pile) for pile in piles]
        self.counters: list[int] = list(counters)
        self._read = len(table.log)

    def look(self) -> None:
        """Update the view by the table's events since the last call. No event may have been taken back in between."""
        log = self._table.log
        changed = set()
        for event in log[self._read :]:
            if event[0] == COUNT:
                self.counters[event[1]] = event[3]
                continue
            changed.add(event[1])
            if event[0] == SHIFT:
                changed.add(event[3])
        self._read = len(log)
        piles, hidden = self._table.piles, view.HIDDEN
        for pile in changed:
            shown = self._open[pile]
            self.piles[pile] = [card if shown and card < DOWN else hidden for card in piles[pile]]


class Chooser(Protocol):
    """One bot at one table."""

    def choose(self, view: Seen, moves: Sequence[Move]) -> Move | None:
        """Return one of the legal moves, or None to give up."""


class PolicyFailed(Exception):
    """A policy has failed. The text names the policy, the failure, and the place in its code."""

    def __init__(self, maker: Callable[..., Any], error: Exception) -> None:
        named = f"{maker.__module__}:{getattr(maker, '__qualname__', maker)}"
        frames = traceback.extract_tb(error.__traceback__)[1:]  # without our own call
        where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        said = f"{type(error).__name__}: {error}".replace("\n", " ")
        super().__init__(f"the policy {named} failed: {said}{where}")


def played_by(maker: Callable[[random.Random], Chooser], seed: bytes) -> Policy:
    """Return the policy for one game that puts a new bot on each seat. The same seed gives the bots the same chances.

    It raises IllegalMove if a bot chooses a move that is not legal, and PolicyFailed if a bot fails.
    """
    seats: dict[view.Role, tuple[Chooser, Seen]] = {}

    def choose(table: Table, moves: list[Move]) -> Move | None:
        role = table.game.definition.awaited(table)
        if role not in seats:
            seats[role] = made(role), Seen(table, role)
        chooser, seen = seats[role]
        seen.look()
        try:
            move = chooser.choose(seen, moves)
        except Exception as error:
            raise PolicyFailed(maker, error) from error
        if move is not None and move not in moves:
            named = f"{maker.__module__}:{getattr(maker, '__qualname__', maker)}"
            raise IllegalMove(f"the policy {named} chose {move!r}, which is no legal move")
        return move

    def made(role: view.Role) -> Chooser:
        try:
            return maker(random.Random(seed + bytes([role or 0])))
        except Exception as error:
            raise PolicyFailed(maker, error) from error

    return choose
