"""The steps of tournaments without an order, and the rules of all kinds, through every event."""

from __future__ import annotations

from random import Random
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_server.tournaments import knockout, orders
from cadogan_server.tournaments.arena import GATHER_MS
from cadogan_server.tournaments.records import Decided, Entered, Kind, Over, Paired, Started
from cadogan_server.tournaments.standings import standings
from cadogan_server.tournaments.state import Tournament, folded
from cadogan_server.tournaments.steps import OPENING_MS, due
from tests.server.tournaments.evening import HOST, MINUTE, NOON, Evening, at_random, terms

KINDS: tuple[Kind, ...] = get_args(Kind)


@given(
    seed=st.integers(0, 2**32),
    kind=st.sampled_from(KINDS),
    people=st.integers(0, 13),
    fill=st.sampled_from([0, 0, 5, 8]),
)
@settings(max_examples=150)
def test_whatever_happens_a_tournament_is_sound(seed: int, kind: Kind, people: int, fill: int) -> None:
    evening = at_random(Random(seed), terms(kind, fill=fill), people)
    t = evening.t
    assert all(pairing.result is not None for pairing in t.pairings.values())
    assert not t.open_pairings
    assert not t.playing
    assert folded("t", evening.log) == t
    assert sum(line.games for line in standings(t)) == 2 * sum(
        p.counts and len(p.players) == 2 for p in t.pairings.values()
    )
    if kind == "knockout" and t.phase == "over":
        assert [line.player for line in standings(t) if line.rank == 1] == [knockout.champion(t)]
    bots = {c.player for c in t.competitors.values() if c.bot}
    for pairing in t.pairings.values():
        if len(pairing.players) == 2 and bots.issuperset(pairing.players):
            assert kind != "arena"
            assert pairing.cause in ("lot", "left")


def running(kind: Kind, *players: str, **changed: object) -> Evening:
    evening = Evening(terms(kind, **changed))
    evening.enter(*players or ("ann", "bob", "cy", "dan"))
    evening.begin()
    return evening


def test_nothing_happens_before_the_start() -> None:
    evening = Evening(terms("swiss"))
    evening.enter("ann", "bob")
    assert not evening.wait(MINUTE - 1)
    assert [type(record) for record in evening.wait(1)] == [Started, Paired]


def test_with_too_few_it_is_cancelled() -> None:
    for kind in KINDS:
        assert running(kind, "ann").t.phase == "cancelled"


def test_bots_fill_only_where_a_person_is() -> None:
    filled = running("swiss", "ann", fill=4)
    bots = [record for record in filled.log if isinstance(record, Entered) and record.bot]
    assert [(bot.player, bot.name, bot.bot) for bot in bots] == [(f"bot-{n}", f"Bot {n}", "fair") for n in (1, 2, 3)]
    alone = Evening(terms("swiss", fill=4))
    assert alone.begin() == [Over(alone.now, cancelled=True)]
    arena = Evening(terms("arena", fill=2))
    arena.enter("ann")
    now = arena.t.starts
    assert arena.begin()[:2] == [Entered(now, "bot-1", "Bot 1", 0, "fair"), Started(now, 0)]


def test_a_bot_brings_no_node_where_a_person_is() -> None:
    evening = running("swiss", "ann", fill=2)
    for first in ("ann", "bot-1", "ann"):
        assert [(game.players[0], game.node) for game in evening.games()] == [(first, "node of ann")]
        evening.win("ann")
        evening.wait(0)


def test_a_room_that_does_not_open_is_given_up() -> None:
    for kind in KINDS:
        evening = running(kind)
        assert not evening.wait(OPENING_MS - 1)
        first, second, *again = evening.wait(1)
        assert [first, second] == [Decided(evening.now, number, "void", "not_opened") for number in (1, 2)]
        again += evening.wait(GATHER_MS)
        assert [type(record) for record in again] == [Paired]
        assert evening.pairs() == [set(pairing.players) for pairing in evening.t.pairings.values()][2:]


def test_a_game_without_a_result_is_given_up() -> None:
    evening = running("swiss", "ann", "bob", time_limit=300)
    longest = 2 * 300_000 + 10 * MINUTE
    evening.ask(orders.room_opened, 1, "ROOM")
    assert not evening.wait(longest - 1)
    assert evening.wait(1)[0] == Decided(evening.now, 1, "void", "overdue")


def test_an_arena_ends_when_its_last_game_ends() -> None:
    evening = running("arena", "ann", "bob", "cy", "dan", "eve", time_limit=600)
    for number in (1, 2):
        evening.ask(orders.room_opened, number, "ROOM")
    evening.win("ann")
    evening.away = {"ann", "bob", "eve"}
    evening.wait(19 * MINUTE)
    evening.away = set()
    evening.ask(orders.room_opened, 3, "ROOM")
    assert not evening.wait(MINUTE), "the time is up"
    assert not evening.ask(orders.enter, "fay", "Fay", 1500)
    evening.win("cy")
    assert evening.wait(0) == [Over(evening.now)]


def test_while_it_is_paused_nobody_is_paired() -> None:
    for kind in KINDS:
        evening = running(kind)
        evening.ask(orders.pause, HOST, True)
        for pairing in evening.games():
            evening.win(pairing.players[0])
        assert not evening.wait(0)
        assert not evening.wait(30 * MINUTE)
        evening.ask(orders.pause, HOST, False)
        assert evening.wait(0)


def test_it_is_over_when_all_rounds_are_played() -> None:
    evening = running("swiss", rounds=3)
    for _ in range(3):
        assert evening.t.phase == "running"
        for pairing in evening.games():
            evening.win(pairing.players[0])
        evening.wait(0)
    assert evening.t.phase == "over"


def test_it_is_over_when_nobody_is_left_to_play() -> None:
    evening = running("swiss", "ann", "bob")
    evening.ask(orders.leave, "bob")
    assert evening.wait(0) == [Over(evening.now)]


def test_a_start_that_all_have_left_is_cancelled() -> None:
    t = Tournament("t", terms("knockout"), NOON)
    for record in (Entered(NOON, "ann", "Ann", 1), Entered(NOON, "bob", "Bob", 2), Started(NOON, 1)):
        t.apply(record)
    t.competitors["ann"].out = True
    assert due(t, NOON, {}, str, str) == [Over(NOON, cancelled=True)]


def test_an_arena_has_no_rounds() -> None:
    evening = running("arena")
    assert (evening.t.rounds, evening.t.round) == (0, 0)
    assert {pairing.round for pairing in evening.t.pairings.values()} == {0}


def test_a_bye_needs_no_node() -> None:
    evening = running("swiss", "ann", "bob", "cy")
    assert [(p.players, p.node) for p in evening.t.by_round[1]] == [(("ann", "bob"), "node of ann"), (("cy",), "")]


def test_a_game_that_needs_no_play_is_decided_when_it_is_paired() -> None:
    evening = running("knockout", "ann", fill=4)
    assert [p.ended for p in evening.t.pairings.values() if p.cause == "lot"] == [evening.now]
    evening = running("knockout")
    evening.win("ann", "bob")
    evening.ask(orders.leave, "bob")
    evening.now += 5
    evening.go_on()
    assert (evening.t.pairings[3].cause, evening.t.pairings[3].ended) == ("left", evening.now)
