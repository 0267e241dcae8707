"""The records of each command in a room's log, and the words of its refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import PUT_OUT_SECONDS
from cadogan_server.rooms.effects import PutOut
from cadogan_server.rooms.fairness import bot_nonce, promise
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import (
    Attempted,
    ChatSet,
    CountingDown,
    Ended,
    Followed,
    GaveUp,
    Locked,
    Onward,
    Played,
    Proposed,
    Rated,
    RatingChange,
    Readied,
    Record,
    Renamed,
    Reopened,
    Resumed,
    Returned,
    Revealed,
    Seated,
    SeatRating,
    Undone,
    Unseated,
    Voted,
)
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room, set_chat
from cadogan_server.rooms.seats import hashed, must_wait, opened_by
from cadogan_server.rooms.state import MOST_RECORDS, Wish
from tests.server.core import NOON, created, nonce_of, race, started

NOW = NOON + 10_000
T = NOW - (NOON + 3000)
"""The same moment from the start of a race that has begun."""

BALLOT = [Wish("spider_1", {"x": 1}), Wish("clock", {})]


def over(players: int = 2) -> Room:
    room = started(players=players)
    room.end("empty", NOON + 5000)
    return room


def voting() -> Room:
    room = over()
    room.propose(0, BALLOT, {0, 1}, NOW)
    return room


def countdown() -> Room:
    room = race(players=1)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    return room


def with_a_move() -> Room:
    room = started("la_belle_lucie", players=2)
    room.play(0, room.mode.choices(0)[1][0], NOON + 4000)
    return room


def done() -> Room:
    room = started(players=2)
    room.give_up(0, NOON + 4000)
    return room


Command = Callable[[Any, int], Any]

COMMANDS: dict[str, tuple[Callable[[], Room], int, Command, Callable[[int], list[Record]]]] = {
    "rename": (
        lambda: race(players=2),
        1,
        lambda room, id: room.rename(1, "Olga", NOW, id),
        lambda id: [Renamed(NOW, 1, "Olga", id)],
    ),
    "ready": (
        lambda: race(players=2),
        1,
        lambda room, id: room.ready(1, True, promise(nonce_of(1)), NOW, id),
        lambda id: [Readied(NOW, 1, True, "", id, promise(nonce_of(1)))],
    ),
    "not ready": (
        lambda: race(players=2),
        1,
        lambda room, id: room.ready(1, False, promise(nonce_of(1)), NOW, id),
        lambda id: [Readied(NOW, 1, False, "", id, "")],
    ),
    "all ready": (
        lambda: race(players=1),
        0,
        lambda room, id: room.ready(0, True, "", NOW, id),
        lambda id: [Readied(NOW, 0, True, "", id, ""), CountingDown(NOW, NOW + 3000)],
    ),
    "reveal": (
        countdown,
        0,
        lambda room, id: room.reveal(0, nonce_of(0), NOON + 1000, id),
        lambda id: [Revealed(NOON + 1000, 0, nonce_of(0), id)],
    ),
    "unseat": (
        lambda: race(players=2),
        0,
        lambda room, id: room.unseat(0, 1, NOW, id),
        lambda id: [Unseated(NOW, 1, 0, id)],
    ),
    "lock": (
        lambda: race(players=2),
        0,
        lambda room, id: room.lock(0, True, NOW, id),
        lambda id: [Locked(NOW, True, 0, id)],
    ),
    "set_chat": (
        lambda: race(players=2, by_link=True, public=False),
        0,
        lambda room, id: set_chat(room, 0, True, NOW, id),
        lambda id: [ChatSet(NOW, True, 0, id)],
    ),
    "leave in the countdown": (
        countdown,
        -1,
        lambda room, id: room.leave(0, NOON + 1000, id),
        lambda id: [Unseated(NOON + 1000, 0, 0, id), CountingDown(NOON + 1000, None)],
    ),
    "leave a race": (
        lambda: started(players=2),
        -1,
        lambda room, id: room.leave(1, NOW, id),
        lambda id: [GaveUp(T, 1, id)],
    ),
    "play": (
        lambda: started(players=2),
        1,
        lambda room, id: room.play(1, ("turn",), NOW, id),
        lambda id: [Played(T, 1, id, ("turn",))],
    ),
    "undo": (with_a_move, 0, lambda room, id: room.undo(0, NOW, id), lambda id: [Undone(T, 0, id)]),
    "give up": (
        lambda: started(players=2),
        1,
        lambda room, id: room.give_up(1, NOW, id),
        lambda id: [GaveUp(T, 1, id)],
    ),
    "onward": (
        done,
        0,
        lambda room, id: room.go_onward(0, True, NOW, id),
        lambda id: [Onward(T, 0, True, id)],
    ),
    "propose": (
        over,
        0,
        lambda room, id: room.propose(0, BALLOT, {0, 1}, NOW, id),
        lambda id: [Proposed(NOW, 0, (("spider_1", {"x": 1}), ("clock", {})), id)],
    ),
    "vote": (voting, 1, lambda room, id: room.vote(1, 1, NOW, id), lambda id: [Voted(NOW, 1, 1, id)]),
}
"""By the event: the room, the seat that asks (-1: the one that goes), the command with its request's id, and its records."""


@pytest.mark.parametrize("name", COMMANDS)
def test_a_request_is_carried_out_once_and_written_down(name: str) -> None:
    opened, seat, command, records = COMMANDS[name]
    room = opened()
    room.take_outcome()
    assert command(room, 77) is True
    assert room.take_outcome().records == records(77)
    if seat >= 0:
        assert list(room.state.occupants[seat].requests) == [77]
        assert command(room, 77) is False
        assert room.take_outcome().records == []


@pytest.mark.parametrize("name", COMMANDS)
def test_a_change_without_a_request_uses_no_request_id_up(name: str) -> None:
    """Such a change comes from the clock of a bot, or of an absent player."""
    opened, seat, _, records = COMMANDS[name]
    room = opened()
    room.take_outcome()
    WITHOUT[name](room)
    assert room.take_outcome().records == records(0)
    if seat >= 0:
        assert list(room.state.occupants[seat].requests) == []


WITHOUT: dict[str, Callable[[Any], Any]] = {
    "rename": lambda room: room.rename(1, "Olga", NOW),
    "ready": lambda room: room.ready(1, True, promise(nonce_of(1)), NOW),
    "not ready": lambda room: room.ready(1, False, promise(nonce_of(1)), NOW),
    "all ready": lambda room: room.ready(0, True, "", NOW),
    "reveal": lambda room: room.reveal(0, nonce_of(0), NOON + 1000),
    "unseat": lambda room: room.unseat(0, 1, NOW),
    "set_chat": lambda room: set_chat(room, 0, True, NOW),
    "lock": lambda room: room.lock(0, True, NOW),
    "leave in the countdown": lambda room: room.leave(0, NOON + 1000),
    "leave a race": lambda room: room.leave(1, NOW),
    "play": lambda room: room.play(1, ("turn",), NOW),
    "undo": lambda room: room.undo(0, NOW),
    "give up": lambda room: room.give_up(1, NOW),
    "onward": lambda room: room.go_onward(0, True, NOW),
    "propose": lambda room: room.propose(0, BALLOT, {0, 1}, NOW),
    "vote": lambda room: room.vote(1, 1, NOW),
}

RATED = SeatRating(0, RatingChange(1510, 90, 3, 10), RatingChange(1490, 80, 20, -10))

NOTED: dict[str, tuple[Callable[[], Room], Command, list[Record]]] = {
    "follow": (over, lambda room, _: room.follow("GHJKLM", NOW), [Followed(NOW, "GHJKLM")]),
    "follow by": (
        over,
        lambda room, _: room.follow("GHJKLM", NOW, 1, "clock"),
        [Followed(NOW, "GHJKLM", 1, "clock")],
    ),
    "rate": (over, lambda room, _: room.commit(room.scoring.rate((RATED,), NOW)), [Rated(NOW, (RATED,))]),
    "attempt": (started, lambda room, _: room.commit(room.scoring.attempt((0,), NOW)), [Attempted(NOW, (0,))]),
    "end": (started, lambda room, _: room.end("empty", NOW), [Ended(NOW, "empty")]),
    "end of the lobby": (race, lambda room, _: room.end("empty", NOW), []),
    "log_clocks": (started, lambda room, _: room.log_clocks(NOW), [Resumed(NOW, NOW)]),
    "log_clocks in the lobby": (race, lambda room, _: room.log_clocks(NOW), []),
    "resume": (started, lambda room, _: room.resume(NOW - 5, NOW), [Resumed(NOW, NOW - 5)]),
    "resume the countdown": (
        countdown,
        lambda room, _: room.resume(NOON + 5, NOON + 500),
        [Resumed(NOON + 500, NOON + 5), CountingDown(NOON + 500, NOON + 3500)],
    ),
    "reopen": (started, lambda room, _: room.reopen(NOW), [Reopened(NOW)]),
    "reopen a countdown with promises": (
        countdown,
        lambda room, _: room.reopen(NOON + 500),
        [Reopened(NOON + 500), CountingDown(NOON + 500, None)],
    ),
}


@pytest.mark.parametrize("name", NOTED)
def test_commands_of_the_server_become_records(name: str) -> None:
    opened, command, records = NOTED[name]
    room = opened()
    room.take_outcome()
    command(room, 0)
    assert room.take_outcome().records == records


def test_a_seat_is_written_down_with_all_that_is_known_of_it() -> None:
    room = open_room(created())
    assert room.sit("p0", "Anna", NOON + 1, request=5, origin=("a", "b")) == 0
    assert room.sit("x", "Bot", NOON + 2, bot="easy", by=0, request=6) == 1
    assert room.sit("guest", "Guest", NOON + 3, bot="mine", request=7) == 2
    assert room.take_outcome().records[1:] == [
        Seated(NOON + 1, 0, "p0", "Anna", "", 0, 5, ("a", "b"), ""),
        Seated(NOON + 2, 1, "x", "Bot", "easy", 0, 6, (), bot_nonce(bytes(range(32)), 1)),
        Seated(NOON + 3, 2, "guest", "Guest", "mine", 2, 7, (), ""),
    ]
    anna, bot, guest = room.state.occupants.values()
    assert (anna.bot, anna.guest, anna.origin, anna.ours, anna.promises) == ("", False, ("a", "b"), False, False)
    assert (bot.bot, bot.guest, bot.ours, bot.fixed, bot.promises) == ("easy", False, True, True, False)
    assert (bot.nonce, bot.nonce_hash) == (bot_nonce(bytes(range(32)), 1), promise(bot_nonce(bytes(range(32)), 1)))
    assert (guest.bot, guest.guest, guest.ours, guest.fixed) == ("mine", True, False, False)
    assert [list(one.requests) for one in (anna, bot, guest)] == [[5, 6], [], [7]]
    assert room.state.opener == ("p0", 5)
    assert room.state.seat_of("p0") == 0
    assert room.state.seat_of("nobody") is None


def test_a_client_that_counts_anew_is_recorded_and_others_are_not() -> None:
    room = race(players=1)
    room.rename(0, "Olga", NOON, 5)
    room.take_outcome()
    room.commit(room.seats.returns(0, 6, NOW))
    assert room.take_outcome().records == []
    room.commit(room.seats.returns(0, 5, NOW))
    assert room.take_outcome().records == [Returned(NOW, 0)]


def test_a_row_says_that_its_player_played_elsewhere() -> None:
    room = over()
    before = {row.seat: row.why_not for row in room.scoring.rows}
    room.commit(room.scoring.rate((RATED,), NOW, (1,)))
    assert {row.seat: row.why_not for row in room.scoring.rows} == before | {1: "elsewhere"}
    assert room.scoring.elsewhere == (1,)
    room.commit(room.scoring.rate((RATED,), NOW))
    assert {row.seat: row.why_not for row in room.scoring.rows} == before | {1: None}
    assert not room.scoring.elsewhere


def test_ratings_stand_in_the_rows_of_those_who_have_them() -> None:
    room = over()
    room.commit(room.scoring.rate((RATED,), NOW))
    assert room.state.results is not None
    told = {row.seat: row for row in room.state.results.rows}
    family, overall = told[0].rating, told[0].overall
    assert family is not None
    assert overall is not None
    assert (family.value, family.uncertainty, family.games, family.provisional, family.change) == (
        1510,
        90,
        3,
        True,
        10,
    )
    assert (overall.value, overall.games, overall.provisional, overall.change) == (1490, 20, False, -10)
    assert (told[1].rating, told[1].overall) == (None, None)
    assert room.state.rated == (RATED,)


# ---- refusals --------------------------------------------------------------------------------------------------------


def locked() -> Room:
    room = race(players=2)
    room.lock(0, True, NOON)
    return room


def full() -> Room:
    return race(players=2, seats=2)


def somebodys() -> Room:
    room = open_room(created()._replace(contest="race"))
    room.sit("p0", "Player 0", NOON)
    return room


def put_out() -> Room:
    room = race(players=2)
    room.unseat(0, 1, NOW - 1)
    return room


def without_space() -> Room:
    room = race(players=2)
    room.state.length = MOST_RECORDS
    return room


def gone() -> Room:
    """Return a room whose countdown is over. The player of seat 1 has not shown the nonce."""
    room = race(players=2)
    for seat in (0, 1):
        room.ready(seat, True, promise(nonce_of(seat)), NOON)
    room.reveal(0, nonce_of(0), NOON)
    return room


REFUSALS: list[tuple[Callable[[], Any], Command, ErrorCode, str]] = [
    (started, lambda r, now: r.sit("x", "X", now), ErrorCode.WRONG_PHASE, "^room ABCDEF has begun; nobody can take a seat"),
    (over, lambda r, now: r.sit("x", "X", now), ErrorCode.WRONG_PHASE, "^room ABCDEF is over; nobody can take a seat"),
    (locked, lambda r, now: r.sit("x", "X", now), ErrorCode.ROOM_LOCKED, "^the host has locked room ABCDEF"),
    (full, lambda r, now: r.sit("x", "X", now), ErrorCode.ROOM_FULL, "^all 2 seats of room ABCDEF are taken$"),
    (somebodys, lambda r, now: r.sit("x", "X", now), ErrorCode.ROOM_FULL, "^room ABCDEF is somebody's game of the day"),
    (put_out, lambda r, now: r.sit("p1", "X", now), ErrorCode.PUT_OUT, "^the host of room ABCDEF has removed you"),
    (race, lambda r, now: r.sit("x", "Player 0", now), ErrorCode.NAME_TAKEN, "is called 'Player 0'; choose another"),
    (race, lambda r, now: r.sit("x", "PIayer 0", now), ErrorCode.NAME_TAKEN, "'Player 0', which looks like 'PIayer 0';"),
    (gone, lambda r, now: r.rename(1, "X", now), ErrorCode.NOT_SEATED, "^your seat was freed: the nonce .* join again"),
    (countdown, lambda r, _: r.rename(0, "X", NOON), ErrorCode.WRONG_PHASE, "^room ABCDEF is about to begin; that can't"),
    (started, lambda r, now: r.rename(0, "X", now), ErrorCode.WRONG_PHASE, "^room ABCDEF is running; that can't"),
    (over, lambda r, now: r.rename(0, "X", now), ErrorCode.WRONG_PHASE, "^room ABCDEF is finished; that can't"),
    (race, lambda r, now: r.play(0, ("turn",), now), ErrorCode.WRONG_PHASE, "^room ABCDEF has not begun; that can't"),
    (countdown, lambda r, _: r.ready(0, True, "", NOON), ErrorCode.WRONG_PHASE, "^the countdown has begun with the nonce"),
    (race, lambda r, now: r.reveal(0, nonce_of(0), now), ErrorCode.WRONG_PHASE, "has not begun"),
    (countdown, lambda r, _: r.reveal(0, nonce_of(1), NOON), ErrorCode.BAD_MESSAGE, f"^the SHA-256 .* {promise(nonce_of(0))}"),
    (full, lambda r, now: r.unseat(0, 0, now), ErrorCode.NOT_SEATED, "^seat 0 is your own; leave the room"),
    (full, lambda r, now: r.unseat(0, 7, now), ErrorCode.NOT_SEATED, "^nobody sits on seat 7 of room ABCDEF$"),
    (full, lambda r, now: r.unseat(1, 0, now), ErrorCode.NOT_HOST, "^only the host of the room may do that$"),
    (full, lambda r, now: r.lock(1, True, now), ErrorCode.NOT_HOST, "^only the host of the room may do that$"),
    (started, lambda r, now: r.lock(0, True, now), ErrorCode.WRONG_PHASE, "is running"),
    (without_space, lambda r, now: r.lock(0, True, now), ErrorCode.WRONG_PHASE, "^room ABCDEF has seen 100000 moves and"),
    (without_space, lambda r, now: r.rename(0, "X", now), ErrorCode.WRONG_PHASE, "can take no more; give up, or leave it$"),
    (started, lambda r, _: r.state.must_be_over(), ErrorCode.NOT_FINISHED, "^room ABCDEF is not finished; ask again after"),
    (done, lambda r, now: r.give_up(0, now), ErrorCode.WRONG_PHASE, "^your game is over already; there is nothing left"),
    (started, lambda r, now: r.go_onward(0, True, now), ErrorCode.WRONG_PHASE, "^your game is not over yet; go on"),
    (started, lambda r, _: r.sequel.must_let_go_on(0), ErrorCode.NOT_FINISHED, "^room ABCDEF is not finished; players who"),
    (started, lambda r, now: r.follow("GHJKLM", now), ErrorCode.NOT_FINISHED, "is not finished"),
    (started, lambda r, now: r.scoring.rate((RATED,), now), ErrorCode.NOT_FINISHED, "is not finished"),
    (voting, lambda r, now: r.vote(0, 2, now), ErrorCode.WRONG_PHASE, "^room ABCDEF has 2 games to vote for, so 2 is none"),
    (started, lambda r, now: r.vote(0, 0, now), ErrorCode.NOT_FINISHED, "is not finished"),
]  # fmt: skip


@pytest.mark.parametrize(("opened", "command", "code", "says"), REFUSALS)
def test_a_refused_command_says_why(opened: Callable[[], Any], command: Command, code: ErrorCode, says: str) -> None:
    with pytest.raises(Refused, match=says) as caught:
        command(opened(), NOW)
    assert caught.value.code is code


def test_a_room_with_a_following_room_takes_no_more_votes() -> None:
    room = voting()
    room.follow("GHJKLM", NOW)
    for call in (lambda: room.vote(0, 0, NOW), lambda: room.propose(0, BALLOT, {0, 1}, NOW)):
        with pytest.raises(Refused, match=r"^room GHJKLM follows this one already; go there") as caught:
            call()
        assert caught.value.code is ErrorCode.WRONG_PHASE


def test_nobody_looks_on_at_a_room_without_spectators_before_its_end() -> None:
    room = started(spectators="none")
    with pytest.raises(Refused, match=r"^nobody may watch room ABCDEF; it opens when it is finished$") as caught:
        room.state.must_let_watch()
    assert caught.value.code is ErrorCode.NO_SPECTATORS
    started(spectators="fair").state.must_let_watch()
    room.end("empty", NOW)
    room.state.must_let_watch()


def test_a_player_put_out_is_told_for_how_long() -> None:
    must_wait("ABCDEF", NOW, NOW)
    for left, seconds in ((1, 1), (1000, 1), (1001, 2), (1000 * PUT_OUT_SECONDS, PUT_OUT_SECONDS)):
        with pytest.raises(Refused) as caught:
            must_wait("ABCDEF", NOW + left, NOW)
        assert (caught.value.code, caught.value.wait) == (ErrorCode.PUT_OUT, seconds)


def test_a_player_put_out_is_told_by_whom() -> None:
    room = race(players=3)
    room.take_outcome()
    room.unseat(0, 1, NOW)
    (put, _) = room.take_outcome().effects
    assert isinstance(put, PutOut)
    assert (put.seat, put.withheld) == (1, False)
    assert put.why.startswith("the host has freed your seat; you can come back in ")
    room = gone()
    room.take_outcome()
    room.tick(NOW)
    (put,) = (effect for effect in room.take_outcome().effects if isinstance(effect, PutOut))
    assert (put.seat, put.withheld) == (1, True)
    assert put.why.startswith("your seat was freed: the nonce ")


def test_a_key_opens_the_room_that_was_opened_with_it() -> None:
    plain, keyed = created(), created()._replace(key=hashed("secret"))
    assert opened_by(plain, None)
    assert opened_by(plain, "anything")
    assert [opened_by(keyed, key) for key in ("secret", "other", "", None)] == [True, False, False, False]
    room = open_room(keyed)
    room.sit("p0", "Player 0", NOON)
    assert room.seats.lets_in("p0", None)
    assert not room.seats.lets_in("p1", None)
    assert room.seats.lets_in("p1", "secret")
