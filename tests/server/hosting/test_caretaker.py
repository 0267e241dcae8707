"""Seats of players who are away for too long are freed, and rooms that all people have left are closed: in time, not
earlier."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from cadogan_protocol.codec import Format
from cadogan_server.delivery import describe
from cadogan_server.delivery.viewer import Viewer
from cadogan_server.hosting.caretaker import Caretaker
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.opening import open_room
from cadogan_server.settings import Settings
from tests.server.core import NOON, all_ready, created, race, started
from tests.server.hosting.stage import Stage
from tests.server.replica import Replica

SETTINGS = Settings(away=60, empty_lobby=600, empty_running=3600, empty_finished=90)


class House:
    """A stage and its caretaker."""

    def __init__(self, stage: Stage, settings: Settings = SETTINGS) -> None:
        self.stage = stage
        self.closed: list[Hub] = []
        self.caretaker = Caretaker(settings, {"ABCDEF": stage.hub}, lambda: stage.now, self.closed.append)

    def enter(self, seat: int | None) -> Viewer:
        name = "watcher" if seat is None else self.stage.room.state.occupants[seat].player
        return self.stage.enter(name, seat, {}, Format.MSGPACK, Replica())

    def after(self, seconds: float) -> None:
        """Pass this time, and let the caretaker look."""
        self.stage.now += int(1000 * seconds)
        list(self.caretaker.sweep())


@pytest.fixture
def lobby() -> House:
    """Return a lobby of two, the first of whom is present."""
    house = House(Stage())
    house.enter(0)
    house.after(0)
    return house


def running(**rules: Any) -> House:
    """Return a race of a person and a bot."""
    room = race(players=1, **rules)
    room.sit("bot", "Bot", room.state.created.at, bot="easy", by=0)
    for seat in (0, 1):
        room.ready(seat, True, "", room.state.created.at)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    return House(Stage(room))


def test_a_seat_in_the_lobby_is_kept_for_its_time(lobby: House) -> None:
    lobby.after(60)
    assert list(lobby.stage.room.state.occupants) == [0, 1]
    lobby.after(0.001)
    assert list(lobby.stage.room.state.occupants) == [0]


def test_a_player_who_comes_back_may_be_away_again(lobby: House) -> None:
    lobby.after(50)
    back = lobby.enter(1)
    lobby.after(0)
    lobby.stage.hub.leave(back)
    lobby.after(0)
    lobby.after(50)
    assert list(lobby.stage.room.state.occupants) == [0, 1]


def test_absences_count_anew_after_a_pause(lobby: House) -> None:
    lobby.after(50)
    lobby.caretaker.forgive()
    lobby.after(50)
    lobby.after(60)
    assert list(lobby.stage.room.state.occupants) == [0, 1]


def test_nothing_is_kept_of_a_room_that_is_gone() -> None:
    hub = Stage().hub
    hubs = {"ABCDEF": hub}
    caretaker = Caretaker(SETTINGS, hubs, lambda: 0, lambda hub: None)
    held = sys.getrefcount(hub)
    list(caretaker.sweep())
    hubs.clear()
    list(caretaker.sweep())
    assert sys.getrefcount(hub) == held - 1


def test_a_bot_that_has_failed_gives_up_its_race_and_a_person_does_not() -> None:
    house = running()
    house.after(0)
    house.after(61)
    assert [seat.state for seat in describe.seats(house.stage.room, house.stage.hub.volatile)] == ["playing", "stood"]


def test_a_lobby_is_closed_when_nobody_but_bots_has_been_there_for_long() -> None:
    room = race(players=1)
    bot = room.sit("bot", "Bot", room.state.created.at, bot="easy", by=0)
    house = House(Stage(room))
    house.enter(bot)
    house.after(0)
    house.after(600)
    assert house.closed == []
    house.after(0.001)
    assert house.closed == [house.stage.hub]


def test_a_present_player_keeps_a_lobby_open_and_restarts_its_time() -> None:
    house = House(Stage(), replace(SETTINGS, away=10**6))
    for _ in range(2):
        viewer = house.enter(0)
        house.after(10_000)
        house.stage.hub.leave(viewer)
        house.after(0)
        house.after(600)
    assert house.closed == []
    house.enter(None)  # a spectator does not keep it open
    house.after(1)
    assert house.closed == [house.stage.hub]


def test_an_empty_race_without_a_clock_is_ended() -> None:
    limited, endless = running(), running(time_limit=0)
    for house in (limited, endless):
        house.enter(1)
        house.after(0)
        house.after(3600)
        assert house.stage.room.state.phase == "running"
        house.after(0.001)
    assert limited.stage.room.state.results is None
    assert endless.stage.room.state.results is not None
    assert limited.closed == endless.closed == []


def test_a_finished_room_is_closed_when_nobody_looks_at_it() -> None:
    room = started()
    room.end("empty", room.state.created.at + 9000)
    house = House(Stage(room))
    viewer = house.enter(None)
    house.after(0)
    house.after(10_000)
    assert house.closed == []
    house.stage.hub.leave(viewer)
    house.after(0)
    house.after(90)
    assert house.closed == []
    house.after(0.001)
    assert house.closed == [house.stage.hub]


def over(code: str, *, counted: bool = True) -> Stage:
    """Return the stage of a room that is over and in which nobody is."""
    room = open_room(created()._replace(code=code))
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    stage = Stage(room)
    with stage.hub.change() as changed:
        changed.end("empty", stage.now)
    stage.hub.log.done = counted
    return stage


def test_of_many_unseen_rooms_the_longest_unseen_are_let_go() -> None:
    stages = [over(f"ROOM2{letter}", counted=letter != "A") for letter in "ABCDEF"]
    hubs: dict[str, Hub] = {}
    now, closed = stages[0].now, list[str]()

    def close(hub: Hub) -> None:
        closed.append(hub.code)
        del hubs[hub.code]

    caretaker = Caretaker(replace(SETTINGS, rooms_unseen=2), hubs, lambda: now, close)
    for stage in stages:
        hubs[stage.hub.code] = stage.hub
        if stage is stages[1]:
            stage.enter("watcher", None, {}, Format.MSGPACK, Replica())
        now += 1000
        list(caretaker.sweep())
    assert closed == ["ROOM2C", "ROOM2D"], "neither one that has to be counted, nor one at which somebody looks"
