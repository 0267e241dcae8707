"""The pairs of an arena."""

from __future__ import annotations

from random import Random
from statistics import median

from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_protocol.limits import HELD_SECONDS, LONGEST_HELD_SECONDS
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.arena import AGAIN_MS, ENOUGH, GATHER_MS, PATIENCE_MS, held_until, in_order, pairs
from cadogan_server.tournaments.records import Cause, Result
from cadogan_server.tournaments.state import Competitor, Pairing
from tests.server.tournaments.evening import Evening, terms


def arena(*players: str, marks: tuple[str, ...] = (), **changed: object) -> Evening:
    evening = Evening(terms("arena", **changed))
    evening.enter(*players, marks=marks)
    return evening


def test_at_the_start_all_are_paired_at_once() -> None:
    evening = arena("ann", "bob", "cy", "dan")
    evening.begin()
    assert evening.pairs() == [{"ann", "bob"}, {"cy", "dan"}]


def test_four_are_paired_when_one_has_waited_for_a_second() -> None:
    evening = arena(*"abcdef")
    evening.away = set("abcdef")
    evening.begin()
    evening.away = set("bcdef")
    evening.wait(0)
    evening.away = set()
    evening.wait(GATHER_MS - 1)
    assert not evening.games()
    evening.wait(1)
    assert evening.pairs() == [{"a", "b"}, {"c", "d"}, {"e", "f"}], "together with all who have come since"


def test_fewer_are_paired_after_three_seconds() -> None:
    evening = arena("ann", "bob", "cy")
    evening.away = {"ann", "bob", "cy"}
    evening.begin()
    evening.away = set()
    evening.wait(0)
    evening.wait(PATIENCE_MS - 1)
    assert not evening.games()
    evening.wait(1)
    assert evening.pairs() == [{"ann", "bob"}]


def test_who_is_not_in_the_hall_is_not_paired() -> None:
    evening = arena("ann", "bob", "cy", "dan", "eve")
    evening.away = {"bob"}
    evening.begin()
    assert evening.pairs() == [{"ann", "cy"}, {"dan", "eve"}]


def test_who_waits_longest_gets_a_partner_first() -> None:
    evening = arena("ann", "bob", "cy", "dan", "eve")
    evening.away = set(evening.t.competitors)
    evening.begin()
    evening.let_wait(ann=1, bob=9, cy=8, dan=7, eve=6)
    assert evening.pairs() == [{"bob", "cy"}, {"dan", "eve"}]


def test_the_nearest_in_standing_meet() -> None:
    evening = arena(*"abcdefgh")
    evening.begin()
    evening.win(*"aceg")
    evening.wait(GATHER_MS)
    assert evening.pairs() == [{"a", "c"}, {"b", "d"}, {"e", "g"}, {"f", "h"}]


def test_the_last_opponent_comes_again_after_ten_seconds() -> None:
    evening = arena("ann", "bob")
    evening.begin()
    evening.wait(PATIENCE_MS)
    evening.win("ann")
    evening.wait(0)
    evening.wait(AGAIN_MS - 1)
    assert not evening.games()
    evening.wait(1)
    assert evening.pairs() == [{"ann", "bob"}]


def test_somebody_else_comes_before_the_last_opponent() -> None:
    evening = arena("ann", "bob")
    evening.begin()
    evening.wait(PATIENCE_MS)
    evening.win("bob")
    evening.wait(AGAIN_MS - 1)
    evening.enter("cy")
    evening.wait(1)
    assert evening.pairs() == [{"bob", "cy"}] or evening.pairs() == [{"ann", "cy"}]


def test_nobody_meets_the_last_opponent_who_has_met_others_since() -> None:
    evening = arena("ann", "bob", "cy")
    evening.away = {"cy"}
    evening.begin()
    evening.win("ann")
    evening.let_wait(bob=3, cy=3)
    evening.win("bob")
    evening.let_wait(ann=4, bob=9)
    evening.let_wait(ann=9, bob=4)
    assert not evening.games()
    evening.let_wait(ann=10, bob=4)
    assert evening.pairs() == [{"ann", "bob"}]


def test_pairs_are_taken_apart_for_those_left_over() -> None:
    evening = arena("ann", "bob", "cy", "dan")
    evening.away = {"cy", "dan"}
    evening.begin()
    evening.decide(1, "draw")
    evening.let_wait(ann=1, bob=1, cy=3, dan=2)
    assert evening.pairs() == [{"ann", "dan"}, {"bob", "cy"}]


def test_two_of_one_place_meet_in_private_only() -> None:
    for private in (False, True):
        evening = arena("ann", "bob", marks=("here",), private=private)
        evening.begin()
        for _ in range(5):
            evening.wait(AGAIN_MS)
        assert bool(evening.t.pairings) is private
        for pairing in evening.games():
            evening.win(pairing.players[0])
        evening.let_wait(ann=10, bob=10)
        assert bool(evening.games()) is private
    evening = arena(*"abc", marks=("here",))
    evening.enter("d", marks=("there", "elsewhere"))
    evening.begin()
    assert evening.pairs() == [{"a", "d"}]
    evening = arena("a", "b", marks=("here",))
    evening.enter("c", "d", marks=("there",))
    evening.begin()
    assert evening.pairs() == [{"a", "c"}, {"b", "d"}]


def test_bots_stand_in_where_no_person_is_left() -> None:
    evening = arena("ann", "bob", "cy", fill=8)
    evening.begin()
    assert len(evening.t.competitors) == 8
    evening.wait(PATIENCE_MS)
    assert evening.pairs() == [{"ann", "bob"}, {"cy", "bot-1"}]
    evening.win("ann", "cy")
    evening.wait(PATIENCE_MS)
    assert evening.pairs() == [{"ann", "cy"}, {"bob", "bot-1"}]


def test_a_person_alone_meets_one_bot_after_another() -> None:
    evening = arena("ann", fill=3)
    evening.begin()
    met = []
    for _ in range(4):
        evening.wait(PATIENCE_MS)
        met += [pairing.other("ann") for pairing in evening.games()]
        evening.win("ann")
        evening.wait(0)
    assert met == ["bot-1", "bot-2", "bot-1", "bot-2"]


def test_both_are_first_about_as_often() -> None:
    evening = arena(*map(str, range(30)))
    rng = Random(1)
    evening.begin()
    for _ in range(12):
        for pairing in evening.games():
            evening.win(rng.choice(pairing.players))
        evening.wait(GATHER_MS)
    assert all(abs(c.firsts) <= 3 for c in evening.t.competitors.values())


def test_a_thousand_are_all_paired_with_near_ones() -> None:
    evening = arena(*map(str, range(1000)))
    evening.begin()
    for _ in range(3):
        rank = {c.player: n for n, c in enumerate(sorted(evening.t.competitors.values(), key=lambda c: -c.points))}
        assert len(evening.games()) == 500
        evening.win(*(min(p.players, key=lambda player: rank[player]) for p in evening.games()))
        evening.wait(GATHER_MS)
    points = [[evening.t.competitors[p].points for p in pairing.players] for pairing in evening.games()]
    assert sum(abs(one - other) for one, other in points) < 100


def test_who_misses_one_game_after_the_other_waits_longer() -> None:
    evening = arena("ann", "bob", "cy", minutes=90)
    evening.away = {"ann", "bob", "cy"}
    evening.begin()
    ann = evening.t.competitors["ann"]
    held = []
    for missed in range(14):
        evening.let_wait(**{"ann": 20, "bob" if missed % 2 else "cy": 20})
        pairing = evening.t.playing["ann"]
        result: Result = "first" if pairing.players[1] == "ann" else "second"
        cause: Cause = "no_show" if missed % 2 else "left"
        evening.write(orders.decide(evening.t, evening.now, pairing.number, result, cause))
        held.append(max(0, held_until(ann) - evening.now))
        if held[-1]:
            evening.wait(held[-1] - 1)
            evening.let_wait(ann=20, bob=20)
            assert not evening.games()
        evening.now += 1
    assert held == [1000 * min(HELD_SECONDS * missed, LONGEST_HELD_SECONDS) for missed in range(14)]
    evening.let_wait(ann=20, bob=20)
    evening.win("ann")
    assert held_until(ann) == 0
    assert held_until(evening.t.competitors["bob"]) == 0


def test_only_who_takes_part_and_does_not_play_is_paired() -> None:
    evening = arena(*"abcde", fill=7)
    evening.begin()
    assert evening.pairs() == [{"a", "b"}, {"c", "d"}, {"e", "bot-1"}]
    waiting = dict.fromkeys(("stranger", "bot-1", "bot-2", *"abcde"), evening.now - AGAIN_MS)
    assert pairs(evening.t, evening.now, waiting) == []
    evening.win("a")
    met = [{c.player for c in pair} for pair in pairs(evening.t, evening.now, waiting)]
    assert met == [{"a", "bot-2"}], "the other bot plays"
    evening.ask(orders.leave, "a")
    assert [{c.player for c in pair} for pair in pairs(evening.t, evening.now, waiting)] == [{"b", "bot-2"}]


def near(order: str, points: tuple[int, ...], longest: str, **marks: tuple[str, ...]) -> str:
    """Return whom somebody meets who waits longest; people are named in the order of their ratings."""
    evening = Evening(terms("arena"))
    for player, has in zip(order, points, strict=True):
        evening.enter(player, marks=marks.get(player, ()))
        evening.t.competitors[player].points = has
    evening.away = set(order)
    evening.begin()
    evening.let_wait(**{player: 9 if player == longest else 4 for player in order})
    return evening.t.playing[longest].other(longest)


def test_the_nearest_in_points_comes_first_then_in_place_then_the_better() -> None:
    assert near("abcd", (5, 4, 0, 0), "b") == "a"
    assert near("abcd", (9, 4, 3, 0), "b") == "c"
    assert near("abcd", (4, 2, 0, 0), "b") == "a", "of two as near, the one with more points"
    assert near("abcd", (2, 2, 2, 2), "b") == "a", "of two as near, the one with the higher rating"
    assert near("ab", (2, 0), "b") == "a"
    assert near("abcd", (2, 2, 2, 2), "c", b=("x",), c=("x",)) == "d", "of equal points, the nearer place"


def test_who_plays_first_was_second_the_last_time() -> None:
    def competitor(number: int, *order: int) -> Competitor:
        c = Competitor(f"p{number}", number, "", 1500)
        games = [("x", c.player)[::step] for step in order]
        c.pairings = [Pairing(n, 0, players, 0, "") for n, players in enumerate(games)]
        return c

    first_last, second_last = competitor(1, 1, -1), competitor(2, -1, 1)
    assert in_order(first_last, second_last) == (second_last, first_last)
    assert in_order(competitor(1, 1), competitor(2, -1))[0].number == 1


def test_people_left_over_get_those_of_a_pair_who_suit_them() -> None:
    evening = Evening(terms("arena"))
    for player, marks in (("first", ("y",)), ("second", ("z",)), ("one", ("x",)), ("other", ("x", "y"))):
        evening.enter(player, marks=marks)
    evening.away = set(evening.t.competitors)
    evening.begin()
    evening.let_wait(first=9, second=8, one=7, other=6)
    assert evening.pairs() == [{"one", "first"}, {"other", "second"}]


def left_over(*marks: tuple[str, ...]) -> list[set[str]]:
    """Return the games of p and q, who wait longest and come from two places, and of a, b, c and d of these marks."""
    evening = Evening(terms("arena", fill=9))
    for player, has in zip("pqabcd", (("p",), ("q",), *marks), strict=True):
        evening.enter(player, marks=has)
    evening.away = set(evening.t.competitors)
    evening.begin()
    evening.let_wait(p=9, q=8, a=7, b=6, c=5, d=4)
    return evening.pairs()


def test_of_many_left_over_each_stays_who_finds_nobody() -> None:
    x, nobody = ("x",), ("x", "p", "q")
    assert left_over(x, x, x, x) == [{"a", "q"}, {"b", "p"}, {"c", "bot-1"}, {"d", "bot-2"}]
    assert left_over(nobody, x, x, x) == [{"b", "q"}, {"c", "p"}, {"a", "bot-1"}, {"d", "bot-2"}]
    assert {"p", "q"} in left_over(nobody, nobody, nobody, nobody)


def test_a_bot_near_in_points_stands_in() -> None:
    evening = arena("ann", fill=3)
    evening.away = {"ann"}
    evening.begin()
    evening.t.competitors["ann"].points = evening.t.competitors["bot-2"].points = 4
    evening.let_wait(ann=9)
    assert evening.pairs() == [{"ann", "bot-2"}]


@given(seed=st.integers(0, 2**32), people=st.integers(2 * ENOUGH, 40))
@settings(max_examples=60)
def test_nobody_is_left_over_twice_in_a_row(seed: int, people: int) -> None:
    """Games end at any moment, so that the number of waiting players is often odd."""
    rng, evening = Random(seed), arena(*(f"p{n}" for n in range(people)), minutes=90)
    evening.begin()
    left: dict[str, int] = {}
    for _ in range(150):
        for pairing in evening.games():
            if rng.random() < 0.1:
                evening.win(rng.choice(pairing.players))
        evening.now += 250
        waited = {player: evening.now - since for player, since in evening.waiting().items()}
        before = len(evening.t.pairings)
        evening.go_on()
        if len(evening.t.pairings) == before:
            continue
        left = {player: 1 + left.get(player, 0) for player in evening.waiting() if player in waited}
        assert len(left) <= 1, "only one is left over where all may meet, and the number is odd"
        assert all(times == 1 for times in left.values())
        assert all(waited[player] == min(waited.values()) for player in left), "who came last"


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_where_many_play_nobody_waits_much_longer_than_a_second(seed: int) -> None:
    rng, evening = Random(seed), arena(*(f"p{n}" for n in range(60)), minutes=90)
    evening.begin()
    waits: list[int] = []
    for _ in range(120):
        for pairing in evening.games():
            if rng.random() < 0.1:
                evening.win(rng.choice(pairing.players))
        evening.now += 50
        since = evening.waiting()
        evening.go_on()
        waits += [evening.now - since[player] for player in since if player in evening.t.playing]
    assert GATHER_MS <= max(waits) <= GATHER_MS + 50
    assert 2 * median(waits) >= GATHER_MS - 100
