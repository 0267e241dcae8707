"""The results that count after a game, and the reasons why others do not."""

from __future__ import annotations

import random
import time
from typing import Any

import msgpack
import pytest

from cadogan_games import catalogue
from cadogan_games.hands import least_ms, quickest, way_of
from cadogan_protocol.rooms import WHY_NOT, ResultRow
from cadogan_server.rooms import counting
from cadogan_server.rooms.hands import ENOUGH, STRETCH
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import Seated, pack, unpack
from cadogan_server.rooms.room import Room
from tests.each import each
from tests.server.core import AIMED, NOON, created, finish, hands, moves, race_of, started
from tests.server.rooms.duels import MODERN, begun

SLOW = 60_000
"""A race in which one player finishes after a minute."""


def rows(room: Room) -> dict[int, ResultRow]:
    assert room.state.results is not None
    return {row.seat: row for row in room.state.results.rows}


def reasons(room: Room) -> list[str | None]:
    return [rows(room)[seat].why_not for seat in sorted(room.state.occupants)]


def raced(
    players: int = 2, rival: tuple[int, ...] = (20_000, 50_000, 55_000), game: str = "klondike", **rules: Any
) -> Room:
    """Return an ended race that the first seat won after a minute. The others made moves at these moments."""
    room = started(game, players, **rules)
    for seat in range(1, players):
        moves(room, seat, *rival)
    finish(room, 0, SLOW)
    room.end("empty", room.state.starts + 100_000)  # type: ignore[operator]
    return room


def test_a_win_against_somebody_who_has_played_counts() -> None:
    room = raced()
    assert reasons(room) == [None, None]
    first, second = room.scoring.counted
    assert (first.row, second.row) == (rows(room)[0], rows(room)[1])
    assert (first.occupant.seat, first.first, [occupant.seat for occupant in first.opponents]) == (0, True, [1])
    assert (second.first, [occupant.seat for occupant in second.opponents]) == (False, [0])


def test_a_race_that_is_not_over_counts_for_nobody_yet() -> None:
    assert started(players=2).scoring.counted == []


@pytest.mark.parametrize(
    "rival", [(), (1000, 2000, 3000), (39_000,)], ids=["never", "at once", "not in the last third"]
)
def test_a_win_against_somebody_who_has_not_played_does_not_count(rival: tuple[int, ...]) -> None:
    room = raced(rival=rival)
    assert reasons(room)[0] == "idle"
    result = next(each for each in room.scoring.counted if each.occupant.seat == 0)
    assert not result.first


def test_the_last_third_ends_when_the_winner_has_finished() -> None:
    assert reasons(raced(rival=(40_000,)))[0] is None
    assert reasons(raced(rival=(39_999,)))[0] == "idle"


def test_an_unfinished_racer_has_raced_to_the_end_of_the_race() -> None:
    room = started(players=2)
    moves(room, 0, 1000, 95_000)
    moves(room, 1, 1000, 66_000)
    room.end("empty", room.state.starts + 99_000)  # type: ignore[operator]
    assert reasons(room) == [None, None]
    room = started(players=2)
    moves(room, 0, 1000, 95_000)
    moves(room, 1, 1000, 65_000)
    room.end("empty", room.state.starts + 99_000)  # type: ignore[operator]
    assert reasons(room) == ["idle", None]


def test_a_racer_who_gave_up_at_once_has_not_played() -> None:
    for made, why in ((2, "idle"), (3, None)):
        room = started(players=2)
        moves(room, 1, *range(45_000, 45_000 + 1000 * made, 1000))
        room.give_up(1, room.state.starts + 50_000)  # type: ignore[operator]
        finish(room, 0, SLOW)
        room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
        assert reasons(room)[0] == why, made


def test_a_racer_who_played_the_board_out_has_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Race, "has_played_out", lambda room, seat: seat == 1)
    assert reasons(raced(rival=(1000,)))[0] is None


def test_finished_and_blocked_racers_have_played_the_board_out() -> None:
    room = started(players=2)
    assert not room.mode.has_played_out(0)
    finish(room, 0, SLOW)
    assert room.mode.has_played_out(0)
    blocked = started("nestor")
    while moves_left := blocked.mode.choices(0)[1]:
        assert not blocked.mode.has_played_out(0)
        blocked.play(0, moves_left[0], NOON + 9000)
    assert blocked.mode.has_played_out(0)


def test_bots_and_programs_are_nobody_to_beat() -> None:
    room = started(players=2)
    room.state.occupants[1].bot = "good"
    moves(room, 1, 55_000)
    finish(room, 0, SLOW)
    room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
    assert reasons(room) == ["bots", "bot"]
    (mine,) = room.scoring.counted
    assert (mine.first, mine.opponents) == (False, ())


def test_a_bot_among_people_is_no_opponent() -> None:
    for rival, why in ((55_000, None), (1000, "idle")):
        room = started(players=3)
        room.state.occupants[1].bot = "good"
        moves(room, 1, 55_000)
        moves(room, 2, rival)
        finish(room, 0, SLOW)
        room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
        assert reasons(room)[0] == why
        first = next(each for each in room.scoring.counted if each.occupant.seat == 0)
        assert [occupant.seat for occupant in first.opponents] == ([] if why else [2])


def test_a_racer_level_with_all_has_beaten_nobody() -> None:
    room = started(players=2)
    for seat in range(2):
        moves(room, seat, 60_000)
    room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
    assert [each.first for each in room.scoring.counted] == [False, False]


def test_a_race_alone_counts_for_oneself() -> None:
    room = raced(players=1)
    assert reasons(room) == ["alone"]
    assert [each.first for each in room.scoring.counted] == [False]


@pytest.mark.parametrize("origins", [("a", "b"), ("a", "c"), ("d", "b")], ids=["both", "address", "browser"])
def test_two_seats_of_one_address_or_browser_win_nothing_from_each_other(origins: tuple[str, str]) -> None:
    room = raced_from(("a", "b"), origins)
    assert reasons(room) == ["same_place", "same_place"]
    assert all(not each.opponents for each in room.scoring.counted)


def test_a_racer_from_elsewhere_lets_a_race_count_for_two_of_one_address() -> None:
    room = raced_from(("a", "b"), ("a", "c"), ("x", "y"))
    assert reasons(room) == [None, None, None]
    first = next(each for each in room.scoring.counted if each.occupant.seat == 0)
    assert [occupant.seat for occupant in first.opponents] == [2]


def test_only_beating_somebody_from_elsewhere_is_a_win() -> None:
    room = raced_from(("a",), ("a",), ("x",))
    ranks = {0: 1, 1: 2, 2: 1}
    assert room.state.results is not None
    level = tuple(row.model_copy(update={"rank": ranks[row.seat]}) for row in room.state.results.rows)
    room.state.results = room.state.results.model_copy(update={"rows": level})
    assert {each.occupant.seat: each.first for each in room.scoring.counted} == {0: False, 1: False, 2: True}


def raced_from(*origins: tuple[str, ...]) -> Room:
    room = open_room(created())
    assert isinstance(room.mode, Race)
    for number, origin in enumerate(origins):
        room.sit(f"p{number}", f"Player {number}", NOON, origin=origin)
    for seat in room.state.occupants:
        room.ready(seat, True, "", NOON)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    for seat in range(1, len(origins)):
        moves(room, seat, 55_000)
    finish(room, 0, SLOW)
    room.end("empty", room.state.starts + 70_000)
    return room


def test_a_race_of_unknown_origins_counts_as_before() -> None:
    """The log was written by an earlier server."""
    room = started(players=2)
    moves(room, 1, 55_000)
    log = b"".join(
        msgpack.packb(("seat", *record[:7])) if isinstance(record, Seated) else pack(record) for record in room.records
    )
    again = replay(unpack([log]))
    assert again.state.occupants[1].origin == ()
    assert isinstance(again.mode, Race)
    finish(again, 0, SLOW)
    again.end("empty", NOON + 90_000)
    assert reasons(again) == [None, None]


def test_a_race_that_is_unrated_or_on_a_known_deal_counts_for_nobody() -> None:
    for rules, why in (
        ({"rated": False}, "unrated"),
        ({"deal": "numbered", "number": 7}, "known_deal"),
        ({"deal": "daily"}, "known_deal"),
    ):
        room = raced(**rules)
        assert reasons(room) == [why, why]
        assert room.scoring.counted == []


def test_every_reason_has_a_sentence() -> None:
    assert all(" " in sentence for sentence in WHY_NOT.values())
    assert set(WHY_NOT) >= counting.ON_NO_RECORD


# ---- boards ----------------------------------------------------------------------------------------------------------


def test_each_choice_of_options_has_a_board() -> None:
    board = catalogue.board
    assert board("klondike", {}, 2027) == ""
    assert board("klondike", {"draw": 1}, 2027) == ""
    assert board("klondike", {"returns": True, "draw": 3}, 2027) == "draw=3,returns=true"
    assert catalogue.options_of("draw=3,returns=true") == {"draw": 3, "returns": True}
    assert catalogue.options_of("") == {}


def test_options_that_make_a_game_no_easier_make_no_board() -> None:
    assert catalogue.board(MODERN, {"move_seconds": 20, "max_timeouts": 9}, 2027) == ""
    assert catalogue.board(MODERN, {"riddance": 5}, 2027) == "riddance=5"
    for id in catalogue.ids():
        assert set(catalogue.head_of(id).same_board) <= set(catalogue.head_of(id).options)


def test_one_of_a_thousand_values_has_no_board() -> None:
    assert catalogue.board("anno_domini", {}, 2027) == ""
    assert catalogue.board("anno_domini", {"year": 2027}, 2027) == ""
    assert catalogue.board("anno_domini", {"year": 1111}, 2027) is None
    room = open_room(created("anno_domini", {"year": 1111}))
    assert room.scoring.board is None


NEW_YEAR = 1_798_761_600_000
"""Midnight UTC at the beginning of 2027."""


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def test_the_board_of_a_years_game_is_that_of_the_year_in_utc(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        for at, year in ((NEW_YEAR - 1, 2026), (NEW_YEAR, 2027), (NEW_YEAR + 60_000, 2027)):
            made = created("anno_domini", {"year": year})._replace(at=at)
            assert open_room(made).scoring.board == "", (at, year)
            assert open_room(made._replace(options={"year": year + 1})).scoring.board is None
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_result_with_options_that_have_no_board_counts_nowhere() -> None:
    room = open_room(created("anno_domini", {"year": 1111}))
    for number in range(2):
        room.sit(f"p{number}", f"Player {number}", NOON)
    for number in range(2):
        room.ready(number, True, "", NOON)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    room.end("empty", room.state.starts + 1000)
    assert reasons(room) == ["options", "options"]
    assert room.scoring.counted == []


# ---- hands -----------------------------------------------------------------------------------------------------------


def test_a_player_faster_than_hands_is_found_out() -> None:
    needed = int(least_ms(catalogue.game("klondike"), AIMED))
    assert needed >= 100, "a press that has to be aimed"
    assert hands(*range(needed, 30 * needed, needed)).too_fast is False
    assert hands(*range(needed - 1, 30 * (needed - 1), needed - 1)).too_fast
    assert hands(*range(needed - 1, 5 * (needed - 1), needed - 1)).too_fast, (
        "also in a game that was won in a few moves"
    )


def test_a_stretch_of_fast_moves_is_noticed_even_after_a_pause() -> None:
    needed = int(least_ms(catalogue.game("klondike"), AIMED))
    stretch = range(60_000, 60_000 + STRETCH * (needed - 10) + 1, needed - 10)
    assert hands(*stretch).too_fast
    assert not hands(*list(stretch)[:-2]).too_fast, "a few moves may come at once after a connection was held up"


def test_moves_that_the_page_makes_by_itself_need_no_hands() -> None:
    klondike = catalogue.game("klondike")
    home = klondike.first["foundations"]
    assert way_of(klondike, (9, home, 1)) == ("home", 0)
    assert way_of(klondike, (home, 9, 1)) == ("aimed", 1), "taking a card back has to be aimed"
    assert way_of(klondike, ("turn",)) == ("tapped", 0)
    assert not hands(*range(100, 5100, 50), move=("turn",)).too_fast
    assert way_of(catalogue.game("nestor"), ("discard", 3, 5)) == ("aimed", 1)
    assert way_of(catalogue.game("wheel"), ("crown", 1, 2, 3, 4)) == ("aimed", 4), "each card has to be chosen"


@each("id", catalogue.ids())
def test_every_move_of_every_game_has_its_least_time(id: str) -> None:
    game, chance = catalogue.game(id), random.Random(id)
    table = game.deal(id.encode())
    for _ in range(40):
        choices = table.moves()
        assert all(0 < least_ms(game, move) < 1000 for move in choices)
        assert [quickest(game)(move) for move in choices] == [round(1000 * least_ms(game, move)) for move in choices]
        if not choices:
            break
        table.push(chance.choice(choices))


def test_a_race_faster_than_hands_counts_for_nobody_but_the_others() -> None:
    room = started(players=2)
    moves(room, 1, 55_000)
    room.state.hands[0] = hands(*range(10, 400, 10))
    finish(room, 0, SLOW)
    room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
    assert reasons(room) == ["fast", None]
    assert [each.occupant.seat for each in room.scoring.counted] == [1]


def test_moves_that_are_taken_back_were_made_by_hands_too() -> None:
    room = started("la_belle_lucie", players=1)
    assert room.state.starts is not None
    for number in range(STRETCH + 5):
        before = room.state.starts + 100 * number
        move = next(each for each in room.mode.choices(0)[1] if way_of(room.state.game, each)[0] == "aimed")
        room.play(0, move, before)
        room.undo(0, before + 50)
    assert race_of(room).racers[0].moves == 0
    assert room.state.hands[0].too_fast


def test_the_evenness_of_moves_needs_enough_moves_of_a_person() -> None:
    assert hands(*range(0, 1000 * (ENOUGH + 1), 1000)).evenness == 0
    assert hands(*range(0, 1000 * ENOUGH, 1000)).evenness is None
    uneven = [1000 * number + (500 if number % 2 else 0) for number in range(ENOUGH + 1)]
    assert hands(*uneven).evenness == pytest.approx(0.5)
    room = started(players=2)
    room.state.hands = {seat: hands(*uneven) for seat in range(2)}
    room.state.occupants[1].bot = "good"
    room.end("empty", room.state.starts + 70_000)  # type: ignore[operator]
    assert [rows(room)[seat].evenness for seat in range(2)] == [0.5, None]


# ---- duels -----------------------------------------------------------------------------------------------------------


def test_a_duel_that_is_left_at_once_counts_for_nobody() -> None:
    room = begun(MODERN)
    room.leave(1, NOON + 60_000)
    assert reasons(room) == ["idle", "idle"]


def test_a_duel_in_which_both_have_played_counts() -> None:
    room = begun(MODERN)
    room.state.hands = {seat: hands(10_000, 20_000, 55_000) for seat in range(2)}
    room.leave(1, NOON + 60_000)
    assert reasons(room) == [None, None]
    assert [(each.occupant.seat, each.first) for each in room.scoring.counted] == [(0, True), (1, False)]


@pytest.mark.parametrize("played", [1, 3])
def test_a_duel_lost_after_a_move_or_two_was_not_played(played: int) -> None:
    """It may be lost by leaving, or by the clock."""
    room = begun(MODERN, {"riddance": 5, "move_seconds": 0}, time_limit=60)
    assert room.state.clock is not None
    late = room.state.clock.seat
    assert late is not None
    room.state.hands = {1 - late: hands(10_000, 20_000, 55_000), late: hands(*range(50_000, 50_000 + played))}
    room.tick(NOON + 70_000)
    assert room.mode.standing(late).state == "late"  # type: ignore[union-attr]
    assert rows(room)[1 - late].why_not == (None if played == 3 else "idle")
    room = begun(MODERN, target=100)
    room.state.hands = {0: hands(10_000, 20_000, 55_000), 1: hands(*range(50_000, 50_000 + played))}
    room.leave(1, NOON + 60_000)
    assert room.mode.standing(1).state == "left"  # type: ignore[union-attr]
    assert reasons(room)[0] == (None if played == 3 else "idle")


def partners(*people: int) -> Room:
    """Return a game of partners that seats 0 and 2 have won. Bots hold the other seats than those of these people, who have come
    from different places."""
    room = open_room(created("spite_and_malice_table", {"partners": True, "riddance": 5}, time_limit=0))
    for seat in range(4):
        is_person = seat in people
        room.sit(f"p{seat}", f"Player {seat}", NOON, bot="" if is_person else "easy", origin=(f"origin {seat}",))
        room.ready(seat, True, "", NOON)
    room.tick(NOON + 3000)
    for now in range(NOON + 4000, NOON + 24_000, 1000):
        seat = next(seat for seat in range(4) if room.mode.choices(seat)[1])
        move = next(move for move in room.mode.choices(seat)[1] if move[0] == "discard")
        room.play(seat, move, now)
    for seat in (1, 3):
        room.give_up(seat, NOON + 24_000)
    assert [(row.seat, row.won) for row in rows(room).values()] == [(0, True), (2, True), (1, False), (3, False)]
    return room


def test_partners_are_no_opponents_and_have_beaten_the_other_side() -> None:
    room = partners(0, 1, 2, 3)
    assert reasons(room) == [None] * 4
    opponents = {each.row.seat: [one.seat for one in each.opponents] for each in room.scoring.counted}
    assert opponents == {0: [1, 3], 1: [0, 2], 2: [1, 3], 3: [0, 2]}
    assert [each.row.seat for each in room.scoring.counted if each.first] == [0, 2]


def test_two_people_who_are_partners_had_only_bots_to_beat() -> None:
    assert [reasons(partners(0, 1, 2))[seat] for seat in (0, 1, 2)] == [None] * 3
    assert [row.why_not for row in rows(partners(0, 2)).values()] == ["bots", "bots", "bot", "bot"]
