"""The next game of a group: going on, a rematch, a vote."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.limits import MOST_CANDIDATES
from cadogan_protocol.messages.base import Message, OptionName, RequestId
from cadogan_protocol.parts import OptionValue, Part


class Onward(Message):
    """Says that the player wants to go on to the next deal, or no longer does; answered by `ok`, and shown as `onward`
    of the room.

    In a race, players who are done send it while others still play: once two want to go on, `rematch` is open to them,
    and then to all who are done. A player who races only against bots does not need it. In a duel, players send it
    between two games of a match: once all people want to go on, the next game is dealt at once. In a series of races, players
    send it after a race: once all want to go on, the next one is called.
    """

    type: Literal["onward"] = "onward"
    id: RequestId
    onward: bool = True


class Rematch(Message):
    """After the end: opens the following room, or joins it if somebody else has opened it; answered by `joined`.

    Any player of the room may send it from there. Bots follow by themselves. In a race, players who are done may go on
    before the end, see `onward`; the race itself goes on without them.

    The following room has the same game and options, unless the chooser names another `game`. The chooser is the host;
    while the host is away, the person on the lowest seat who is here. During a vote (see `propose`) only the chooser
    may open the room before everybody has voted, and it gets the leading game.

    In the lobby the host may name another `game` to play instead of this one. Its room follows this one, which can't
    begin any more; the others go there by `rematch`.

    In a series of races it leads to the next race, once that is called; see Series.
    """

    type: Literal["rematch"] = "rematch"
    id: RequestId
    game: str | None = Field(
        None,
        max_length=40,
        description="another game, from the chooser alone; null: the same game, or the winner of the vote",
    )
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the options of that `game`; options not named have their defaults",
    )


class Candidacy(Part):
    """A proposed game."""

    game: str = Field(max_length=40)
    options: dict[OptionName, OptionValue] = Field(default_factory=dict, max_length=16)


class Propose(Message):
    """After the end: puts games to the vote for the following room; answered by `ok`, and shown as `ballot` of the
    room.

    Only the chooser may, see `rematch`. Two or three games begin a vote and replace any vote before; no games call it
    off. Once all people in the room have voted, everybody may send `rematch`, and the game with the most votes is
    played. Among games with equally many votes the chooser's own vote decides, else the first of them is played.
    """

    type: Literal["propose"] = "propose"
    id: RequestId
    games: tuple[Candidacy, ...] = Field(max_length=MOST_CANDIDATES)


class Vote(Message):
    """Votes for one of the games in the `ballot`; answered by `ok`. The last vote counts."""

    type: Literal["vote"] = "vote"
    id: RequestId
    choice: int = Field(ge=0, lt=MOST_CANDIDATES, description="its index in the `ballot`, from 0")
