"""Options of a room: which go together, how they hold, and the beginning of a log."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.daily import Contest
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.fairness import promise
from cadogan_server.rooms.opening import (
    carried_over,
    contest_options,
    contest_rules,
    continued,
    must_go_together,
    open_room,
    replay,
    resolved_rules,
)
from cadogan_server.rooms.records import BadLog, NewerLog
from cadogan_server.rooms.refused import Refused
from tests.server.core import NOON, created, nonce_of, race, started

RACE, DUEL = catalogue.head_of("klondike"), catalogue.head_of("spite_and_malice")


@pytest.mark.parametrize(
    ("rules", "game", "says"),
    [
        ({"deal": "again"}, "klondike", "^a room with the deal of another room is opened by `race_ghosts`"),
        ({"deal": "numbered"}, "klondike", "^a numbered deal needs its `number`, from 1 to 999999999$"),
        (
            {"deal": "numbered", "numbering": "microsoft"},
            "freecell",
            "^a numbered deal needs its `number`, from 1 to 2147483647$",
        ),
        (
            {"deal": "numbered", "numbering": "microsoft", "number": 2**31},
            "freecell",
            "^there is no deal 2147483648 by Microsoft's numbers: choose a `number` from 1 to 2147483647$",
        ),
        (
            {"deal": "numbered", "number": 10**9},
            "freecell",
            "^there is no deal 1000000000 by Cadogan's numbers: choose ",
        ),
        (
            {"deal": "numbered", "numbering": "microsoft", "number": 7},
            "canfield",
            "^Canfield has no deals by Microsoft's numbers: leave `numbering` out, or choose a game that lists microsoft",
        ),
        (
            {"deal": "numbered", "numbering": "pysol", "number": 7},
            "racing_demon",
            "^Racing Demon has no deals by PySolFC's",
        ),
        ({"numbering": "pysol"}, "freecell", "^a fresh deal has no `numbering`, which is pysol: leave it out"),
        ({"number": 7}, "klondike", "^a fresh deal has no `number`, which is 7: leave it out"),
        ({"deal": "daily", "number": 7}, "klondike", "^a daily deal has no `number`, which is 7"),
        ({"spectators": "live"}, "klondike", "^a race in the list of rooms can't be watched live"),
        ({"by_link": True, "public": True}, "klondike", "^a room that is `by_link` is in no list: set `public`"),
        ({"chat": True, "public": False}, "klondike", "^only in a room that is `by_link` may players write"),
        ({"target": 5}, "klondike", "^only a duel is played to a `target` of the room: leave 5 out for "),
        ({"days_per_turn": 3}, "klondike", "^only a duel is played by correspondence: leave `days_per_turn` out for"),
        ({"days_per_turn": 3}, "racing_demon", "^only a duel is played by correspondence"),
        (
            {"days_per_turn": 3, "target": 5},
            "spite_and_malice",
            "^a correspondence duel is a single game: leave `target`",
        ),
        ({"days_per_turn": 3, "deal": "daily"}, "spite_and_malice", "^the duel of the day is played at one sitting"),
        ({"advice": True}, "spite_and_malice", "^only racers can be advised: leave `advice` out for "),
        ({"advice": True, "deal": "daily"}, "klondike", "^nobody is advised on the deal of the day"),
        (
            {"deal": "daily"},
            "spite_and_malice",
            "^a room of Spite and Malice can't have a daily deal, because .*: leave `deal` out$",
        ),
        (
            {"deal": "winnable"},
            "racing_demon",
            "^only the deal of a race can be proved winnable: leave `deal` out for ",
        ),
    ],
)
def test_options_that_do_not_go_together_are_refused(rules: dict[str, object], game: str, says: str) -> None:
    with pytest.raises(Refused, match=says) as caught:
        must_go_together(RoomOptions.model_validate(rules), catalogue.head_of(game))
    assert caught.value.code is ErrorCode.BAD_OPTION


@pytest.mark.parametrize(
    ("rules", "game"),
    [
        ({}, "klondike"),
        ({"deal": "numbered", "number": 7}, "klondike"),
        ({"deal": "numbered", "number": 2**31 - 1, "numbering": "microsoft"}, "freecell"),
        ({"deal": "numbered", "number": 2**53 - 1, "numbering": "pysol"}, "gypsy"),
        ({"deal": "daily"}, "klondike"),
        ({"spectators": "live", "public": False}, "klondike"),
        ({"spectators": "live"}, "spite_and_malice"),
        ({"by_link": True, "public": False}, "klondike"),
        ({"by_link": True, "public": False, "chat": True}, "klondike"),
        ({"target": 5}, "spite_and_malice"),
        ({"days_per_turn": 3}, "spite_and_malice"),
        ({"days_per_turn": 7, "by_link": True, "public": False}, "russian_bank"),
    ],
)
def test_options_that_go_together_are_let_through(rules: dict[str, object], game: str) -> None:
    must_go_together(RoomOptions.model_validate(rules), catalogue.head_of(game))


def test_the_room_of_a_contest_has_seats_for_its_players() -> None:
    for contest, seats in ((Contest("race", "klondike", {}), 1), (Contest("duel", "spite_and_malice", {}), 2)):
        rules = contest_rules(contest)
        assert (rules.seats, rules.deal) == (seats, "daily")


def test_a_contest_of_a_game_of_the_year_has_that_years_options() -> None:
    contest = Contest("race", "anno_domini", {})
    for year in (2026, 2027):
        assert contest_options(contest, {}, year) == contest_options(contest, {"year": year}, year) == {"year": year}
        with pytest.raises(Refused, match=r"^all play today's deal of Anno Domini") as caught:
            contest_options(contest, {"year": year + 1}, year)
        assert caught.value.code is ErrorCode.BAD_OPTION


@pytest.mark.parametrize(
    ("rules", "game", "spectators"),
    [
        ({"spectators": "live"}, RACE, "fair"),
        ({"spectators": "live", "public": False}, RACE, "live"),
        ({"spectators": "live"}, DUEL, "live"),
        ({"spectators": "none"}, RACE, "none"),
        ({"spectators": "delayed", "public": False}, RACE, "delayed"),
    ],
)
def test_a_room_that_follows_is_watched_as_is_allowed_now(
    rules: dict[str, object], game: object, spectators: str
) -> None:
    assert continued(RoomOptions.model_validate(rules), game).spectators == spectators  # type: ignore[arg-type]


def test_a_group_that_goes_on_to_another_game_keeps_what_is_no_games_own() -> None:
    other, shared = catalogue.head_of("general_sedgewick"), catalogue.head_of("racing_demon")
    rules = RoomOptions(
        deal="numbered", number=7, numbering="pysol", races=3, games="klondike freecell general_sedgewick", advice=True,
        public=False, by_link=True, time_limit=120,
    )  # fmt: skip
    kept = {"public": False, "by_link": True}
    assert carried_over(rules, RACE, other) == RoomOptions(**kept, time_limit=120, advice=True)
    assert carried_over(rules, RACE, DUEL) == RoomOptions(**kept, time_limit=0), "advice is for racers alone"
    slow = RoomOptions(**kept, time_limit=0, days_per_turn=3)
    assert carried_over(slow, DUEL, RACE) == RoomOptions(**kept), "nor does a racer get advice without wishing it"
    assert carried_over(slow, DUEL, shared).days_per_turn is None


def test_a_turn_of_days_leaves_no_other_limit_of_time() -> None:
    slow = RoomOptions(days_per_turn=3, time_limit=120, by_link=True, public=False)
    assert resolved_rules(slow, DUEL, 0) == slow.model_copy(update={"time_limit": 0, "undo": "none"})


@pytest.mark.parametrize(
    ("game", "seats", "given"),
    [
        ("racing_demon", 1, 2),
        ("racing_demon", 5, 5),
        ("spite_and_malice_table", 1, 3),
        ("spite_and_malice_table", 8, 4),
    ],
)
def test_a_shared_table_has_as_many_seats_as_its_game_takes(game: str, seats: int, given: int) -> None:
    rules = RoomOptions(seats=seats, by_link=True, public=False)
    resolved = resolved_rules(rules, catalogue.head_of(game), 0)
    assert resolved == rules.model_copy(update={"seats": given, "undo": "none"})


def test_a_duel_leaves_the_number_of_seats_as_it_was_asked() -> None:
    assert resolved_rules(RoomOptions(seats=5), DUEL, 0).seats == 5, "a race that follows may have them"


def test_a_race_of_a_second_is_over_before_it_is_seen() -> None:
    delayed = RoomOptions(spectators="delayed", delay=60)
    assert [resolved_rules(delayed, RACE, limit).rated for limit in (0, 1, 59, 60)] == [False, True, True, False]


def test_a_log_begins_with_the_opening_of_its_room() -> None:
    records = started().take_outcome().records
    for log in ([], records[1:]):
        with pytest.raises(BadLog, match=r"^a log must begin with the opening of its room$"):
            replay(log)


@pytest.mark.parametrize(
    ("field", "value", "kind", "says"),
    [
        ("game", "no_such_game", NewerLog, "^room ABCDEF: .*no_such_game"),
        ("revision", 99, NewerLog, "^room ABCDEF: .*revision 99"),
        ("revision", 0, BadLog, "^room ABCDEF: .*revision 0"),
        ("rules", {"seats": 1000}, BadLog, "^the log of room ABCDEF makes no sense: "),
        ("rules", {"weather": "fair"}, NewerLog, "^room ABCDEF has options .* weather = 'fair'$"),
        ("rules", {"undo": "twice"}, NewerLog, "^room ABCDEF has options .* undo = 'twice'$"),
        ("rules", {"undo": "twice", "wind": "north"}, NewerLog, "know: undo = 'twice', wind = 'north'$"),
    ],
)
def test_a_log_of_a_later_version_is_told_from_one_that_nobody_can_read(
    field: str, value: Any, kind: type[BadLog], says: str
) -> None:
    with pytest.raises(BadLog, match=says) as caught:
        replay([created()._replace(**{field: value})])
    assert type(caught.value) is kind


def test_a_room_is_of_the_kind_of_its_game() -> None:
    assert [open_room(created(game)).mode.kind.name for game in ("klondike", "spite_and_malice")] == ["race", "duel"]


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
    """Rooms from before days had secrets have no `day_secret`; their seed is made from a text alone."""
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


def test_a_deal_that_some_may_know_is_never_rated() -> None:
    assert resolved_rules(RoomOptions(), catalogue.head_of("klondike"), 900).rated
    assert not resolved_rules(RoomOptions(deal="daily"), catalogue.head_of("klondike"), 900).rated
    assert not resolved_rules(RoomOptions(advice=True), catalogue.head_of("klondike"), 900).rated
    assert resolved_rules(RoomOptions(deal="numbered", number=7), catalogue.head_of("klondike"), 900) == RoomOptions(
        deal="numbered", number=7, rated=False
    )


@pytest.mark.parametrize("rules", [RoomOptions(deal="daily"), RoomOptions(deal="numbered", number=7)])
def test_nobody_opens_a_duel_with_a_deal_that_some_may_know(rules: RoomOptions) -> None:
    with pytest.raises(Refused, match=f"can't have a {rules.deal} deal") as caught:
        must_go_together(rules, catalogue.head_of("spite_and_malice"))
    assert caught.value.code is ErrorCode.BAD_OPTION
    must_go_together(RoomOptions(), catalogue.head_of("spite_and_malice"))
    must_go_together(rules, catalogue.head_of("klondike"))
