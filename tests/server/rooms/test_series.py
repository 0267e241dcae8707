"""A series of races: options, points, standings, the call to the next race, and its lobby."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import SERIES_POINTS
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import ResultRow
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.rooms.effects import PutOut, RoomChanged
from cadogan_server.rooms.opening import open_room, replay
from cadogan_server.rooms.records import CalledNext, Created, Leg, Line, Onward, Record, Unseated, pack, unpack
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.series import PAUSE_MS, WAIT_MS, drawn, must_be_a_series, points_of
from tests.server.core import COUNTDOWN_MS, NOON, all_ready, created, moves, race, told, whole

GAMES = ("klondike", "yukon", "clock")
NAMED = " ".join(GAMES)
END = NOON + 9000


def phase(room: Room) -> str:
    return room.state.phase


def is_called(room: Room) -> bool:
    return room.state.called


def last(room: Room) -> Record:
    return room.records[-1]


def over(room: Room, *winners: int) -> Room:
    """Play a race: these seats make a move, and all give up."""
    all_ready(room, NOON + COUNTDOWN_MS)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    for seat in winners:
        moves(room, seat, 500)
    for seat in room.state.occupants:
        room.give_up(seat, END)
    assert phase(room) == "finished"
    return room


def series(players: int = 2, **rules: Any) -> Room:
    """Return the first room of a series after its race."""
    return over(race("klondike", players, **{"races": 3, "games": NAMED} | rules))


def row(seat: int, rank: int, progress: int = 1) -> ResultRow:
    return ResultRow(rank=rank, seat=seat, name=f"Player {seat}", won=False, progress=progress)


def next_room(leg: Leg, *players: int, game: str = "yukon") -> Room:
    """Return the lobby of a later race, with these players."""
    room = open_room(Created(*created(game, races=3, games=NAMED))._replace(leg=leg))
    for number in players:
        room.sit(f"p{number}", f"Player {number}", NOON)
    return room


SECOND = Leg(2, GAMES, {}, (Line("p0", "Player 0", "", 10, 1, 10), Line("p1", "Player 1", "", 7, 1, 7)), ("p0", "p1"))


@given(st.lists(st.integers(0, 3), min_size=2, max_size=64))
def test_equal_ranks_get_equal_points_and_better_ranks_no_fewer(progress: list[int]) -> None:
    rows = [row(seat, 1 + sum(other > own for other in progress), own) for seat, own in enumerate(progress)]
    points = points_of(rows)
    for one in rows:
        assert (one.seat in points) == (one.progress > 0 and one.rank <= len(SERIES_POINTS))
        for other in rows:
            if one.rank == other.rank:
                assert points.get(one.seat) == points.get(other.seat)
            elif one.rank < other.rank:
                assert points.get(one.seat, 0) > points.get(other.seat, 0) or points.get(other.seat, 0) == 0
    if any(progress):
        assert max(points.values()) == SERIES_POINTS[0]


def test_who_races_alone_gets_no_points() -> None:
    assert points_of([row(0, 1)]) == {}
    assert points_of([row(0, 1), row(1, 2, 0)]) == {0: 10}


def test_standings_add_up_and_leavers_keep_their_points() -> None:
    room = over(next_room(SECOND._replace(expected=()), 1, 2))
    assert room.state.results is not None
    room.state.results = room.state.results.model_copy(update={"rows": (row(0, 1), row(1, 1))})
    shown = describe.races(room)
    assert shown is not None
    assert [(line.rank, line.name, line.points, line.races, line.last) for line in shown.standings] == [
        (1, "Player 1", 17, 2, 10),
        (2, "Player 0", 10, 1, None),
        (2, "Player 2", 10, 1, 10),
    ]
    assert (shown.race, shown.races, shown.games, shown.points) == (2, 3, GAMES, SERIES_POINTS)
    wish, leg = room.series.following({0})
    assert isinstance(leg, Leg)
    assert wish == ("clock", {})
    assert leg == Leg(3, GAMES, {}, room.series.lines, ("p1",))


def test_bots_keep_their_lines_by_their_names_and_players_by_their_ids() -> None:
    before = (
        Line("", "Robo", "good", 5, 1, 5),
        Line("p0", "Old name", "", 3, 1, 3),
        Line("p8", "Player 0", "", 1, 1, 1),
    )
    room = next_room(SECOND._replace(lines=before, expected=()), 0)
    for number, name in enumerate(("Robo", "Rob")):
        room.sit(f"b{number}", name, NOON, bot="good")
    assert {(line.name, line.races, line.points) for line in over(room).series.lines} == {
        ("Robo", 2, 5),
        ("Player 0", 2, 3),
        ("Player 0", 1, 1),
        ("Rob", 1, 0),
    }


def test_a_mixed_series_is_drawn_from_the_seed_of_its_first_race() -> None:
    room = race("klondike", 2, races=9)
    assert room.series.leg.games == ("klondike",)
    games: tuple[str, ...] = over(room).series.leg.games
    assert games == ("klondike", *drawn(room.state.seed, "klondike", 8))
    assert len(set(games)) == 9
    heads = [catalogue.head_of(game) for game in games[1:]]
    assert {(head.race, head.kind) for head in heads} == {("good", "race")}
    order = [sha256(f"cadogan series {game}".encode() + room.state.seed).digest() for game in games[1:]]
    assert order == sorted(order)
    assert drawn(b"another seed", "klondike", 8) != games[1:]
    assert set(drawn(b"", "klondike", 999)) == {
        game
        for game in catalogue.ids()
        if (head := catalogue.head_of(game)).race == "good" and head.kind == "race" and game != "klondike"
    }


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ({"races": 2}, "a series has 3 to 9 `races`, not 2; leave `races` and `games` out for a single race$"),
        ({"games": NAMED}, "a series has 3 to 9 `races`, not 0"),
        ({"races": 4, "games": NAMED}, "3 `games` for 4 races"),
        (
            {"races": 3, "games": "yukon clock clock"},
            "the first of the `games` is yukon, and the room's game is klondike",
        ),
        ({"races": 3, "games": "klondike yukon spite_and_malice"}, "Spite and Malice is no race"),
        ({"races": 3, "games": "klondike yukon nonsense"}, "nonsense"),
        ({"races": 3, "deal": "numbered", "number": 7}, "a series can't have a numbered deal"),
        ({"races": 3, "deal": "daily"}, "a series can't have a daily deal"),
    ],
)
def test_options_that_make_no_series_are_refused(rules: dict[str, Any], why: str) -> None:
    with pytest.raises((Refused, catalogue.CatalogueError), match=why) as refused:
        must_be_a_series(RoomOptions(**rules), catalogue.head_of("klondike"))
    if isinstance(refused.value, Refused):
        assert refused.value.code is ErrorCode.BAD_OPTION


def test_options_of_a_series_of_races_are_taken() -> None:
    for rules in ({}, {"races": 3}, {"races": 9, "deal": "winnable"}, {"races": 3, "games": NAMED}):
        must_be_a_series(RoomOptions(**rules), catalogue.head_of("klondike"))
    with pytest.raises(Refused, match="no race"):
        must_be_a_series(RoomOptions(races=3), catalogue.head_of("spite_and_malice"))
    must_be_a_series(RoomOptions(races=3, games=NAMED), catalogue.head_of("clock"), SECOND)


def test_the_next_race_is_called_when_all_who_are_here_are_ready() -> None:
    room = series(3)
    with pytest.raises(Refused, match=r"^the next race of the series is called when") as refused:
        room.sequel.must_let_go_on(0)
    assert refused.value.code is ErrorCode.WRONG_PHASE
    assert room.go_onward(0, True, END, 90, {0, 1})
    assert last(room) == Onward(END - (room.state.starts or 0), 0, True, 90)
    assert room.go_onward(0, True, END, 90, {0, 1}) is False
    assert not is_called(room)
    room.go_onward(1, True, END, 90, {0, 1})
    assert is_called(room), "player 2 is away"
    assert last(room) == CalledNext(END)
    effects = room.take_outcome().effects
    assert "races" in {field for effect in effects if isinstance(effect, RoomChanged) for field in effect.fields}
    assert room.deadline is None
    room.sequel.must_let_go_on(0)
    with pytest.raises(Refused, match=r"^the next race was called already; go there with `rematch`$") as again:
        room.go_onward(2, True, END, 90, {0, 1, 2})
    assert again.value.code is ErrorCode.WRONG_PHASE


def test_the_next_race_is_called_after_a_minute() -> None:
    room = series()
    due = END + PAUSE_MS
    assert room.deadline == room.series.next_at == due
    room.tick(due - 1)
    assert not is_called(room)
    room.tick(due)
    assert is_called(room)
    assert room.records[-1] == CalledNext(due)
    again = replay(unpack([pack(record) for record in room.records]))
    assert whole(again) == whole(room)


def test_after_a_recovery_players_have_time_to_come_back() -> None:
    room = series()
    late = END + 10 * PAUSE_MS
    room.reopen(late)
    assert not is_called(room)
    assert room.deadline == late + WAIT_MS
    room.take_outcome()
    room.tick(late + WAIT_MS)
    assert is_called(room)
    assert told(room) == {"races"}


def test_nobody_goes_on_before_the_end_or_changes_the_games() -> None:
    room = race("klondike", 2, races=3, games=NAMED)
    with pytest.raises(Refused, match="the games of a series are fixed"):
        room.sequel.must_let_change()
    all_ready(room)
    room.tick(NOON + COUNTDOWN_MS)
    with pytest.raises(Refused) as refused:
        room.go_onward(0, True, NOON + 5000, 90, {0, 1})
    assert refused.value.code is ErrorCode.NOT_FINISHED
    with pytest.raises(Refused, match="not finished"):
        room.follow("OTHERS", NOON + 5000)
    over_room = series()
    with pytest.raises(Refused, match="the games of a series are fixed"):
        over_room.sequel.must_let_change()
    with pytest.raises(Refused, match=r"^the games of a series are fixed: .* or open a new room$") as fixed:
        over_room.propose(0, (), {0, 1}, END, 90)
    assert fixed.value.code is ErrorCode.WRONG_PHASE
    assert over_room.series.call((), END) is None, "nobody is here"


def test_after_the_last_race_a_new_series_may_begin() -> None:
    room = over(next_room(SECOND._replace(race=3), 0, 1, game="clock"))
    assert room.deadline is None
    with pytest.raises(Refused, match=r"^the series is over$"):
        room.go_onward(0, True, END, 90, {0, 1})
    room.sequel.must_let_go_on(0)
    room.sequel.must_let_change()
    assert room.series.following({0, 1}) == (("klondike", {}), ())
    shown = describe.races(room)
    assert shown is not None
    assert (shown.next_at, shown.called) == (None, False)


def test_the_next_lobby_waits_for_all_who_were_there() -> None:
    room = next_room(SECOND, 0)
    room.ready(0, True, "", NOON + 10)
    room.tick(NOON + COUNTDOWN_MS)
    assert phase(room) == "lobby", "player 1 is expected"
    assert room.deadline == NOON + WAIT_MS
    room.sit("p1", "Player 1", NOON + 4000)
    room.sit("p2", "Newcomer", NOON + 4000)
    all_ready(room, NOON + 5000)
    assert phase(room) == "countdown"


def test_the_next_lobby_takes_newcomers_as_long_as_a_countdown() -> None:
    room = next_room(SECOND, 0, 1)
    for seat in (0, 1):
        room.ready(seat, True, "", NOON + 10)
    assert phase(room) == "lobby"
    assert room.deadline == NOON + COUNTDOWN_MS
    room.tick(NOON + COUNTDOWN_MS)
    assert phase(room) == "countdown"
    assert replay(unpack([pack(record) for record in room.records])).state.phase == "countdown"


def test_the_next_race_begins_without_those_who_are_not_ready() -> None:
    room = next_room(SECOND, 0, 1)
    room.tick(NOON + 2 * WAIT_MS)
    assert (phase(room), room.deadline) == ("lobby", None), "nobody is ready: nobody loses the seat"
    room.ready(0, True, "", NOON + 2 * WAIT_MS)
    room.take_outcome()
    room.tick(NOON + 2 * WAIT_MS)
    assert phase(room) == "countdown"
    assert list(room.state.occupants) == [0]
    assert [line.name for line in room.series.lines] == ["Player 0", "Player 1"]


def test_in_the_first_lobby_a_player_may_take_any_time_to_be_ready() -> None:
    room = race(players=2, races=3, games=NAMED)
    room.ready(0, True, "", NOON)
    room.tick(NOON + 10 * WAIT_MS)
    assert (phase(room), list(room.state.occupants)) == ("lobby", [0, 1])


def test_a_seat_that_is_freed_says_that_the_race_has_begun() -> None:
    room = next_room(SECOND, 0, 1)
    room.ready(0, True, "", NOON)
    room.take_outcome()
    room.tick(NOON + WAIT_MS)
    outcome = room.take_outcome()
    (out,) = [effect for effect in outcome.effects if isinstance(effect, PutOut)]
    assert (out.seat, out.withheld) == (1, True)
    assert Unseated(NOON + WAIT_MS, 1, 1, 0, withheld=True) in outcome.records
    assert "your points stay" in out.why


def test_a_game_that_comes_again_keeps_its_options_and_others_have_theirs() -> None:
    chosen: dict[str, OptionValue] = {"refill": "choose"}
    games = ("queens", "yukon", "queens")
    first = open_room(created("queens", chosen, races=3, games=" ".join(games)))
    first.sit("p0", "Player 0", NOON)
    wish, leg = over(first).series.following({0})
    assert wish == ("yukon", {})
    assert leg == Leg(2, games, chosen, first.series.lines, ("p0",))
    second = over(next_room(Leg(*leg), 0))
    assert second.series.following({0})[0] == ("queens", chosen)


def test_players_may_go_to_the_next_lobby_as_long_as_it_is_one() -> None:
    room = next_room(SECOND, 0, 1)
    room.series.must_let_go_on()
    assert not room.series.gathers(NOON + WAIT_MS)
    assert next_room(SECOND, 0).series.gathers(NOON + WAIT_MS - 1)
    assert not next_room(SECOND, 0).series.gathers(NOON + WAIT_MS), "the time is over for player 1"


def test_a_room_by_itself_belongs_to_no_series() -> None:
    room = over(race("klondike", 2))
    assert describe.races(room) is None
    assert (room.series.goes_on, room.series.next_at, room.deadline) == (False, None, None)
    assert describe.state(room, Volatile(), END).races is None
