"""Leaderboards."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.names import PlayerId, PlayerName
from cadogan_protocol.parts import Millis, Number, Part
from cadogan_protocol.rooms import Rating

BoardMetric = Literal[
    "wins",
    "best_time",
    "best_time_undo",
    "races",
    "score",
    "streak",
    "rating",
    "solo_time",
    "solo_moves",
    "solo_streak",
]
"""The figure by which a board ranks players."""

BoardPeriod = Literal["ever", "month", "week", "day"]
"""The period of a board: the current month, week (from Monday) or day, UTC, or ever."""

BoardScope = Literal["game", "family", "all"]
"""The scope of a board: a game with its options; for ratings also the games of its family, or all games."""

BoardView = Literal["top", "around", "among"]
"""The rows of a board: the first, those around the player's own, or those of some players among each other."""


class LeaderRow(Part):
    """One row of a leaderboard."""

    rank: int = Field(ge=1, description="equal values have equal ranks; with `among` the rank among those players")
    player: PlayerId
    name: PlayerName
    value: Number
    races: int = Field(0, description="the races that count on this board, in its period")
    old_rule: bool = Field(
        False,
        description="true if the value, or a part of it, was counted under the earlier rule: bots could be beaten too, "
        "all options were on one board, and moves might be taken back. For a rating: true if it is of this "
        "game alone, from before there were ratings of families",
    )
    rating: Rating | None = Field(
        None,
        description="on a board of ratings: the player's current rating; `value` is the one after the last game that counts",
    )


class Ranking(Part):
    """The conditions for a place on boards of ratings, and how far the player who asks meets them."""

    days: int = Field(description="the days (UTC) on which a player must have played rated games against others")
    people: int = Field(description="the number of different people a player must have met in them")
    own_days: int = Field(0, description="the days of the player who asks, at most `days`")
    own_people: int = Field(0, description="the people whom the player who asks has met, at most `people`")


class OwnFigures(Part):
    """A player's figures in a game with the options of a board, whether they count there or not."""

    races: int = 0
    wins: int = Field(0, description="the number of games won: all cards home, or the match of a duel")
    first: int = Field(
        0,
        description="the number of games in which the player came in ahead of somebody, bots included, and behind nobody",
    )
    best_time: Millis | None = Field(None, description="the best time of a race won without a move taken back")
    best_time_undo: Millis | None = Field(None, description="the best time of a race won with moves taken back")
    fewest_moves: int | None = Field(None, description="the fewest moves of a race won without a move taken back")
    fewest_moves_undo: int | None = Field(
        None, description="the fewest moves of a race won with moves taken back, which do not count"
    )
