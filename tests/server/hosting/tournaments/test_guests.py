"""Guests of halls, without a server."""

from __future__ import annotations

from cadogan_server.hosting.tournaments.guests import Guest, Guests


def guest(player: str, *, free: bool = True) -> Guest:
    return Guest(player, lambda: free, lambda message: None, lambda shared: None)


def test_a_socket_is_in_one_hall_at_most() -> None:
    guests, ann = Guests(), guest("ann")
    guests.come("socket", "one", ann)
    guests.come("socket", "two", ann)
    assert guests.of("socket") == ("two", ann)
    assert not guests.halls["one"].guests
    guests.go("socket")
    guests.go("socket")
    assert guests.of("socket") == ("", None)


def test_those_wait_who_are_free_and_play_nowhere() -> None:
    guests = Guests()
    for player, free in (("ann", True), ("bob", False), ("eve", True)):
        guests.come(player, "t", guest(player, free=free))
    hall = guests.halls["t"]
    hall.look(5, {"eve"}.__contains__)
    assert hall.since == {"ann": 5}
    hall.look(9, set().__contains__)
    assert hall.since == {"ann": 5, "eve": 9}, "who goes on waiting keeps the moment"


def test_a_player_with_two_windows_waits_while_one_is_free() -> None:
    guests = Guests()
    guests.come(1, "t", guest("ann", free=False))
    guests.come(2, "t", guest("ann"))
    guests.halls["t"].look(5, set().__contains__)
    assert guests.halls["t"].since == {"ann": 5}
