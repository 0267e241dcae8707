"""The boards of a race, and the audience of each."""

from __future__ import annotations

from typing import Any

import pytest

from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, moves, race, started

OPEN: dict[str, Any] = {"spectators": "live", "public": False}


def seen(room: Room) -> list[tuple[int, ...]]:
    """Return the streams of a spectator and of each seat."""
    return [room.mode.views.seen_by(role) for role in (None, *sorted(room.state.occupants))]


def test_before_the_cards_there_are_no_boards() -> None:
    assert seen(race(players=2)) == [(), (), ()]


@pytest.mark.parametrize(("rules", "others"), [({}, OTHERS), (OPEN, BOARDS)])
def test_racers_see_their_own_board_and_spectators_those_for_others(rules: dict[str, Any], others: int) -> None:
    room = started(players=2, **rules)
    assert seen(room) == [(others, others + 1), (BOARDS,), (BOARDS + 1,)]


@pytest.mark.parametrize(
    ("rules", "streams"),
    [
        ({}, (BOARDS, OTHERS + 1)),
        (OPEN, (BOARDS, BOARDS + 1)),
        ({"spectators": "none", "public": False}, (BOARDS,)),
        ({"spectators": "delayed"}, (BOARDS,)),
    ],
)
def test_a_racer_who_is_done_sees_the_boards_that_may_be_watched(
    rules: dict[str, Any], streams: tuple[int, ...]
) -> None:
    room = started(players=2, **rules)
    room.give_up(0, NOON + 4000)
    assert room.mode.views.seen_by(0) == streams
    assert room.mode.views.seen_by(1) == (BOARDS + 1,)


def test_after_the_end_everybody_sees_all_boards() -> None:
    room = started(players=2, spectators="none", public=False)
    for seat in (0, 1):
        room.give_up(seat, NOON + 4000)
    assert seen(room)[1:] == [(BOARDS, BOARDS + 1), (BOARDS + 1, BOARDS)]


def test_no_stream_shows_a_card_that_lies_face_down() -> None:
    room = started(players=2)
    moves(room, 0, 1000, 2000)
    for stream in (BOARDS, OTHERS):
        cards = [card for pile in room.mode.views.board(stream).piles for card in pile]
        assert len(cards) == 52
        assert cards.count(-1) >= 20
    assert room.mode.views.name(BOARDS + 1) == "Player 1"
