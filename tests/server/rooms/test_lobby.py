"""A room before its cards: who comes, goes and gets ready when, and what of it goes into the seed."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import RoomOptions
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.fairness import promise
from cadogan_server.rooms.opening import must_go_together, open_room, replay, resolved_rules
from cadogan_server.rooms.records import pack, unpack
from cadogan_server.rooms.refused import Refused
from tests.server.core import NOON, created, nonce_of, race, refusal, started


def test_nobody_takes_a_seat_while_it_counts_down() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    assert refusal(room.sit, "late", "Late", NOON + 100) is ErrorCode.WRONG_PHASE
    assert (room.state.phase, room.deadline) == ("countdown", NOON + 3000)


def test_who_leaves_while_it_counts_down_gives_the_seat_up() -> None:
    room = race(players=2)
    for seat in (0, 1):
        room.ready(seat, True, "", NOON)
    room.leave(0, NOON + 100)
    assert (room.state.phase, list(room.state.occupants)) == ("countdown", [1]), "who is left is ready"
    room.leave(1, NOON + 200)
    assert (room.state.phase, room.deadline, room.state.occupants) == ("lobby", None, {})


def test_it_begins_when_who_was_not_ready_leaves() -> None:
    room = race(players=2)
    room.ready(0, True, "", NOON)
    room.leave(1, NOON + 100)
    assert (room.state.phase, room.state.starts) == ("countdown", NOON + 3100)


def test_nobody_calls_it_off_once_the_time_has_come() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    with pytest.raises(Refused) as caught:
        room.ready(0, False, "", NOON + 3000)
    assert caught.value.code is ErrorCode.WRONG_PHASE
    assert room.state.phase == "running"


def test_it_begins_at_the_moment_that_was_told_however_late_it_is_noticed() -> None:
    room = race(time_limit=60)
    room.ready(0, True, "", NOON)
    room.tick(NOON + 3400)
    assert (room.state.phase, room.state.starts, room.state.ends) == ("running", NOON + 3000, NOON + 63_000)


def test_a_request_to_be_ready_that_comes_again_changes_nothing() -> None:
    room = race(players=2)
    assert room.ready(0, True, "", NOON, 5)
    assert room.ready(0, False, "", NOON, 6)
    assert not room.ready(0, True, "", NOON, 5)
    assert not room.state.occupants[0].ready


def test_who_has_bots_seated_is_known_to_have_asked() -> None:
    room = race()
    room.sit("b", "Bot", NOON, bot="easy", by=0, request=7)
    assert room.state.repeated(0, 7)


def test_a_room_is_that_of_who_has_opened_it_also_in_its_log() -> None:
    room = open_room(created())
    room.sit("p0", "Player 0", NOON, request=5)
    room.sit("p1", "Player 1", NOON, request=9)
    assert room.state.opener == ("p0", 5)
    assert replay(unpack(map(pack, room.take_outcome().records))).state.opener == ("p0", 5)


def test_the_seed_has_the_last_nonce_of_each_by_seat_whoever_came_first() -> None:
    room = race(players=2)
    room.leave(0, NOON)
    assert room.sit("late", "Late", NOON) == 0
    for seat, nonce in ((0, 2), (0, 3), (1, 5)):
        room.ready(seat, True, promise(nonce_of(nonce)), NOON)
    for seat, nonce in ((1, 5), (0, 3)):
        room.reveal(seat, nonce_of(nonce), NOON)
    room.tick(NOON + 3000)
    assert (
        room.state.seed
        == sha256(b"cadogan fresh deal" + bytes(range(32)) + bytes(15) + b"\3" + bytes(15) + b"\5").digest()
    )


MIDNIGHT = NOON - NOON % 86_400_000 + 86_400_000


@pytest.mark.parametrize("secret", [bytes(range(32)), b""])
def test_a_daily_deal_is_that_of_the_day_on_which_the_room_was_opened(secret: bytes) -> None:
    """One that was opened before days had secrets goes on by the text alone."""
    opened = created(deal="daily")._replace(at=MIDNIGHT - 1)
    if secret:
        opened = opened._replace(day="2027-01-15", day_secret=secret)
    room = open_room(opened)
    room.sit("p0", "Player 0", MIDNIGHT - 1)
    room.ready(0, True, "", MIDNIGHT)
    room.tick(MIDNIGHT + 3000)
    assert room.state.seed == sha256(b"cadogan daily deal klondike 2027-01-15" + secret).digest()


def test_the_secret_of_the_day_is_shown_when_the_day_is_over_and_no_sooner() -> None:
    room = open_room(created(deal="daily")._replace(day="2027-01-15", day_secret=b"s" * 32))
    room.sit("p0", "Player 0", NOON)
    room.ready(0, True, "", NOON)
    room.tick(NOON + 3000)
    room.give_up(0, NOON + 4000)
    lobby = describe.state(room, Volatile(), NOON)
    assert (lobby.day, lobby.day_commit) == ("2027-01-15", sha256(b"s" * 32).hexdigest())
    for moment, shown in ((MIDNIGHT - 1, None), (MIDNIGHT, (b"s" * 32).hex())):
        for said in (
            describe.state(room, Volatile(), moment),
            describe.update(room, Volatile(), 1, {"results"}, moment),
        ):
            assert said.results is not None
            assert said.results.day_secret == shown
    old = started(deal="daily")
    old.end("empty", NOON + 9000)
    state = describe.state(old, Volatile(), MIDNIGHT)
    assert (state.day, state.day_commit, state.results and state.results.day_secret) == (None, None, None)


# ---- how the options of a new room hold ------------------------------------------------------------------------------


def test_a_deal_that_some_may_know_is_never_rated() -> None:
    assert resolved_rules(RoomOptions(), catalogue.head_of("klondike"), 900).rated
    assert not resolved_rules(RoomOptions(deal="daily"), catalogue.head_of("klondike"), 900).rated
    assert resolved_rules(RoomOptions(deal="numbered", number=7), catalogue.head_of("klondike"), 900) == RoomOptions(
        deal="numbered", number=7, rated=False
    )


@pytest.mark.parametrize("rules", [RoomOptions(deal="daily"), RoomOptions(deal="numbered", number=7)])
def test_nobody_opens_a_duel_with_a_deal_that_some_may_know(rules: RoomOptions) -> None:
    with pytest.raises(Refused, match=f"a duel can't have a {rules.deal} deal") as caught:
        must_go_together(rules, catalogue.head_of("spite_and_malice"))
    assert caught.value.code is ErrorCode.BAD_OPTION
    must_go_together(RoomOptions(), catalogue.head_of("spite_and_malice"))
    must_go_together(rules, catalogue.head_of("klondike"))
