"""Whole random games of Spite and Malice: invariants after every event, and each move compared with the sheets."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue, trace
from cadogan_games.engine import duel
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT, Event, apply
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Table
from tests.examples import examples
from tests.games.chance import chances, seeds
from tests.games.duels import DUELS, Player, in_words, legal
from tests.games.malice_model import model_of

MOST_MOVES = 6000

SERIES = [
    ("spite_and_malice", {}, 100),
    ("spite_and_malice", {"jokers": 2, "dead_redeals": 1}, 50),
    ("spite_and_malice_mixed", {"riddance": 10}, 400),
    ("spite_and_malice_mixed", {"riddance": 26, "jokers": 3}, 30),
    ("spite_and_malice_mixed", {}, 60),
    ("spite_and_malice_modern", {"riddance": 5}, 1100),
    ("spite_and_malice_modern", {"riddance": 10, "centre": 3}, 200),
    ("spite_and_malice_modern", {"packs": 3, "centre": 8}, 60),
    ("spite_and_malice_modern", {}, 60),
]


SOME = 8
"""One game in this many is played without --thorough."""


@pytest.mark.parametrize(("id", "options", "games"), SERIES)
def test_thousands_of_random_games_come_to_an_end(id: str, options: dict[str, Any], games: int, thorough: bool) -> None:
    game = catalogue.game(id, options)
    ends = [play_to_the_end(game, number) for number in range(0, games, 1 if thorough else SOME)]
    assert all(ends)


def play_to_the_end(game: Game, number: int) -> bool:
    """Play a random game and check its end; return True if it has one."""
    table = game.deal(number.to_bytes(32, "big"))
    chance = random.Random(number)
    players = [Player(chance, keen=True) for _ in (0, 1)]
    ledger = Ledger(table)
    for _ in range(MOST_MOVES):
        if table.phase == duel.OVER:
            break
        assert table.moves(), "a state without a legal action"
        ledger.book(table, table.push(players[table.count("seat")].choose(table)))
    result = duel.outcome(table)
    assert result is not None, f"game {number} goes on for ever"
    assert table.moves() == []
    assert result.played_out == table.won == (0 in map(len, table.group("riddance")))
    assert ledger.everything() == ledger.dealt
    return table.phase == duel.OVER


class Ledger:
    """Follows a table event by event, and checks that each event keeps all cards and makes no hand too large."""

    def __init__(self, table: Table) -> None:
        self.piles = [pile[:] for pile in table.piles]
        self.counters = table.counters[:]
        self.dealt = self.everything()
        self.hands = table.game.indexes("hand")
        assert len(self.dealt) == len(table.game.pack)

    def everything(self) -> list[int]:
        return sorted(card & 63 for pile in self.piles for card in pile)

    def book(self, table: Table, events: list[Event]) -> None:
        for event in events:
            assert self.conserves(event), event
            apply(event, self.piles, self.counters)
            assert all(len(self.piles[hand]) <= 5 for hand in self.hands)
        assert (self.piles, self.counters) == (table.piles, table.counters)

    def conserves(self, event: Event) -> bool:
        """Return True if an event changes the places or faces of cards and nothing else."""
        if event[0] == SHIFT:
            _, src, i, _, _, cards, turned, _ = event
            there = self.piles[src][i : i + len(cards)]
            return list(cards) == ([card ^ DOWN for card in reversed(there)] if turned else there)
        if event[0] == FLIP:
            _, pile, i, card = event
            return bool(card == self.piles[pile][i] ^ DOWN)
        if event[0] == ORDER:
            _, pile, before, after, _ = event
            return list(before) == self.piles[pile] and sorted(before) == sorted(after)
        return True


@pytest.mark.parametrize("id", DUELS)
@given(seed=seeds, chance=chances, data=st.data())
@examples(4, thorough=12)
def test_the_rules_do_what_a_plain_reading_of_the_sheet_does(
    id: str, seed: bytes, chance: random.Random, data: st.DataObject
) -> None:
    options = {name: data.draw(st.sampled_from(values)) for name, values in varied(id).items()}
    table = catalogue.game(id, options).deal(seed)
    model = model_of(trace.position(table), seed)
    players = [Player(chance, keen=chance.random() < 0.3) for _ in (0, 1)]
    for _ in range(600):
        assert sorted(legal(table)) == sorted(model.legal())
        assert len(set(table.moves())) == len(table.moves())
        assert standing(table) == (model.piles_shown(), model.phase, model.counters)
        if not table.moves():
            break
        move = players[table.count("seat")].choose(table)
        model.make(*in_words(table, move))
        table.push(move)
    result = duel.outcome(table)
    assert (result.winner if result else None) == model.winner


def varied(id: str) -> dict[str, list[Any]]:
    """Return the options that change the course of a game, with few redeals, so that games end by them."""
    options = catalogue.head_of(id).options
    found = {name: list(options[name]) for name in ("jokers", "riddance", "packs", "centre") if name in options}
    return found | ({"dead_redeals": [1, 2, 10]} if "dead_redeals" in options else {})


def standing(table: Table) -> tuple[dict[str, list[list[str]]], str, dict[str, int]]:
    """Return the position in the model's form. Nobody knows the order of the completed heap."""
    position = trace.position(table)
    position["piles"]["completed"][0].sort()
    return position["piles"], position["phase"], position["counters"]


@pytest.mark.parametrize("id", DUELS)
def test_every_kind_of_state_is_met(id: str) -> None:
    """The games above would prove little if they never came to offers, compulsion or redeals."""
    met: set[str] = set()
    for number in range(12):
        table = catalogue.game(id, {"riddance": 10} if id != "spite_and_malice" else {}).deal(
            number.to_bytes(32, "big")
        )
        chance = random.Random(number)
        players = [Player(chance, keen=False) for _ in (0, 1)]
        for _ in range(1200):
            if not table.moves():
                break
            move = players[table.count("seat")].choose(table)
            met |= {f"{table.phase} {move[0]}"} | (
                {"redeal"} if "barren" in table.game.counter_names and table.count("barren") else set()
            )
            table.push(move)
    expected = {"turn play", "turn discard", "turn stand"}
    if id != "spite_and_malice_modern":
        expected |= {"offer play", "offer stay", "compel play", "redeal"}
    assert expected <= met
