"""The state of a room as its sent messages tell it."""

from __future__ import annotations

import pytest

from cadogan_protocol import codec
from cadogan_protocol.codec import Format, decode_server
from cadogan_protocol.games import TableState
from cadogan_protocol.messages import BoardSnapshot, Delta, Message, Pong, Progress, RoomSnapshot, RoomUpdate
from cadogan_protocol.moves import SHIFTED
from cadogan_protocol.rooms import Standing
from cadogan_protocol.streams import BOARDS, ROOM
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.frame import packed_frame, payload
from cadogan_server.delivery.picture import MOST_WAITING, Picture
from tests.server.core import NOON, started

TABLE = TableState(piles=((1, 2, 3), ()), counters=(0,))


def picture() -> Picture:
    """Return the picture of a race of two with one small board."""
    shown = Picture()
    shown.add(RoomSnapshot(seq=5, state=describe.state(started(players=2), Volatile(), NOON)))
    shown.add(BoardSnapshot(stream=BOARDS, seq=7, table=TABLE))
    return shown


def messages_of(shown: Picture, fmt: Format = Format.MSGPACK) -> dict[int, Message]:
    """Return the messages that newcomers are sent, by stream."""
    sent = {stream: payload(frame) for stream, frame in shown.frames(fmt).items()}
    return {stream: decode_server(data.decode() if fmt is Format.JSON else data, fmt) for stream, data in sent.items()}


def delta(seq: int, change: int = 1) -> Delta:
    """Return a move of a card from the first pile to the second."""
    return Delta(stream=BOARDS, seq=seq, events=((SHIFTED, 0, 1, 1),), change=change)


@pytest.mark.parametrize("fmt", list(Format))
def test_newcomers_are_shown_the_room_and_the_boards_as_they_are_now(fmt: Format) -> None:
    shown = picture()
    shown.add(delta(8))
    shown.add(RoomUpdate(seq=6, watchers=3))
    messages = messages_of(shown, fmt)
    assert list(messages) == [ROOM, BOARDS]
    room, board = messages.values()
    assert isinstance(room, RoomSnapshot)
    assert isinstance(board, BoardSnapshot)
    assert (room.seq, room.state.watchers, [seat.moves for seat in room.state.seats]) == (6, 3, [1, 0])
    assert (board.seq, board.table.piles) == (8, ((1, 2), (3,)))


def test_kept_frames_are_made_anew_after_a_message_to_their_stream() -> None:
    shown = picture()
    first = shown.frames(Format.MSGPACK)
    assert shown.frames(Format.MSGPACK) is first
    shown.add(Progress(lines=(Standing(1, progress=4, moves=2),)))
    assert shown.frames(Format.MSGPACK)[ROOM] != first[ROOM]
    assert shown.frames(Format.MSGPACK)[BOARDS] == first[BOARDS]
    assert shown.room.seats[1].progress == 4


def test_messages_are_taken_as_frames_too() -> None:
    shown = picture()
    shown.add(packed_frame(codec.progress([codec.standing(1, 9, 3, 0, 0, None)])))
    assert (shown.room.seats[1].progress, shown.room.seats[1].moves) == (9, 3)


def test_many_messages_are_applied_before_anybody_asks() -> None:
    shown = picture()
    for number in range(2 * MOST_WAITING):
        shown.add(RoomUpdate(seq=6 + number, watchers=number))
    assert shown.room.watchers == 2 * MOST_WAITING - 1


def test_a_message_of_no_stream_is_a_mistake() -> None:
    shown = picture()
    shown.add(Pong(re=1, now=NOON))
    with pytest.raises(TypeError, match="Pong is part of no stream"):
        _ = shown.room
