"""A game's changes of ratings, as they are kept until the game's players are told."""

from __future__ import annotations

from cadogan_server.rooms.records import RatingChange, SeatRating
from cadogan_server.store.boards.outcome import NOTHING, GameOutcome, change, pack, unpack
from cadogan_server.store.boards.skill import Skill


def test_a_change_has_the_rating_after_the_game_and_the_difference() -> None:
    before, after = Skill(25.0, 5.0, 7), Skill(26.0, 4.5, 8)
    assert change(before, after) == RatingChange(after.shown, after.uncertainty, 8, after.shown - before.shown)


def test_changes_are_read_as_they_were_kept() -> None:
    ratings = (
        SeatRating(0, RatingChange(1500, 70, 7, 12), RatingChange(1510, 60, 17, 3)),
        SeatRating(2, RatingChange(1400, 71, 8, -12), RatingChange(1390, 61, 18, -3)),
    )
    for outcome in (GameOutcome(ratings), GameOutcome(ratings, (2,)), GameOutcome((), (0, 1))):
        assert unpack(pack(outcome)) == outcome
    assert pack(NOTHING) == b""
    assert unpack(b"") == NOTHING
