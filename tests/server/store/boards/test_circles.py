"""A player's circle, as it is kept and shown."""

from __future__ import annotations

import msgpack

from cadogan_protocol.limits import RANKED_DAYS, RANKED_PEOPLE
from cadogan_server.store.boards.circles import Circle


def test_a_circle_is_read_as_it_was_kept() -> None:
    circle = Circle("2026-11-22", 3, ["anna", "olga"], ["mark"])
    assert Circle.unpack(circle.pack()) == circle
    assert Circle.unpack(msgpack.packb(["2026-11-22", 3.0, {}, {}])) == Circle("2026-11-22", 3), "as Redis packs it"


def test_ratings_are_ranked_once_days_and_people_are_enough() -> None:
    people = [f"rival {number}" for number in range(RANKED_PEOPLE)]
    for days, met, ranked in (
        (RANKED_DAYS, people, True),
        (RANKED_DAYS - 1, people, False),
        (RANKED_DAYS, people[1:], False),
    ):
        circle = Circle("2026-11-22", days, met)
        assert circle.is_ranked is ranked
        assert (circle.ranking.own_days, circle.ranking.own_people) == (days, len(met))
    more = Circle("2026-11-22", RANKED_DAYS + 9, [*people, "another"]).ranking
    assert (more.own_days, more.own_people) == (more.days, more.people) == (RANKED_DAYS, RANKED_PEOPLE)
