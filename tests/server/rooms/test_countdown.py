"""Nonces: promised by their hashes, shown when all promises stand, and never used again once somebody may have seen them."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import msgpack
import pytest

from cadogan_games import catalogue
from cadogan_games.solver.proof import NODES, SOLVER_REVISION, seed_of_deal
from cadogan_protocol.days import DealProof
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.rooms.effects import PutOut, RoomChanged
from cadogan_server.rooms.fairness import bot_nonce, fresh_seed, promise
from cadogan_server.rooms.opening import must_go_together, open_room, replay
from cadogan_server.rooms.records import Began, CountingDown, Created, Readied, Record, Seated, Unseated, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, created, nonce_of, race, refusal, told, whole

SECRET = bytes(range(32))


def counting(players: int = 2, countdown: int = 3000) -> Room:
    """Return a race in a countdown of `countdown` ms: all players have promised a nonce, and none has shown it."""
    room = race(players=players)
    room.state.created = room.state.created._replace(countdown=countdown)
    for seat in range(players):
        room.ready(seat, True, promise(nonce_of(seat)), NOON)
    assert room.state.phase == "countdown"
    return room


def again(room: Room, seats: tuple[int, ...], now: int) -> None:
    """Let these seats promise new nonces."""
    for seat in seats:
        room.ready(seat, True, promise(nonce_of(100 + seat)), now)


# ---- within the countdown --------------------------------------------------------------------------------------------


def test_all_are_told_when_it_counts_down_and_when_it_is_called_off() -> None:
    room = race(players=2)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    room.take_outcome()
    room.ready(1, True, promise(nonce_of(1)), NOON)
    assert told(room) >= {"phase", "starts"}
    room.ready(1, False, "", NOON + 500)
    assert told(room) >= {"phase", "called_off"}


def test_a_lobby_whose_host_has_gone_on_says_where_to() -> None:
    room = race(players=2)
    room.ready(1, True, "", NOON)
    room.follow("GHJKLM", NOON, 0, "clock")
    with pytest.raises(Refused, match="gone on to room GHJKLM with another game; go there with `rematch`") as refused:
        room.ready(0, True, "", NOON)
    assert refused.value.code is ErrorCode.WRONG_PHASE
    room.ready(1, False, "", NOON)
    assert not room.state.occupants[1].ready, "nobody must stay ready"


def test_the_cards_come_when_the_countdown_is_over_and_no_later() -> None:
    room = counting()
    for seat in (1, 0):
        room.reveal(seat, nonce_of(seat), NOON + 2000 + seat)
    assert room.deadline == NOON + 3000
    room.tick(NOON + 3000)
    assert (room.state.phase, room.state.starts) == ("running", NOON + 3000)
    assert room.state.seed == fresh_seed(SECRET, (nonce_of(0), nonce_of(1)))


def test_a_countdown_that_is_shorter_waits_for_the_last_nonce() -> None:
    room = counting(countdown=10)
    room.reveal(0, nonce_of(0), NOON)
    room.tick(NOON + 10)
    assert (room.state.phase, room.deadline) == ("countdown", NOON + 3000)
    room.reveal(1, nonce_of(1), NOON + 40)
    assert (room.state.phase, room.state.starts) == ("running", NOON + 40), (
        "nobody's clock may run before the cards are there"
    )


def test_a_nonce_is_revealed_only_in_the_countdown_and_as_promised() -> None:
    room = race(players=2)
    assert refusal(room.reveal, 0, nonce_of(0), NOON) is ErrorCode.WRONG_PHASE
    room.ready(0, True, promise(nonce_of(0)), NOON)
    assert refusal(room.reveal, 0, nonce_of(0), NOON) is ErrorCode.WRONG_PHASE, "not before all promises stand"
    room.ready(1, True, "", NOON)
    with pytest.raises(Refused, match=f"{promise(nonce_of(0))}; send the nonce that has this hash") as refused:
        room.reveal(0, nonce_of(7), NOON)
    assert refused.value.code is ErrorCode.BAD_MESSAGE
    assert refusal(room.reveal, 1, nonce_of(1), NOON) is ErrorCode.WRONG_PHASE, "nothing was promised"
    assert room.reveal(0, nonce_of(0), NOON, 9)
    assert not room.reveal(0, nonce_of(0), NOON, 9), "the same request again"


def test_no_promise_is_changed_while_it_counts_down() -> None:
    room = counting()
    for promised in (promise(nonce_of(7)), ""):
        assert refusal(room.ready, 0, True, promised, NOON) is ErrorCode.WRONG_PHASE
    room.reveal(0, nonce_of(0), NOON)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    assert room.countdown.withholders == [1], "the same promise again changes nothing"


def test_a_player_without_a_promise_adds_nothing_and_delays_nothing() -> None:
    room = race(players=2)
    room.ready(0, True, "", NOON)
    room.ready(1, True, promise(nonce_of(1)), NOON)
    room.reveal(1, nonce_of(1), NOON)
    room.tick(NOON + 3000)
    assert room.state.seed == fresh_seed(SECRET, ("", nonce_of(1)))


@pytest.mark.parametrize("rules", [{"deal": "daily"}, {"deal": "numbered", "number": 7}])
def test_only_a_fresh_deal_needs_nonces(rules: dict[str, object]) -> None:
    room = race(**rules)  # type: ignore[arg-type]
    room.ready(0, True, promise(nonce_of(0)), NOON)
    assert room.state.occupants[0].nonce_hash == ""
    room.tick(NOON + 3000)
    assert room.state.phase == "running"


# ---- players who withhold, leave or are no longer ready --------------------------------------------------------------


def test_withholding_a_nonce_for_three_seconds_unseats_the_player() -> None:
    room = counting(players=3)
    room.reveal(0, nonce_of(0), NOON + 100)
    room.reveal(2, nonce_of(2), NOON + 100)
    room.tick(NOON + 2999)
    assert list(room.state.occupants) == [0, 1, 2]
    room.take_outcome()
    room.tick(NOON + 3000)
    records, effects, _ = room.take_outcome()
    assert (list(room.state.occupants), room.state.phase, room.state.called_off) == ([0, 2], "lobby", 1)
    assert records == [Unseated(NOON + 3000, 1, 1, 0, withheld=True), CountingDown(NOON + 3000, None)]
    assert [effect.seat for effect in effects if isinstance(effect, PutOut)] == [1]
    assert not any(
        occupant.ready or occupant.nonce or occupant.nonce_hash for occupant in room.state.occupants.values()
    )
    for seat in (0, 2):
        assert refusal(room.ready, seat, True, promise(nonce_of(seat)), NOON + 3050) is ErrorCode.BAD_MESSAGE, "seen"
    again(room, (0, 2), NOON + 3100)
    for seat in (0, 2):
        room.reveal(seat, nonce_of(100 + seat), NOON + 3200)
    room.tick(NOON + 6100)
    assert room.state.seed == fresh_seed(SECRET, (nonce_of(100), nonce_of(102)))


@pytest.mark.parametrize(
    "call", [lambda room: room.ready(1, True, "", NOON + 3000), lambda room: room.reveal(1, nonce_of(1), NOON + 3000)]
)
def test_a_player_who_reveals_too_late_is_told_why_the_seat_is_gone(call: Callable[[Room], object]) -> None:
    room = counting()
    room.reveal(0, nonce_of(0), NOON)
    with pytest.raises(Refused, match="nonce"):
        call(room)
    assert list(room.state.occupants) == [0]
    assert room.leave(1, NOON + 3001), "leaving repeats what has already happened"


def test_players_without_promises_begin_without_a_withholder() -> None:
    room = race(players=2)
    bot = room.sit("b", "Bot", NOON, bot="easy", by=0)
    room.ready(0, True, "", NOON)
    room.ready(bot, True, "", NOON)
    room.ready(1, True, promise(nonce_of(1)), NOON)
    room.tick(NOON + 3000)
    assert (room.state.phase, list(room.state.occupants), room.state.starts) == ("running", [0, bot], NOON + 3000), (
        "none of their promises is void"
    )


@pytest.mark.parametrize(
    "call_off", [lambda room: room.leave(1, NOON + 500), lambda room: room.ready(1, False, "", NOON + 500)]
)
def test_a_player_who_goes_during_the_countdown_voids_all_nonces(call_off: Callable[[Room], object]) -> None:
    """Otherwise a player who has seen the nonces could choose between two deals by going or staying."""
    room = counting()
    room.reveal(0, nonce_of(0), NOON)
    room.take_outcome()
    call_off(room)
    assert (room.state.phase, room.state.called_off) == ("lobby", 1)
    assert CountingDown(NOON + 500, None) in room.take_outcome().records
    assert (room.state.occupants[0].ready, room.state.occupants[0].nonce_hash, room.state.occupants[0].nonce) == (
        False,
        "",
        "",
    )
    again(room, tuple(room.state.occupants), NOON + 600)
    assert room.state.phase == "countdown"
    room.leave(0, NOON + 700)
    assert room.state.called_off == 2, "so that clients are told each time"


# ---- an unpredictable seed -------------------------------------------------------------------------------------------


def test_nobody_reckons_the_seed_from_the_commit() -> None:
    """Neither if nobody has a nonce, nor if the nonces are the bytes that SHA-256 appends to a text of 32 bytes. The
    hash of the secret with these bytes is the state from which SHA-256 continues, without knowing the secret."""
    padding = (b"\x80" + bytes(29) + b"\1\0").hex()
    for nonces in (("",), (), (padding[:32], padding[32:])):
        seed = fresh_seed(SECRET, nonces)
        assert seed != sha256(SECRET).digest()
        assert seed != sha256(SECRET + bytes.fromhex("".join(nonces))).digest()


# ---- bots ------------------------------------------------------------------------------------------------------------


def test_the_nonce_of_a_bot_stands_with_the_commit() -> None:
    room = race()
    bot = room.sit("b", "Bot", NOON, bot="easy", by=0)
    fixed = sha256(b"cadogan bot nonce" + SECRET + bytes([bot])).digest()[:16].hex()
    assert bot_nonce(SECRET, bot) == fixed
    assert room.state.occupants[bot].nonce_hash == promise(fixed), "before anybody is ready"
    room.ready(bot, True, promise(nonce_of(7)), NOON)
    room.ready(0, True, promise(nonce_of(0)), NOON)
    assert refusal(room.reveal, bot, nonce_of(7), NOON) is ErrorCode.WRONG_PHASE
    room.ready(0, False, "", NOON)
    assert room.state.occupants[bot].ready, "its nonce was never shown, so the promise stands"
    room.ready(0, True, promise(nonce_of(1)), NOON)
    room.reveal(0, nonce_of(1), NOON)
    room.tick(NOON + 3000)
    assert room.state.seed == fresh_seed(SECRET, (nonce_of(1), fixed))


def test_a_bot_that_joined_by_itself_promises_like_anybody() -> None:
    room = race()
    guest = room.sit("g", "Guest", NOON, bot="good")
    assert room.state.occupants[guest].nonce_hash == ""
    room.ready(guest, True, promise(nonce_of(5)), NOON)
    assert room.state.occupants[guest].promises


# ---- logs ------------------------------------------------------------------------------------------------------------


def packed(records: list[Record]) -> list[Record]:
    return list(unpack(map(pack, records)))


def test_a_log_is_replayed_from_the_middle_of_anything() -> None:
    room = race(players=3, seats=4)
    log = room.take_outcome().records
    seats = (0, 1, 2)
    room.sit("b", "Bot", NOON, bot="easy", by=0)
    room.ready(3, True, "", NOON)
    steps: list[Callable[[], object]] = [
        *(lambda seat=seat: room.ready(seat, True, promise(nonce_of(seat)), NOON, 5) for seat in seats),
        lambda: room.reveal(0, nonce_of(0), NOON + 10, 6),
        lambda: room.reveal(2, nonce_of(2), NOON + 10, 6),
        lambda: room.tick(NOON + 3000),
        lambda: again(room, (0, 2), NOON + 3100),
        lambda: room.reveal(0, nonce_of(100), NOON + 3200, 9),
        lambda: room.resume(NOON + 3300, NOON + 9000),
        lambda: room.reveal(2, nonce_of(102), NOON + 9100, 9),
        lambda: room.tick(NOON + 12_000),
    ]
    for step in steps:
        step()
        log += room.take_outcome().records
        assert whole(replay(packed(log))) == whole(room)
    assert room.state.phase == "running"
    assert room.state.seed == fresh_seed(SECRET, (nonce_of(100), nonce_of(102), bot_nonce(SECRET, 3)))


def test_a_server_that_starts_in_the_middle_of_a_countdown_unseats_nobody() -> None:
    room = counting()
    room.reveal(0, nonce_of(0), NOON + 100)
    room.take_outcome()
    room.reopen(NOON + 60_000)
    assert RoomChanged(("seats",)) in room.take_outcome().effects, "nobody is ready any more"
    assert (room.state.phase, list(room.state.occupants)) == ("lobby", [0, 1])
    again(room, (0, 1), NOON + 61_000)
    assert (room.state.phase, room.state.starts) == ("countdown", NOON + 64_000)
    quiet = race()
    quiet.ready(0, True, "", NOON)
    quiet.reopen(NOON + 60_000)
    assert (quiet.state.phase, quiet.state.starts) == ("countdown", NOON + 63_000), (
        "without promises the countdown goes on"
    )


def test_a_lobby_of_an_old_log_goes_on_with_its_openly_given_nonces() -> None:
    """The records are packed as by an earlier version, without the fields that came later."""
    opened = created()
    old = [
        ("create", *opened[: Created._fields.index("day")]),
        ("seat", NOON, 0, "p0", "Player 0", "", 0, 1),
        ("seat", NOON, 1, "b", "Bot", "easy", 0, 2),
        ("seat", NOON, 2, "p2", "Player 2", "", 2, 1),
        ("ready", NOON, 1, True, nonce_of(1), 1),
        ("ready", NOON, 0, True, nonce_of(0), 3),
        ("count", NOON, None),
    ]
    room = replay(unpack([msgpack_of(record) for record in old]))
    assert [occupant.nonce for occupant in room.state.occupants.values()] == [nonce_of(0), nonce_of(1), ""]
    assert room.state.occupants[0].ready, "a countdown that was called off took no promise back then"
    room.ready(2, True, promise(nonce_of(2)), NOON + 10)
    room.reveal(2, nonce_of(2), NOON + 20)
    room.tick(NOON + 3010)
    assert room.state.seed == fresh_seed(SECRET, map(nonce_of, range(3)))


def msgpack_of(plain: object) -> bytes:
    packed: bytes = msgpack.packb(plain)
    return packed


def test_a_game_begun_under_old_rules_is_replayed_by_its_seed() -> None:
    """It is a duel on a numbered deal. None can be opened any more, but this one goes on."""
    room = open_room(created("spite_and_malice", deal="numbered", number=7))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
        room.commit(Readied(NOON, seat, True, nonce_of(seat), 0))
    room.commit(Began(NOON, None, sha256(b"cadogan numbered deal spite_and_malice 7").digest()))
    log = packed(room.take_outcome().records)
    assert not any(record.nonce for record in log if isinstance(record, Seated))
    assert replay(log).mode.views.board(1) == room.mode.views.board(1)


# ---- a winnable deal -------------------------------------------------------------------------------------------------


def seeking(countdown: int = 3000) -> tuple[Room, bytes]:
    """Return a race in a countdown to a winnable deal, with all nonces shown, and the seed of its row of deals."""
    room = race(players=2, deal="winnable")
    room.state.created = room.state.created._replace(countdown=countdown)
    for seat in range(2):
        room.ready(seat, True, promise(nonce_of(seat)), NOON)
    room.reveal(0, nonce_of(0), NOON)
    assert not room.countdown.sought, "not all nonces are known"
    room.reveal(1, nonce_of(1), NOON + 100)
    sought = room.countdown.sought or b""
    assert sought == fresh_seed(SECRET, (nonce_of(0), nonce_of(1)))
    return room, sought


def test_a_winnable_deal_is_dealt_at_the_end_of_the_countdown() -> None:
    room, seed = seeking()
    room.take_outcome()
    room.prove(seed, 4, NOON + 200, effort=1234)
    assert told(room) == {"proof"}
    assert (room.state.phase, room.deadline, room.countdown.sought) == ("countdown", NOON + 3000, None)
    room.tick(NOON + 3000)
    assert (room.state.phase, room.state.starts) == ("running", NOON + 3000)
    assert room.state.seed == seed_of_deal(seed, 4)
    assert room.state.proof == DealProof(number=4, nodes=NODES, revision=SOLVER_REVISION, effort=1234)


def test_the_start_waits_for_the_solver_and_no_clock_runs_meanwhile() -> None:
    room, seed = seeking(countdown=10)
    room.tick(NOON + 5099)
    assert (room.state.phase, room.deadline) == ("countdown", NOON + 5100)
    room.prove(seed, 0, NOON + 5099)
    assert (room.state.phase, room.state.starts) == ("running", NOON + 5099)
    assert room.state.seed == seed_of_deal(seed, 0)
    assert room.state.proof
    assert room.state.proof.effort == 0, "not known"


def test_a_solver_that_finds_none_in_time_is_not_waited_for() -> None:
    room, seed = seeking(countdown=10)
    room.tick(NOON + 9000)
    assert (room.state.phase, room.state.starts) == ("running", NOON + 5100)
    assert room.state.seed == seed_of_deal(seed, 0)
    assert room.state.proof == DealProof(number=None, nodes=NODES, revision=SOLVER_REVISION)
    room.prove(seed, 3, NOON + 9001)
    assert room.state.proof.number is None, "too late"


def test_a_proof_for_a_countdown_that_was_called_off_is_void() -> None:
    room, seed = seeking()
    room.prove(seed, 4, NOON + 200)
    room.ready(0, False, "", NOON + 300)
    again(room, (0, 1), NOON + 400)
    room.prove(seed, 4, NOON + 500)
    assert not room.state.proof
    for seat in range(2):
        room.reveal(seat, nonce_of(100 + seat), NOON + 600)
    assert room.countdown.sought not in (None, seed)


def test_only_a_race_has_a_winnable_deal() -> None:
    rules = RoomOptions(deal="winnable")
    must_go_together(rules, catalogue.head_of("klondike_draw1"))
    with pytest.raises(Refused, match="only the deal of a race"):
        must_go_together(rules, catalogue.head_of("spite_and_malice_modern"))


def test_nobody_takes_a_seat_while_it_counts_down() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    assert refusal(room.sit, "late", "Late", NOON + 100) is ErrorCode.WRONG_PHASE
    assert (room.state.phase, room.deadline) == ("countdown", NOON + 3000)


def test_a_player_who_leaves_during_the_countdown_gives_up_the_seat() -> None:
    room = race(players=2)
    for seat in (0, 1):
        room.ready(seat, True, "", NOON)
    room.leave(0, NOON + 100)
    assert (room.state.phase, list(room.state.occupants)) == ("countdown", [1]), "the remaining player is ready"
    room.leave(1, NOON + 200)
    assert (room.state.phase, room.deadline, room.state.occupants) == ("lobby", None, {})


def test_the_countdown_begins_when_the_last_unready_player_leaves() -> None:
    room = race(players=2)
    room.ready(0, True, "", NOON)
    room.leave(1, NOON + 100)
    assert (room.state.phase, room.state.starts) == ("countdown", NOON + 3100)


def test_nobody_calls_off_a_countdown_that_is_over() -> None:
    room = race()
    room.ready(0, True, "", NOON)
    with pytest.raises(Refused) as caught:
        room.ready(0, False, "", NOON + 3000)
    assert caught.value.code is ErrorCode.WRONG_PHASE
    assert room.state.phase == "running"


def test_a_race_starts_at_its_announced_moment_however_late_it_is_noticed() -> None:
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
