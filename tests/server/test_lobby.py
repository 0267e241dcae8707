"""A room before its cards: who comes, goes and gets ready when, and what of it goes into the seed."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import pack, unpack
from cadogan_server.rooms.refused import Refused
from tests.server.core import NOON, created, race
from tests.server.test_rooms import refusal


def test_nobody_takes_a_seat_while_it_counts_down() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    assert refusal(room.sit, "late", "Late", NOON + 100) is ErrorCode.WRONG_PHASE
    assert (room.phase, room.deadline) == ("countdown", NOON + 3000)


def test_who_leaves_while_it_counts_down_gives_the_seat_up() -> None:
    room = race(players=2)
    for seat in (0, 1):
        room.ready(seat, True, "", NOON)
    room.leave(0, NOON + 100)
    assert (room.phase, list(room.chairs)) == ("countdown", [1]), "who is left is ready"
    room.leave(1, NOON + 200)
    assert (room.phase, room.deadline, room.chairs) == ("lobby", None, {})


def test_it_begins_when_who_was_not_ready_leaves() -> None:
    room = race(players=2)
    room.ready(0, True, "", NOON)
    room.leave(1, NOON + 100)
    assert (room.phase, room.starts) == ("countdown", NOON + 3100)


def test_nobody_calls_it_off_once_the_time_has_come() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    with pytest.raises(Refused) as caught:
        room.ready(0, False, "", NOON + 3000)
    assert caught.value.code is ErrorCode.WRONG_PHASE
    assert room.phase == "running"


def test_it_begins_at_the_moment_that_was_told_however_late_it_is_noticed() -> None:
    room = race(time_limit=60)
    room.ready(0, True, "", NOON)
    room.tick(NOON + 3400)
    assert (room.phase, room.starts, room.ends) == ("running", NOON + 3000, NOON + 63_000)


def test_a_request_to_be_ready_that_comes_again_changes_nothing() -> None:
    room = race(players=2)
    assert room.ready(0, True, "", NOON, 5)
    assert room.ready(0, False, "", NOON, 6)
    assert not room.ready(0, True, "", NOON, 5)
    assert not room.chairs[0].ready


def test_who_has_bots_seated_is_known_to_have_asked() -> None:
    room = race()
    room.sit("b", "Bot", NOON, bot="easy", by=0, request=7)
    assert room.repeated(0, 7)


def test_a_room_is_that_of_who_has_opened_it_also_in_its_log() -> None:
    room = open_room(created())
    room.sit("p0", "Player 0", NOON, request=5)
    room.sit("p1", "Player 1", NOON, request=9)
    assert room.opener == ("p0", 5)
    assert replay(unpack(map(pack, room.take()[0]))).opener == ("p0", 5)


def test_the_seed_has_the_last_nonce_of_each_by_seat_whoever_came_first() -> None:
    room = race(players=2)
    room.leave(0, NOON)
    assert room.sit("late", "Late", NOON) == 0
    for seat, nonces in ((0, (2, 3)), (1, (4, 5))):
        for nonce in nonces:
            room.ready(seat, True, f"{nonce:032x}", NOON)
    room.tick(NOON + 3000)
    assert room.seed == sha256(bytes(range(32)) + bytes(15) + b"\3" + bytes(15) + b"\5").digest()


def test_a_daily_deal_is_that_of_the_day_on_which_the_room_was_opened() -> None:
    midnight = NOON - NOON % 86_400_000 + 86_400_000
    room = open_room(created(deal="daily")._replace(at=midnight - 1))
    room.sit("p0", "Player 0", midnight - 1)
    room.ready(0, True, "", midnight)
    room.tick(midnight + 3000)
    assert room.seed == sha256(b"cadogan daily deal klondike 2027-01-15").digest()
