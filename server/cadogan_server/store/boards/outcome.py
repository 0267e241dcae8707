"""What a game has changed of its players' ratings, as the store keeps it for a while: a server that ends between counting a room
and telling it is told by the next one's count."""

from __future__ import annotations

import msgpack

from cadogan_server.rooms.records import RatingChange, SeatRating
from cadogan_server.store.boards.skill import Skill


def change(before: Skill, after: Skill) -> RatingChange:
    """Return what is told of a rating that has become another."""
    return RatingChange(after.shown, after.uncertainty, after.games, after.shown - before.shown)


def pack(ratings: tuple[SeatRating, ...]) -> bytes:
    """Return the bytes that the store keeps; none where nothing was rated."""
    packed: bytes = msgpack.packb(ratings) if ratings else b""
    return packed


def unpack(kept: bytes) -> tuple[SeatRating, ...]:
    """Return what was packed."""
    if not kept:
        return ()
    return tuple(
        SeatRating(seat, RatingChange(*family), RatingChange(*overall))
        for seat, family, overall in msgpack.unpackb(kept)
    )
