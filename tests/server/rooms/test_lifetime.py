"""The time of a room: when its game is over, what is refused before and after, the seed of its deal."""

from __future__ import annotations

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms import fairness
from cadogan_server.rooms.effects import RoomChanged
from cadogan_server.rooms.records import Ended
from cadogan_server.rooms.refused import Refused
from tests.server.core import COUNTDOWN_MS, NOON, all_ready, nonce_of, race, refusal, started


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


@pytest.mark.parametrize("deal", ["fresh", "numbered"])
def test_a_number_chooses_the_deal_only_where_deals_are_numbered(deal: str) -> None:
    room = race(deal="numbered", number=7)
    room.state.rules = room.state.rules.model_copy(update={"deal": deal})
    all_ready(room)
    room.tick(NOON + COUNTDOWN_MS)
    fresh = fairness.fresh_seed(room.state.created.secret, (nonce_of(0),))
    assert room.state.seed == (fairness.numbered_seed("klondike", 7) if deal == "numbered" else fresh)
