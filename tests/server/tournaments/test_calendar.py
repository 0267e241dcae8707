"""The tournaments that come by themselves."""

from __future__ import annotations

from datetime import UTC, datetime

from cadogan_games import catalogue
from cadogan_games.daily import contests_of
from cadogan_server.tournaments.calendar import regular
from cadogan_server.tournaments.records import Opened
from cadogan_server.tournaments.state import folded
from tests.server.tournaments.evening import in_zone


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


def test_what_is_announced_is_the_same_wherever_the_server_stands() -> None:
    now = at("2026-12-01")
    first, second = (contests_of(day)[0].game for day in ("2026-12-01", "2026-12-02"))
    duel = "spite_and_malice_modern"
    short: dict[str, bool | int | str] = {"riddance": 10}
    nobody = ("", "", "", "")
    expected = {
        "arena-2026-12-01": Opened(now, "arena", first, {}, *nobody, at("2026-12-01", 19), 60, 0, 600, False),
        "arena-2026-12-02": Opened(now, "arena", second, {}, *nobody, at("2026-12-02", 19), 60, 0, 600, False),
        "swiss-2026-12-05": Opened(now, "swiss", duel, short, *nobody, at("2026-12-05", 15), 0, 5, 480, False),
        "knockout-2026-12-06": Opened(now, "knockout", duel, short, *nobody, at("2026-12-06", 15), 0, 0, 480, False),
    }
    for zone in ("UTC", "Pacific/Kiritimati", "Etc/GMT+12"):
        with in_zone(zone):
            assert dict(regular(now)) == expected
            assert next(regular(at("2026-12-02", 11)))[0] == "arena-2026-12-02"
