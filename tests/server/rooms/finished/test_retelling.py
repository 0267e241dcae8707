"""A finished room as text, and the same room made from the text again."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.solver.proof import seed_of_deal
from cadogan_protocol.notation import BadNotation, Happened, NotByTheRules, RecordedResult, Recording, read, written
from cadogan_server.replays.from_log import story
from cadogan_server.replays.from_recording import retold
from cadogan_server.rooms import fairness
from cadogan_server.rooms.finished.retelling import CLAIMED, must_be_as_claimed, must_make_sense, recorded, records_of
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.records import (
    Began,
    Created,
    Ended,
    Forfeited,
    GaveUp,
    MovedOn,
    NextGame,
    Played,
    Proved,
    Record,
    Seated,
    TimedOut,
    Undone,
)
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.examples import examples
from tests.server import core
from tests.server.rooms import duels


def played(game: str, seed: int, steps: int, **rules: Any) -> tuple[Room, list[Record]]:
    """Play a room at random until it is over; return it with its log."""
    chance = random.Random(seed)
    if catalogue.head_of(game).kind == "duel":
        room: Room = duels.begun(game, {}, target=chance.choice((0, 10)))
    else:
        room = core.started(game, chance.randint(1, 3), undo=chance.choice(("free", "covered", "none")), **rules)
    now = room.state.starts or 0
    for _ in range(steps):
        now += chance.choice((0, 1, 250, 4000, 40_000))
        seat = chance.choice(list(room.state.occupants))
        try:
            match chance.random():
                case x if x < 0.1:
                    room.undo(seat, now)
                case x if x > 0.99:
                    room.give_up(seat, now)
                case _ if moves := room.mode.choices(seat)[1]:
                    room.play(seat, chance.choice(moves), now)
            room.tick(now)
        except Refused:
            pass
        if room.state.phase == "finished":
            break
    room.end("empty", now + 7)
    return room, room.take_outcome().records


@given(st.sampled_from(catalogue.ids()), st.integers(0, 2**32), st.integers(0, 80))
@examples(15, thorough=40)
def test_the_replay_of_any_game_is_the_same_from_its_text(game: str, seed: int, steps: int) -> None:
    room, log = played(game, seed, steps)
    text = written(recorded(room, log))
    replay = retold(read(text))
    assert (replay.boards, replay.progress, replay.scores) == story(log)
    assert replay.state.results is not None
    assert room.state.results is not None
    assert replay.state.results.seed == room.state.results.seed
    assert replay.state.results.nonces == room.state.results.nonces


@cache
def sample() -> str:
    """Return a short race as text."""
    return written(recorded(*played("klondike_draw1", 7, 60)))


@given(st.integers(0, 10**6))
def test_a_text_that_was_cut_off_is_found_out(at: int) -> None:
    text = sample()
    with pytest.raises(BadNotation):
        read(text[: at % (len(text) - 1)])


def test_a_match_of_a_duel_is_told_with_all_its_games() -> None:
    room = duels.begun(target=12)
    assert isinstance(room.mode, Duel)
    room.leave(0, (room.state.starts or 0) + 90_000)
    log = room.take_outcome().records
    replay = retold(read(written(recorded(room, log))))
    assert (replay.boards, replay.progress, replay.scores) == story(log)


TITLE = catalogue.head_of("klondike").title


# ---- the contents of a recording -------------------------------------------------------------------------------------


def raced() -> tuple[Room, list[Record]]:
    """A race for a winnable deal of a person and a bot, with moves, an undo and a racer who gives up; it ends empty."""
    room = core.race(players=1, deal="winnable", undo="free")
    room.sit("bot", "Hal", core.NOON, bot="fair", by=0)
    core.all_ready(room)
    assert room.countdown.sought
    room.prove(room.countdown.sought, 4, core.NOON + 200, 77)
    starts = core.NOON + core.COUNTDOWN_MS
    room.tick(starts)
    core.moves(room, 0, 1000, 2000)
    room.undo(0, starts + 2500)
    core.moves(room, 1, 3000)
    room.give_up(1, starts + 4000)
    room.end("empty", starts + 5000)
    return room, room.take_outcome().records


def test_a_recording_holds_the_room_its_players_and_all_that_happened() -> None:
    room, log = raced()
    told = recorded(room, log)
    state = room.state
    created, results = state.created, state.results
    assert results is not None
    assert (told.game, told.revision, told.options) == ("klondike", created.revision, created.options)
    assert (told.room, told.rules, told.day) == ("ABCDEF", state.rules, "")
    assert (told.starts, told.lasted) == (core.NOON + core.COUNTDOWN_MS, 5000)
    assert (told.seed, told.secret) == (state.seed.hex(), created.secret.hex())
    assert told.proof == state.proof
    assert [(seat.seat, seat.name, seat.bot, seat.nonce) for seat in told.seats] == [
        (0, "Player 0", "", core.nonce_of(0)), (1, "Hal", "fair", results.nonces[1]),
    ]  # fmt: skip
    assert [(result.seat, result.rank, result.progress, result.moves, result.undone) for result in told.results] == [
        (row.seat, row.rank, row.progress, row.moves, row.undone) for row in results.rows
    ]
    played = [record.move for record in log if isinstance(record, Played)]
    assert told.happened == (
        Happened(1000, 0, "move", played[0]), Happened(2000, 0, "move", played[1]), Happened(2500, 0, "undo", None),
        Happened(3000, 1, "move", played[2]), Happened(4000, 1, "stand", None),
    )  # fmt: skip
    assert (told.end, told.left) == ("empty", None)
    day = core.started(deal="daily")
    day.state.created = day.state.created._replace(day="2027-01-15")
    day.give_up(0, core.NOON + 50_000)
    assert recorded(day, day.take_outcome().records).day == "2027-01-15"


def test_a_recording_of_a_match_names_the_player_who_left() -> None:
    room = duels.begun(target=12)
    assert room.state.starts is not None
    room.leave(1, room.state.starts + 9000)
    told = recorded(room, room.take_outcome().records)
    assert (told.end, told.left, told.lasted) == ("left", 1, 9000)
    assert told.happened == (Happened(9000, 1, "stand", None),)
    *_, last = records_of(told)
    assert last == Ended(room.state.starts + 9000, "left", 1)


def test_a_recording_of_a_match_marks_the_start_of_each_game() -> None:
    room = duels.begun(target=12)
    assert room.state.starts is not None
    room.give_up(1, room.state.starts + 1000)
    assert room.deadline is not None
    room.tick(room.deadline)
    room.leave(0, room.state.starts + 20_000)
    told = recorded(room, room.take_outcome().records)
    assert told.happened == (
        Happened(1000, 1, "stand"), Happened(1000 + core.BREAK_MS, 0, "next"), Happened(20_000, 0, "stand")
    )  # fmt: skip


def test_a_recording_gives_the_records_that_count_again() -> None:
    room, log = raced()
    created, *others = records_of(recorded(room, log))
    assert isinstance(created, Created)
    first, starts = room.state.created, room.state.starts or 0
    assert created == Created(
        starts,
        first.secret.hex()[:16],
        "ABCDEF",
        first.game,
        first.revision,
        first.options,
        first.rules,
        first.secret,
    )
    assert [record for record in others if isinstance(record, Seated)] == [
        Seated(starts, 0, "seat-0", "Player 0", "", 0, 0, (), core.nonce_of(0)),
        Seated(starts, 1, "seat-1", "Hal", "fair", 1, 0, (), room.state.occupants[1].nonce),
    ]
    (proved,) = (record for record in others if isinstance(record, Proved))
    (was,) = (record for record in log if isinstance(record, Proved))
    assert proved == was._replace(at=starts)
    after = next(number for number, record in enumerate(log) if isinstance(record, Began))
    assert others[3:] == [Began(starts, None, room.state.seed), *log[after + 1 :]], "the time that it took is known"


def test_every_event_of_a_recording_becomes_its_record() -> None:
    happened = (
        Happened(1, 0, "move", ("turn",)), Happened(2, 1, "undo"), Happened(3, 1, "stand"), Happened(4, 1, "late"),
        Happened(5, 1, "forfeit"), Happened(6, 0, "next"), Happened(7, 1, "move"),
        Happened(8, 0, "on"),
    )  # fmt: skip
    told = recorded(*raced()).model_copy(update={"happened": happened, "day": "2027-01-15", "end": "done"})
    created, *_, last = records = list(records_of(told))
    assert isinstance(created, Created)
    assert created.day == "2027-01-15"
    assert records[5:-1] == [
        Played(1, 0, 0, ("turn",)), Undone(2, 1, 0), GaveUp(3, 1, 0), TimedOut(4, 1), Forfeited(5, 1), NextGame(6),
        Played(7, 1, 0, ()), MovedOn(8),
    ]  # fmt: skip
    assert last == Ended(told.starts + told.lasted, "done", None)


# ---- false claims of a recording -------------------------------------------------------------------------------------


def fault(recording: Recording, **changes: Any) -> str:
    """Return what makes no sense in a recording with these changes; empty: nothing."""
    try:
        must_make_sense(recording.model_copy(update=changes))
    except NotByTheRules as error:
        return str(error)
    return ""


def test_seats_and_events_of_a_recording_must_fit_its_game() -> None:
    race = recorded(*raced())
    assert fault(race) == ""
    first, second = race.seats
    assert fault(race, seats=(first, first)) == f"nobody can sit on the seats 0, 0 at {TITLE}"
    high = second.model_copy(update={"seat": 64})
    assert fault(race, seats=(first, high)) == f"nobody can sit on the seats 0, 64 at {TITLE}"
    last = second.model_copy(update={"seat": 63})
    assert fault(race, seats=(first, last), happened=(), results=()).startswith("the results don't have"), "it may sit"
    assert fault(race, happened=(Happened(0, 0, "undo"), Happened(-1, 0, "undo"))) == (
        "event 2 comes before the start, at -1 ms"
    )
    assert fault(race, happened=(Happened(0, 2, "undo"),)) == "event 1 is of seat 2, on which nobody sits"
    for what in ("late", "forfeit", "next"):
        assert fault(race, happened=(Happened(0, 0, what),)) == f"event 1 is `!{what}`, which a race does not have"
    one, other = race.results
    assert fault(race, results=(other, one)) == ""
    for results in ((one,), (one, one), (one, other, other)):
        assert fault(race, results=results) == "the results don't have exactly one line for each player"


def test_a_duel_has_two_seats_and_events_of_its_own() -> None:
    room = duels.begun()
    room.leave(1, core.NOON + 9000)
    duel = recorded(room, room.take_outcome().records)
    assert fault(duel, happened=tuple(Happened(1, 0, what) for what in ("late", "forfeit", "next"))) == ""
    title = catalogue.head_of(duel.game).title
    assert fault(duel, seats=duel.seats[:1]) == f"nobody can sit on the seats 0 at {title}"
    high = duel.seats[1].model_copy(update={"seat": 2})
    assert fault(duel, seats=(duel.seats[0], high)) == f"nobody can sit on the seats 0, 2 at {title}"


def test_the_seed_of_a_recording_must_be_the_one_of_its_deal() -> None:
    race = recorded(*raced())
    made_otherwise = "the seed is not made of the room's secret and the nonces of its players"
    assert fault(race, seed="0" * 64) == made_otherwise
    assert race.proof is not None
    assert fault(race, proof=race.proof.model_copy(update={"number": 5})) == made_otherwise
    assert fault(race, proof=None) == made_otherwise
    secret, nonces = bytes.fromhex(race.secret), [seat.nonce for seat in race.seats]
    fresh = fairness.fresh_seed(secret, nonces)
    for proof in (None, race.proof.model_copy(update={"number": None})):
        assert fault(race, proof=proof, seed=seed_of_deal(fresh, 0).hex()) == ""
    assert fault(race, seats=race.seats[::-1]) == "", "nonces count in the order of the seats, not of the lines"
    dealt_fresh = race.rules.model_copy(update={"deal": "fresh"})
    assert fault(race, rules=dealt_fresh, seed=fresh.hex()) == ""
    assert fault(race, rules=dealt_fresh) == made_otherwise
    numbered = race.rules.model_copy(update={"deal": "numbered", "number": 7})
    assert fault(race, rules=numbered) == f"the seed is not that of deal 7 of {TITLE}"
    assert fault(race, rules=numbered, seed=fairness.numbered_seed("klondike", 7).hex()) == ""
    famous = numbered.model_copy(update={"numbering": "microsoft"})
    assert fault(race, rules=famous) == f"the seed is not that of deal 7 of {TITLE}"
    assert fault(race, rules=famous, seed=fairness.numbered_seed("", 7, "microsoft").hex()) == ""
    assert fault(race, game="canfield", options={}, rules=famous) == "Canfield has no deals by Microsoft's numbers"
    without = numbered.model_copy(update={"number": None})
    assert fault(race, rules=without, seed=fairness.numbered_seed("klondike", 0).hex()) == ""
    daily = race.rules.model_copy(update={"deal": "daily"})
    assert fault(race, rules=daily, seed="0" * 64) == "", "the secret of a day is looked at elsewhere"


@pytest.mark.parametrize(
    ("field", "claimed", "told"),
    [("rank", 9, "9"), ("won", True, "true"), ("progress", 99, "99"), ("moves", 99, "99"), ("undone", 99, "99"),
     ("penalty", 99, "99"), ("score", 99, "99"), ("time", 99, "99")],
)  # fmt: skip
def test_every_claim_of_a_result_is_compared(field: str, claimed: Any, told: str) -> None:
    room, log = raced()
    assert room.state.results is not None
    race = recorded(room, log)
    must_be_as_claimed(race, room.state.results.rows)
    (row, *_), (result, *others) = room.state.results.rows, race.results
    forged = race.model_copy(update={"results": (*others, result.model_copy(update={field: claimed}))})
    true = getattr(row, field)
    right = str(true).lower()
    with pytest.raises(NotByTheRules) as caught:
        must_be_as_claimed(forged, room.state.results.rows)
    assert str(caught.value) == f"{row.name} is said to have {field} = {told}; by the rules it is {right}"


def test_a_claim_of_a_value_where_the_rules_have_none_is_told() -> None:
    room, log = raced()
    assert room.state.results is not None
    race = recorded(room, log)
    first, *others = room.state.results.rows
    without, timed = (first.model_copy(update={"time": time}) for time in (None, 5))
    claims = [RecordedResult(seat=first.seat, **without.model_dump(include=set(CLAIMED))), *race.results[1:]]
    must_be_as_claimed(race.model_copy(update={"results": claims}), [without, *others])
    with pytest.raises(NotByTheRules, match=r"Player 0 is said to have time = none; by the rules it is 5$"):
        must_be_as_claimed(race.model_copy(update={"results": claims}), [timed, *others])
    claims[0] = claims[0].model_copy(update={"time": 5})
    with pytest.raises(NotByTheRules, match=r"Player 0 is said to have time = 5; by the rules it is none$"):
        must_be_as_claimed(race.model_copy(update={"results": claims}), [without, *others])
