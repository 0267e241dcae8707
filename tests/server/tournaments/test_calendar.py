"""The tournaments that come by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from cadogan_games import catalogue
from cadogan_games.daily import contests_of
from cadogan_server.tournaments.calendar import regular
from cadogan_server.tournaments.state import folded


def at(day: str, hour: int = 12) -> int:
    return int(1000 * datetime.fromisoformat(f"{day}T{hour:02}:00:00+00:00").timestamp())


def test_every_evening_has_an_arena_with_the_game_of_the_day() -> None:
    found = dict(regular(at("2026-12-01")))  # a Tuesday
    assert list(found) == ["arena-2026-12-01", "arena-2026-12-02", "swiss-2026-12-05", "knockout-2026-12-06"]
    terms = found["arena-2026-12-01"]
    assert terms.game == contests_of("2026-12-01")[0].game
    assert datetime.fromtimestamp(terms.starts / 1000, UTC).hour == 19
    assert terms.host == ""


def test_what_has_begun_is_not_announced() -> None:
    assert "arena-2026-12-01" not in dict(regular(at("2026-12-01", 19)))


def test_all_of_a_year_can_be_opened() -> None:
    for day in range(0, 365, 3):
        for id, terms in regular(at("2026-12-01") + day * 86_400_000):
            assert folded(id, [terms]).phase == "open"
            head = catalogue.head_of(terms.game)
            catalogue.game(head.id, catalogue.resolve_options(head.id, terms.options, 2027))
