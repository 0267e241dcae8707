"""A seat's name: changed in the lobby, kept in the log, and never that of another."""

from __future__ import annotations

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Seated, pack, unpack
from tests.server.core import NOON, created, race, refusal, whole


def test_a_new_name_is_in_the_log_and_is_taken_once_for_a_request() -> None:
    room = race(players=2)
    assert room.rename(1, "Olga", NOON + 5, request=7)
    assert not room.rename(1, "Paula", NOON + 6, request=7)
    assert room.state.occupants[1].name == "Olga"
    again = replay(unpack(map(pack, room.take_outcome().records)))
    assert whole(again) == whole(room)


def test_a_log_of_before_there_were_new_names_is_still_read() -> None:
    room = open_room(created())
    old = [pack(room.state.created), pack(Seated(NOON, 0, "p0", "Anna", "", 0, 3))]
    assert replay(unpack(old)).state.occupants[0].name == "Anna"


def test_nobody_takes_anothers_name_but_all_may_restyle_their_own() -> None:
    room = race(players=2)
    assert refusal(room.rename, 1, "PIayer 0", NOON) is ErrorCode.NAME_TAKEN  # with a capital i
    assert room.rename(1, "player 1", NOON)
    room.ready(0, True, "", NOON)
    room.ready(1, True, "", NOON)
    assert refusal(room.rename, 1, "Olga", NOON + 10) is ErrorCode.WRONG_PHASE
    room.tick(NOON + 3000)
    assert refusal(room.rename, 1, "Olga", NOON + 3010) is ErrorCode.WRONG_PHASE
