"""The lifetime of a room: the end of its game, refusals before and after, the seed of its deal."""

from __future__ import annotations

import pytest

from cadogan_games.solver.proof import seed_of_deal
from cadogan_protocol.days import DealProof
from cadogan_protocol.errors import ErrorCode
from cadogan_server import is_compiled
from cadogan_server.rooms import fairness
from cadogan_server.rooms.effects import RoomChanged
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Ended, GaveUp, Played, pack, unpack
from cadogan_server.rooms.refused import Refused
from tests.server.core import COUNTDOWN_MS, NOON, all_ready, created, nonce_of, race, refusal, started, told


def test_time_that_is_up_ends_a_race_and_says_so() -> None:
    room = started(players=2, time_limit=60)
    assert room.state.starts is not None
    room.take_outcome()
    room.tick(room.state.starts + 60_000)
    assert room.take_outcome().records == [Ended(room.state.starts + 60_000, "time")]


def test_nothing_is_given_up_but_a_running_game() -> None:
    room = race(players=2)
    with pytest.raises(Refused, match="has not begun") as caught:
        room.give_up(0, NOON)
    assert caught.value.code is ErrorCode.WRONG_PHASE
    all_ready(room)
    with pytest.raises(Refused, match="is about to begin"):
        room.give_up(0, NOON)
    room.tick(NOON + COUNTDOWN_MS)
    room.end("empty", NOON + 9000)
    with pytest.raises(Refused, match="is finished"):
        room.give_up(0, NOON + 9000)
    again = started(players=2)
    again.give_up(0, NOON + 5000)
    assert refusal(again.give_up, 0, NOON + 5000) is ErrorCode.WRONG_PHASE


def test_all_are_told_when_it_began() -> None:
    room = race(time_limit=60)
    all_ready(room)
    room.take_outcome()
    room.tick(NOON + COUNTDOWN_MS)
    assert RoomChanged(("phase", "starts", "ends", "seats")) in room.take_outcome().effects


def test_each_recovery_is_counted_and_moves_no_clock_but_of_a_running_game() -> None:
    room = race()
    for number in range(1, 4):
        room.reopen(NOON + 1000 * number)
        assert room.state.reopened == number
    all_ready(room, NOON + 5000)
    room.tick(NOON + 5000 + COUNTDOWN_MS)
    room.give_up(0, NOON + 9000)
    began = room.state.starts
    room.reopen(NOON + 60_000)
    assert (room.state.phase, room.state.starts) == ("finished", began)


def test_all_are_told_of_a_series_anew_after_a_recovery() -> None:
    for rules, fields in (({"races": 3}, {"races"}), ({}, set())):
        room = race(**rules)  # type: ignore[arg-type]
        room.take_outcome()
        room.reopen(NOON + 1000)
        assert told(room) == fields


@pytest.mark.skipif(is_compiled(), reason="a class of a test can't derive from a compiled one")
def test_at_the_moment_of_its_end_nothing_else_is_due_in_a_game() -> None:
    from tests.server.rooms.kinds.shared import MINUTE, SHARED

    room = open_room(created(time_limit=MINUTE // 1000), SHARED)
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(NOON + COUNTDOWN_MS)
    assert room.mode.due == room.state.ends
    room.take_outcome()
    room.tick(NOON + COUNTDOWN_MS + MINUTE)
    assert room.take_outcome().records == [Ended(NOON + COUNTDOWN_MS + MINUTE, "time")]


@pytest.mark.parametrize("deal", ["fresh", "numbered"])
def test_a_number_decides_the_deal_only_of_a_numbered_room(deal: str) -> None:
    room = race(deal="numbered", number=7)
    room.state.rules = room.state.rules.model_copy(update={"deal": deal})
    all_ready(room)
    room.tick(NOON + COUNTDOWN_MS)
    fresh = fairness.fresh_seed(room.state.created.secret, (nonce_of(0),))
    assert room.state.seed == (fairness.numbered_seed("klondike", 7) if deal == "numbered" else fresh)


def test_a_race_goes_on_from_where_it_was_paused() -> None:
    room = started(time_limit=60)
    assert room.state.starts is not None
    starts = room.state.starts
    room.resume(starts + 50_000, starts + 500_000)
    assert (room.state.phase, room.state.starts, room.state.ends) == ("running", starts + 450_000, starts + 510_000)
    room.resume(starts + 520_000, starts + 600_000)
    room.tick(starts + 600_000)
    assert room.state.phase == "finished", "a game that was over before the pause is over after it"


def test_a_countdown_begins_again_after_a_pause() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    room.resume(NOON + 2999, NOON + 9000)
    assert (room.state.phase, room.deadline) == ("countdown", NOON + 12_000)


def test_a_pause_is_nothing_to_a_room_in_which_nothing_runs() -> None:
    lobby, over = race(), started()
    over.end("empty", NOON + 9000)
    for room in (lobby, over):
        room.take_outcome()
        room.resume(NOON + 9000, NOON + 99_000)
        assert room.take_outcome() == ([], [], None)


def test_time_ends_a_race_at_the_very_moment() -> None:
    room = started(time_limit=60)
    assert room.state.starts is not None
    assert room.deadline == room.state.ends == room.state.starts + 60_000
    move = room.mode.choices(0)[1][0]
    with pytest.raises(Refused) as caught:
        room.play(0, move, room.state.ends)
    assert caught.value.code is ErrorCode.WRONG_PHASE
    assert room.state.phase == "finished"
    assert room.state.results is not None
    assert room.mode.choices(0) == (1, [], False)


def test_a_game_may_bring_its_own_time_limit() -> None:
    assert started("caesar", time_limit=0).state.ends == NOON + 3000 + 300_000
    assert started("caesar", time_limit=60).state.ends == NOON + 3000 + 60_000


def test_a_countdown_begins_again_when_a_server_takes_the_room_up() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    room.reopen(NOON + 60_000)
    assert (room.state.phase, room.state.starts) == ("countdown", NOON + 63_000)


@pytest.mark.parametrize("later", [1000_000, -1000_000], ids=["an hour later", "by a clock that was put back"])
def test_a_clock_goes_on_where_it_was_when_a_server_takes_the_room_up(later: int) -> None:
    room = started(time_limit=60)
    assert room.state.starts is not None
    room.play(0, room.mode.choices(0)[1][0], room.state.starts + 5_000)
    again = replay(unpack(map(pack, room.take_outcome().records)))
    now = room.state.starts + later
    again.reopen(now)
    assert again.state.phase == "running"
    assert again.state.ends == again.deadline == now + 55_000
    again.play(0, again.mode.choices(0)[1][0], now + 1_000)
    again.give_up(0, now + 2_000)
    assert [record.t for record in again.take_outcome().records if isinstance(record, (Played, GaveUp))] == [
        6_000,
        7_000,
    ]


def test_a_clock_noted_before_a_handover_stands_still_only_on_the_way() -> None:
    room = started(time_limit=60)
    assert room.state.starts is not None
    starts = room.state.starts
    room.play(0, room.mode.choices(0)[1][0], starts + 5_000)
    room.log_clocks(starts + 20_000)
    again = replay(unpack(map(pack, room.take_outcome().records)))
    again.reopen(starts + 20_300)
    assert again.state.ends == starts + 60_300
    late = started(time_limit=60)
    late.log_clocks(starts + 60_000)
    assert late.state.phase == "finished", "work that is due is done before"


def test_a_recovered_rooms_time_is_that_of_the_last_request() -> None:
    room = started(players=2, time_limit=60)
    assert room.state.starts is not None
    starts = room.state.starts
    room.play(0, room.mode.choices(0)[1][0], starts + 5_000)
    room.undo(0, starts + 7_000)
    again = replay(unpack(map(pack, room.take_outcome().records)))
    again.reopen(starts + 100_000)
    assert again.state.ends == starts + 153_000
    again.give_up(0, starts + 101_000)
    again.reopen(starts + 200_000)
    assert again.state.ends == starts + 252_000


@pytest.mark.parametrize(("number", "place"), [(3, 3), (None, 0)])
def test_the_deal_of_a_day_is_the_one_that_was_found_for_it(number: int | None, place: int) -> None:
    room = race(deal="daily")
    made = room.state.created
    of_day = fairness.daily_seed("klondike", made.day or fairness.day_of(made.at), made.day_secret)
    room.state.proof = DealProof(number=number, nodes=1, revision=1)
    all_ready(room)
    room.tick(NOON + COUNTDOWN_MS)
    assert room.state.seed == seed_of_deal(of_day, place)
