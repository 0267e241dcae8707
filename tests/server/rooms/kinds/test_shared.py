"""Rooms with a shared table: moves at the same time, rounds, the end, and what falls due by the clock."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from cadogan_games.engine import sharing
from cadogan_games.engine.events import SHIFT
from cadogan_games.engine.table import Table
from cadogan_protocol.applying import after_events
from cadogan_protocol.codec import Format
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_protocol.rooms import Clock
from cadogan_protocol.streams import BOARDS, OTHERS
from cadogan_server.hosting.hub import Hub
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.effects import Awaited, BoardChanged, Effect, Progressed, RoomChanged
from cadogan_server.rooms.finished.retelling import must_be_as_claimed, must_make_sense, recorded, records_of
from cadogan_server.rooms.kinds.shared import QUIET_MS, SharedTable
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import MovedOn, NextGame, Played, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import BREAK_MS, NOON, all_ready, created, refusal, whole
from tests.server.hosting.stage import Stage, begin
from tests.server.replica import Replica

START = NOON + 3000


def shared(players: int = 3, **options: object) -> Room:
    """Return a room of Racing Demon, with its cards dealt."""
    room = open_room(created("racing_demon", options, time_limit=0))
    for seat in range(players):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(START)
    return room


def mode_of(room: Room) -> SharedTable:
    assert isinstance(room.mode, SharedTable)
    return room.mode


def table_of(room: Room) -> Table:
    return mode_of(room).table


def lay(room: Room, seat: int, pile: str, *cards: int) -> int:
    """Lay cards on a pile of a seat in place of what is there, and return its number."""
    table = table_of(room)
    number = table.number(pile) + seat
    table.piles[number][:] = cards
    table.changed()
    return number


def home_of(room: Room, seat: int) -> int:
    """Return the number of the foundation that takes this seat's ace of clubs."""
    return table_of(room).number("foundations") + 4 * seat


def go_out(room: Room, seat: int, now: int) -> None:
    """Let a player go out, whose demon is taken away before."""
    demon = lay(room, seat, "demon")
    room.play(seat, ("out", demon), now)


@pytest.fixture
def stage() -> Stage:
    """A lobby of four players and a spectator, in both formats."""
    room = open_room(created("racing_demon", {"target": 1}, seats=8, time_limit=0))
    for seat in range(4):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    stage = Stage(room)
    for seat in range(4):
        stage.enter(f"p{seat}", seat, {}, Format.JSON if seat == 1 else Format.MSGPACK, Replica())
    stage.enter("eve", None, {}, Format.MSGPACK, Replica())
    return stage


def play_on(stage: Stage, moves: int) -> Iterator[int]:
    """Let the players move in any order, and yield each seat that has moved."""
    chance, hub = Random(1), stage.hub
    for number in range(moves):
        seat = chance.randrange(4)
        choices = stage.room.mode.choices(seat)[1]
        plays = [move for move in choices if not isinstance(move[0], str)]
        if choices:
            stage.now += 50
            hub.play(seat, chance.choice(plays if plays and chance.random() < 0.7 else choices), 1 + number)
            yield seat


def eve_of(hub: Hub, stage: Stage) -> Replica:
    viewer = hub.audience.of("eve")
    assert viewer is not None
    return stage.clients[viewer].replica


def test_all_see_each_move_at_once_and_the_log_gives_the_room(stage: Stage) -> None:
    begin(stage)
    for _ in play_on(stage, 400):
        stage.journal.release(digests=False)
        assert eve_of(stage.hub, stage).boards == {OTHERS: stage.room.mode.views.board(OTHERS)}
        stage.check()
    assert stage.room.state.played > 200
    assert whole(replay(unpack(stage.journal.appended))) == whole(stage.room)


def test_every_card_reaches_a_foundation_once_in_the_order_of_the_log(stage: Stage) -> None:
    begin(stage)
    list(play_on(stage, 400))
    log, homes = table_of(stage.room).log, table_of(stage.room).numbers("foundations")
    laid = [(event[1], event[3], event[5]) for event in log if event[0] == SHIFT and event[3] in homes]
    played = [
        record.move
        for record in unpack(stage.journal.appended)
        if isinstance(record, Played) and record.move[1] in homes
    ]
    assert [(src, dst, 1) for src, dst, _ in laid] == played
    assert len(laid) == sum(map(len, table_of(stage.room).group("foundations"))) > 10


def test_a_replay_tells_the_game_to_its_end(stage: Stage) -> None:
    begin(stage)
    list(play_on(stage, 300))
    with stage.hub.change() as room:
        room.end("empty", stage.now)
    boards, progress, _ = story(unpack(stage.journal.appended))
    assert [(board.seat, board.name) for board in boards] == [(0, "Player 0, Player 1, Play")]
    end = boards[0].start.piles, boards[0].start.counters
    for _, events in boards[0].steps:
        end = after_events(*end, events)
    assert TableState(piles=end[0], counters=end[1]) == room.mode.views.board(OTHERS)
    last = {seat: value for _, seat, value in progress}
    assert last == {seat: standing.progress for seat, standing in mode_of(room).rounds.standings.items()}


def test_a_player_too_late_is_told_who_was_first() -> None:
    room = shared(2)
    home = home_of(room, 1)
    table_of(room).piles[home].append(0)
    first, second = lay(room, 0, "waste", 1), lay(room, 1, "waste", 1)
    room.play(1, (second, home, 1), START + 100)
    with pytest.raises(Refused) as refused:
        room.play(0, (first, home, 1), START + 101)
    assert refused.value.code is ErrorCode.ILLEGAL_MOVE
    assert refused.value.message == "Too late: Player 1 played 2♣ first."
    assert refused.value.rule is not None
    assert refused.value.rule.name == "too_late"
    assert refused.value.rule.values == {"player": "Player 1", "seat": 1, "cards": (1,)}
    assert refusal(room.play, 0, (second, home, 1), START + 102) is ErrorCode.ILLEGAL_MOVE
    assert [type(record) for record in room.take_outcome().records][-1] is Played, "what came too late is in no log"


def test_only_those_whose_moves_have_changed_are_told() -> None:
    room = shared(3)
    home, other = home_of(room, 0), home_of(room, 1)
    ace, two = lay(room, 0, "waste", 0), lay(room, 1, "waste", 1)
    room.take_outcome()
    room.play(0, ("turn", table_of(room).number("stock")), START + 100)
    assert [effect for effect in room.take_outcome().effects if isinstance(effect, Awaited)] == []
    lay(room, 0, "waste", 0)
    lay(room, 2, "demon", 40)
    room.play(0, (ace, home, 1), START + 200)
    told = [effect.seat for effect in room.take_outcome().effects if isinstance(effect, Awaited)]
    assert 1 in told, "the two fits now"
    assert (two, home, 1) in room.mode.choices(1)[1]
    assert (two, other, 1) not in room.mode.choices(1)[1]


def test_rounds_follow_each_other_until_somebody_has_the_target() -> None:
    room = shared(2, target=50)
    go_out(room, 0, START + 1000)
    first = room.state.match
    assert first == (0, -26)
    assert room.deadline == START + 1000 + BREAK_MS
    assert room.state.clock is not None
    assert room.state.clock.deadline == room.deadline
    assert refusal(room.play, 1, ("turn", 73), START + 2000) is ErrorCode.WRONG_PHASE
    room.tick(START + 1000 + BREAK_MS)
    assert room.state.phase == "running"
    assert room.state.match == first
    assert room.state.clock == Clock(), "the break's clock must not stay with players who saw it"
    assert sum(map(len, table_of(room).group("demon"))) == 26, "the next round is dealt"
    table_of(room).set("home_1", 60)
    go_out(room, 1, START + 20_000)
    assert room.state.match == (-26, 34)
    room.tick(START + 20_000 + BREAK_MS)
    table_of(room).set("home_1", 20)
    go_out(room, 1, START + 40_000)
    assert room.state.results is not None
    assert [(row.seat, row.rank, row.won, row.score) for row in room.state.results.rows] == [
        (1, 1, True, 54),
        (0, 2, False, -52),
    ]


def changed(effects: list[Effect]) -> set[str]:
    """Return the fields of the room that these effects name."""
    return {field for effect in effects if isinstance(effect, RoomChanged) for field in effect.fields}


def told(effects: list[Effect]) -> list[int]:
    """Return the seats that are told of other legal moves."""
    return [effect.seat for effect in effects if isinstance(effect, Awaited)]


def test_the_next_round_is_shown_to_all_and_counted() -> None:
    room = shared(2)
    mode = mode_of(room)
    go_out(room, 0, START)
    assert mode.rounds.standings[1].progress == 0
    mode.rounds.standings[0].progress = 3
    room.go_onward(0, True, START)
    room.take_outcome()
    room.go_onward(1, True, START)
    outcome = room.take_outcome()
    assert outcome.records[-1] == NextGame(0)
    assert {effect.stream for effect in outcome.effects if isinstance(effect, BoardChanged)} == {
        BOARDS,
        BOARDS + 1,
        OTHERS,
    }
    assert told(outcome.effects) == [0, 1]
    assert {"seats", "onward", "match"} <= changed(outcome.effects)
    assert [standing.progress for standing in mode.rounds.standings.values()] == [0, 0]
    assert mode.rounds.dealt == 2
    go_out(room, 0, START + 1000)
    room.go_onward(0, True, START + 1500)
    room.take_outcome()
    room.tick(START + 1000 + BREAK_MS)
    assert "onward" in changed(room.take_outcome().effects), "a vote for this round is none for the next"
    assert mode.rounds.dealt == 3


def test_all_know_their_legal_moves_after_whatever_happens(stage: Stage) -> None:
    begin(stage)
    room = stage.room

    def known() -> bool:
        return all(list(room.mode.choices(seat)[1]) == sharing.moves(table_of(room), seat) for seat in range(4))

    for _ in play_on(stage, 100):
        assert known()
    stage.now = room.deadline or 0
    with stage.hub.change() as changing:
        changing.tick(stage.now)
        assert known(), "stocks have moved on"
        changing.give_up(2, stage.now)
        assert known()
        assert not any(room.mode.choices(seat)[2] for seat in range(4)), "nothing can be taken back"


def test_moves_are_counted_and_a_repeated_request_is_not() -> None:
    room = shared(3)
    stock = table_of(room).number("stock")
    for number in (1, 2, 2):
        room.play(0, ("turn", stock), START + number, request=number)
    standings = mode_of(room).rounds.standings
    assert [standing.moves for standing in standings.values()] == [2, 0, 0]
    moved = [effect for effect in room.take_outcome().effects if isinstance(effect, Progressed)]
    assert moved == 2 * [Progressed(0, standings[0])]
    assert room.give_up(1, START + 3, request=1)
    assert not room.give_up(1, START + 4, request=1)
    assert mode_of(room).rounds.standings[1].ended == 3


def test_giving_up_is_told_to_all_and_lets_only_that_player_go_on() -> None:
    room = shared(3)
    go_out(room, 0, START + 1000)
    room.take_outcome()
    room.give_up(1, START + 1500)
    standing = mode_of(room).rounds.standings[1]
    assert [one for one in room.take_outcome().effects if isinstance(one, Progressed)] == [Progressed(1, standing)]
    room.tick(START + 1000 + BREAK_MS)
    assert list(room.mode.choices(1)[1]) == [], "the round was dealt without this player"
    assert [seat for seat in range(3) if room.mode.may_say_onward(seat)] == [1]
    room.take_outcome()
    room.give_up(0, START + 20_000)
    told_of = [one for one in room.take_outcome().effects if isinstance(one, Progressed)]
    assert all(one.standing is mode_of(room).rounds.standings[one.seat] for one in told_of)
    assert {one.seat for one in told_of} <= {0, 1}


def test_nothing_is_taken_back_at_a_shared_table() -> None:
    room = shared(2)
    room.play(0, ("turn", table_of(room).number("stock")), START + 1)
    with pytest.raises(Refused, match="Racing Demon has no undo") as refused:
        room.undo(0, START + 2)
    assert refused.value.code is ErrorCode.UNDO_OFF


def test_who_is_too_late_for_a_round_is_told_how_it_ended() -> None:
    room = shared(2)
    go_out(room, 1, START + 1000)
    with pytest.raises(Refused, match="the round is over, Player 1 is out"):
        room.play(0, ("turn", table_of(room).number("stock")), START + 1001)
    room = shared(2)
    for _ in range(4):
        room.tick(room.deadline or 0)
    with pytest.raises(Refused, match="the round is over, nobody could play"):
        room.play(0, ("turn", table_of(room).number("stock")), (room.deadline or 0) - 1)


def test_a_closed_match_says_who_had_left_and_who_was_there() -> None:
    room = open_room(created("racing_demon", time_limit=0))
    room.sit("p0", "Ann", NOON)
    room.sit("b1", "Bot", NOON, bot="easy")
    all_ready(room)
    room.tick(START)
    room.take_outcome()
    assert [row.score for row in room.mode.rows()] == [-26, -26], "a running round counts as it stands"
    room.play(0, ("turn", table_of(room).number("stock")), START + 5000)
    room.take_outcome()
    room.end("empty", START + 9000)
    effects = room.take_outcome().effects
    assert [standing.state for standing in mode_of(room).rounds.standings.values()] == ["left", "finished"]
    assert [standing.ended for standing in mode_of(room).rounds.standings.values()] == [5000, 5000]
    assert not [effect for effect in effects if isinstance(effect, BoardChanged)], "there are no hands to show"
    assert room.mode.is_done(1)
    assert list(room.mode.choices(0)[1]) == []


def test_in_a_new_round_all_are_told_that_everybody_begins_at_nought() -> None:
    room = shared(3)
    for seat in (0, 1):
        table_of(room).set(f"home_{seat}", 5 + seat)
    go_out(room, 0, START + 1000)
    room.take_outcome()
    room.tick(START + 1000 + BREAK_MS)
    told = [effect for effect in room.take_outcome().effects if isinstance(effect, Progressed)]
    assert [(effect.seat, effect.standing.progress) for effect in told] == [(0, 0), (1, 0)]


def test_another_round_decides_between_players_who_are_level() -> None:
    room = shared(3, target=1)
    for seat in range(3):
        lay(room, seat, "demon")
    table_of(room).set("home_0", 30)
    table_of(room).set("home_2", 30)
    go_out(room, 0, START + 1000)
    assert (room.state.phase, room.state.match) == ("running", (30, 0, 30))


def test_the_next_round_comes_at_once_when_all_people_want_it() -> None:
    room = shared(2)
    go_out(room, 0, START + 1000)
    room.go_onward(0, True, START + 1500)
    assert sharing.is_over(table_of(room))
    room.go_onward(1, True, START + 1600)
    assert not sharing.is_over(table_of(room))
    assert room.state.onward == ()


def test_a_quiet_minute_moves_the_round_on() -> None:
    room = shared(2)
    stock = table_of(room).number("stock")
    room.play(0, ("turn", stock), START + 5000)
    assert room.deadline == START + QUIET_MS, "turning the stock is no progress"
    room.tick(START + QUIET_MS)
    assert table_of(room).count("gathered") == 1
    assert len(table_of(room).piles[stock]) == 35
    assert MovedOn(QUIET_MS) in room.take_outcome().records
    for _ in range(3):
        room.tick(room.deadline or 0)
    assert sharing.is_over(table_of(room)), "a round that nobody plays comes to its end"


def test_who_gives_up_is_left_out_and_ranks_last() -> None:
    room = shared(3)
    room.give_up(1, START + 1000)
    assert room.mode.choices(1)[1] == []
    assert refusal(room.play, 1, ("turn", 73), START + 1100) is ErrorCode.WRONG_PHASE
    go_out(room, 0, START + 2000)
    room.give_up(2, START + 3000)
    assert room.state.results is not None, "one alone does not play on"
    assert [(row.seat, row.rank) for row in room.state.results.rows] == [(0, 1), (1, 2), (2, 2)]


def test_a_round_goes_on_without_who_gave_up_between_two() -> None:
    room = shared(3)
    go_out(room, 0, START + 1000)
    before = room.state.match
    room.give_up(1, START + 1500)
    assert room.state.match == before, "no round counts twice"
    room.tick(START + 1000 + BREAK_MS)
    assert sharing.in_play(table_of(room)) == [0, 2]
    assert [len(pile) for pile in table_of(room).group("demon")[:3]] == [13, 0, 13]


def test_time_is_up_for_all_and_the_round_counts_as_it_stands() -> None:
    room = open_room(created("racing_demon", time_limit=60))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(START)
    table_of(room).set("home_1", 5)
    room.tick(START + 60_000)
    assert room.state.results is not None
    assert [(row.seat, row.score) for row in room.state.results.rows] == [(1, -21), (0, -26)]
    assert room.deadline is None


def test_clocks_stand_still_in_a_pause() -> None:
    room = shared(2)
    go_out(room, 0, START + 1000)
    room.resume(START + 2000, START + 502_000)
    assert room.deadline == START + 501_000 + BREAK_MS
    assert room.state.clock is not None
    assert room.state.clock.deadline == room.deadline


def test_a_seat_is_dealt_to_by_its_number_although_others_are_free() -> None:
    room = open_room(created("racing_demon", time_limit=0))
    for seat in range(3):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    room.leave(1, NOON)
    all_ready(room)
    room.tick(START)
    assert room.mode.views.streams == (BOARDS, BOARDS + 2, OTHERS)
    assert [len(pile) for pile in table_of(room).group("demon")] == [13, 0, 13, 0, 0, 0, 0, 0]
    assert room.state.match == (0, 0, 0)


def test_a_recording_of_several_rounds_is_played_again() -> None:
    room = shared(2, target=50)
    room.tick(START + QUIET_MS)
    for seat in (0, 1) * 3:
        room.play(seat, ("stuck", table_of(room).number("stock") + seat), START + QUIET_MS + 1000)
    assert sharing.is_over(table_of(room))
    room.tick(START + QUIET_MS + 1000 + BREAK_MS)
    room.play(0, room.mode.choices(0)[1][0], START + 90_000)
    room.give_up(1, START + 91_000)
    records = room.take_outcome().records
    assert {MovedOn, NextGame, Played} <= {type(record) for record in records}
    recording = recorded(room, records)
    must_make_sense(recording)
    again = replay(records_of(recording))
    assert again.state.results is not None
    must_be_as_claimed(recording, again.state.results.rows)
    assert again.mode.views.board(OTHERS) == room.mode.views.board(OTHERS)


def test_a_replay_tells_the_score_after_each_round() -> None:
    room = shared(2, target=50)
    room.tick(START + QUIET_MS)
    for seat in (0, 1) * 3:
        room.play(seat, ("stuck", table_of(room).number("stock") + seat), START + QUIET_MS + 1000)
    after = room.state.match
    assert after == (-26, -26)
    room.tick(START + QUIET_MS + 1000 + BREAK_MS)
    room.give_up(1, START + 91_000)
    told = story(room.take_outcome().records).scores
    assert told == ((0, (0, 0)), (QUIET_MS + 1000, after), (91_000, (-52, -52)))
