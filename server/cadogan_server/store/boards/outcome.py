"""A game's changes of ratings, stored for a while. If a server ends between counting a room and telling its players,
the next server's count tells them."""

from __future__ import annotations

import msgpack

from cadogan_server.rooms.records import RatingChange, SeatRating
from cadogan_server.store.boards.skill import Skill


def change(before: Skill, after: Skill) -> RatingChange:
    """Return the change from one rating to another as a message part."""
    return RatingChange(after.shown, after.uncertainty, after.games, after.shown - before.shown)


def pack(ratings: tuple[SeatRating, ...]) -> bytes:
    """Pack changes for the store; b"" if nothing was rated."""
    packed: bytes = msgpack.packb(ratings) if ratings else b""
    return packed


def unpack(kept: bytes) -> tuple[SeatRating, ...]:
    """Return the packed changes."""
    if not kept:
        return ()
    return tuple(
        SeatRating(seat, RatingChange(*family), RatingChange(*overall))
        for seat, family, overall in msgpack.unpackb(kept)
    )
