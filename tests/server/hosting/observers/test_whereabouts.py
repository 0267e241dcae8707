"""The rooms of a node in which each person sits."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cadogan_server.hosting.observers.whereabouts import Whereabouts
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, race, started


class Hub:
    """A room in use, as an observer sees it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.volatile = SimpleNamespace()


def seen(*rooms: Room) -> tuple[Whereabouts, list[Any]]:
    """Return the whereabouts of people after a change of each of these rooms."""
    whereabouts, hubs = Whereabouts(), [Hub(room) for room in rooms]
    for hub in hubs:
        whereabouts.changed(hub)  # type: ignore[arg-type]
    return whereabouts, hubs


def of(whereabouts: Whereabouts, *players: str) -> list[list[Any]]:
    return [list(whereabouts.of(player)) for player in players]


def test_a_player_is_found_in_every_room_with_a_seat() -> None:
    whereabouts, (one, two) = seen(race(players=2), race(players=1))
    assert of(whereabouts, "p0", "p1", "p2") == [[one, two], [one], []]
    two.room.leave(0, NOON)
    whereabouts.changed(two)
    assert of(whereabouts, "p0") == [[one]]
    one.room.sit("p2", "Player 2", NOON)
    whereabouts.changed(one)
    assert of(whereabouts, "p2") == [[one]]


def test_bots_are_nowhere() -> None:
    room = race(players=1)
    room.sit("bot", "Bot", NOON, bot="easy", by=0)
    assert of(seen(room)[0], "bot") == [[]]


def test_nobody_sits_in_a_room_that_is_over_or_closed() -> None:
    whereabouts, (ended, closed) = seen(started(players=1), race(players=2))
    ended.room.give_up(0, NOON + 4000)
    whereabouts.changed(ended)
    whereabouts.drop(closed)
    assert of(whereabouts, "p0", "p1") == [[], []]


def test_changed_players_are_published_and_others_again_in_turn() -> None:
    whereabouts, (one,) = seen(race(players=3))
    assert whereabouts.to_publish(0, all=False) == {"p0", "p1", "p2"}
    assert whereabouts.to_publish(0, all=False) == set()
    one.room.leave(1, NOON)
    whereabouts.changed(one)
    assert "p1" in whereabouts.to_publish(0, all=False), "a player who has left is published too"
    turns = [whereabouts.to_publish(1, all=False) for _ in range(3)]
    assert [len(turn) for turn in turns] == [1, 1, 1]
    assert set.union(*turns) >= {"p0", "p2"}
    assert whereabouts.to_publish(0, all=True) == {"p0", "p2"}
    whereabouts.drop(one)
    whereabouts.forget_changes()
    assert whereabouts.to_publish(9, all=False) == set()
