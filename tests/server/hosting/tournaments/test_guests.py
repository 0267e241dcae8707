"""Guests of halls, without a server."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_server.hosting.tournaments.guests import BACK_MS, Guest, Guests, Hall
from cadogan_server.tournaments.records import Decided, Entered, Left, Paired, Paused, Started
from cadogan_server.tournaments.state import Tournament
from tests.server.tournaments.evening import NOON, terms


def guest(player: str, free: Callable[[], bool] = lambda: True) -> Guest:
    return Guest(player, free, lambda message: None, lambda shared: None)


def arena(*players: str) -> Tournament:
    made = Tournament("t", terms("arena"), NOON)
    for player in players:
        made.apply(Entered(NOON, player, player, 1500))
    return made


def test_a_socket_is_in_one_hall_at_most() -> None:
    guests, ann = Guests(lambda: 0), guest("ann")
    guests.come("socket", "one", ann)
    guests.come("socket", "two", ann)
    assert guests.of("socket") == ("two", ann)
    assert not guests.halls["one"].guests
    guests.go("socket")
    guests.go("socket")
    assert guests.of("socket") == ("", None)


def test_those_wait_who_are_free_and_play_nowhere() -> None:
    guests, t = Guests(lambda: 5), arena("ann", "bob", "eve", "cy")
    t.apply(Paired(1, 0, ((1, ("eve", "cy"), "node"),)))
    for player in ("ann", "bob", "eve", "stranger"):
        guests.come(player, "t", guest(player, (lambda: False) if player == "bob" else (lambda: True)))
    hall = guests.halls["t"]
    hall.look(t, 5)
    assert hall.since == {"ann": 5}
    t.apply(Decided(8, 1, "first", "played"))
    hall.look(t, 9)
    assert hall.since == {"ann": 5, "eve": 8}, "who goes on waiting keeps the moment"
    t.apply(Left(10, "ann", "ann"))
    t.apply(Paused(10, True))
    hall.look(t, 11)
    assert hall.since == {"eve": 8}
    assert (hall.changes, hall.unwritten) == (3, {"ann", "eve"})
    hall.look(None, 12)
    assert not hall.since, "nobody waits in a tournament that is not known"


def test_who_comes_out_of_a_room_waits_from_that_moment() -> None:
    clock, free = [1], [False]
    guests, t = Guests(lambda: clock[0]), arena("ann")
    guests.come("socket", "t", guest("ann", lambda: free[0]))
    hall = guests.halls["t"]
    hall.look(t, 2)
    free[0] = True
    hall.look(t, 3)
    assert not hall.since, "only who has stirred is looked at"
    clock[0] = 7
    guests.stir("socket")
    guests.stir("another")
    assert hall.is_restless
    hall.look(t, 20)
    assert (hall.since, hall.is_restless) == ({"ann": 7}, False)
    guests.go("socket")
    hall.look(t, 21)
    assert not hall.since


def test_who_comes_straight_back_from_a_game_has_waited_since_its_end() -> None:
    for back, since in ((0, 0), (700, 0), (BACK_MS, 0), (BACK_MS + 1, BACK_MS + 1), (-1, -1)):
        clock, free = [NOON], [False]
        guests, t = Guests(lambda clock=clock: clock[0]), arena("ann", "bob")  # type: ignore[misc]
        guests.come("socket", "t", guest("ann", lambda free=free: free[0]))  # type: ignore[misc]
        t.apply(Paired(NOON, 0, ((1, ("ann", "bob"), "node"),)))
        t.apply(Decided(NOON, 1, "first", "played"))
        hall = guests.halls["t"]
        hall.look(t, NOON)
        clock[0], free[0] = NOON + back, True
        guests.stir("socket")
        hall.look(t, NOON + 5_000)
        assert hall.since == {"ann": NOON + since}, back


def test_a_player_with_two_windows_waits_while_one_is_free() -> None:
    guests, t = Guests(lambda: 5), arena("ann")
    guests.come(1, "t", guest("ann", lambda: False))
    guests.come(2, "t", guest("ann"))
    hall = guests.halls["t"]
    hall.look(t, 6)
    assert hall.since == {"ann": 5}
    guests.go(2)
    hall.look(t, 7)
    assert not hall.since
    assert [one.player for one in hall.guests] == ["ann"]


def test_those_are_told_whom_a_record_concerns_or_who_have_stirred() -> None:
    hall, t = Hall(), arena("ann", "bob", "cy")
    ann, bob, cy = (guest(player) for player in ("ann", "bob", "cy"))
    for one in (ann, bob, cy):
        hall.come(one, 1)

    def told() -> list[Guest]:
        hall.look(t, 2)
        return hall.to_look_at(t)

    assert told() == [ann, bob, cy]
    assert told() == []
    t.apply(Paired(3, 0, ((1, ("bob", "cy"), "node"),)))
    t.apply(Left(4, "bob", "bob"))
    hall.stir("ann", 5)
    assert told() == [cy, bob, ann], "whom it concerned longest ago comes first"
    t.apply(Started(6, 0))
    assert told() == [ann, bob, cy], "the start concerns all"
    assert hall.to_look_at(arena("ann")) == [ann, bob, cy], "so does another log"
