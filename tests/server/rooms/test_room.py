"""The core of a room: what it allows, and that its records hold everything."""

from __future__ import annotations

import random
from contextlib import suppress
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine.cards import name
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import REQUESTS_KEPT
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.effects import BoardChanged, Opened, Progressed
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import BadLog, Played, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.state import MOST_RECORDS
from tests.examples import examples
from tests.server.core import NOON, all_ready, created, race, race_of, refusal, started, whole
from tests.server.rooms.commands import COMMANDS, RULES, do

# ---- random commands -------------------------------------------------------------------------------------------------


GAMES = st.sampled_from(["klondike", "la_belle_lucie", "fourteenth"])


@examples(100, thorough=300)
@given(game=GAMES, begun=st.sampled_from([True, True, False]), commands=COMMANDS, rules=RULES)
def test_the_records_of_a_room_are_all_of_it(
    game: str, begun: bool, commands: list[tuple[str, int, int]], rules: dict[str, Any]
) -> None:
    room = (started if begun else race)(game, players=2, seats=4, **rules)
    now, log = room.state.starts or NOON, room.take_outcome().records
    again = replay(unpack(map(pack, log)))
    for command, seat, number in commands:
        now += 2000 if command == "wait" else number % 50
        room.tick(now)
        with suppress(Refused):
            do(room, command, seat, number, now)
        if records := room.take_outcome().records:
            log += records
            again = replay(unpack(map(pack, log)))
        assert whole(again) == whole(room)  # nothing is left of anything that is not recorded
        assert again.take_outcome() == ([], [], None)


def test_a_replay_has_the_moments_of_each_seats_progress() -> None:
    room = started("klondike_draw1", players=2)
    assert room.state.starts is not None
    chance = random.Random(3)
    log, told = room.take_outcome().records, [(0, 0, 0), (0, 1, 0)]
    for t in range(1, 200):
        seat = t % 2
        before = race_of(room).racers[seat].progress
        if t % 11 == 0:
            room.undo(seat, room.state.starts + t)
        else:
            room.play(seat, chance.choice(room.mode.choices(seat)[1]), room.state.starts + t)
        log += room.take_outcome().records
        if (now := race_of(room).racers[seat].progress) != before:
            told.append((t, seat, now))
    assert len(told) > 6
    assert story(log)[1] == tuple(told)


def test_records_of_one_chunk_are_read_one_by_one() -> None:
    room = started(players=2)
    log = room.take_outcome().records
    assert list(unpack([b"".join(map(pack, log))])) == log


@pytest.mark.parametrize("chunk", [b"\xc1", b"\x93\x01\x02", b"\x92\xa1m\x01", b"\x91\xa7unknown", b"\x2a"])
def test_a_chunk_that_holds_no_record_is_a_bad_log(chunk: bytes) -> None:
    with pytest.raises(BadLog):
        list(unpack([chunk]))


@pytest.mark.parametrize("game", ["fascination", "herring_bone", "rainbow"])
def test_a_log_of_an_earlier_revision_is_replayed_by_its_own_rules(game: str) -> None:
    head = catalogue.head_of(game)
    earlier = head.revisions[-1]
    assert earlier < head.revision
    room = open_room(created(game)._replace(revision=earlier))
    assert isinstance(room.mode, Race)
    room.sit("p0", "Player 0", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    table = race_of(room).racers[0].table
    for number in range(30):
        moves = table.moves()
        room.play(0, moves[number % len(moves)], NOON + 10_000 + number)
    again = replay(room.take_outcome().records)
    assert isinstance(again.mode, Race)
    assert again.state.game is catalogue.game(game, revision=earlier)
    assert (race_of(again).racers[0].table.piles, race_of(again).racers[0].table.counters) == (
        table.piles,
        table.counters,
    )


def test_a_log_of_a_revision_of_which_nothing_is_left_is_not_replayed() -> None:
    first = created()
    with pytest.raises(BadLog, match="can't be played by revision 0 of its rules, only by 1"):
        replay([first._replace(revision=0)])
    with pytest.raises(BadLog, match="opening"):
        replay([])


# ---- lobby -----------------------------------------------------------------------------------------------------------


def test_the_countdown_begins_when_all_are_ready_and_stops_when_one_is_not() -> None:
    room = race(players=2)
    room.ready(0, True, "", NOON)
    assert room.state.phase == "lobby"
    room.ready(1, True, "", NOON + 10)
    assert (room.state.phase, room.state.starts, room.deadline) == ("countdown", NOON + 3010, NOON + 3010)
    room.ready(0, False, "", NOON + 20)
    assert (room.state.phase, room.deadline) == ("lobby", None)


def test_bots_alone_do_not_begin() -> None:
    room = race(players=1)
    bot = room.sit("b", "Bot", NOON, bot="easy", by=0)
    room.ready(bot, True, "", NOON)
    room.leave(0, NOON)
    assert room.state.phase == "lobby"
    assert room.state.host is None


# ---- pauses ----------------------------------------------------------------------------------------------------------


# ---- fairness --------------------------------------------------------------------------------------------------------


def test_the_seed_is_the_hash_of_secret_and_nonces_in_seat_order() -> None:
    room = started(players=2)
    assert (
        room.state.seed
        == sha256(b"cadogan fresh deal" + bytes(range(32)) + bytes(15) + b"\0" + bytes(15) + b"\1").digest()
    )
    room.end("empty", NOON + 9000)
    assert room.state.results is not None
    assert room.state.results.secret == bytes(range(32)).hex()
    assert room.state.results.nonces == (f"{0:032x}", f"{1:032x}")
    assert room.state.results.seed == room.state.seed.hex()


def test_a_request_from_before_all_that_are_remembered_is_refused() -> None:
    room = started(deal="numbered", number=2)  # this deal has enough moves
    assert room.state.starts is not None
    for request in range(10, 10 + REQUESTS_KEPT):
        room.play(0, room.mode.choices(0)[1][0], room.state.starts, request)
    assert room.play(0, ("turn",), room.state.starts, 10) is False
    with pytest.raises(Refused, match=r"request 9 comes before.* go on from 74") as caught:
        room.play(0, ("turn",), room.state.starts, 9)
    assert caught.value.code == ErrorCode.BAD_MESSAGE
    with pytest.raises(Refused):
        room.give_up(0, room.state.starts, 1)
    room.give_up(0, room.state.starts, 10 + REQUESTS_KEPT)


def test_a_numbered_deal_is_the_same_for_ever() -> None:
    one, two = started(deal="numbered", number=7), started(deal="numbered", number=7, players=3)
    assert one.state.seed == two.state.seed == sha256(b"cadogan numbered deal klondike 7").digest()
    assert one.mode.views.board(1) == two.mode.views.board(3)


def test_a_number_of_the_world_deals_the_cards_that_it_has_there() -> None:
    room = started("freecell", deal="numbered", number=617, numbering="microsoft", players=2)
    for seat in (0, 1):
        columns = race_of(room).racers[seat].table.group("tableau")
        assert " ".join(name(column[0]) for column in columns) == "7D AD 5C 3S 5S 8C 2D AH"


def test_a_daily_deal_is_that_of_the_day_in_utc() -> None:
    assert started(deal="daily").state.seed == sha256(b"cadogan daily deal klondike 2027-01-15").digest()


# ---- racing ----------------------------------------------------------------------------------------------------------


def test_a_move_changes_only_the_own_board() -> None:
    room = started(players=2)
    room.take_outcome()
    other = room.mode.views.board(2)
    _, moves, undo = room.mode.choices(0)
    assert not undo
    assert room.play(0, moves[0], NOON + 4000, 9)
    records, effects, _ = room.take_outcome()
    assert records == [Played(1000, 0, 9, moves[0])]
    assert [type(effect) for effect in effects] == [BoardChanged, BoardChanged, Progressed]
    assert room.mode.views.board(2) == other
    assert race_of(room).racers[0].moves == 1
    assert room.mode.choices(0)[2]
    before = room.mode.views.board(1)
    assert room.undo(0, NOON + 4100, 10)
    assert race_of(room).racers[0].moves == 0
    assert room.mode.views.board(1) != before


def test_moves_are_refused_with_the_reason() -> None:
    room = started(undo="none")
    assert refusal(room.play, 0, (0, 0, 1), NOON + 4000) is ErrorCode.ILLEGAL_MOVE
    assert refusal(room.undo, 0, NOON + 4000) is ErrorCode.UNDO_OFF
    assert refusal(race().play, 0, ("turn",), NOON) is ErrorCode.WRONG_PHASE
    room = started(players=2)
    assert refusal(room.undo, 0, NOON + 4000) is ErrorCode.NOTHING_TO_UNDO
    room.give_up(0, NOON + 4000)
    assert refusal(room.play, 0, room.mode.choices(1)[1][0], NOON + 4000) is ErrorCode.WRONG_PHASE
    assert refusal(room.give_up, 0, NOON + 4000) is ErrorCode.WRONG_PHASE
    assert room.mode.choices(0)[1] == []


def test_a_race_is_over_when_all_are_done() -> None:
    room = started(players=2)
    room.leave(0, NOON + 5000)
    assert room.state.phase == "running"
    room.give_up(1, NOON + 6000)
    assert room.state.results is not None
    room.follow("GHJKLM", NOON + 7000)
    assert room.state.rematch == "GHJKLM"


def test_a_racer_who_has_won_can_change_nothing() -> None:
    room = started(players=2)
    room.play(0, room.mode.choices(0)[1][0], NOON + 4000)
    race_of(room).racers[0].state = "finished"
    assert refusal(room.play, 0, room.mode.choices(1)[1][0], NOON + 5000) is ErrorCode.WRONG_PHASE
    assert refusal(room.undo, 0, NOON + 5000) is ErrorCode.WRONG_PHASE
    assert not room.mode.choices(0)[2]


def test_a_stuck_racer_may_undo_and_is_done_where_undo_is_off() -> None:
    for undo, phase in (("free", "running"), ("none", "finished")):
        room, now = started("nestor", undo=undo), NOON + 4000
        while race_of(room).racers[0].state == "playing":
            room.play(0, room.mode.choices(0)[1][0], now)
        assert race_of(room).racers[0].state == "stuck"
        assert room.state.phase == phase
        assert room.mode.choices(0)[2] == (undo == "free")


def test_a_racer_done_by_a_move_is_shown_the_other_boards() -> None:
    room = started("nestor", players=2, undo="none")
    while race_of(room).racers[0].state == "playing":
        room.take_outcome()
        room.play(0, room.mode.choices(0)[1][0], NOON + 4000)
    assert Opened() in room.take_outcome().effects
    assert room.mode.views.seen_by(0) == (1, 66)


def test_a_deal_in_which_nothing_can_be_moved_is_over_at_once() -> None:
    room = started("fortress", deal="numbered", number=16)
    assert room.state.phase == "finished"
    assert room.state.results is not None
    assert not room.state.results.rows[0].won


@pytest.mark.parametrize(
    ("game", "rules", "over"),
    [("klondike", {"sudden_death": True}, True), ("klondike", {}, False), ("caesar", {"sudden_death": True}, False)],
    ids=["sudden death", "without it", "a game that goes on"],
)
def test_the_first_to_finish_ends_a_race_with_sudden_death(game: str, rules: dict[str, Any], over: bool) -> None:
    room = started(game, players=4, **rules)
    room.give_up(0, NOON + 4000)
    assert room.state.results is None, "giving up is not finishing"
    race_of(room).racers[1].state = "finished"
    room.give_up(2, NOON + 5000)
    assert (room.state.results is not None) == over


def test_the_time_of_the_last_progress_ranks_not_of_the_last_move() -> None:
    room = started()
    room.play(0, ("turn",), NOON + 5000)
    room.give_up(0, NOON + 9000)
    assert race_of(room).racers[0].ended == 6000
    assert room.state.results is not None
    row = room.state.results.rows[0]
    assert (row.won, row.time, row.moves) == (False, 0, 1)


def test_leaving_after_giving_up_writes_no_record() -> None:
    room = started(players=2)
    room.give_up(0, NOON + 4000)
    room.take_outcome()
    assert room.leave(0, NOON + 5000)
    assert room.take_outcome().records == []


def test_a_racer_who_is_done_may_watch_where_spectators_watch_live() -> None:
    for spectators, seen in (("fair", (1, 66)), ("live", (1, 2)), ("delayed", (1,)), ("none", (1,))):
        room = started(players=2, spectators=spectators)
        assert room.mode.views.seen_by(0) == (1,)
        assert room.mode.views.seen_by(None) == ((65, 66) if spectators == "fair" else (1, 2))
        room.give_up(0, NOON + 5000)
        assert room.mode.views.seen_by(0) == seen
        assert room.mode.views.seen_by(1) == (2,)


def test_a_log_does_not_grow_for_ever() -> None:
    room = race(players=2)
    room.state.length = MOST_RECORDS - 18
    with suppress(Refused):
        while room.state.length < 2 * MOST_RECORDS:
            room.ready(0, room.state.length % 2 == 0, "", NOON)
    assert room.state.length == MOST_RECORDS
    assert refusal(room.ready, 0, True, "", NOON) is ErrorCode.WRONG_PHASE
    assert refusal(room.sit, "p2", "Player 2", NOON) is ErrorCode.WRONG_PHASE
    room.leave(0, NOON)
    room = started()
    assert room.state.starts is not None
    now, begun = room.state.starts, room.state.length
    room.state.length = MOST_RECORDS - 18
    with suppress(Refused):
        while room.state.length < 2 * MOST_RECORDS:
            room.play(0, room.mode.choices(0)[1][0], now)
            room.undo(0, now)
    assert room.state.length == MOST_RECORDS
    again = replay(room.take_outcome().records)
    assert again.state.length == begun + 18, "a log that is read again has the same length"
    again.state.length = MOST_RECORDS
    assert refusal(again.play, 0, room.mode.choices(0)[1][0], now) is ErrorCode.WRONG_PHASE
    assert refusal(again.undo, 0, now) is ErrorCode.WRONG_PHASE
    again.give_up(0, now)
    assert again.state.phase == "finished"


def test_a_log_that_makes_no_sense_is_reported() -> None:
    log = started().take_outcome().records
    for nonsense in (Played(1, 0, 0, (0, 0, 1)), Played(1, 7, 0, (0, 1, 1)), created()):
        with pytest.raises(BadLog, match="ABCDEF"):
            replay([*log, nonsense])
    with pytest.raises(BadLog, match="ABCDEF"):
        replay([created()._replace(rules={"seats": 1000})])
    with pytest.raises(BadLog):
        replay([created()._replace(game="no_such_game")])


def test_a_room_forgets_old_request_ids_only_when_a_client_counts_anew() -> None:
    room = started()
    move = room.mode.choices(0)[1][0]
    assert room.play(0, move, NOON + 4000, 5)
    room.commit(room.seats.returns(0, 6, NOON + 5000))
    assert not room.play(0, move, NOON + 5000, 5)
    room.commit(room.seats.returns(0, 5, NOON + 6000))
    assert room.play(0, room.mode.choices(0)[1][0], NOON + 6000, 5)


def test_opening_takes_the_first_record_down() -> None:
    assert open_room(created()).take_outcome().records == [created()]
