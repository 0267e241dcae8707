"""Correspondence duels in the core: days for a turn, reminders, the end by time, and games that are called off."""

from __future__ import annotations

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.counting import counted
from cadogan_server.rooms.fairness import promise
from cadogan_server.rooms.kinds.day_clock import AGAIN_MS, DAY_MS, GRACE_MS, OUTAGE_MS, DayClock
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Created, Ended, Forfeited, Record, Reminded, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, created, nonce_of
from tests.server.rooms.duels import MODERN, SHORT, begun
from tests.server.rooms.kinds.test_duel import now_of, on_turn, states

HOUR_MS = DAY_MS // 24


def turn(room: Room, t: int, step: int = 1000) -> int:
    """Let the player on turn play a whole turn from moment t on; return the moment of its end."""
    seat = on_turn(room)
    while room.state.phase == "running" and on_turn(room) == seat:
        moves = room.mode.choices(seat)[1]
        room.play(seat, next((move for move in moves if move[0] == "discard"), moves[-1]), now_of(room, t))
        t += step
    return t - step


def deadline(room: Room) -> int:
    """Return the shown deadline, in ms from the start."""
    assert room.state.clock is not None
    assert room.state.clock.deadline is not None
    return room.state.clock.deadline - now_of(room)


def records(room: Room) -> list[Record]:
    return room.take_outcome().records


def again(room: Room, log: list[Record], now: int) -> Room:
    """Return the room as another node recovers it from its log at this moment."""
    found = replay(unpack([pack(record) for record in log]))
    assert found.state.length == room.state.length
    found.reopen(now)
    return found


def both_have_acted(days: int = 2) -> tuple[Room, int]:
    """Return a duel in which each has had a turn, and the moment of the last action."""
    room = begun(days_per_turn=days)
    return room, turn(room, turn(room, HOUR_MS) + HOUR_MS)


def test_a_turn_has_its_days_however_many_steps_it_takes() -> None:
    room = begun(days_per_turn=3)
    seat = on_turn(room)
    assert deadline(room) == 3 * DAY_MS
    plays = [move for move in room.mode.choices(seat)[1] if move[0] != "discard"]
    if plays:
        room.play(seat, plays[0], now_of(room, DAY_MS))
    assert on_turn(room) == seat
    assert deadline(room) == 3 * DAY_MS
    end = turn(room, 2 * DAY_MS)
    assert on_turn(room) == 1 - seat
    assert deadline(room) == end + 3 * DAY_MS


def test_a_player_is_reminded_once_when_a_quarter_of_the_time_is_left() -> None:
    room, t = both_have_acted(days=4)
    room.take_outcome()
    assert room.deadline == now_of(room, t + 3 * DAY_MS)
    room.tick(now_of(room, t + 3 * DAY_MS))
    log = records(room)
    assert log == [Reminded(t + 3 * DAY_MS, on_turn(room))]
    assert room.mode.news == (now_of(room, t), True)
    assert room.deadline == now_of(room, t + 4 * DAY_MS + GRACE_MS)
    room.tick(now_of(room, t + 4 * DAY_MS + GRACE_MS - 1))
    assert records(room) == []


def test_a_player_out_of_time_and_grace_loses_and_it_counts() -> None:
    room, t = both_have_acted()
    for _ in range(2):
        t = turn(room, turn(room, t + HOUR_MS) + HOUR_MS)
    seat = on_turn(room)
    room.tick(now_of(room, t + 2 * DAY_MS + GRACE_MS))
    assert [record for record in records(room) if isinstance(record, Forfeited)] == [
        Forfeited(t + 2 * DAY_MS + GRACE_MS, seat)
    ]
    assert states(room) == {seat: "late", 1 - seat: "finished"}
    assert room.state.results is not None
    assert [(row.seat, row.why_not) for row in room.state.results.rows] == [(1 - seat, None), (seat, None)]
    assert [one.first for one in counted(room.state, room.mode)] == [True, False]


def test_an_action_within_the_grace_is_in_time() -> None:
    room, t = both_have_acted()
    seat = on_turn(room)
    turn(room, t + 2 * DAY_MS + GRACE_MS - HOUR_MS // 10, step=1)
    assert on_turn(room) == 1 - seat


def test_days_run_on_while_no_node_has_the_room() -> None:
    room, t = both_have_acted()
    found = again(room, records(room), now_of(room, t + DAY_MS))
    assert (now_of(found), deadline(found)) == (now_of(room), deadline(room))


def test_a_node_whose_clock_is_behind_goes_on_from_the_last_action() -> None:
    room, t = both_have_acted()
    behind = 5 * 60 * 1000
    found = again(room, records(room), now_of(room, t) - behind)
    assert found.state.clock is not None
    assert found.state.clock.deadline == now_of(room, t) - behind + 2 * DAY_MS
    turn(found, t)


@pytest.mark.parametrize("late", [0, OUTAGE_MS])
def test_a_room_taken_up_soon_after_its_deadline_ends_by_time(late: int) -> None:
    room, t = both_have_acted()
    found = again(room, records(room), now_of(room, t + 2 * DAY_MS + GRACE_MS + late))
    assert found.state.phase == "finished"
    assert states(found)[on_turn(room)] == "late"


def test_a_room_taken_up_within_the_grace_reminds_and_goes_on() -> None:
    room, t = both_have_acted()
    log = records(room)
    for late in (0, GRACE_MS - 1):
        found = again(room, log, now_of(room, t + 2 * DAY_MS + late))
        assert found.state.phase == "running"
        assert [type(record) for record in records(found)][-1] is Reminded


def test_there_is_no_news_before_the_first_turn() -> None:
    assert DayClock(2).news(NOON) is None


def test_who_ran_out_of_time_without_a_server_gets_half_a_day() -> None:
    room, t = both_have_acted()
    log = records(room)
    back = t + 2 * DAY_MS + GRACE_MS + OUTAGE_MS + 1
    found = again(room, log, now_of(room, back))
    assert found.state.phase == "running"
    assert deadline(found) == back + AGAIN_MS
    log += records(found)
    soon = again(found, log, now_of(room, back + HOUR_MS))
    assert deadline(soon) == back + AGAIN_MS
    soon.tick(now_of(room, back + AGAIN_MS + GRACE_MS))
    assert states(soon)[on_turn(room)] == "late"


def test_a_turn_is_no_news_any_more_once_another_node_has_the_room() -> None:
    room, t = both_have_acted(days=4)
    assert room.mode.news == (now_of(room, t), False)
    log = records(room)
    found = again(room, log, now_of(room, t + DAY_MS))
    assert found.mode.news is None
    found.resume(now_of(room, t + DAY_MS), now_of(room, t + DAY_MS + 1))
    assert found.mode.news is None
    due = again(room, log, now_of(room, t + 3 * DAY_MS + 1000))
    assert due.mode.news == (now_of(room, t), True), "it is reminded at once"


def test_a_pause_gives_back_its_time() -> None:
    room, t = both_have_acted()
    before = now_of(room, deadline(room))
    room.resume(now_of(room, t + 1), now_of(room, t + 1 + HOUR_MS))
    assert now_of(room, deadline(room)) == before + HOUR_MS


def test_a_player_who_never_began_has_not_lost() -> None:
    room = begun(days_per_turn=1)
    t = turn(room, HOUR_MS)
    seat = on_turn(room)
    room.tick(now_of(room, t + DAY_MS + GRACE_MS))
    assert records(room)[-1] == Ended(now_of(room, t + DAY_MS + GRACE_MS), "off", seat)
    assert room.state.results is not None
    assert [row.why_not for row in room.state.results.rows] == ["called_off", "called_off"]
    assert [row.rank for row in room.state.results.rows] == [1, 1]
    assert counted(room.state, room.mode) == []


def test_giving_up_before_the_others_first_action_calls_the_game_off() -> None:
    room = begun(days_per_turn=1)
    seat, t = on_turn(room), turn(room, HOUR_MS)
    log = records(room)
    room.give_up(seat, now_of(room, t), 7)
    assert room.give_up(seat, now_of(room, t), 7) is False
    assert room.state.results is not None
    assert not any(row.won for row in room.state.results.rows)
    assert states(room)[seat] == "left"
    ended = replay(unpack([pack(record) for record in log + records(room)]))
    assert describe.state(ended, Volatile(), NOON) == describe.state(room, Volatile(), NOON)


def test_giving_up_after_the_others_first_action_loses() -> None:
    room = begun(days_per_turn=1)
    first, t = on_turn(room), turn(room, HOUR_MS)
    room.give_up(1 - first, now_of(room, t))
    assert room.state.results is not None
    assert [(row.seat, row.won) for row in room.state.results.rows] == [(first, True), (1 - first, False)]


def test_going_away_gives_nothing_up() -> None:
    room, t = both_have_acted()
    room.leave(on_turn(room), now_of(room, t))
    assert room.state.phase == "running"


def lobby() -> Room:
    """Return a lobby whose host is ready and has shown their own nonce."""
    room = open_room(created(MODERN, SHORT, days_per_turn=2))
    room.sit("p0", "Player 0", NOON)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    room.reveal(0, nonce_of(0), NOON)
    return room


def test_a_host_who_has_shown_the_nonce_need_not_be_there_at_the_start() -> None:
    room = lobby()
    room.sit("p1", "Player 1", NOON + DAY_MS)
    room.ready(1, True, promise(nonce_of(1)), NOON + DAY_MS)
    room.reveal(1, nonce_of(1), NOON + DAY_MS)
    assert room.deadline is not None
    room.tick(room.deadline)
    assert room.state.phase == "running"
    assert room.state.nonces == (nonce_of(0), nonce_of(1))


def test_a_start_called_off_or_recovered_keeps_the_hosts_nonce() -> None:
    room = lobby()
    room.sit("p1", "Player 1", NOON)
    room.ready(1, True, promise(nonce_of(1)), NOON)
    found = again(room, [created(MODERN, SHORT, days_per_turn=2), *records(room)[1:]], NOON + DAY_MS)
    assert found.state.phase == "countdown"
    for each in (room, found):
        each.leave(1, NOON + DAY_MS)
        assert each.state.phase == "lobby"
        assert each.state.occupants[0].ready
        assert each.state.nonces == (nonce_of(0),)


def test_a_nonce_is_shown_before_the_countdown_only_by_correspondence() -> None:
    room = open_room(created(MODERN, SHORT))
    room.sit("p0", "Player 0", NOON)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    with pytest.raises(Refused):
        room.reveal(0, nonce_of(0), NOON)


def test_bots_play_no_correspondence() -> None:
    room = lobby()
    with pytest.raises(Refused, match="bots play no correspondence") as caught:
        room.sit("b", "Bot", NOON, bot="good", by=0)
    assert caught.value.code is ErrorCode.BAD_OPTION


def test_a_log_from_before_correspondence_has_no_days() -> None:
    old = created(MODERN, SHORT)
    rules = {name: value for name, value in old.rules.items() if name != "days_per_turn"}
    assert not Room(Created(**{**old._asdict(), "rules": rules})).state.by_days
