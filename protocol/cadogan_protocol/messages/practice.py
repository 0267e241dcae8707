"""Rooms on the deal of a finished race: against ghosts, or from a position."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.limits import MAX_RACERS, MOST_GHOSTS, MOST_PLAYED_ON
from cadogan_protocol.messages.base import Code, Message, RequestId, RoomKey
from cadogan_protocol.moves import Move
from cadogan_protocol.parts import Part


class Run(Part):
    """A run in a finished race."""

    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")
    seat: int | None = Field(
        None,
        ge=0,
        lt=MAX_RACERS,
        description="null: the player's own seat, else that of the winner",
    )


class RaceGhosts(Message):
    """Opens a room for a race alone on the deal of a finished race, against runs on that deal; answered by `joined`.

    Several runs must be on one deal. Runs of today's deal of the day are open to players who have made their own
    attempt. The race counts for nothing.
    """

    type: Literal["race_ghosts"] = "race_ghosts"
    id: RequestId
    runs: tuple[Run, ...] = Field(min_length=1, max_length=MOST_GHOSTS)


class PlayFrom(Message):
    """Opens a practice room that begins from a position of a finished race; answered by `joined`.

    The room has the same deal, the same options and the same rules, and all moves up to the position are made. It counts
    for nothing. While its day lasts, nobody practises on a deal of the day.
    """

    type: Literal["play_from"] = "play_from"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")
    seat: int | None = Field(
        None,
        ge=0,
        lt=MAX_RACERS,
        description="whose board; null: the player's own, else that of the winner",
    )
    step: int = Field(ge=0, le=1_000_000, description="the number of steps of that board in the `replay`; 0: the deal")
    moves: tuple[Move, ...] = Field(
        (), max_length=MOST_PLAYED_ON, description="further moves from there, such as those of a winning line"
    )
