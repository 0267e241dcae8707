"""The state of a tournament, and how records change it."""

from __future__ import annotations

import pytest

from cadogan_server.tournaments.records import (
    Decided,
    Entered,
    Left,
    Moved,
    Over,
    Paired,
    Paused,
    Record,
    RoomOpened,
    Started,
    all_unpacked,
    packed,
    unpacked,
)
from cadogan_server.tournaments.state import Tournament, folded
from tests.server.tournaments.evening import MINUTE, NOON, terms


def two() -> Tournament:
    t = folded(
        "t", [terms("swiss"), Entered(NOON, "a", "Ann", 1500), Entered(NOON, "b", "Bob", 1600), Started(NOON, 3)]
    )
    t.apply(Paired(NOON, 1, ((1, ("a", "b"), "node"),)))
    return t


def test_the_version_is_the_length_of_the_log() -> None:
    assert folded("t", [terms("arena")]).version == 1
    assert two().version == 5


def test_a_log_that_does_not_begin_with_its_opening_is_refused() -> None:
    for records in ([], [Paused(NOON, True)]):
        with pytest.raises(ValueError, match="does not begin with its opening"):
            folded("t", records)


def test_a_pairing_goes_from_its_room_to_its_result() -> None:
    t = two()
    assert t.round == 1
    assert t.playing["a"] is t.playing["b"] is t.open_pairings[1]
    t.apply(RoomOpened(NOON + 1, 1, "ROOM"))
    t.apply(Decided(NOON + 2, 1, "second", "no_show", (3, 4)))
    pairing = t.pairings[1]
    assert (pairing.room, pairing.opened, pairing.ended, pairing.cards) == ("ROOM", NOON + 1, NOON + 2, (3, 4))
    assert pairing.counts
    assert pairing.winner() == "b"
    assert not t.playing
    assert not t.open_pairings
    assert [(c.points, c.won, c.lost, c.firsts) for c in t.competitors.values()] == [(0, 0, 1, 1), (2, 1, 0, -1)]


def test_a_void_pairing_leaves_no_trace_at_its_players() -> None:
    t = two()
    t.apply(Decided(NOON, 1, "void", "not_opened"))
    assert not t.pairings[1].counts
    assert t.pairings[1].winner() is None
    assert all(c.pairings == [] and c.games == 0 for c in t.competitors.values())


def test_a_second_result_changes_nothing() -> None:
    t = two()
    t.apply(Decided(NOON, 1, "first", "played"))
    t.apply(Decided(NOON, 1, "second", "played"))
    assert t.pairings[1].result == "first"
    assert t.competitors["b"].points == 0


def test_the_hosts_orders_are_counted_and_no_other_events() -> None:
    t = two()
    for record, orders in (
        (Decided(NOON, 1, "void", "host"), 1),
        (Paired(NOON, 1, ((2, ("a", "b"), "node"),)), 1),
        (Decided(NOON, 2, "void", "not_opened"), 1),
        (Paired(NOON, 1, ((3, ("a", "b"), "node"),)), 1),
        (Paused(NOON, True), 2),
        (Moved(NOON, NOON + MINUTE), 3),
        (Decided(NOON, 3, "void", "host"), 4),
        (Paused(NOON, False), 5),
    ):
        t.apply(record)
        assert t.ordered == orders


def test_whom_the_records_after_a_version_concern() -> None:
    def since(version: int) -> set[str] | None:
        found = t.concerned_since(version)
        return None if found is None else set(found)

    t = two()
    assert (since(3), since(4), since(5)) == (None, {"a", "b"}, set()), "the start concerns everybody, the pairing two"
    for record, concerned in (
        (Left(NOON, "a", "a"), {"a"}),
        (Left(NOON, "x", "x"), set()),
        (Entered(NOON, "a", "Ann", 1500), {"a"}),
        (RoomOpened(NOON, 1, "ROOM"), {"a", "b"}),
        (Entered(NOON, "c", "Cleo", 1500), {"c"}),
        (Left(NOON, "b", "host"), {"b"}),
        (Decided(NOON, 1, "draw", "played"), {"a", "b"}),
        (Paused(NOON, True), None),
        (Entered(NOON, "c", "Cleo", 1500), {"c"}),
        (Over(NOON, False), None),
    ):
        before = t.version
        t.apply(record)
        assert (since(before), since(t.version)) == (concerned, set())
    t = two()
    for record in (Left(NOON, "a", "a"), Entered(NOON, "c", "Cleo", 1500)):
        t.apply(record)
    assert (since(4), since(5), since(6)) == ({"a", "b", "c"}, {"a", "c"}, {"c"})


def test_who_comes_back_keeps_points_and_rating() -> None:
    t = two()
    t.apply(Decided(NOON, 1, "first", "played"))
    t.apply(Left(NOON, "a", "a"))
    assert t.competitors["a"].out
    t.apply(Entered(NOON, "a", "Anna", 9, "", "", ("mark",)))
    a = t.competitors["a"]
    assert (a.out, a.removed, a.name, a.rating, a.points, a.number) == (False, False, "Anna", 1500, 2, 1)
    assert a.marks == {"mark"}


def test_records_about_strangers_change_nothing() -> None:
    t = two()
    for record in (Left(NOON, "x", "x"), RoomOpened(NOON, 9, "ROOM"), Decided(NOON, 9, "first", "played")):
        t.apply(record)
    same = two()
    same.version = t.version
    assert t == same


def test_an_arena_pairs_until_its_time_after_the_real_start() -> None:
    t = folded("t", [terms("arena")])
    assert t.until == t.starts + 20 * MINUTE
    t.apply(Started(t.starts + 5000, 0))
    assert t.until == t.starts + 5000 + 20 * MINUTE


def test_a_player_is_kept_as_entered_and_gathers_marks() -> None:
    t = folded("t", [terms("arena"), Entered(NOON, "a", "Ann", 1500, "", "bot of mine", ("m",), ("o",))])
    a = t.competitors["a"]
    assert (t.id, a.name, a.program, a.marks, a.origin) == ("t", "Ann", "bot of mine", frozenset("m"), ("o",))
    t.apply(Entered(NOON, "a", "Ann", 1500, "", "", ("n",)))
    assert (a.marks, a.origin) == (frozenset("mn"), ("o",)), "two places are two marks"
    t.apply(Entered(NOON, "a", "Ann", 1500, "", "", (), ("p",)))
    assert a.origin == ("p",)


def test_a_bye_is_won_at_once_and_ends_no_streak() -> None:
    t = two()
    t.apply(Decided(NOON, 1, "first", "played"))
    a = t.competitors["a"]
    assert (a.last, a.opponents()) == (t.pairings[1], ["b"])
    t.apply(Paired(NOON + 1, 2, ((2, ("a",), ""),)))
    bye = t.pairings[2]
    assert (bye.result, bye.cause, bye.ended) == ("first", "bye", NOON + 1)
    assert (a.last, a.streak, a.games, a.points, a.opponents()) == (bye, 1, 1, 4, ["b"])


def test_a_log_is_read_as_it_was_written() -> None:
    log: list[Record] = [terms("swiss"), Entered(NOON, "a", "Ann", 1500), Paired(NOON, 1, ((1, ("a", "b"), "node"),))]
    assert all_unpacked(map(packed, log)) == log
    with pytest.raises(ValueError, match="no record of a tournament has the tag 'z'"):
        unpacked(b"\x92\xa1z\x01")
