"""The options of a room."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from pydantic import Field

from cadogan_protocol.limits import FEWEST_RACES, MAX_RACERS, MOST_DAYS, MOST_GAMES_TEXT, MOST_RACES
from cadogan_protocol.parts import Part

RoomKind = Literal["race", "duel", "shared"]
"""The kinds of rooms."""

UNSEEN_DEALS = ("fresh", "winnable")
"""The values of `deal` for deals that nobody can know beforehand: their seeds are made of the players' nonces."""


Numbering = Literal["cadogan", "microsoft", "pysol"]
"""Whose numbers deals have: this server's own, Microsoft FreeCell's, or PySolFC's."""

MOST_NUMBER: Mapping[Numbering, int] = MappingProxyType(
    {"cadogan": 999_999_999, "microsoft": 2**31 - 1, "pysol": 2**53 - 1}
)
"""The largest number of each numbering; the smallest is 1."""


PRIVATE_TOURNAMENT = "private"
"""The word that everybody is told instead of the id of a private tournament."""


class RoomOptions(Part):
    """The options of a room. The game's own options are separate, in `options` of the room."""

    deal: Literal["fresh", "winnable", "numbered", "daily", "again"] = Field(
        "fresh",
        description="fresh: a deal that nobody has seen; winnable: a fresh deal of a race that is proved winnable; "
        "numbered: the deal of that number, which anybody may know; daily: today's deal (UTC), see Days; again: the deal of "
        "a finished race, only by `race_ghosts` and `play_from`. A duel is always fresh, except for that of the day, and so "
        "is a shared table",
    )
    number: int | None = Field(
        None,
        ge=1,
        le=max(MOST_NUMBER.values()),
        description="the deal's number, with `deal` = numbered: "
        + ", ".join(f"up to {most} with `numbering` = {numbering}" for numbering, most in MOST_NUMBER.items()),
    )
    numbering: Numbering = Field(
        "cadogan",
        description="whose number it is, with `deal` = numbered. cadogan: one of this server's own, in any race; microsoft: one "
        "of Microsoft's FreeCell; pysol: one of PySolFC's. A game lists those of the world in its `numberings`: the same "
        "number deals the same cards as there",
    )
    time_limit: int = Field(
        900,
        ge=0,
        le=7200,
        description="seconds from the start to the end of a race or of a match at a shared table; in a duel, the time "
        "of each player for a whole game; 0: no limit",
    )
    undo: Literal["free", "covered", "none"] = Field(
        "free",
        description="which moves may be taken back, in games with undo; covered: only those that have turned up "
        "no card and shuffled nothing since. In a rated room `free` becomes `covered`",
    )
    hints: bool = Field(True, description="true if a client may offer hints")
    advice: bool = Field(
        False,
        description="true if the server tells racers who ask whether their boards can still be won, and a move that wins, "
        "which tells them about hidden cards, see `get_advice`. Such a room is not rated, and its runs are no ghosts; not "
        "with the deal of the day",
    )
    sudden_death: bool = Field(False, description="true if the first finish ends the race; else all may play on")
    spectators: Literal["fair", "live", "delayed", "none"] = Field(
        "fair",
        description="who may watch while it runs; after the end anybody may. fair: anybody, but in a race a card is "
        "shown only when all remaining racers have seen it. live: everything that racers see, in a room that is not public. "
        "A race with live spectators is not rated, nor one whose delay is no longer than its time limit. A duel shows no hand "
        "while it runs, whatever this says",
    )
    delay: int = Field(60, ge=5, le=600, description="the delay of spectators in seconds, with `spectators` = delayed")
    rated: bool = Field(
        True,
        description="true if results of people on a fresh deal count on the leaderboards, see Boards; a room with another "
        "deal, which some may know, opens with false",
    )
    public: bool = Field(True, description="true if the room is in the list of rooms")
    by_link: bool = Field(
        False,
        description="true if only the link, which has a `key` beside the code, lets people in; not with `public`",
    )
    chat: bool = Field(
        False,
        description="with `by_link`: the players may write free text to each other from the start, see `set_chat`",
    )
    seats: int = Field(
        8,
        ge=1,
        le=MAX_RACERS,
        description="the number of seats of a race, or of a shared table, which has as many as its game takes (`fewest` and "
        "`most` of a `GameInfo`); a duel always has two",
    )
    days_per_turn: int | None = Field(
        None,
        ge=1,
        le=MOST_DAYS,
        description=f"a correspondence duel: the days for each turn, 1 to {MOST_DAYS}, see Correspondence; null: all are played "
        "at one sitting. A turn is everything that a player does until it is the other's turn. `time_limit` and the game's "
        "`move_seconds` become 0, and `target` must be 0",
    )
    target: int = Field(0, ge=0, le=1000, description="a duel: the match goes to this score; 0: a single game")
    races: int = Field(
        0,
        ge=0,
        le=MOST_RACES,
        description=f"the room begins a series of this many races, {FEWEST_RACES} to {MOST_RACES}, see Series; 0: a single race",
    )
    games: str = Field(
        "",
        max_length=MOST_GAMES_TEXT,
        description="with `races`: the ids of the games with blanks between them, the room's own first, and one for each race; "
        "empty: a mixed series, whose further games are drawn from the seed of its first race",
    )
    tournament: str = Field(
        "",
        max_length=24,
        description="the tournament to which the room's game belongs; empty: none. Only the server opens such a room. Everybody "
        f"is told `{PRIVATE_TOURNAMENT}` instead of the id of a private one, the way in; `joined` tells its players the id",
    )
    matched: bool = Field(
        False,
        description="true if the server has brought its players together, see `seek`: a player who is not there and ready within a "
        "minute is put out, and one who is away for a minute or could act and does nothing for three gives up. Only the server "
        "opens such a room",
    )
