"""The tree of a knockout."""

from __future__ import annotations

import pytest

from cadogan_server.tournaments import knockout, orders
from cadogan_server.tournaments.standings import standings
from cadogan_server.tournaments.state import Competitor
from tests.server.tournaments.evening import HOST, Evening, terms


def knock_out(*players: str, **changed: object) -> Evening:
    evening = Evening(terms("knockout", **changed))
    evening.enter(*players)
    evening.begin()
    return evening


def ranks(evening: Evening) -> dict[str, int]:
    return {line.player: line.rank for line in standings(evening.t)}


def field(size: int) -> list[Competitor]:
    return [Competitor(str(seed), seed, "", 1000 - seed) for seed in range(1, size + 1)]


def test_the_tree_of_eight_is_the_usual_one() -> None:
    assert knockout.first_slots(field(8)) == [("1", "8"), ("4", "5"), ("2", "7"), ("3", "6")]


def test_the_best_seeds_have_the_byes() -> None:
    assert knockout.first_slots(field(5)) == [("1",), ("4", "5"), ("2",), ("3",)]


@pytest.mark.parametrize("size", [2, 3, 4, 7, 8, 16, 33, 128])
def test_better_seeds_meet_last_if_they_win(size: int) -> None:
    slots = knockout.first_slots(field(size))
    rounds = knockout.rounds_for(size)
    for played in range(1, rounds + 1):
        winners = [min(slot, key=int) for slot in slots]
        assert sorted(map(int, winners)) == list(range(1, 2 ** (rounds - played) + 1))
        slots = list(zip(winners[::2], winners[1::2], strict=False))


def test_equal_ratings_are_seeded_in_the_order_of_entering() -> None:
    both = [Competitor("late", 2, "", 1500), Competitor("early", 1, "", 1500)]
    assert [c.player for c in knockout.seeded(both)] == ["early", "late"]


def test_four_play_two_rounds_and_share_third_place() -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    assert evening.t.rounds == 2
    assert evening.pairs() == [{"ann", "dan"}, {"bob", "cy"}]
    evening.win("dan")
    assert knockout.next_slots(evening.t) == []
    assert knockout.champion(evening.t) is None
    evening.wait(0)
    assert ranks(evening) == {"dan": 1, "bob": 2, "cy": 2, "ann": 4}
    evening.win("bob")
    evening.wait(0)
    assert evening.pairs() == [{"bob", "dan"}]
    assert knockout.champion(evening.t) is None
    evening.win("bob")
    evening.wait(0)
    assert evening.t.phase == "over"
    assert knockout.champion(evening.t) == "bob"
    assert ranks(evening) == {"bob": 1, "dan": 2, "ann": 3, "cy": 3}


def test_a_draw_goes_to_the_better_seed_by_lot() -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    for pairing in evening.games():
        evening.decide(pairing.number, "draw")
    assert [p.winner() for p in evening.t.pairings.values()] == ["ann", "bob"]
    assert {p.cause for p in evening.t.pairings.values()} == {"lot"}
    assert knockout.lot(evening.t, ("bob", "ann")) == "second"


def test_where_nobody_came_the_better_seed_goes_on() -> None:
    evening = knock_out("ann", "bob")
    evening.write(orders.decide(evening.t, evening.now, 1, "neither", "no_show"))
    assert knockout.champion(evening.t) == "ann"
    assert evening.t.pairings[1].cause == "lot"


@pytest.mark.parametrize("leaver", ["ann", "cy"])
def test_who_has_left_loses_the_next_game(leaver: str) -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    evening.win("ann", "cy")
    evening.ask(orders.leave, leaver)
    evening.wait(0)
    assert evening.t.phase == "over"
    assert evening.t.pairings[3].cause == "left"
    assert knockout.champion(evening.t) == ({"ann", "cy"} - {leaver}).pop()


def test_where_both_have_left_the_better_seed_goes_on() -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    evening.win("dan")
    evening.ask(orders.leave, "dan")
    evening.win("cy")
    evening.ask(orders.leave, "cy")
    evening.wait(0)
    assert evening.t.phase == "over"
    assert knockout.champion(evening.t) == "cy"


def test_a_game_that_does_not_count_is_played_again() -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    evening.win("ann")
    evening.ask(orders.void, HOST, 2)
    evening.wait(0)
    assert evening.pairs() == [{"bob", "cy"}]
    assert evening.games()[0].round == 1
    evening.win("cy")
    evening.wait(0)
    assert evening.pairs() == [{"ann", "cy"}]


def test_of_two_bots_the_better_seed_goes_on_at_once() -> None:
    evening = knock_out("ann", fill=4)
    assert evening.pairs() == [{"ann", "bot-3"}]
    assert [p.winner() for p in evening.t.pairings.values() if p.cause == "lot"] == ["bot-1"]
    evening.win("ann")
    evening.wait(0)
    assert evening.pairs() == [{"ann", "bot-1"}]


def test_before_the_start_all_who_have_not_left_are_still_in() -> None:
    evening = Evening(terms("knockout"))
    evening.enter("ann", "bob", "cy")
    evening.ask(orders.leave, "bob")
    assert knockout.still_in(evening.t) == {"ann", "cy"}


def test_eight_meet_in_the_order_of_the_tree() -> None:
    evening = knock_out(*"abcdefgh")
    evening.win(*"abcd")
    evening.wait(0)
    assert [pairing.players for pairing in evening.games()] == [("a", "d"), ("b", "c")]


def test_who_was_second_plays_first_in_the_next_round() -> None:
    evening = knock_out("ann", "bob", "cy", "dan")
    assert [pairing.players for pairing in evening.games()] == [("ann", "dan"), ("bob", "cy")]
    evening.win("ann", "cy")
    evening.wait(0)
    assert [pairing.players for pairing in evening.games()] == [("cy", "ann")]
