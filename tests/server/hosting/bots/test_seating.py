"""The seats that bots get. Seats of bots that are gone for good are freed."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import FairShare
from cadogan_server.hosting.bots.seating import Seating
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Settings
from cadogan_server.store.people.players import Player
from tests.server.core import NOON, race
from tests.server.hosting.stage import Stage

HOME = "10.0.0.1"


class Strangers:
    """Takes no bot for the server's own."""

    def __init__(self) -> None:
        self._numbers = count()

    def welcome_bot(self, name: str, player: str | None = None) -> tuple[Player, str]:
        return Player(player or f"bot{next(self._numbers)}", name, (), bot=True), "token"


def seated(most: int = 8, **rules: Any) -> tuple[Stage, Seating]:
    """Return a room of one person, and a seating without a process."""
    stage = Stage(race(players=1, **rules))
    players: Any = Strangers()
    return stage, Seating(players, None, lambda: stage.now, Settings(bots_most=most), lambda: [stage.hub])


def test_a_request_for_bots_that_comes_again_seats_no_more() -> None:
    stage, seating = seated()
    for _ in range(2):
        seating.seat(stage.hub, 0, 2, "easy", HOME, request=7)
    assert [occupant.bot for occupant in stage.room.state.occupants.values()] == ["", "easy", "easy"]


def test_bots_of_a_tournament_sit_under_the_names_by_which_it_lists_them() -> None:
    stage, seating = seated()
    seating.place(stage.hub, 0, 2, "easy", HOME, names=["Cavendish"])
    assert [occupant.name for occupant in stage.room.state.occupants.values()] == ["Player 0", "Cavendish", "Adelaide"]


def test_our_own_bots_come_to_the_rematch_as_far_as_seats_are_free() -> None:
    old, seating = seated()
    old.room.sit("visitor", "Visitor", NOON, bot="hasty")
    seating.seat(old.hub, 0, 3, "good", HOME)
    new, again = seated(seats=3)
    again.bring_along(old.hub, new.hub, 0, HOME)
    assert [occupant.bot for occupant in new.room.state.occupants.values()] == ["", "good", "good"]


def test_in_the_rematch_a_seat_is_kept_for_each_person_who_is_here() -> None:
    old, seating = seated()
    for name in ("Here", "Away"):
        old.room.sit(name, name, NOON)
    seating.seat(old.hub, 0, 3, "good", HOME)
    old.hub.volatile.present = (0, 1, 3)
    new, again = seated(seats=3)
    again.bring_along(old.hub, new.hub, 0, HOME)
    assert [occupant.bot for occupant in new.room.state.occupants.values()] == ["", "good"]
    new.room.sit("Here", "Here", NOON)


def test_a_bot_makes_way_for_a_person_in_a_full_lobby() -> None:
    stage, seating = seated(seats=3)
    seating.seat(stage.hub, 0, 1, "easy", HOME)
    seating.make_way(stage.hub, NOON)
    assert len(stage.room.state.occupants) == 2, "there is a free seat"
    seating.seat(stage.hub, 0, 1, "good", HOME)
    seating.make_way(stage.hub, NOON)
    assert [occupant.bot for occupant in stage.room.state.occupants.values()] == ["", "easy"]


def test_no_bot_makes_way_if_nobody_could_take_its_seat() -> None:
    stage, seating = seated(seats=2)
    seating.seat(stage.hub, 0, 1, "easy", HOME)
    stage.room.lock(0, True, NOON)
    seating.make_way(stage.hub, NOON)
    stage.room.lock(0, False, NOON)
    stage.room.state.phase = "countdown"
    seating.make_way(stage.hub, NOON)
    assert len(stage.room.state.occupants) == 2


def test_bots_of_a_room_that_is_over_are_free() -> None:
    stage, seating = seated(most=1)
    seating.seat(stage.hub, 0, 1, "easy", HOME)
    with pytest.raises(Refused) as caught:
        seating.seat(stage.hub, 0, 1, "easy", HOME)
    assert caught.value.code is ErrorCode.NO_BOTS
    assert seating.idle(HOME) == 0
    stage.room.state.phase = "finished"
    assert seating.idle(HOME) == 1


async def test_only_seats_of_our_own_bots_are_freed_if_none_can_start() -> None:
    stage, seating = seated()
    stage.room.sit("visitor", "Visitor", NOON, bot="hasty")
    seating.seat(stage.hub, 0, 1, "easy", HOME)
    await seating.resume([stage.hub])
    assert [occupant.name for occupant in stage.room.state.occupants.values()] == ["Player 0", "Visitor"]


def test_bots_at_other_nodes_are_counted_here_too() -> None:
    stage, seating = seated(most=6)
    seating.seat(stage.hub, 0, 1, "easy", HOME, 7)
    assert seating.report() == {"": 1, HOME: 1, "10.0.0.0/24": 1}
    seating.learn({"there": {"": 4, HOME: 1}})
    with pytest.raises(Refused, match="2 bots are wanted and 1 of the 6"):
        seating.seat(stage.hub, 0, 2, "easy", HOME, 8)
    seating.learn({})
    seating.seat(stage.hub, 0, 2, "easy", HOME, 9)


def test_bots_in_lobbies_that_are_too_many_over_nodes_are_let_go() -> None:
    stage, seating = seated(most=6)
    seating.seat(stage.hub, 0, 2, "easy", HOME, 7)
    at_once = FairShare(Settings().bots_per_address, 6).of(HOME)
    seating.take_back({"before": {"": 9, HOME: int(at_once) - 1}})
    assert seating.report()[HOME] == 1
    stage.room.state.phase = "running"
    seating.take_back({"before": {"": 9, HOME: int(at_once)}})
    assert seating.report()[HOME] == 1, "a game that has begun is left alone"
