"""The orders of people to a tournament, and the refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms.refused import Refused
from cadogan_server.tournaments import orders
from cadogan_server.tournaments.orders import MOST_AHEAD_MS, MOST_ORDERS, MOST_PEOPLE, MOST_TIMES, MOST_WITH_LEAVERS
from cadogan_server.tournaments.records import Decided, Entered, Left, Moved, Over, Paused, Record, Result, RoomOpened
from tests.each import each
from tests.server.tournaments.evening import HOST, MINUTE, NOON, Evening, in_zone, terms

NEW_YEAR = 1_798_761_600_000
"""The first moment of 2027, UTC."""


def refused(code: ErrorCode, words: str, order: Callable[..., Sequence[Record]], evening: Evening, *args: Any) -> None:
    """Check that an order is refused with this code, and a sentence with these words in it."""
    with pytest.raises(Refused, match=words) as refusal:
        order(evening.t, evening.now, *args)
    assert refusal.value.code is code
    assert refusal.value.message[0].islower(), "clients put it behind a colon"


def of_four(kind: Any = "knockout", **changed: Any) -> Evening:
    evening = Evening(terms(kind, **changed))
    evening.enter("ann", "bob", "cy", "dan")
    return evening


def begun(kind: Any = "knockout", **changed: Any) -> Evening:
    evening = of_four(kind, **changed)
    evening.begin()
    return evening


def test_terms_keep_what_differs_from_the_usual() -> None:
    made = terms(
        "arena", game="racing_demon", options={"turn": 3, "target": 50}, title=" Tea ", text="one\ntwo\n", fill=8
    )
    assert made.options == {"target": 50}
    assert (made.title, made.text, made.bots, made.fill) == ("Tea", "one\ntwo", "fair", 8)
    assert (made.at, made.game) == (NOON, "racing_demon")


def test_a_clubs_tournament_names_the_club_and_its_emblem() -> None:
    made = terms("arena", club="club", emblem=("oak", "red"))
    assert (made.club, made.emblem) == ("club", ("oak", "red"))
    assert (terms("arena").club, terms("arena").emblem) == ("", ())


def test_a_game_of_the_year_has_the_options_of_the_year_it_is_opened_in() -> None:
    assert terms("arena", game="anno_domini", options={"year": "current"}).options == {}


def test_a_start_of_a_moment_ago_is_now() -> None:
    assert terms("arena", starts=NOON - MINUTE).starts == NOON
    assert terms("arena", starts=NOON + MOST_AHEAD_MS).starts == NOON + MOST_AHEAD_MS


@each(
    "changed,words",
    [
        ({"kind": "league"}, "can't be 'league'"),
        ({"options": {"draw": 7}}, "cannot be 7"),
        ({"options": {"dogs": 7}}, "no option 'dogs'"),
        ({"game": "spite_and_malice_table"}, "^two players can't play .* against each other: choose another game$"),
        ({"title": "x" * 61}, "the title has 61 characters: 60"),
        ({"text": "x" * 501}, "the text has 501 characters: 500"),
        ({"title": "a\nb"}, r"the title has the character '\\n'"),
        ({"text": "a\u202eb"}, r"the text has the character '\\u202e'"),
        ({"starts": NOON - MINUTE - 1}, "is past"),
        ({"starts": 0}, "1970-01-01 00:00 UTC, is past"),
        ({"starts": NOON + MOST_AHEAD_MS + 1}, "2026-10-21 14:13 UTC, is too far ahead: .* until 2026-10-21 14:13 UTC"),
        ({"starts": NOON - 2 * MINUTE}, "2026-09-21 14:11 UTC, is past: it is 2026-09-21 14:13 UTC"),
        ({"starts": 10**18}, "1000000000000000000 ms since 1970, is too far ahead"),
        ({"minutes": 19}, "19 minutes: `minutes` may be 20 to 90"),
        ({"minutes": 91}, "91 minutes"),
        ({"rounds": 3}, "only a Swiss tournament has `rounds`"),
        ({"kind": "swiss"}, "only an arena has `minutes`"),
        ({"kind": "swiss", "minutes": 0, "rounds": 2}, "2 rounds: `rounds` may be 3 to 11"),
        ({"kind": "swiss", "minutes": 0, "rounds": 12}, "12 rounds: .* 3 to 11, or 0 for as many as its players need"),
        ({"kind": "knockout", "minutes": 0, "rounds": 3}, "only a Swiss tournament has `rounds`"),
        ({"time_limit": 3601}, "`time_limit` can't be 3601"),
        ({"time_limit": 59}, "`time_limit` can't be 59"),
        ({"bots": "genius", "fill": 4}, "no bots of the level 'genius': choose easy, fair, good, master$"),
        ({"bots": "good", "fill": 1}, "`fill` can't be 1"),
        ({"bots": "good", "fill": 129}, "`fill` can't be 129"),
        ({"bots": "", "fill": 1}, "`fill` can't be 1"),
    ],
)
def test_bad_terms_are_refused_by_the_value(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused, match=words) as refusal:
        terms(changed.pop("kind", "arena"), **{"minutes": 20} | changed)
    assert refusal.value.code is ErrorCode.BAD_OPTION


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refused, match="no game 'whist'") as refusal:
        terms("arena", game="whist")
    assert refusal.value.code is ErrorCode.UNKNOWN_GAME


def test_entering_twice_is_refused() -> None:
    refused(ErrorCode.WRONG_PHASE, "entered this tournament already", orders.enter, of_four(), "ann", "Ann", 1)


def test_who_has_left_may_come_back() -> None:
    evening = of_four()
    assert orders.leave(evening.t, NOON, "ann") == [Left(NOON, "ann", "ann")]
    assert evening.ask(orders.leave, "ann")
    assert orders.enter(evening.t, NOON, "ann", "Ann", 7, "", ("m",)) == [
        Entered(NOON, "ann", "Ann", 7, "", "", ("m",))
    ]


def test_whom_the_host_has_removed_stays_out() -> None:
    evening = of_four()
    assert orders.remove(evening.t, NOON, HOST, "ann") == [Left(NOON, "ann", HOST)]
    assert evening.ask(orders.leave, "ann")
    assert evening.ask(orders.remove, HOST, "ann")
    refused(ErrorCode.PUT_OUT, "host has removed you", orders.enter, evening, "ann", "Ann", 1)
    refused(ErrorCode.UNKNOWN_PLAYER, "'zoe'", orders.remove, evening, HOST, "zoe")


def test_a_host_who_leaves_by_removing_may_come_back() -> None:
    evening = of_four()
    evening.enter(HOST)
    assert evening.ask(orders.remove, HOST, HOST)
    assert evening.ask(orders.enter, HOST, "Hedy", 1)


def test_a_host_decides_nothing_about_the_own_game() -> None:
    evening = of_four()
    evening.enter(HOST)
    evening.begin()
    own = next(p for p in evening.t.open_pairings.values() if HOST in p.players)
    refused(ErrorCode.WRONG_PHASE, "you play this game yourself", orders.void, evening, HOST, own.number)
    refused(ErrorCode.WRONG_PHASE, "you play this game yourself", orders.remove, evening, HOST, own.other(HOST))
    assert evening.ask(orders.remove, HOST, HOST)
    assert own.winner() == own.other(HOST), "a host may go, and has lost then"


def test_nobody_enters_a_full_tournament() -> None:
    for kind, most in MOST_PEOPLE.items():
        evening = Evening(terms(kind, fill=8))
        for n in range(most):
            evening.t.apply(Entered(NOON, f"p{n}", "", 1))
        refused(ErrorCode.ROOM_FULL, f"full: {most} people", orders.enter, evening, "ann", "Ann", 1)
        evening.t.apply(Left(NOON, "p7", "p7"))
        assert orders.enter(evening.t, NOON, "ann", "Ann", 1)


def test_who_comes_and_goes_makes_no_log_without_end() -> None:
    evening = of_four("arena")
    for _ in range(MOST_TIMES - 1):
        evening.write(orders.leave(evening.t, evening.now, "ann"))
        evening.enter("ann")
    evening.write(orders.leave(evening.t, evening.now, "ann"))
    refused(ErrorCode.WRONG_PHASE, "20 times", orders.enter, evening, "ann", "Ann", 2000)


def test_those_who_have_left_are_limited_too() -> None:
    evening = Evening(terms("knockout"))
    for number in range(MOST_WITH_LEAVERS * MOST_PEOPLE["knockout"]):
        evening.enter(f"p{number}")
        evening.write(orders.leave(evening.t, evening.now, f"p{number}"))
    refused(ErrorCode.ROOM_FULL, "256 people have entered, with those", orders.enter, evening, "eve", "Eve", 2000)
    evening.enter("p3")


def test_a_host_who_orders_without_end_is_refused() -> None:
    evening = of_four("arena")
    for number in range(MOST_ORDERS - 1):
        evening.write(orders.move_start(evening.t, evening.now, HOST, NOON + MINUTE * (2 + number % 2)))
    evening.begin()
    evening.write(orders.pause(evening.t, evening.now, HOST, True))
    refused(ErrorCode.WRONG_PHASE, "500 times", orders.void, evening, HOST, 1)
    evening.write(orders.pause(evening.t, evening.now, HOST, False))
    refused(ErrorCode.WRONG_PHASE, "500 times", orders.pause, evening, HOST, True)
    refused(ErrorCode.WRONG_PHASE, "500 times", orders.void, evening, HOST, 1)
    assert orders.cancel(evening.t, evening.now, HOST)


def test_nobody_enters_late_into_a_knockout() -> None:
    evening = begun()
    refused(ErrorCode.WRONG_PHASE, "knockout has begun", orders.enter, evening, "eve", "Eve", 1)
    assert evening.ask(orders.leave, "ann")
    refused(ErrorCode.WRONG_PHASE, "knockout has begun", orders.enter, evening, "ann", "Ann", 1)


def test_a_swiss_tournament_takes_people_in_its_first_half() -> None:
    evening = begun("swiss", rounds=4)
    evening.ask(orders.leave, "dan")
    for round in (1, 2, 3):
        assert evening.t.round == round
        if round <= 2:
            assert evening.ask(orders.enter, f"late {round}", "Late", 1)
        else:
            refused(ErrorCode.WRONG_PHASE, "round 3 of 4", orders.enter, evening, "late 3", "Late", 1)
            assert orders.enter(evening.t, evening.now, "dan", "Dan", 1), "who was in it may come back"
        for pairing in evening.games():
            evening.win(pairing.players[0])
        evening.wait(0)
    refused(ErrorCode.WRONG_PHASE, "last round", orders.enter, evening, "dan", "Dan", 1)


def test_an_arena_takes_people_until_its_time_is_up() -> None:
    evening = begun("arena")
    evening.now = evening.t.until - 1
    assert evening.ask(orders.enter, "eve", "Eve", 1)
    evening.now += 1
    refused(ErrorCode.WRONG_PHASE, "time of this arena is up", orders.enter, evening, "fay", "Fay", 1)


def test_whoever_leaves_a_game_has_lost_it() -> None:
    evening = begun()
    first, second = evening.games()
    evening.ask(orders.leave, first.players[0])
    evening.ask(orders.remove, HOST, second.players[1])
    assert [(p.result, p.cause) for p in (first, second)] == [("second", "left"), ("first", "left")]
    refused(ErrorCode.NOT_SEATED, "not entered", orders.leave, evening, "zoe")


def test_after_the_end_everything_is_refused() -> None:
    for how, word in ((False, "is over"), (True, "was cancelled")):
        evening = of_four()
        evening.write([Over(NOON, how)])
        refused(ErrorCode.WRONG_PHASE, word, orders.enter, evening, "eve", "Eve", 1)
        refused(ErrorCode.WRONG_PHASE, word, orders.leave, evening, "ann")
        refused(ErrorCode.WRONG_PHASE, word, orders.remove, evening, HOST, "ann")
        refused(ErrorCode.WRONG_PHASE, word, orders.pause, evening, HOST, True)
        refused(ErrorCode.WRONG_PHASE, word, orders.move_start, evening, HOST, NOON)
        refused(ErrorCode.WRONG_PHASE, word, orders.start_now, evening, HOST)
    assert orders.cancel(evening.t, NOON, HOST) == []


def test_only_the_host_commands() -> None:
    evening = begun()
    for by in ("ann", "", "HOST"):
        for order, *more in (
            (orders.remove, "bob"),
            (orders.pause, True),
            (orders.move_start, NOON),
            (orders.start_now,),
            (orders.cancel,),
            (orders.void, 1),
        ):
            refused(ErrorCode.NOT_HOST, "only the host may do that: Hedy", order, evening, by, *more)


def test_a_tournament_of_the_server_is_commanded_by_the_server() -> None:
    evening = Evening(terms("arena", host="", host_name=""))
    refused(ErrorCode.NOT_HOST, "this server", orders.cancel, evening, "ann")
    assert evening.ask(orders.cancel, "")


def test_the_host_pauses_what_runs() -> None:
    evening = of_four()
    refused(ErrorCode.WRONG_PHASE, "has not begun", orders.pause, evening, HOST, True)
    evening.begin()
    assert orders.pause(evening.t, evening.now, HOST, True) == [Paused(evening.now, True)]
    assert orders.pause(evening.t, evening.now, HOST, False) == []


def test_the_host_moves_the_start() -> None:
    evening = of_four()
    assert orders.move_start(evening.t, NOON, HOST, NOON + 9) == [Moved(NOON, NOON + 9)]
    assert orders.move_start(evening.t, NOON, HOST, evening.t.starts) == []
    refused(ErrorCode.BAD_OPTION, "is past", orders.move_start, evening, HOST, 5)
    assert evening.ask(orders.start_now, HOST)
    assert evening.t.starts == NOON
    evening.go_on()
    refused(ErrorCode.WRONG_PHASE, "has begun already", orders.start_now, evening, HOST)
    refused(ErrorCode.WRONG_PHASE, "has begun already", orders.move_start, evening, HOST, NOON + MINUTE)


def test_nothing_starts_before_two_are_there() -> None:
    alone = Evening(terms("knockout"))
    refused(ErrorCode.WRONG_PHASE, "nobody has entered", orders.start_now, alone, HOST)
    alone.enter("ann")
    refused(ErrorCode.WRONG_PHASE, "1 has entered", orders.start_now, alone, HOST)
    filled = Evening(terms("knockout", fill=4))
    filled.enter("ann")
    assert filled.ask(orders.start_now, HOST)


def test_a_cancelled_tournament_leaves_no_game_open() -> None:
    evening = begun()
    evening.win("ann")
    assert evening.ask(orders.cancel, HOST)
    assert evening.t.phase == "cancelled"
    assert [p.result for p in evening.t.pairings.values()].count("void") == 1
    assert not evening.games()


def test_the_host_stops_a_game_that_is_not_decided() -> None:
    evening = begun()
    assert orders.void(evening.t, NOON, HOST, 1) == [Decided(NOON, 1, "void", "host")]
    refused(ErrorCode.BAD_OPTION, "no pairing 3: the last is 2", orders.void, evening, HOST, 3)
    evening.win("ann")
    refused(ErrorCode.WRONG_PHASE, "has its result already", orders.void, evening, HOST, 1)


def test_a_pairing_has_one_room_and_one_result() -> None:
    evening = begun("swiss")
    t, now = evening.t, evening.now
    assert orders.room_opened(t, now, 1, "ONE") == [RoomOpened(now, 1, "ONE")]
    assert evening.ask(orders.room_opened, 1, "ONE")
    assert orders.room_opened(t, now, 1, "TWO") == []
    assert orders.decide(t, now, 1, "draw", "played", (1, 2)) == [Decided(now, 1, "draw", "played", (1, 2))]
    assert evening.ask(orders.decide, 1, "draw", "played")
    assert orders.decide(t, now, 1, "first", "no_show") == []
    assert orders.room_opened(t, now, 1, "TWO") == []
    assert orders.decide(t, now, 9, "first", "played") == []


@each("result,absent", [("first", ["bob"]), ("second", ["ann"]), ("neither", ["ann", "bob"])])
def test_who_does_not_come_to_a_game_is_out_except_in_an_arena(result: Result, absent: list[str]) -> None:
    for kind in ("arena", "swiss"):
        evening = Evening(terms(kind))
        evening.enter("ann", "bob")
        evening.begin()
        records = orders.decide(evening.t, NOON, 1, result, "no_show")
        left = [] if kind == "arena" else [Left(NOON, player, player) for player in absent]
        assert records == [Decided(NOON, 1, result, "no_show"), *left]


def test_terms_may_be_as_large_as_they_say() -> None:
    made = terms("arena", title="x" * 60, text="x" * 500, time_limit=3600, bots="good", fill=128, minutes=90)
    assert (len(made.title), len(made.text)) == (60, 500)
    assert terms("swiss", rounds=11, time_limit=60, bots="good", fill=2).rounds == 11
    assert terms("swiss", game="spite_and_malice_modern", rounds=3).game == "spite_and_malice_modern"


def test_the_year_of_a_game_is_that_of_utc() -> None:
    for zone in ("UTC", "Etc/GMT+12"):
        with in_zone(zone):
            made = terms("arena", game="anno_domini", options={"year": 2027}, now=NEW_YEAR, starts=NEW_YEAR)
            assert made.options == {}
            with pytest.raises(Refused, match="1970-01-01 00:00 UTC, is past: it is 2027-01-01 00:00 UTC"):
                terms("arena", now=NEW_YEAR, starts=0)


def test_entering_keeps_what_is_known_of_a_player() -> None:
    entered = orders.enter(of_four().t, NOON, "eve", "Eve", 7, marks=("m",), origin=("o",))
    assert entered == [Entered(NOON, "eve", "Eve", 7, "", "", ("m",), ("o",))]


def test_two_are_enough_to_begin() -> None:
    evening = Evening(terms("swiss"))
    evening.enter("ann", "bob")
    assert orders.start_now(evening.t, NOON, HOST) == [Moved(NOON, NOON)]


def test_a_cancelled_tournament_says_so_and_counts_no_game() -> None:
    evening = begun("swiss")
    now = evening.now
    voided = [Decided(now, number, "void", "host") for number in (1, 2)]
    assert orders.cancel(evening.t, now, HOST) == [*voided, Over(now, cancelled=True)]
    assert evening.ask(orders.cancel, HOST)
    refused(ErrorCode.WRONG_PHASE, "^this tournament was cancelled$", orders.enter, evening, "eve", "Eve", 1)
    over = begun("swiss", rounds=3)
    over.write([Over(over.now)])
    refused(ErrorCode.WRONG_PHASE, "^this tournament is over$", orders.enter, over, "eve", "Eve", 1)


def test_to_void_twice_changes_nothing() -> None:
    evening = begun("swiss")
    assert orders.leave(evening.t, evening.now, "ann")[1] == Decided(evening.now, 1, "second", "left")
    assert evening.ask(orders.void, HOST, 1)
    assert orders.void(evening.t, evening.now, HOST, 1) == []


def test_the_host_of_a_regular_tournament_is_this_server() -> None:
    evening = Evening(terms("swiss", host="", host_name=""))
    refused(ErrorCode.NOT_HOST, "only the host may do that: this server$", orders.cancel, evening, "ann")
