"""The pairs of a Swiss tournament."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan_server.tournaments import orders, swiss
from cadogan_server.tournaments.records import Result
from cadogan_server.tournaments.state import Competitor, Pairing, Tournament
from tests.each import each
from tests.server.tournaments.evening import HOST, Evening, terms

RESULTS: tuple[Result, ...] = ("first", "second", "draw")


def swiss_of(*players: str, rounds: int = 0, **changed: object) -> Evening:
    evening = Evening(terms("swiss", rounds=rounds, **changed))
    evening.enter(*players)
    return evening


def play_round(evening: Evening, rng: Random) -> None:
    for pairing in evening.games():
        evening.decide(pairing.number, rng.choice(RESULTS))
    evening.wait(0)


def can_be_paired_anew(t: Tournament, players: list[str], bye_is_free: bool) -> bool:
    """Try all ways to pair players who have not met."""
    if not players:
        return True
    first, *others = players
    if bye_is_free and can_be_paired_anew(t, others, False):
        return True
    new = [other for other in others if other not in t.competitors[first].opponents()]
    return any(can_be_paired_anew(t, [p for p in others if p != other], bye_is_free) for other in new)


@each("competitors,rounds", [(2, 3), (3, 3), (8, 3), (9, 4), (16, 4), (17, 5), (64, 6), (128, 7), (129, 8), (256, 8)])
def test_the_rounds_are_as_many_as_the_players_need(competitors: int, rounds: int) -> None:
    assert swiss.rounds_for(0, competitors) == rounds
    assert swiss.rounds_for(11, competitors) == 11


def test_the_first_of_the_upper_half_meets_the_first_of_the_lower() -> None:
    evening = swiss_of(*"abcdefgh")
    evening.begin()
    assert evening.pairs() == [{"a", "e"}, {"b", "f"}, {"c", "g"}, {"d", "h"}]


def test_equal_points_meet() -> None:
    evening = swiss_of(*"abcdefgh")
    evening.begin()
    evening.win("a", "b", "g", "h")
    evening.wait(0)
    assert evening.pairs() == [{"a", "g"}, {"b", "h"}, {"c", "e"}, {"d", "f"}]


def test_the_last_who_had_none_has_the_bye() -> None:
    evening = swiss_of("ann", "bob", "cy", "dan", "eve")
    evening.begin()
    byes = []
    for _ in range(3):
        byes += [p.players[0] for p in evening.t.by_round[evening.t.round] if len(p.players) == 1]
        for pairing in evening.games():
            evening.win(min(pairing.players))
        evening.wait(0)
    assert byes[0] == "eve"
    assert len(set(byes)) == 3
    assert all(evening.t.competitors[player].points >= 2 for player in byes)


@given(seed=st.integers(0, 2**32), players=st.integers(2, 7))
@settings(max_examples=40)
def test_two_meet_twice_only_if_it_can_not_be_avoided(seed: int, players: int) -> None:
    rng = Random(seed)
    evening = swiss_of(*"abcdefg"[:players], rounds=rng.randrange(3, 8))
    evening.begin()
    t = evening.t
    while not t.is_over:
        for pairing in evening.games():
            evening.decide(pairing.number, rng.choice(RESULTS))
        if rng.random() < 0.2:
            evening.ask(orders.leave, rng.choice(list(t.competitors)))
        here = [c.player for c in t.competitors.values() if not c.out]
        met = {c.player: set(c.opponents()) for c in t.competitors.values()}
        round, avoidable = t.round, can_be_paired_anew(t, here, bool(len(here) % 2))
        evening.wait(0)
        again = [p for p in t.by_round[t.round] if not met[p.players[0]].isdisjoint(p.players)]
        assert not (avoidable and again and t.round > round)


@pytest.mark.parametrize("players", [40, 41])
def test_a_large_field_never_meets_twice(players: int) -> None:
    rng = Random(1)
    evening = swiss_of(*map(str, range(players)), rounds=11)
    evening.begin()
    while not evening.t.is_over:
        play_round(evening, rng)
    for c in evening.t.competitors.values():
        assert len(c.opponents()) == len(set(c.opponents()))
        assert len(c.pairings) == 11
        assert abs(c.firsts) <= 3


def test_a_large_field_looks_further_for_people_of_other_places() -> None:
    evening = swiss_of()
    for n in range(80):
        evening.enter(f"p{n}", marks=("xyxy"[n // 20],))  # the usual partner of each is of the same place
    evening.begin()
    places = [{mark for p in pairing.players for mark in evening.t.competitors[p].marks} for pairing in evening.games()]
    assert places.count({"x", "y"}) > 30


def test_a_field_that_has_met_itself_is_paired_again() -> None:
    evening = swiss_of("ann", "bob", "cy", "dan", rounds=4)
    evening.begin()
    for _ in range(3):
        play_round(evening, Random(1))
    assert evening.t.round == 4
    assert len(evening.games()) == 2


def test_two_of_one_place_meet_only_if_it_can_not_be_avoided() -> None:
    for private in (False, True):
        evening = swiss_of(private=private)
        for player, place in zip("abcd", "xyxy", strict=True):
            evening.enter(player, marks=(place,))
        evening.begin()
        assert ({"a", "c"} in evening.pairs()) is private
    evening = swiss_of()
    evening.enter("a", "b", marks=("x",))
    evening.begin()
    assert evening.pairs() == [{"a", "b"}]


def test_a_late_player_comes_into_the_next_round() -> None:
    evening = swiss_of("ann", "bob", rounds=4)
    evening.begin()
    evening.enter("cy", "dan")
    evening.win("ann")
    evening.wait(0)
    assert {"cy", "dan"} <= set.union(*evening.pairs())


def test_a_game_that_does_not_count_is_played_again_in_its_round() -> None:
    evening = swiss_of("ann", "bob", "cy", "dan")
    evening.begin()
    evening.ask(orders.void, HOST, 1)
    evening.wait(0)
    assert evening.pairs() == [{"bob", "dan"}, {"ann", "cy"}]
    assert evening.t.round == 1
    evening.ask(orders.void, HOST, 3)
    evening.ask(orders.leave, "cy")
    evening.wait(0)
    assert evening.t.pairings[4].winner() == "ann", "who left meanwhile has lost it"


def test_a_game_that_both_have_left_is_not_played_again() -> None:
    evening = swiss_of("ann", "bob", "cy", "dan")
    evening.begin()
    evening.ask(orders.void, HOST, 1)
    for player in evening.t.pairings[1].players:
        evening.ask(orders.leave, player)
    assert not evening.wait(0)
    assert evening.pairs() == [{"bob", "dan"}]


# ---- the cost of a meeting -----------------------------------------------------------------------------------------------


def field_of(points: Sequence[int], *, byes: Sequence[int] = (), private: bool = False, **marks: str) -> swiss.Field:
    """Return a field of players p0, p1 and so on; `byes` are the numbers of players who have had one, `marks` the homes of some."""
    ordered = []
    for number, has in enumerate(points):
        c = Competitor(f"p{number}", number, "", 1500, points=has)
        c.marks = frozenset(marks.get(c.player, ""))
        c.pairings = [Pairing(n, n, (c.player,), 0, "") for n in byes if n == number]
        ordered.append(c)
    return swiss.Field(ordered, private)


def costs(field: swiss.Field) -> dict[tuple[int, int], int]:
    return {(one, other): cost for one, other, cost in field.edges(1000, again=False)}


@each("count,reach", [(6, 16), (10, 4), (31, 4), (100, 16)])
def test_partners_are_looked_for_near_the_usual_one_and_near_each_other(count: int, reach: int) -> None:
    half = (count + 1) // 2
    found = {(one, other) for one, other, _ in field_of([0] * count).edges(reach, again=False)}
    near = {
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if other - one <= reach or abs(other - one - half) <= reach // 2
    }
    byes = {(one, count) for one in range(count) if count % 2 and one >= count - 1 - 4 * reach}
    assert found == near | byes


def test_the_last_has_the_bye_for_nothing_unless_it_is_a_second_one() -> None:
    found, second = costs(field_of([0] * 5)), costs(field_of([0] * 5, byes=(4, 3, 3)))
    assert found[4, 5] == 0
    assert found[3, 5] == found[2, 5] - found[3, 5] > 0
    assert second[4, 5] > 4 * found[3, 5], "a second bye is worse than any first one"
    assert second[3, 5] - found[3, 5] == second[4, 5], "and a third no worse"


def test_unequal_points_cost_their_square_and_equal_ones_the_way_to_go() -> None:
    found = costs(field_of([6, 4, 2, 2, 2, 2]))
    assert [found[2, other] for other in (3, 4, 5)] == [1, 0, 1]
    least = found[0, 1] - 1
    assert least > 0
    assert found[0, 2] - 2 == 4 * least
    assert found[1, 5] - 4 == least


def test_one_home_is_added_to_what_it_costs_otherwise() -> None:
    points = [4, 2, 2, 2]
    plain, home = costs(field_of(points)), costs(field_of(points, p0="h", p1="h", p2="h"))
    extra = home[1, 2] - plain[1, 2]
    assert extra == home[0, 1] - plain[0, 1] > plain[0, 3]
    assert home[1, 3] == plain[1, 3]
    assert costs(field_of(points, private=True, p0="h", p1="h")) == plain


def test_all_are_paired_though_two_must_meet_again() -> None:
    evening = swiss_of("ann", "bob", "cy", "dan", rounds=9)
    ann, *others = evening.t.competitors.values()
    for number, other in enumerate(others, 1):
        game = Pairing(number, number, ("ann", other.player), 0, "", result="first")
        ann.pairings.append(game)
        other.pairings.append(game)
    assert sorted(len(both) for both in swiss.pairs(evening.t, [ann, *others])) == [2, 2]


def test_in_a_large_odd_field_the_bye_comes_last() -> None:
    evening = swiss_of(*map(str, range(67)))
    evening.begin()
    assert [len(p.players) for p in evening.t.by_round[1]] == [2] * 33 + [1]


def test_in_a_small_field_nobody_has_a_second_bye_while_others_had_none() -> None:
    here = [Competitor(f"p{number}", number, "", 2000 - number) for number in range(41)]
    for c in here[24:]:
        c.pairings = [Pairing(1, 1, (c.player,), 0, "")]
    bye = swiss.pairs(swiss_of().t, here)[-1]
    assert [c.player for c in bye] == ["p23"]
