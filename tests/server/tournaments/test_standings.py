"""Standings beside tables that were worked out by hand."""

from __future__ import annotations

from cadogan_server.tournaments.records import Decided, Entered, Kind, Paired, Record, Result, Started
from cadogan_server.tournaments.scoring import points_for
from cadogan_server.tournaments.standings import Line, standings
from cadogan_server.tournaments.state import Tournament
from tests.each import each
from tests.server.tournaments.evening import NOON, Evening, terms

Played = tuple[int, str, str, Result]


def played(kind: Kind, players: str, *games: Played, byes: tuple[tuple[int, str], ...] = ()) -> Tournament:
    """Return a tournament with these games; of its players, named by a letter each, each is rated 10 less than the last."""
    t = Tournament("t", terms(kind), NOON)
    records: list[Record] = [Entered(NOON, p, p.upper(), 2000 - 10 * n) for n, p in enumerate(players)]
    records.append(Started(NOON, 3))
    for number, (round, one, other, result) in enumerate(games, 1):
        records += [Paired(NOON, round, ((number, (one, other), "node"),)), Decided(NOON, number, result, "played")]
    for number, (round, player) in enumerate(byes, len(games) + 1):
        records.append(Paired(NOON, round, ((number, (player,), ""),)))
    for record in records:
        t.apply(record)
    return t


def test_a_swiss_table_is_as_worked_out_by_hand() -> None:
    t = played(
        "swiss",
        "abcd",
        (1, "a", "c", "first"),
        (1, "b", "d", "draw"),
        (2, "a", "b", "draw"),
        (2, "d", "c", "second"),
        (3, "a", "d", "second"),
        (3, "c", "b", "second"),
    )
    # a and d have 1½ points and 4½ of Buchholz each; d has beaten a (1½) and drawn with b (2): 2½. a: c (1), half of b's 2: 2.
    assert standings(t) == [
        Line(1, "b", 4, 3, 1, 2, 0, 1, (8, 10, 1, 1990), False),
        Line(2, "d", 3, 3, 1, 1, 1, 1, (9, 10, 1, 1970), False),
        Line(3, "a", 3, 3, 1, 1, 1, 0, (9, 8, 1, 2000), False),
        Line(4, "c", 2, 3, 1, 0, 2, 0, (10, 6, 1, 1980), False),
    ]


def test_a_bye_brings_its_point_and_no_tie_break() -> None:
    t = played("swiss", "abc", (1, "a", "b", "first"), (2, "a", "c", "draw"), byes=((1, "c"), (2, "b")))
    assert [(line.player, line.points, line.games, line.tie_breaks[:2]) for line in standings(t)] == [
        ("a", 3, 2, (5, 7)),
        ("c", 3, 1, (3, 3)),
        ("b", 2, 1, (3, 0)),
    ]


def test_a_game_that_does_not_count_is_in_no_column() -> None:
    t = played("swiss", "ab", (1, "a", "b", "void"))
    assert [(line.player, line.points, line.games, line.tie_breaks) for line in standings(t)] == [
        ("a", 0, 0, (0, 0, 0, 2000)),
        ("b", 0, 0, (0, 0, 0, 1990)),
    ]


@each(
    "results,points",
    [
        ("wl", [2, 0]),
        ("wwd", [2, 2, 2]),
        ("wwww", [2, 2, 4, 4]),
        ("wwlw", [2, 2, 0, 2]),
        ("wwwdww", [2, 2, 4, 2, 2, 2]),
        ("dwdww", [1, 2, 1, 2, 2]),
    ],
)
def test_from_two_wins_on_an_arena_counts_double(results: str, points: list[int]) -> None:
    won: dict[str, Result] = {"w": "first", "l": "second", "d": "draw"}
    for games in range(1, len(results) + 1):
        t = played("arena", "ab", *((0, "a", "b", won[r]) for r in results[:games]))
        line = next(line for line in standings(t) if line.player == "a")
        assert line.points == sum(points[:games])
        assert line.streak == len(results[:games]) - len(results[:games].rstrip("w"))


def test_an_arena_breaks_ties_by_wins_and_shares_ranks() -> None:
    t = played("arena", "abcd", (0, "b", "c", "first"), (0, "a", "d", "draw"), (0, "d", "a", "draw"))
    assert [(line.rank, line.player, line.points) for line in standings(t)] == [
        (1, "b", 2),
        (2, "a", 2),
        (2, "d", 2),
        (4, "c", 0),
    ]


@each("kind", ["arena", "swiss"])
def test_where_neither_came_both_have_lost(kind: Kind) -> None:
    t = played(kind, "ab", (1, "a", "b", "neither"))
    assert [(line.points, line.games, line.lost) for line in standings(t)] == [(0, 1, 1), (0, 1, 1)]


def test_a_knockout_gives_a_point_for_each_round() -> None:
    assert [points_for("knockout", outcome, 5) for outcome in ("won", "bye", "drawn", "lost")] == [1, 1, 0, 0]
    t = played("knockout", "abc", (1, "b", "c", "second"), byes=((1, "a"),))
    assert [(line.rank, line.player, line.points) for line in standings(t)] == [(1, "a", 1), (1, "c", 1), (3, "b", 0)]


def test_the_standings_follow_each_record() -> None:
    evening = Evening(terms("arena"))
    assert standings(evening.t) == []
    evening.enter("ann", "bob", "cy", "dan")
    assert [line.rank for line in standings(evening.t)] == [1, 1, 1, 1]
    evening.begin()
    evening.win("dan")
    assert [line.player for line in standings(evening.t)] == ["dan", "ann", "bob", "cy"]
    assert standings(evening.t) is standings(evening.t)


def test_a_bye_before_all_games_changes_no_tie_break() -> None:
    t = Tournament("t", terms("swiss"), NOON)
    records: list[Record] = [
        *(Entered(NOON, player, player, 1500) for player in "abc"),
        Started(NOON, 3),
        Paired(NOON, 1, ((1, ("a",), ""), (2, ("b", "c"), "node"))),
        Decided(NOON, 2, "first", "played"),
        Paired(NOON, 2, ((3, ("a", "b"), "node"),)),
        Decided(NOON, 3, "first", "played"),
    ]
    for record in records:
        t.apply(record)
    assert {line.player: line.tie_breaks[:2] for line in standings(t)}["a"] == (2, 4)
