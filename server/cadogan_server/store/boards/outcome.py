"""What a game has changed, stored for a while. If a server ends between counting a room and telling its players, the next
server's count tells them."""

from __future__ import annotations

from typing import NamedTuple

import msgpack

from cadogan_server.rooms.records import RatingChange, SeatRating
from cadogan_server.store.boards.skill import Skill


class GameOutcome(NamedTuple):
    """What became of a game's results when they were counted.

    Attributes:
        ratings: the changes of ratings.
        elsewhere: the seats of players for whom it does not count, because another game that they played at the same moment
            does.
    """

    ratings: tuple[SeatRating, ...] = ()
    elsewhere: tuple[int, ...] = ()


NOTHING = GameOutcome()


def change(before: Skill, after: Skill) -> RatingChange:
    """Return the change from one rating to another as a message part."""
    return RatingChange(after.shown, after.uncertainty, after.games, after.shown - before.shown)


def pack(outcome: GameOutcome) -> bytes:
    """Pack an outcome for the store; b"" if nothing has changed. Nodes of earlier versions read it if nobody played elsewhere."""
    if not any(outcome):
        return b""
    packed: bytes = msgpack.packb(outcome if outcome.elsewhere else outcome.ratings)
    return packed


def unpack(kept: bytes) -> GameOutcome:
    """Return the packed outcome."""
    if not kept:
        return NOTHING
    found = msgpack.unpackb(kept)
    ratings, elsewhere = found if _has_seats(found) else (found, ())
    return GameOutcome(
        tuple(SeatRating(seat, RatingChange(*family), RatingChange(*overall)) for seat, family, overall in ratings),
        tuple(elsewhere),
    )


def _has_seats(found: list[object]) -> bool:
    """Return True if two lists were packed, False for one of changes, each of which begins with a seat."""
    return len(found) == 2 and isinstance(found[1], list) and all(isinstance(seat, int) for seat in found[1])
