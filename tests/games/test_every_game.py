"""Properties of every game of the catalogue, over many seeds and random moves."""

from __future__ import annotations

import hashlib
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import apply
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import IllegalMove, Move, Table
from cadogan_protocol.applying import after_events
from tests.each import each
from tests.examples import examples
from tests.games.chance import chances, seeds
from tests.games.choices import all_single_options
from tests.games.positions import copy_of

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]
VARIED = [(id, options) for id in RACES for options in all_single_options(id)]


def bare_cards(table: Table) -> list[int]:
    """Return all cards on the table, face up or down, in order."""
    return sorted(card & 63 for pile in table.piles for card in pile)


def wander(table: Table, chance: random.Random, steps: int) -> None:
    """Play at most `steps` random legal moves."""
    for _ in range(steps):
        moves = table.moves()
        if not moves:
            return
        table.push(chance.choice(moves))


def in_any_order(move: Move) -> tuple[Any, ...]:
    """Return a move with its spots in order: their order in an action makes no difference."""
    return (move[0], sorted(map(repr, move[1:]))) if isinstance(move[0], str) else move


def frozen(table: Table) -> tuple[object, ...]:
    """Return the whole position."""
    return (tuple(map(tuple, table.piles)), tuple(table.counters))


@each("id,options", VARIED)
@given(seed=seeds, chance=chances)
@examples(2, thorough=4)
def test_cards_are_conserved_and_undo_is_exact(
    id: str, options: dict[str, object], seed: bytes, chance: random.Random
) -> None:
    table = catalogue.game(id, options).deal(seed)  # type: ignore[arg-type]
    cards = bare_cards(table)
    path = [frozen(table)]
    for _ in range(60):
        moves = table.moves()
        if not moves:
            break
        assert len(set(moves)) == len(moves), "a move is listed twice"
        table.push(chance.choice(moves))
        assert bare_cards(table) == cards
        path.append(frozen(table))
    while table.can_undo:
        assert frozen(table) == path.pop()
        table.undo()
    if table.game.head.undo_allowed:
        assert [frozen(table)] == path


@each("id", RACES)
@given(seed=seeds, chance=chances)
@examples(2, thorough=4)
def test_every_listed_move_can_be_made_and_no_other(id: str, seed: bytes, chance: random.Random) -> None:
    table = catalogue.game(id).deal(seed)
    wander(table, chance, chance.randrange(40))
    before, legal = frozen(table), list(table.moves())
    for move in legal:
        branch = copy_of(table)
        branch.play(move)
        assert frozen(table) == before
    piles = table.game.pile_count
    others: list[Move] = [
        (chance.randrange(piles), chance.randrange(piles), chance.choice([1, 1, 2, 3])) for _ in range(40)
    ]
    others += [(name, *(chance.randrange(piles) for _ in range(k))) for name in table.game.actions for k in range(3)]
    others += [("nonsense",), (0, piles, 1), (piles + 5, 0, 1), (0, 0, 0)]
    for move in others:
        if in_any_order(move) in map(in_any_order, legal):
            continue
        with pytest.raises(IllegalMove, match=r"^[^a-z].+\.$"):
            table.play(move)
        assert frozen(table) == before


@each("id", RACES)
@given(seed=seeds, chance=chances)
@examples(2, thorough=4)
def test_events_applied_to_a_copy_give_the_board_and_show_only_faces(
    id: str, seed: bytes, chance: random.Random
) -> None:
    table = catalogue.game(id).deal(seed)
    piles, counters = [pile[:] for pile in table.piles], table.counters[:]
    shown = view.state(table, None)
    for _ in range(60):
        moves = table.moves()
        if not moves:
            break
        back = table.can_undo and chance.random() < 0.2
        happened = table.undo() if back else table.push(chance.choice(moves))
        for event in happened:
            apply(event, piles, counters)
        assert (piles, counters) == (table.piles, table.counters)
        shown = after_events(*shown, view.events(table.game, happened, None))
        assert shown == view.state(table, None)
        assert shown[0] == tuple(tuple(card if card < DOWN else view.HIDDEN for card in pile) for pile in table.piles)


def digest(game: Game, seed: int) -> str:
    """Return a checksum of the events of one random game."""
    table = game.deal(seed.to_bytes(32, "big"))
    wander(table, random.Random(seed), 80)
    return hashlib.sha256(repr((table.log, table.piles, table.counters)).encode()).hexdigest()


def all_digests() -> str:
    """Return a checksum of all games."""
    return hashlib.sha256("".join(digest(catalogue.game(id), 7) for id in RACES).encode()).hexdigest()


def test_the_same_seed_and_moves_give_the_same_events_in_another_process() -> None:
    program = "from tests.games.test_every_game import all_digests; print(all_digests())"
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "12345"}
    )
    assert other.stdout.strip() == all_digests()


@each("id", RACES)
@given(seed=seeds, chance=chances)
@examples(3, thorough=6)
def test_no_position_is_stuck_in_silence(id: str, seed: bytes, chance: random.Random) -> None:
    table = catalogue.game(id).deal(seed)
    for _ in range(120):
        assert bool(table.moves()) + table.blocked + table.won == 1
        assert 0 <= table.progress <= table.game.progress_max or id == "zodiac"
        assert table.won == (table.progress == table.game.progress_max)
        if not table.moves():
            return
        table.push(chance.choice(table.moves()))
