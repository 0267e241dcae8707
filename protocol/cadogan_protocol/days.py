"""The contests of a day: table, attempts, calendar, streak."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.names import PlayerId, PlayerName
from cadogan_protocol.parts import Millis, OptionValue, Part

ContestKind = Literal["race", "duel"]
"""A kind of contest of a day: the deal that is played alone, or the duel against a bot."""

Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="a day (UTC), as `2026-11-21`")]

Month = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}$", description="a month (UTC), as `2026-11`")]


class DealProof(Part):
    """The findings of the server's solver in the row of deals that a seed gives, see "Was the deal fixed beforehand?"."""

    number: int | None = Field(
        None,
        ge=0,
        description="the number of the deal, the first that was won; null: none was in time, so deal 0 was dealt",
    )
    nodes: int = Field(ge=1, description="the budget for each deal, in positions")
    revision: int = Field(ge=1, description="the solver's revision; another one may find another number")
    effort: int = Field(0, ge=0, description="the positions that the solver went through to win the deal; 0: not known")


class DayRow(Part):
    """An attempt at a contest of a day."""

    rank: int = Field(ge=1, description="equal results have equal ranks")
    player: PlayerId
    name: PlayerName = Field(description="the name at that time")
    won: bool
    time: Millis | None = Field(None, description="as in the results")
    progress: int
    score: int | None = Field(None, description="a duel's points")
    moves: int
    room: str | None = Field(
        None,
        description="the room of the attempt, for a replay or as a ghost; null before the player who asks has made "
        "an attempt of that day",
    )


UnlistedWhy = Literal["few_moves", "fast"]
"""The reason why an attempt at a contest of a day is on no board and in no calendar: its player made fewer than three
moves and neither won nor ran out of moves, or moved faster than hands can.
"""


class DayAttempt(Part):
    """The attempt at a contest of a day that counts for the player who asks."""

    room: str = Field(description="the code of the room in which the cards were dealt first")
    over: bool = Field(description="true if it was over within its day; an attempt that was not does not count")
    why_not: UnlistedWhy | None = Field(
        None,
        description="the reason why an attempt that is over is on no board and in no calendar: fewer than three moves "
        "without a win or a dead end, or faster than hands can move; null: it is on them",
    )


class DayContest(Part):
    """One contest of a day, with its results."""

    kind: ContestKind
    game: str
    options: dict[str, OptionValue] = Field(description="the game's options that differ from the defaults")
    level: str | None = Field(None, description="a duel: the level of the bot")
    progress_max: int
    proof: DealProof | None = Field(
        None, description="a race: what the solver found in the day's row of deals; null: the day's deal is of no row"
    )
    rows: tuple[DayRow, ...] = Field(description="the first rows")
    total: int = Field(ge=0, description="the number of rows on its board")
    mine: DayRow | None = Field(None, description="the row of the player who asks, wherever it is")
    friends: tuple[DayRow, ...] = Field((), description="the rows of friends, the best first")
    rival: DayRow | None = Field(
        None, description="the row of the `rival` of `get_day`; null: there is none, or no rival was named"
    )
    attempt: DayAttempt | None = Field(None, description="null: the player who asks has not been dealt its cards")


class DayDone(Part):
    """A player's result in a contest of a day, within that day."""

    won: bool
    time: Millis | None = None
    progress: int
    score: int | None = None
    moves: int
    room: str = Field(description="the code of the room")


class CalendarDay(Part):
    """A day of a calendar: its games, and the results of the player who asks; null: nothing that counts."""

    day: Day
    race: str = Field(description="the id of the game that is played alone")
    duel: str = Field(description="the id of the duel's game")
    race_done: DayDone | None = None
    duel_done: DayDone | None = None


class DayStreak(Part):
    """The days in a row on which a contest was played to its end, or won: up to today, or to yesterday if today's is
    yet to come.
    """

    kind: ContestKind
    played: int
    longest_played: int
    won: int
    longest_won: int
