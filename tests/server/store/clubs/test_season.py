"""Quarters of a year, and the points that games and tournaments bring."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from cadogan_protocol.limits import SEASONS_KEPT
from cadogan_server.store.clubs.season import before, ends, kept_seasons, of_game, of_tournament, season_of
from cadogan_server.tournaments.records import Decided, Entered, Opened, Over, Paired, Started
from cadogan_server.tournaments.state import Tournament, folded


def moment(*when: int) -> int:
    return int(1000 * datetime(*when, tzinfo=UTC).timestamp())  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("when", "season"),
    [((2026, 1, 1), "2026-1"), ((2026, 3, 31, 23, 59), "2026-1"), ((2026, 4, 1), "2026-2"), ((2026, 12, 31), "2026-4")],
)
def test_a_season_is_a_quarter_of_a_year(when: tuple[int, ...], season: str) -> None:
    assert season_of(moment(*when)) == season


def test_seasons_follow_each_other_over_the_end_of_a_year() -> None:
    assert [before("2026-1", count) for count in (0, 1, 4, 5, -1, -4)] == [
        "2026-1",
        "2025-4",
        "2025-1",
        "2024-4",
        "2026-2",
        "2027-1",
    ]
    assert (ends("2026-4"), ends("2026-2")) == (moment(2027, 1, 1), moment(2026, 7, 1))
    kept = kept_seasons("2026-4")
    assert (kept[0], kept[-1], len(kept)) == ("2026-4", "2024-4", SEASONS_KEPT + 1)


def test_a_game_brings_a_point_for_each_member_who_did_worse() -> None:
    gains = of_game({"a": ("Ann", 1), "b": ("Ben", 3), "c": ("Cid", 3), "d": ("Dan", 5), "e": ("Eve", 6)})
    assert {player: gain.points for player, gain in gains.items()} == {"a": 3, "b": 2, "c": 2, "d": 1, "e": 0}
    assert [player for player, gain in gains.items() if gain.won] == ["a"]
    assert all(gain.games == 1 and gain.tournaments == 0 for gain in gains.values())
    draw = of_game({"a": ("Ann", 1), "b": ("Ben", 1)})
    assert [(gain.points, gain.won) for gain in draw.values()] == [(0, 0), (0, 0)]


def swiss(results: list[tuple[str, ...]], *, over: bool = True, bot: str = "") -> Tournament:
    """Return a Swiss tournament of one round; the first of each pair has won."""
    opened = Opened(0, "swiss", "klondike", {}, "", "", "a", "Ann", 0, 0, 3, 900, True, club="hearts22")
    players = sorted({player for pair in results for player in pair} | {"idle"})
    entered = [Entered(0, player, player.title(), 1500, "fair" if player == bot else "") for player in players]
    pairings = tuple((number, pair, "node") for number, pair in enumerate(results, 1))
    decided = [Decided(2, number, "first", "played") for number, pair in enumerate(results, 1) if len(pair) == 2]
    return folded("t", [opened, *entered, Started(1, 3), Paired(1, 1, pairings), *decided, Over(3, cancelled=not over)])


def test_a_tournament_brings_points_to_people_who_have_played() -> None:
    gains = of_tournament(swiss([("a", "b"), ("c", "d")]))
    assert sorted(gains) == ["a", "b", "c", "d"]
    assert sum(gain.points for gain in gains.values()) in range(20, 35)
    assert min(gains["a"].points, gains["c"].points) > max(gains["b"].points, gains["d"].points)
    assert all((gain.tournaments, gain.games) == (1, 0) for gain in gains.values())


def test_a_tournament_that_was_cancelled_or_played_alone_brings_nothing() -> None:
    assert of_tournament(swiss([("a", "b")], over=False)) == {}
    assert of_tournament(swiss([("a", "b")], bot="b")) == {}
    assert of_tournament(swiss([("a",)])) == {}
