"""A race: the audience of each board, the standings of racers, the end of a race and its results."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.moves import VEILED
from cadogan_protocol.streams import OTHERS
from cadogan_server.rooms.effects import Awaited, BoardChanged, Opened, Progressed
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import Ended, Played, Start
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, all_ready, created, finish, race, race_of, started


def start_of(room: Room) -> int:
    assert room.state.starts is not None
    return room.state.starts


def play_until_stuck(room: Room, seat: int, chance: random.Random) -> int:
    """Play random moves until none is left; return the number of veiled cards on the others' boards before the last move."""
    veiled = 0
    while race_of(room).racers[seat].state == "playing":
        veiled = veiled_cards(room, seat)
        room.play(seat, chance.choice(room.mode.choices(seat)[1]), start_of(room) + 1000)
    return veiled


def veiled_cards(room: Room, but: int) -> int:
    return sum(
        card == VEILED
        for each in race_of(room).racers
        if each != but
        for pile in room.mode.views.board(OTHERS + each).piles
        for card in pile
    )


def test_nobody_is_done_before_the_start_and_everybody_after_the_end() -> None:
    room = race(players=1)
    assert not room.mode.is_done(0)
    room = started(players=1)
    room.end("empty", NOON + 5000)
    assert room.mode.is_done(9), "a seat without a board is done"


@pytest.mark.parametrize("spectators", ["none", "delayed", "fair", "live"])
def test_after_the_end_each_racer_sees_all_boards(spectators: str) -> None:
    room = started(players=2, spectators=spectators)
    room.end("empty", NOON + 5000)
    other = OTHERS if spectators == "fair" else 1
    assert room.mode.views.seen_by(0) == (1, other + 1)
    assert room.mode.views.seen_by(1) == (2, other)


def test_a_racer_chooses_on_the_own_board() -> None:
    room = started(players=2)
    for seat in (0, 1):
        assert room.mode.choices(seat) == (1 + seat, race_of(room).racers[seat].table.moves(), False)
    room.end("empty", NOON + 5000)
    assert [room.mode.choices(seat) for seat in (0, 1)] == [(1, [], False), (2, [], False)]


def test_progress_made_by_the_deal_was_reached_at_the_start() -> None:
    room = started("sly_fox")
    assert race_of(room).racers[0].progress > 0
    room.give_up(0, NOON + 9000)
    assert room.state.results is not None
    assert (room.state.results.rows[0].progress, room.state.results.rows[0].time) == (8, 0)


def test_a_result_tells_when_the_progress_was_made() -> None:
    room = started("nestor", players=2)
    room.play(0, room.mode.choices(0)[1][0], start_of(room) + 4321)
    room.state.occupants[1].bot = "easy"
    for seat in (0, 1):
        room.give_up(seat, start_of(room) + 9000)
    assert room.state.results is not None
    first, second = room.state.results.rows
    assert (first.seat, first.time, first.moves, first.bot) == (0, 4321, 1, None)
    assert (second.seat, second.time, second.moves, second.bot) == (1, 0, 0, "easy")
    assert first.progress > second.progress


def test_results_have_the_score_and_the_penalty_of_the_board() -> None:
    room = started("klondike_draw1")
    room.give_up(0, NOON + 9000)
    assert room.state.results is not None
    table = race_of(room).racers[0].table
    assert room.state.results.rows[0].score == table.game.score_of(table) is not None
    room = started("fourteenth")
    play_until_stuck(room, 0, random.Random(1))
    room.end("empty", NOON + 9000)
    assert room.state.results is not None
    table = race_of(room).racers[0].table
    assert room.state.results.rows[0].penalty == table.game.penalty_of(table) > 0


@pytest.mark.parametrize(
    ("game", "undo", "why"),
    [("klondike", "none", r"^this room has no undo$"), ("caesar", "free", r"^Caesar has no undo$")],
)
def test_a_refused_undo_says_whether_room_or_game_forbids_it(game: str, undo: str, why: str) -> None:
    room = started(game, undo=undo)
    with pytest.raises(Refused, match=why) as caught:
        room.undo(0, NOON + 5000)
    assert caught.value.code is ErrorCode.UNDO_OFF


@pytest.mark.parametrize("spectators", ["none", "delayed", "fair", "live"])
def test_a_move_that_turned_a_card_up_is_not_taken_back(spectators: str) -> None:
    room = started("klondike", undo="covered", spectators=spectators)
    room.play(0, ("turn",), NOON + 5000)
    with pytest.raises(Refused, match=r"^the last move has turned up a card") as caught:
        room.undo(0, NOON + 5000)
    assert caught.value.code is ErrorCode.NOTHING_TO_UNDO


def test_all_are_told_how_a_racer_stands_after_a_move_and_after_giving_up() -> None:
    room = started(players=2)
    room.take_outcome()
    room.play(1, ("turn",), NOON + 5000)
    room.give_up(1, NOON + 6000)
    effects = room.take_outcome().effects
    progressed = Progressed(1, race_of(room).racers[1])
    assert [effect for effect in effects if isinstance(effect, Progressed)] == [progressed, progressed]
    assert [effect.stream for effect in effects if isinstance(effect, BoardChanged)][:1] == [2]
    assert [effect for effect in effects if not isinstance(effect, BoardChanged)][-2:] == [Opened(), Awaited(1)]


@pytest.mark.parametrize("undo", ["free", "covered", "none"])
def test_as_many_moves_can_be_taken_back_as_a_racer_is_told(undo: str) -> None:
    room, chance = started("klondike", undo=undo), random.Random(5)
    for _ in range(30):
        room.play(0, chance.choice(room.mode.choices(0)[1]), NOON + 5000)
    while room.mode.most_back(0) < 2 and undo != "none":
        room.play(0, chance.choice(room.mode.choices(0)[1]), NOON + 5000)
    told = room.mode.most_back(0)
    assert (told > 0) == (undo != "none")
    assert (told == race_of(room).racers[0].moves) == (undo == "free")
    for left in range(told, 0, -1):
        assert (room.mode.most_back(0), room.mode.choices(0)[2]) == (left, True)
        room.undo(0, NOON + 6000)
    assert (room.mode.most_back(0), room.mode.choices(0)[2]) == (0, False)


def test_the_path_of_an_advised_racer_leads_from_the_deal_to_the_board() -> None:
    room, chance = started("klondike", advice=True, undo="free"), random.Random(5)
    assert not room.mode.path(0)
    for number in range(30):
        room.play(0, chance.choice(room.mode.choices(0)[1]), NOON + 5000)
        if number % 3 == 2:
            room.undo(0, NOON + 5000)
    table, path = room.state.game.deal(room.state.seed), room.mode.path(0)
    assert len(path) == 20
    for move in path:
        table.play(move)
    assert table.piles == race_of(room).racers[0].table.piles
    start = Start("GHJKLM", 0, 5, tuple(path[:5]))
    practice = open_room(created(deal="again", advice=True)._replace(seed=room.state.seed, start=start))
    practice.sit("p0", "Player 0", NOON)
    all_ready(practice)
    practice.tick(NOON + 3000)
    assert practice.mode.path(0) == path[:5]


def test_each_move_that_is_taken_back_is_counted() -> None:
    room = started("la_belle_lucie")
    for _ in range(3):
        room.play(0, room.mode.choices(0)[1][0], NOON + 5000)
        room.undo(0, NOON + 5000)
    room.give_up(0, NOON + 9000)
    assert room.state.results is not None
    assert (room.state.results.rows[0].undone, room.state.results.rows[0].moves) == (3, 0)


@pytest.mark.parametrize(("state", "why"), [("finished", "^you have finished; "), ("stood", "^you gave up; ")])
def test_a_racer_who_is_done_is_refused_moves_with_the_reason(state: Any, why: str) -> None:
    room = started(players=2)
    if state == "finished":
        finish(room, 0, 4000)
    else:
        room.give_up(0, NOON + 4000, 6)
        assert list(room.state.occupants[0].requests) == [6]
    for call in (lambda: room.play(0, ("turn",), NOON + 5000), lambda: room.undo(0, NOON + 5000)):
        with pytest.raises(Refused, match=why) as caught:
            call()
        assert caught.value.code is ErrorCode.WRONG_PHASE


def test_no_veil_waits_for_a_racer_who_is_stuck_for_good() -> None:
    """Cards that this racer has not seen are shown on the others' boards from then on."""
    room = started("klondike", players=2, undo="none")
    for _ in range(12):
        room.play(1, random.Random(1).choice(room.mode.choices(1)[1]), start_of(room) + 1000)
    assert play_until_stuck(room, 0, random.Random(1)) > 0
    assert room.mode.is_done(0)
    assert room.mode.views.board(OTHERS + 1) == room.mode.views.board(2)


def test_a_stuck_racer_who_may_undo_is_not_done_and_sees_no_other_board() -> None:
    room = started("nestor", players=2, undo="free")
    room.take_outcome()
    play_until_stuck(room, 0, random.Random(1))
    assert race_of(room).racers[0].state == "stuck"
    assert not room.mode.is_done(0)
    assert Opened() not in room.take_outcome().effects
    assert room.mode.views.seen_by(0) == (1,)


def test_the_results_tell_who_had_no_move_left_from_who_gave_up() -> None:
    room = started("nestor", players=2, undo="free")
    play_until_stuck(room, 0, random.Random(1))
    for seat in (0, 1):
        room.give_up(seat, NOON + 90_000)
    assert room.state.results is not None
    assert {row.seat: row.stuck for row in room.state.results.rows} == {0: True, 1: False}


def test_a_move_before_the_start_by_a_clock_put_back_is_made_at_the_start() -> None:
    room = started()
    room.take_outcome()
    for now in (start_of(room) - 5000, start_of(room), start_of(room) + 1):
        room.play(0, ("turn",), now)
    assert [record.t for record in room.take_outcome().records if isinstance(record, Played)] == [0, 0, 1]


def test_a_race_in_which_all_have_given_up_is_done() -> None:
    room = started(players=2)
    for seat in (0, 1):
        room.give_up(seat, NOON + 5000)
    assert room.take_outcome().records[-1] == Ended(NOON + 5000, "done")


def test_with_sudden_death_the_first_to_finish_ends_the_race() -> None:
    room = started("nestor", players=3, sudden_death=True)
    race_of(room).racers[1].state = "finished"
    room.give_up(0, NOON + 5000)
    assert room.take_outcome().records[-1] == Ended(NOON + 5000, "first")
