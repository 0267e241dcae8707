"""The contests of days: the same for all, for one person each, and ranked."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.daily import Contest
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomKind, RoomOptions
from cadogan_protocol.rooms import ResultRow
from cadogan_server.delivery import describe
from cadogan_server.rooms.finished.contest import MOST_PENALTY, MOST_SCORE, TIE_BREAK, Attempt, attempts_in, value_of
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.kinds.ranking import Merit
from cadogan_server.rooms.kinds.registry import kind_named
from cadogan_server.rooms.opening import contest_options, contest_rules, must_go_together, open_room, replay
from cadogan_server.rooms.records import Created, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.server.core import NOON, all_ready, created, hands, moves, started

DAY = "2027-01-15"
RACE = Contest("race", "klondike", {})
DUEL = Contest("duel", "spite_and_malice_modern", {"riddance": 10})


def opened(contest: Contest = RACE) -> Created:
    made = created(contest.game, dict(contest.options), **contest_rules(contest).model_dump())
    return made._replace(contest=contest.kind, day=DAY, day_secret=b"s" * 32)


def contest_room() -> Room:
    return begun(opened())


def begun(made: Created, now: int = NOON) -> Room:
    """Return a race of one player whose cards are shown one countdown after this moment."""
    room = open_room(made)
    assert isinstance(room.mode, Race)
    room.sit("p0", "Player 0", now)
    all_ready(room, now)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    return room


def row(**fields: object) -> ResultRow:
    return ResultRow.model_validate({"rank": 1, "seat": 0, "name": "Anna", "won": False, "progress": 0, **fields})


results = st.builds(
    row,
    won=st.booleans(),
    progress=st.integers(0, 51),
    penalty=st.integers(0, 99),
    score=st.none() | st.integers(0, 200),
    moves=st.integers(0, 2000),
    time=st.integers(0, 86_400_000),
)


@given(st.lists(results, min_size=2, max_size=6))
def test_a_day_ranks_as_a_race_does_and_a_sorted_set_keeps_it_to_the_unit(rows: list[ResultRow]) -> None:
    rows = [one.model_copy(update={"progress": 52}) if one.won else one for one in rows]
    merits = [
        (Merit(0, one.won, one.progress, one.penalty, one.time or 0).key, value_of(one, Race.kind, 52)) for one in rows
    ]
    for (key, value), (next_key, next_value) in pairwise(sorted(merits)):
        assert (key == next_key) == (value == next_value)
        assert value <= next_value
    assert all(int(float(value)) == value < 2**53 for _, value in merits)


def test_a_duel_is_ranked_by_points_then_cards_then_moves() -> None:
    order = [
        row(won=True, score=9, moves=80, time=9_000_000, progress=10),
        row(won=True, score=5, moves=60, time=10, progress=10),
        row(won=True, score=5, moves=61, time=5, progress=10),
        row(progress=9, moves=90),
        row(progress=3, moves=1),
    ]
    values = [value_of(one, Duel.kind, 10) for one in order]
    assert values == sorted(set(values))


@pytest.mark.parametrize(
    ("kind", "better", "worse"),
    [
        ("duel", {"won": True, "progress": 0}, {"progress": 10, "score": MOST_SCORE}),
        ("duel", {"won": True, "score": 1}, {"won": True, "score": 0}),
        ("duel", {"won": True, "score": MOST_SCORE - 1}, {"won": True, "score": MOST_SCORE - 2}),
        ("duel", {"won": True, "score": 1, "moves": TIE_BREAK + 9}, {"won": True, "score": 0, "moves": 1}),
        ("race", {"won": True, "progress": 0}, {"progress": 10}),
        ("race", {"won": True, "progress": 0, "penalty": MOST_PENALTY}, {"progress": 10}),
        ("race", {"penalty": MOST_PENALTY - 2}, {"penalty": MOST_PENALTY - 1}),
        ("race", {"time": 0}, {"time": 1}),
        ("race", {"time": TIE_BREAK - 2}, {"time": TIE_BREAK - 1}),
        ("race", {"time": TIE_BREAK + 9}, {"penalty": 1}),
    ],
)
def test_a_days_board_has_the_better_result_first(
    kind: RoomKind, better: dict[str, object], worse: dict[str, object]
) -> None:
    assert value_of(row(**better), kind_named(kind), 10) < value_of(row(**worse), kind_named(kind), 10)


def test_scores_and_penalties_are_alike_from_a_number_on() -> None:
    for kind, field, most in ((Duel.kind, "score", MOST_SCORE), (Race.kind, "penalty", MOST_PENALTY)):
        values = {value_of(row(won=True, **{field: value}), kind, 10) for value in (most - 1, most, 5 * most)}
        assert len(values) == 1, field


def test_a_room_for_a_contest_is_the_same_for_all() -> None:
    rules = contest_rules(RACE)
    assert (rules.seats, rules.public, rules.spectators, rules.undo) == (1, False, "none", "covered")
    assert (rules.rated, rules.time_limit) == (False, 0)
    usual = catalogue.resolve_options("klondike", {}, 2027)
    assert contest_options(RACE, {}, 2027) == contest_options(RACE, {"draw": usual["draw"]}, 2027) == usual
    with pytest.raises(Refused) as caught:
        contest_options(RACE, {"draw": 3}, 2027)
    assert caught.value.code is ErrorCode.BAD_OPTION
    assert contest_options(DUEL, {}, 2027)["riddance"] == 10
    must_go_together(contest_rules(DUEL), catalogue.head_of(DUEL.game), DUEL)
    for deal in ("daily", "again"):
        with pytest.raises(Refused):
            must_go_together(RoomOptions(deal=deal), catalogue.head_of(DUEL.game))
    with pytest.raises(Refused):
        must_go_together(RoomOptions(deal="again"), catalogue.head_of("klondike"))


def test_only_the_requested_bot_takes_another_seat_of_a_contest() -> None:
    duel = open_room(opened(DUEL))
    duel.sit("p0", "Player 0", NOON)
    for bot in ("", "guest"):
        with pytest.raises(Refused) as caught:
            duel.sit("p1", "Player 1", NOON, bot=bot)
        assert caught.value.code is ErrorCode.ROOM_FULL
    assert duel.sit("bot", "Bot", NOON, bot="fair", by=0) == 1


def test_the_attempts_of_a_room_are_decided_once_and_logged() -> None:
    room = contest_room()
    assert describe.state(room, describe.Volatile(), NOON).attempts is None
    room.commit(room.scoring.attempt((0,), NOON))
    room.commit(room.scoring.attempt((), NOON))
    assert describe.state(room, describe.Volatile(), NOON).attempts == (0,)
    assert replay(unpack(map(pack, room.take_outcome().records))).state.attempts == (0,)


def test_the_result_of_an_attempt_counts_on_the_days_board_alone() -> None:
    room = contest_room()
    assert attempts_in(room) == [], "the race is not over"
    moves(room, 0, 10_000, 20_000, 30_000)
    room.give_up(0, NOON + 50_000)
    assert room.state.results is not None
    (mine,) = room.state.results.rows
    assert mine.why_not == "daily"
    assert attempts_in(room) == [
        Attempt(
            player="p0",
            name="Player 0",
            won=False,
            time=mine.time,
            progress=mine.progress,
            score=mine.score,
            moves=3,
            room=room.code,
            value=value_of(mine, Race.kind, room.state.game.progress_max),
        )
    ]
    assert attempts_in(started()) == []


def test_a_deal_of_the_day_in_another_room_is_no_attempt() -> None:
    room = begun(created(deal="daily")._replace(day=DAY, day_secret=b"s" * 32))
    room.give_up(0, NOON + 50_000)
    assert room.state.results is not None
    assert attempts_in(room) == []


@pytest.mark.parametrize(("seconds", "counts"), [(20, True), (40, False)])
def test_an_attempt_is_over_within_the_day(seconds: int, counts: bool) -> None:
    half_a_minute_to_midnight = NOON + 16 * 3_600_000 - 30_000
    room = begun(opened(), half_a_minute_to_midnight)
    assert room.state.starts is not None
    room.give_up(0, room.state.starts + 1000 * seconds)
    assert len(attempts_in(room)) == counts


def test_an_attempt_at_a_duel_is_the_persons_alone_and_ranked_by_points() -> None:
    duel = open_room(opened(DUEL))
    duel.sit("p0", "Player 0", NOON)
    duel.sit("bot", "Bot", NOON, bot="fair", by=0)
    all_ready(duel)
    assert duel.state.starts is not None
    duel.tick(duel.state.starts)
    duel.state.hands[0] = hands(10_000, 20_000, 30_000)
    duel.leave(1, duel.state.starts + 50_000)
    assert duel.state.results is not None
    mine = next(row for row in duel.state.results.rows if row.seat == 0)
    (attempt,) = attempts_in(duel)
    assert (attempt.player, attempt.won) == ("p0", True)
    assert attempt.value == value_of(mine, Duel.kind, duel.state.game.progress_max)
    assert attempt.value != value_of(mine, Race.kind, duel.state.game.progress_max)


def test_few_moves_and_too_fast_hands_are_on_no_board() -> None:
    early = contest_room()
    moves(early, 0, 10_000, 20_000)
    early.give_up(0, NOON + 50_000)
    fast = contest_room()
    moves(fast, 0, *range(3000, 3030))
    fast.give_up(0, NOON + 50_000)
    (few_moves,), (too_fast,) = attempts_in(early), attempts_in(fast)
    assert (few_moves.value, few_moves.why_not) == (None, "few_moves")
    assert (too_fast.value, too_fast.why_not) == (None, "fast")
