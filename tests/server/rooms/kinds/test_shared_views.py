"""Everybody at a shared table sees cards that lie face up, and nobody cards that lie face down."""

from __future__ import annotations

from cadogan_games.engine.cards import DOWN
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.kinds.shared import SharedTable
from tests.server.rooms.kinds.test_shared import shared


def test_everybody_sees_the_same_and_nobody_a_card_face_down() -> None:
    room = shared(3)
    mode = room.mode
    assert isinstance(mode, SharedTable)
    views = mode.views
    assert views.streams == (BOARDS, BOARDS + 1, BOARDS + 2, OTHERS)
    assert (views.seen_by(1), views.seen_by(None), views.replayed) == ((BOARDS + 1,), (OTHERS,), (OTHERS,))
    boards = [views.board(stream) for stream in views.streams]
    assert all(board == boards[0] for board in boards)
    for shown, pile in zip(boards[0].piles, mode.table.piles, strict=True):
        assert list(shown) == [card if card < DOWN else -1 for card in pile]
    hidden = sum(face == -1 for pile in boards[0].piles for face in pile)
    assert hidden == 3 * (12 + 35)
    room.end("empty", room.state.starts or 0)
    assert views.board(OTHERS) == boards[0], "nothing is turned up at the end"
    assert views.seen_by(1) == (BOARDS + 1,), "nor is there more to see"


def test_no_event_shows_a_face_that_lies_down() -> None:
    room = shared(2)
    room.take_outcome()
    mode = room.mode
    assert isinstance(mode, SharedTable)
    stock = mode.table.number("stock")
    for _ in range(12):
        room.play(0, ("turn", stock), room.state.starts or 0)
    room.play(0, ("redeal", stock), room.state.starts or 0)
    shown = [event for effect in room.take_outcome().effects for event in getattr(effect, "events", ())]
    back = [event for event in shown if event[0] == 1 and event[2] == stock]
    assert [set(event[3]) for event in back] == [{-1}] * 3
    room.tick(room.deadline or 0)
    shown = [event for effect in room.take_outcome().effects for event in getattr(effect, "events", ())]
    assert [event[5] for event in shown if event[0] == 2] == [(-1,)] * 6
