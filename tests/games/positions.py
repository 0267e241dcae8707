"""Positions for tests, written like the Checks of the rule sheets: piles by name, cards as text."""

from __future__ import annotations

from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.cards import name, parse
from cadogan_games.engine.table import Move, Table

SEED = bytes(32)


def pile(table: Table, spot: str) -> int:
    """Return the number of the pile that a test calls `tableau/2`, or `waste` for the first pile of its group."""
    group, _, index = spot.partition("/")
    return table.game.first[group] + int(index or 0)


def cards(text: str) -> list[int]:
    """Return the cards of a text, separated by spaces, bottom first; `#` marks a card that lies face down."""
    return [parse(word) for word in text.split()]


def shown(table: Table, spot: str) -> str:
    """Return the cards of a pile in the same notation."""
    return " ".join(name(card) for card in table.piles[pile(table, spot)])


def position(
    id: str, piles: dict[str, str], *, options: dict[str, Any] | None = None, phase: str = "", **counters: int
) -> Table:
    """Return a table of a game with just these cards on it, and these counters."""
    table = catalogue.game(id, options).deal(SEED)
    for cards_there in table.piles:
        cards_there.clear()
    for spot, text in piles.items():
        table.piles[pile(table, spot)][:] = cards(text)
    for counter in table.game.counter_names[:-1]:
        table.set(counter, counters.get(counter, 0))
    assert not set(counters) - set(table.game.counter_names[:-1]), "a counter the game does not have"
    if phase:
        table.enter(phase)
    table.log.clear()
    table.changed()
    return table


def copy_of(table: Table) -> Table:
    """Return an independent copy of a table. It can take back only moves made on the copy."""
    twin = Table(table.game, table.seed)
    twin.piles = [each[:] for each in table.piles]
    twin.counters = table.counters[:]
    return twin


def move(table: Table, src: str, dst: str, count: int = 1) -> Move:
    """Return the plain move from one pile to another."""
    return (pile(table, src), pile(table, dst), count)


def act(table: Table, action: str, *spots: str) -> Move:
    """Return the action with these spots: `tableau/2`, or `tableau/2/5` for a card in it."""
    return (action, *(_spot(table, spot) for spot in spots))


def _spot(table: Table, spot: str) -> Any:
    group, *numbers = spot.split("/")
    place = table.game.first[group] + int(numbers[0] if numbers else 0)
    return (place, int(numbers[1])) if len(numbers) > 1 else place


def is_legal(table: Table, *words: Any) -> bool:
    """True if a move is legal: `("waste", "tableau/0")`, with a count, or an action and its spots."""
    return as_move(table, *words) in table.moves()


def as_move(table: Table, *words: Any) -> Move:
    """Return the move that a test means: two piles and perhaps a count, or an action and its spots."""
    if words[0] in table.game.actions:
        return act(table, *words)
    return move(table, *words)


def play(table: Table, *words: Any) -> None:
    """Play the move, which must be legal."""
    table.play(as_move(table, *words))


def counts(table: Table) -> dict[str, list[int]]:
    """Return the number of cards in each pile of each group."""
    return {group.id: [len(p) for p in table.group(group.id)] for group in table.game.groups}
