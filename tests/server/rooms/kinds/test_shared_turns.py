"""Rooms with a shared table by turns: hands, the clock of an action, the remaining players, and sides."""

from __future__ import annotations

from random import Random

import pytest

from cadogan_games.engine import sharing
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import Clock
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.rooms.finished.retelling import must_be_as_claimed, must_make_sense, recorded, records_of
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import TimedOut, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, all_ready, created, refusal, whole
from tests.server.hosting.stage import Stage, begin
from tests.server.replica import Replica
from tests.server.rooms.kinds.test_shared import START, mode_of, table_of

GAME = "spite_and_malice_table"


def room_of(players: int = 4, **options: object) -> Room:
    """Return a room of Spite and Malice for several, with its cards dealt."""
    room = open_room(created(GAME, {"riddance": 5, **options}, time_limit=0))
    for seat in range(players):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(START)
    return room


def acting(room: Room) -> int:
    """Return the seat that the room waits for."""
    (seat,) = [seat for seat in room.state.occupants if room.mode.choices(seat)[1]]
    assert room.state.clock is not None
    assert room.state.clock.seat == seat
    return seat


def discard(room: Room, now: int) -> None:
    seat = acting(room)
    room.play(seat, next(move for move in room.mode.choices(seat)[1] if move[0] == "discard"), now)


def last_of(room: Room, seat: int) -> tuple[str, int, int]:
    """Leave a seat one ace to get rid of, and return the move that plays it."""
    table = table_of(room)
    pile = table.number("riddance") + seat
    table.piles[pile][:] = [0]
    place = next(place for place in table.game.indexes("centre") if not table.piles[place])
    table.changed()
    return "play", pile, place


def test_a_room_has_as_many_seats_as_its_game_and_begins_with_enough() -> None:
    room = open_room(created(GAME, {}, time_limit=0))
    assert room.seats.most == 4
    for seat in range(2):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
        room.ready(seat, True, "", NOON)
    assert str(room.state.phase) == "lobby"
    room.sit("p2", "Player 2", NOON)
    all_ready(room)
    assert room.state.phase == "countdown"
    partners = open_room(created(GAME, {"partners": True}, seats=3))
    for seat in range(3):
        partners.sit(f"p{seat}", f"Player {seat}", NOON)
        partners.ready(seat, True, "", NOON)
    assert (partners.seats.most, partners.state.phase) == (4, "lobby")


def test_only_the_player_on_turn_may_move() -> None:
    room = room_of()
    seat = acting(room)
    move = room.mode.choices(seat)[1][0]
    other = (seat + 1) % 4
    assert room.mode.choices(other)[1] == []
    assert refusal(room.play, other, move, START) is ErrorCode.NOT_YOUR_TURN
    discard(room, START)
    assert acting(room) == other


def test_a_hand_is_sent_to_its_owner_alone_until_the_end() -> None:
    room = room_of(3)
    views, table = mode_of(room).views, table_of(room)
    hands = table.game.indexes("hand")

    def seen(stream: int) -> list[bool]:
        return [-1 not in views.board(stream).piles[hands[seat]] for seat in range(3)]

    assert [seen(BOARDS + seat) for seat in range(3)] == [
        [True, False, False], [False, True, False], [False, False, True],
    ]  # fmt: skip
    assert seen(OTHERS) == [False] * 3
    assert views.seen_by(0) == (BOARDS,)
    seat = acting(room)
    room.play(seat, last_of(room, seat), START)
    assert room.state.phase == "finished"
    assert seen(OTHERS) == [True] * 3
    assert views.seen_by(0) == (BOARDS, OTHERS)


def test_a_late_player_discards_by_the_rules_and_the_next_is_on_turn() -> None:
    room = room_of(move_seconds=20)
    seat = acting(room)
    assert room.state.clock is not None
    assert (room.state.clock.deadline, room.deadline) == (START + 20_000, START + 20_000)
    room.take_outcome()
    room.tick(START + 20_000)
    assert room.take_outcome().records == [TimedOut(20_000, seat)]
    assert (acting(room), room.state.clock.timeouts[seat]) == ((seat + 1) % 4, 1)
    assert room.state.clock.deadline == START + 40_000


def test_who_is_late_too_often_leaves_and_the_others_go_on() -> None:
    room = room_of(3, max_timeouts=1)
    seat, due = acting(room), room.deadline or 0
    room.tick(due)
    standing = room.mode.standing(seat)
    assert standing is not None
    assert (standing.state, room.mode.is_done(seat), room.state.phase) == ("late", True, "running")
    assert standing.ended == due - START
    with pytest.raises(Refused, match="you play no more"):
        room.play(seat, ("stand",), START + 50_000)
    room.tick(room.deadline or 0)
    assert room.state.results is not None
    assert [row.won for row in room.state.results.rows] == [True, False, False]
    assert room.state.clock == Clock(), "nobody is on turn any more"


def test_a_person_too_late_against_bots_loses_and_no_bot_wins_level() -> None:
    room = open_room(created(GAME, {"riddance": 5, "move_seconds": 20, "on_timeout": "forfeit"}, time_limit=0))
    room.sit("p0", "Ann", NOON)
    room.ready(0, True, "", NOON)
    for seat in (1, 2):
        room.sit(f"b{seat}", f"Bot {seat}", NOON, bot="easy")
        room.ready(seat, True, "", NOON)
    room.tick(START)
    while room.state.phase == "running":
        if acting(room) == 0:
            room.tick(room.deadline or 0)
        else:
            discard(room, (room.deadline or 0) - 1000)
    assert room.state.results is not None
    rows = room.state.results.rows
    assert [(row.seat, row.rank, row.won) for row in rows] == [(1, 1, False), (2, 1, False), (0, 3, False)]


def test_without_time_for_an_action_nothing_falls_due() -> None:
    room = room_of(move_seconds=0)
    assert mode_of(room).due is None


def test_places_follow_from_the_cards_that_are_left() -> None:
    room = room_of(4)
    seat, table = acting(room), table_of(room)
    piles = table.game.indexes("riddance")
    for number, left in zip([(seat + step) % 4 for step in (1, 2, 3)], (2, 4, 3), strict=True):
        table.piles[piles[number]][:] = [5 + 64] * (left - 1) + [5]
    room.play(seat, last_of(room, seat), START)
    assert room.state.results is not None
    assert [(row.seat, row.rank, row.score, row.won) for row in room.state.results.rows] == [
        (seat, 1, 14, True), ((seat + 1) % 4, 2, 3, False), ((seat + 3) % 4, 3, 2, False), ((seat + 2) % 4, 4, 1, False),
    ]  # fmt: skip


def test_partners_win_together_and_a_single_game_is_enough() -> None:
    room = room_of(partners=True)
    seat = acting(room)
    table_of(room).piles[table_of(room).number("riddance") + (seat + 2) % 4].clear()
    room.play(seat, last_of(room, seat), START)
    assert room.state.results is not None
    rows = room.state.results.rows
    assert [(row.rank, row.won) for row in rows] == [(1, True), (1, True), (2, False), (2, False)]
    assert {rows[0].seat, rows[1].seat} == {seat, (seat + 2) % 4}


def test_the_match_ends_when_both_of_a_side_have_left() -> None:
    room = room_of(partners=True)
    room.give_up(1, START)
    assert (room.state.phase, sharing.in_play(table_of(room))) == ("running", [0, 2, 3])
    room.give_up(3, START)
    assert room.state.results is not None
    assert {row.seat for row in room.state.results.rows if row.won} == {0, 2}


def test_a_match_goes_on_to_its_target() -> None:
    room = room_of(3, target=50)
    seat = acting(room)
    room.play(seat, last_of(room, seat), START)
    assert (room.state.phase, room.mode.choices(seat)[1]) == ("running", [])
    room.tick(room.deadline or 0)
    assert table_of(room).phase == "turn"
    assert acting(room) in range(3)


@pytest.fixture
def stage() -> Stage:
    """A lobby of four partners and a spectator, in both formats."""
    room = open_room(created(GAME, {"riddance": 5, "partners": True}, time_limit=0))
    for seat in range(4):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    stage = Stage(room)
    for seat in range(4):
        stage.enter(f"p{seat}", seat, {}, Format.JSON if seat == 1 else Format.MSGPACK, Replica())
    stage.enter("eve", None, {}, Format.MSGPACK, Replica())
    return stage


def test_each_client_follows_its_own_view_as_the_log_tells_it(stage: Stage) -> None:
    begin(stage)
    chance, room = Random(1), stage.room
    for number in range(200):
        if room.state.phase != "running":
            break
        seat = acting(room)
        moves = room.mode.choices(seat)[1]
        plays = [move for move in moves if move[0] == "play"]
        stage.now += 50
        stage.hub.play(seat, chance.choice(plays or list(moves)), 1 + number)
        stage.journal.release(digests=False)
        stage.check()
    assert room.state.played > 50
    assert whole(replay(unpack(stage.journal.appended))) == whole(room)


def test_a_recording_with_late_players_gives_the_same_game() -> None:
    room = room_of(4, partners=True, max_timeouts=2)
    chance, now = Random(3), START
    for number in range(400):
        if room.state.phase != "running":
            break
        seat = acting(room)
        moves = room.mode.choices(seat)[1]
        plays = [move for move in moves if move[0] == "play"]
        if number % 40 == 39:
            now = room.deadline or now
            room.tick(now)
        else:
            now += 1000
            room.play(seat, chance.choice(plays or list(moves)), now)
    for seat in range(4):
        if room.state.phase == "running" and not room.mode.is_done(seat):
            room.give_up(seat, now)
    records = room.take_outcome().records
    assert TimedOut in {type(record) for record in records}
    recording = recorded(room, records)
    must_make_sense(recording)
    again = replay(records_of(recording))
    assert again.state.results is not None
    must_be_as_claimed(recording, again.state.results.rows)
    assert again.mode.views.board(OTHERS) == room.mode.views.board(OTHERS)
