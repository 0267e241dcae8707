"""Locks, keys and players who were put out, in the room and in its log."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_RACERS, PUT_OUT_SECONDS
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Created, Seated, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import set_chat
from cadogan_server.rooms.seats import hashed, opened_by
from tests.server.core import NOON, all_ready, created, race, refusal, started, told, whole


def test_a_log_of_before_is_of_a_room_that_its_code_opens() -> None:
    before_keys = created()[: Created._fields.index("key")]
    (record,) = unpack([msgpack.packb(("create", *before_keys))])
    assert isinstance(record, Created)
    assert record == created()
    assert replay([record]).seats.lets_in("anybody", None)


def test_a_lock_is_in_the_log_and_is_set_once_for_a_request() -> None:
    room = race(players=2)
    created, *_ = records = room.take_outcome().records
    assert isinstance(created, Created)
    assert room.lock(0, True, room.state.created.at, request=7)
    assert not room.lock(0, True, room.state.created.at, request=7)
    records += room.take_outcome().records
    again = replay(unpack(map(pack, records)))
    assert (again.state.locked, whole(again)) == (True, whole(room))


def test_a_player_put_out_stays_out_after_a_restart() -> None:
    room = race(players=2)
    room.unseat(0, 1, room.state.created.at)
    again = replay(room.take_outcome().records)
    now = room.state.created.at + 1000 * PUT_OUT_SECONDS
    with pytest.raises(Refused):
        again.sit("p1", "Player 1", now - 1)
    assert again.sit("p1", "Player 1", now) == 1


def test_a_put_out_players_address_stays_out_unless_it_is_the_hosts() -> None:
    room = race(players=0)
    now = room.state.created.at
    for number, address in enumerate(("host's", "home", "host's")):
        room.sit(f"p{number}", f"Somebody {number}", now, origin=(address, f"browser {number}"))
    for seat in (1, 2):
        room.unseat(0, seat, now)
    again = replay(room.take_outcome().records)
    with pytest.raises(Refused):
        again.seats.must_not_be_out("new", now, ("home", "x"))
    again.seats.must_not_be_out("new", now, ("elsewhere", "browser 1"))
    again.seats.must_not_be_out("new", now, ("host's", "x"))
    again.seats.must_not_be_out("new", now + 1000 * PUT_OUT_SECONDS, ("home", "x"))


def test_a_shared_browser_name_alone_puts_nobody_out() -> None:
    room = race(players=1)
    room.sit("p1", "Somebody", NOON, origin=("home", "browser"))
    room.unseat(0, 1, NOON)
    room.seats.must_not_be_out("new", NOON, ("elsewhere", "home"))


def test_nobody_is_out_of_a_room_at_the_first_moment_of_time() -> None:
    race().seats.must_not_be_out("new", 0)


LINKED: dict[str, Any] = {"by_link": True, "public": False}


def test_all_are_told_of_a_new_name_a_lock_and_the_chat() -> None:
    room = race(players=2, **LINKED)
    room.take_outcome()
    for change, fields in (
        (lambda: room.rename(1, "Olga", NOON), {"seats"}),
        (lambda: room.lock(0, True, NOON), {"locked"}),
        (lambda: set_chat(room, 0, True, NOON), {"chat"}),
    ):
        assert change()
        assert told(room) == fields


def test_players_write_to_each_other_while_the_host_allows_it() -> None:
    room = race(players=2, **LINKED)
    with pytest.raises(Refused, match=r"^nobody writes in room ABCDEF now: its host can switch chat on") as refused:
        room.seats.must_chat()
    assert refused.value.code is ErrorCode.WRONG_PHASE
    with pytest.raises(Refused, match=r"^only the host of the room may let people write to each other$") as refused:
        set_chat(room, 1, True, NOON)
    assert refused.value.code is ErrorCode.NOT_HOST
    assert set_chat(room, 0, True, NOON)
    room.seats.must_chat()
    assert set_chat(room, 0, False, NOON)
    assert room.state.chat is False
    with pytest.raises(Refused):
        room.seats.must_chat()


def test_the_host_switches_chat_off_in_a_race_that_runs() -> None:
    room = started(players=2, time_limit=60, **LINKED)
    assert set_chat(room, 0, True, NOON + 4000, request=5)
    assert not set_chat(room, 0, False, NOON + 4000, request=5), "the same request again"
    assert room.state.chat


def test_while_a_groups_host_is_awaited_nobody_switches_chat_on() -> None:
    room = open_room(created(**LINKED)._replace(host="late"))
    room.sit("p0", "Player 0", NOON)
    assert refusal(room.seats.set_chat, 0, True, NOON, 0) is ErrorCode.NOT_HOST


@pytest.mark.parametrize("rules", [{}, {**LINKED, "tournament": "ABC"}], ids=["a code is enough", "tournament"])
def test_nobody_writes_among_people_who_may_be_strangers(rules: dict[str, Any]) -> None:
    room = race(players=2, **rules)
    for call in (lambda: set_chat(room, 0, True, NOON), room.seats.must_chat):
        with pytest.raises(
            Refused, match=r"^free text is only for rooms by link, .* there are emotes and set phrases$"
        ) as no:
            call()
        assert no.value.code is ErrorCode.BAD_OPTION


def test_nobody_is_the_host_of_a_tournaments_room() -> None:
    room = race(players=2, tournament="ABC")
    with pytest.raises(
        Refused, match=r"^room ABCDEF belongs to a tournament, so none of its players is its host$"
    ) as no:
        room.lock(0, True, NOON)
    assert no.value.code is ErrorCode.NOT_HOST


def test_bots_play_no_correspondence_duels() -> None:
    room = open_room(created("spite_and_malice", days_per_turn=3, **LINKED))
    room.sit("p0", "Player 0", NOON)
    with pytest.raises(Refused, match=r"^bots play no correspondence duels: invite somebody, or send the link$") as no:
        room.sit("b", "Bot", NOON, bot="easy", by=0)
    assert no.value.code is ErrorCode.BAD_OPTION


def test_a_person_seated_by_the_host_brings_an_own_nonce() -> None:
    room = race()
    seat = room.sit("friend", "Friend", NOON, by=0)
    assert (room.state.occupants[seat].fixed, room.state.occupants[seat].nonce) == (False, "")


def test_without_a_key_a_room_by_link_is_not_opened() -> None:
    locked = created()._replace(key=hashed("the key"))
    assert opened_by(locked, "the key")
    for key in (None, "", "XXXX", "another"):
        assert not opened_by(locked, key)


def test_leaving_or_removing_a_bot_puts_nobody_out() -> None:
    room = race(players=2)
    room.leave(1, room.state.created.at)
    bot = room.sit("bot", "Bot", room.state.created.at, bot="easy", by=0)
    room.unseat(0, bot, room.state.created.at)
    assert room.state.put_out == {}


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


def test_a_request_to_seat_a_bot_is_recognised_again() -> None:
    room = race()
    room.sit("b", "Bot", NOON, bot="easy", by=0, request=7)
    assert room.state.repeated(0, 7)


def test_the_log_names_the_player_who_opened_a_room() -> None:
    room = open_room(created())
    room.sit("p0", "Player 0", NOON, request=5)
    room.sit("p1", "Player 1", NOON, request=9)
    assert room.state.opener == ("p0", 5)
    assert replay(unpack(map(pack, room.take_outcome().records))).state.opener == ("p0", 5)


def test_the_first_player_is_host_and_passes_it_on() -> None:
    room = race(players=3)
    assert room.state.host == 0
    room.leave(0, NOON)
    assert room.state.host == 1
    assert room.sit("late", "Late", NOON) == 0
    assert room.state.host == 1


def test_seats_are_refused_with_the_reason() -> None:
    room = race(players=2, seats=2)
    assert refusal(room.sit, "x", "X", NOON) is ErrorCode.ROOM_FULL
    room.leave(1, NOON)
    assert refusal(room.sit, "x", "PLAYER 0", NOON) is ErrorCode.NAME_TAKEN
    assert refusal(room.unseat, 0, 0, NOON) is ErrorCode.NOT_SEATED
    room = started()
    assert refusal(room.sit, "x", "X", NOON) is ErrorCode.WRONG_PHASE
    assert refusal(room.ready, 0, True, "", NOON) is ErrorCode.WRONG_PHASE
    assert refusal(room.follow, "GHJKLM", NOON) is ErrorCode.NOT_FINISHED


def test_only_the_host_frees_seats_and_only_those_of_others() -> None:
    room = race(players=2)
    bot = room.sit("b", "Bot", NOON, bot="easy", by=0)
    assert refusal(room.unseat, 1, bot, NOON) is ErrorCode.NOT_HOST
    assert refusal(room.unseat, 0, 0, NOON) is ErrorCode.NOT_SEATED
    assert refusal(room.unseat, 0, 3, NOON) is ErrorCode.NOT_SEATED
    assert room.unseat(0, bot, NOON, 5)
    assert not room.unseat(0, bot, NOON, 5)
    assert list(room.state.occupants) == [0, 1]
    room.ready(0, True, "", NOON)
    assert room.unseat(0, 1, NOON)
    assert room.state.phase == "countdown", "nobody has to wait for a player who never gets ready"
    room = started(players=2)
    assert refusal(room.unseat, 0, 1, NOON) is ErrorCode.WRONG_PHASE


def test_a_race_has_room_for_64_and_no_more() -> None:
    room = race(players=MAX_RACERS, seats=MAX_RACERS)
    with pytest.raises(Refused) as caught:
        room.sit("late", "Late", NOON)
    assert caught.value.code == ErrorCode.ROOM_FULL
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    for seat in room.state.occupants:
        room.give_up(seat, room.state.starts + seat)
    assert room.state.results is not None
    assert sorted(row.seat for row in room.state.results.rows) == list(range(MAX_RACERS))
