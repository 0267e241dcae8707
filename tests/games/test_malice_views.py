"""No player is ever shown a card that part 4.7 of the sheet hides: whole games, event by event, for each role."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine import duel, view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import Event, apply
from cadogan_games.engine.table import Rules, Table
from cadogan_protocol.applying import after_events
from tests.games.chance import chances, seeds
from tests.games.duels import DUELS, Player

HIDDEN = -1
LENGTHS = {0: 4, 1: 4, 2: 6, 3: 4, 4: 3, 5: 3}
"""The length of each kind of event on the wire. A longer one would carry data that no viewer needs."""

Faces = tuple[tuple[int, ...], ...]


def allowed(game: Rules, piles: list[list[int]], role: int | None) -> Faces:
    """Return the cards that a role may see, by the table of part 4.7, of piles that are known whole."""
    shown = []
    for number, pile in enumerate(piles):
        id = game.group_of[number].id
        owner = number - game.first[id]
        if id in ("discards", "centre"):
            shown.append(tuple(pile))
        elif id == "hand":
            shown.append(tuple(pile) if owner == role else (HIDDEN,) * len(pile))
        elif id == "riddance":
            upcard = pile[-1:] if pile and pile[-1] < DOWN else [HIDDEN] * bool(pile)
            shown.append((*(HIDDEN for _ in pile[:-1]), *upcard))
        else:
            assert id in ("completed", "stock")
            shown.append((HIDDEN,) * len(pile))
    return tuple(shown)


class Watcher:
    """A role's client, compared with an observer who knows the whole table."""

    def __init__(self, table: Table, role: int | None) -> None:
        self.role = role
        self.game = table.game
        self.piles = [pile[:] for pile in table.piles]
        self.counters = table.counters[:]
        self.shown = view.state(table, role)
        assert self.shown[0] == allowed(table.game, table.piles, role)

    def watch(self, events: list[Event]) -> None:
        """Apply the sent form of some events, and after each compare the seen cards with the permitted ones."""
        sent = view.events(self.game, events, self.role)
        assert len(sent) == len(events)
        for event, shown in zip(events, sent, strict=True):
            assert len(shown) == LENGTHS[shown[0]]
            apply(event, self.piles, self.counters)
            self.shown = after_events(*self.shown, [shown])
            assert self.shown[0] == allowed(self.game, self.piles, self.role), (event, shown)
        assert self.shown[1] == tuple(self.counters)


@pytest.mark.parametrize("id", DUELS)
@given(
    seed=seeds,
    chance=chances,
    keen=st.tuples(st.booleans(), st.booleans()),
    idle=st.sampled_from([0.0, 0.0, 0.2]),
)
@settings(max_examples=8)
def test_no_role_is_shown_a_hidden_card(
    id: str, seed: bytes, chance: random.Random, keen: tuple[bool, bool], idle: float
) -> None:
    """The players also let their time run out now and then."""
    options = {"riddance": 10, "max_timeouts": 100} if id != "spite_and_malice" else {"max_timeouts": 100}
    table = catalogue.game(id, options).deal(seed)
    players = [Player(chance, keen=each) for each in keen]
    watchers = [Watcher(table, role) for role in (0, 1, None)]
    for _ in range(400):
        if not table.moves():
            break
        if chance.random() < idle:
            events = duel.time_out(table)
        else:
            events = table.push(players[table.count("seat")].choose(table))
        for watcher in watchers:
            watcher.watch(events)
            assert view.state(table, watcher.role) == watcher.shown
    end = duel.resign(table, 0)
    for watcher in watchers:
        watcher.watch(end)


@pytest.mark.parametrize("id", DUELS)
def test_a_hand_is_sent_to_its_owner_alone(id: str) -> None:
    table = catalogue.game(id).deal(bytes(32))
    hands = table.game.spans["hand"]
    own = tuple(tuple(hand) for hand in table.group("hand"))
    hidden = (HIDDEN,) * 5
    assert view.state(table, 0)[0][hands] == (own[0], hidden)
    assert view.state(table, 1)[0][hands] == (hidden, own[1])
    assert view.state(table, None)[0][hands] == (hidden, hidden)


def test_the_layout_says_whose_each_pile_is_and_counts_what_is_hidden() -> None:
    groups = {group["id"]: group for group in view.layout(catalogue.game("spite_and_malice"))["groups"]}
    owners = {id: [place["owner"] for place in group["places"]] for id, group in groups.items()}
    assert owners["riddance"] == owners["hand"] == [0, 1]
    assert owners["discards"] == [0] * 4 + [1] * 4
    assert owners["centre"] == [None] * 8
    assert [id for id, group in groups.items() if group["counted"]] == ["riddance", "completed", "stock"]


def test_the_layout_asks_for_spots_only_where_cards_are_chosen() -> None:
    actions = view.layout(catalogue.game("spite_and_malice"))["actions"]
    assert {action["name"]: action["spots"] for action in actions} == {
        "play": True,
        "discard": True,
        "stand": False,
        "stay": False,
    }
