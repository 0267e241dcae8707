"""Rooms on the wire: seats, standings, results, the whole state."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field

from cadogan_protocol.days import ContestKind, DealProof
from cadogan_protocol.limits import FEWEST_RACES, MAX_RACERS, MOST_RACES
from cadogan_protocol.names import PlayerId, PlayerName
from cadogan_protocol.parts import Millis, Number, OptionValue, Part, Sha256
from cadogan_protocol.room_options import RoomKind, RoomOptions

SeatState = Literal["waiting", "playing", "stuck", "finished", "stood", "late", "left"]
"""The state of a player. All states but `waiting` are for players with cards; `late` occurs only in games by
turns, `left` in duels and at shared tables."""

PLAY_STATES: tuple[SeatState, ...] = get_args(SeatState)[1:]
"""The meanings of the number `state` in a `Standing`."""


class Standing(NamedTuple):
    """A racer's progress: the fields of the racer's `Seat`, with `state` as an index in `PLAY_STATES`."""

    seat: Annotated[int, Field(ge=0, lt=MAX_RACERS)]
    progress: int
    moves: int
    state: int = 0
    penalty: int = 0
    ended: Millis | None = None


class Rating(Part):
    """A player's strength by the model of Plackett and Luce, on a scale that begins at 1500."""

    value: int = Field(description="a lower bound of the strength: the estimate minus three times the uncertainty")
    uncertainty: int = Field(ge=0, description="one standard deviation; 200 before the first game")
    games: int = Field(ge=0, description="the number of games that have made it, as far as is known")
    provisional: bool = Field(description="true if these are fewer than ten")
    change: int | None = Field(None, description="in results: the change of the value by this game")


class Seat(Part):
    """One seat of a room and its player."""

    seat: int = Field(ge=0, lt=MAX_RACERS)
    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person on the seat; null: a bot")
    bot: str | None = Field(None, description="the level or kind of the bot on the seat; null: a person")
    ready: bool = False
    nonce_hash: Sha256 | None = Field(
        None,
        description="SHA-256 of the 16 bytes that this player adds to the seed of a fresh deal, once promised",
    )
    present: bool = Field(True, description="true if the player is connected now")
    state: SeatState = Field(
        "waiting",
        description="stood: gave up; late: lost the game by the clock, or at a shared table was late too often and plays "
        "no more; left: left the match, "
        "or was away until the room was closed",
    )
    progress: int = 0
    penalty: int = Field(0, description="exchanges made, in the games that count them")
    moves: int = Field(0, description="moves made and not taken back")
    ended: Millis | None = Field(None, description="the moment from the start at which this racer finished or gave up")
    rating: Rating | None = Field(
        None,
        description="a person's rating in the family of the room's game; null: none yet, or not read yet. In a "
        "finished room it is "
        "the one after the game, if that was rated",
    )


WhyNot = Literal[
    "bot", "daily", "unrated", "known_deal", "fast", "options", "alone", "bots", "same_place", "idle", "called_off",
    "elsewhere",
]  # fmt: skip
"""The reason why a result does not count on the boards; `WHY_NOT` has a sentence for each."""

WHY_NOT: dict[WhyNot, str] = {
    "bot": "bots and programs are on no board",
    "daily": "the deal of the day has a board of its own",
    "unrated": "the room is not rated",
    "known_deal": "the cards of this deal may have been known",
    "fast": "moves were made faster than hands can",
    "options": "these options have no board",
    "alone": "nobody else played",
    "bots": "only bots or programs were there to beat",
    "same_place": "everybody else came from the same place or browser",
    "idle": "nobody else played on: to the end of their own board, or until the last third of the race",
    "called_off": "the game was called off before both had played",
    "elsewhere": "the player played another game that counts at the same moment",
}


class ResultRow(Part):
    """One racer's row of the results. Equal ranks are possible. Partners count as one, so the other side is second."""

    rank: int = Field(ge=1)
    seat: int
    name: PlayerName
    bot: str | None = None
    won: bool = Field(
        description="a race: finished; a duel or a shared table: the match was won; nobody has won a draw"
    )
    progress: int
    penalty: int = 0
    score: int | None = Field(None, description="the game's own score, if it has one")
    moves: int = 0
    undone: int = Field(0, description="moves taken back")
    time: Millis | None = Field(
        None, description="the moment from the start at which the racer finished, or reached this progress"
    )
    stuck: bool = Field(False, description="a race: no move was left on the racer's board")
    why_not: WhyNot | None = Field(
        None,
        description="why this result does not count on the boards; null: it does. "
        + "; ".join(f"{reason}: {said}" for reason, said in WHY_NOT.items()),
    )
    evenness: Number | None = Field(
        None,
        description="the variation of the spans between a person's moves: their standard deviation as a share of their mean, "
        "for 30 moves or more. A program that waits the same time before each move comes near 0",
    )
    rating: Rating | None = Field(
        None,
        description="the player's rating after this game, in the game's family, with its change; null: the game was not "
        "rated, or the rating is not computed yet, which takes a moment",
    )
    overall: Rating | None = Field(None, description="the same over all games")


class Results(Part):
    """The end of a room's game: ranks, and the proof that the deal was fixed before the start."""

    rows: tuple[ResultRow, ...]
    secret: str = Field(description="hex; SHA-256 of it was published as `commit` before the start")
    nonces: tuple[str, ...] = Field(description="hex, in seat order, an empty text for a player who sent none")
    seed: str = Field(description="hex; the seed of the deal, see below")
    day_secret: str | None = Field(
        None, description="hex; the secret of the day of a deal of the day, once that day is over"
    )


class Clock(Part):
    """The clock of a duel or of a shared table by turns: the seat whose action is awaited, and its deadline. Between two rounds
    at a shared table: when the next one is dealt.
    """

    seat: int | None = Field(
        None, description="null: no action is awaited, between two games of a match and at the end"
    )
    deadline: Millis | None = Field(
        None, description="the moment when this action times out or the next round is dealt, or null without a clock"
    )
    remaining: tuple[Millis | None, ...] = Field(
        (),
        description="the time that each seat had left for the whole game when the current turn began; empty without "
        "such a clock",
    )
    timeouts: tuple[int, ...] = Field(
        (),
        description="by seat, the number of its successive timeouts; an action resets it to 0",
    )


class Ghost(Part):
    """An earlier run on the deal of a race. It has no seat, and counts for nothing."""

    room: str = Field(description="the code of the room of the run")
    seat: int = Field(ge=0, lt=MAX_RACERS, description="its seat there")
    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person who played it; null: a bot")
    state: SeatState = Field(description="how it ended: finished, stuck or stood")
    ended: Millis = Field(description="the moment of that, from the start")
    steps: tuple[tuple[Millis, int], ...] = Field(
        description="each change of its progress, the deal's first: moment from the start, progress"
    )


class PracticeStart(Part):
    """A position in a finished race, from which a practice room begins."""

    room: str = Field(description="the code of that race's room")
    seat: int = Field(ge=0, lt=MAX_RACERS, description="the seat whose board it is")
    step: int = Field(ge=0, description="the number of steps of its replay up to there")
    moves: int = Field(
        ge=0,
        description="the number of moves that lead there from the deal; the practice room counts them among its own, and "
        "they can be taken back",
    )


Emote = Literal[
    "wave", "clap", "laugh", "wow", "think", "sad",
    "good_luck", "well_played", "good_game", "close", "oops", "thanks", "one_more", "sorry",
]  # fmt: skip
"""The sayings of players to each other: six faces, then eight set phrases. Each client has its own words for them."""


class Said(Part):
    """The last thing that a player has said."""

    seat: int = Field(ge=0, lt=MAX_RACERS)
    emote: str = Field(max_length=24, description="one of those of `emote`; ignore unknown ones")
    at: Millis = Field(description="the moment; clients show it for some seconds")


class NextGame(Part):
    """The game of the following room."""

    game: str
    title: str
    by: int | None = Field(None, description="the seat of the player who has opened that room; null: not known")
    vote: Literal["majority", "tie"] | None = Field(
        None, description="how a vote chose this game; null: the player who opened the room chose it"
    )
    decided: int | None = Field(
        None,
        description="in a tie: the seat of the player whose vote decided; null: the first of the tied games was taken",
    )


class Candidate(Part):
    """A game in the vote on the following room."""

    game: str
    title: str
    options: dict[str, OptionValue]
    votes: tuple[int, ...] = Field((), description="the seats that voted for it, in the order of their votes")


class Score(Part):
    """One line of a running score."""

    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person; null: a bot")
    bot: str | None = Field(None, description="the level or kind of the bot; null: a person")
    points: int = Field(ge=0, description="one for each game in which this player came first")
    games: int = Field(ge=0, description="how many games this player has played with the group")


class Series(Part):
    """The games that a group plays one after the other, from the second on."""

    game: int = Field(ge=2, description="the number of this room's game")
    score: tuple[Score, ...] = Field(
        description="the most points first, then the most games; it includes this room's game once that is over. "
        "Players who leave the group keep their lines"
    )


class SeriesLine(Part):
    """One line of the standings of a series."""

    rank: int = Field(ge=1, description="equal points have equal ranks")
    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person; null: a bot")
    bot: str | None = Field(None, description="the level or kind of the bot; null: a person")
    points: int = Field(ge=0)
    races: int = Field(ge=0, description="the number of races of the series that this player has taken part in")
    last: int | None = Field(None, description="the points of the last race; null: the player was not in it")


class RaceSeries(Part):
    """The series of races that a room belongs to, see Series."""

    race: int = Field(ge=1, le=MOST_RACES, description="the number of this room's race")
    races: int = Field(ge=FEWEST_RACES, le=MOST_RACES, description="how many races the series has")
    games: tuple[str, ...] = Field(
        description="the games of the races in their order, as far as they are known: those of a mixed series are drawn when "
        "its first race is over"
    )
    points: tuple[int, ...] = Field(
        description="the points of a race for the first, second, ... place; further places get none"
    )
    standings: tuple[SeriesLine, ...] = Field(
        description="the best first; they include this room's race once it is over. Players who leave keep their points"
    )
    next_at: Millis | None = Field(
        None,
        description="after a race that is not the last: the moment at which the next one is called at the latest",
    )
    called: bool = Field(False, description="true once the next race is called: send `rematch`, and there `ready`")


class RoomState(Part):
    """Everything that all people in a room may know. It is the snapshot of stream 0."""

    code: str
    game: str
    title: str
    kind: RoomKind
    options: dict[str, OptionValue] = Field(description="the game's options")
    rules: RoomOptions
    phase: Literal["lobby", "countdown", "running", "finished"]
    host: int | None = Field(
        None,
        description="the seat of the person who has been here longest, or if there are no people, of a program that has "
        "joined; only the host may seat bots and put them out. A group keeps its host: until that player has come to the "
        "following room, or missed its start, there is none, and all who are there may seat bots and put them out",
    )
    seats: tuple[Seat, ...]
    watchers: int = 0
    progress_max: int = Field(description="the progress that wins")
    commit: str = Field(description="hex SHA-256 of the server's secret for this room")
    called_off: int = Field(
        0, description="the number of countdowns that were called off; each of them made all nonces void"
    )
    day: str | None = Field(None, description="with `deal` = daily: the day of the deal, as `2026-11-21`")
    day_commit: str | None = Field(
        None, description="hex SHA-256 of the server's secret for that day, published the day before"
    )
    contest: ContestKind | None = Field(
        None, description="which of the day's games this room is for, see Days; null: an ordinary room"
    )
    attempts: tuple[int, ...] | None = Field(
        None,
        description="with a `contest`, soon after the cards are shown: the seats of players whose attempt this is, which "
        "counts; for the others it is practice. null: not decided yet",
    )
    ghosts: tuple[Ghost, ...] = Field((), description="earlier runs on the same deal that race here")
    practice: PracticeStart | None = Field(
        None, description="where a practice room begins, see `play_from`; null: every other room begins at the deal"
    )
    proof: DealProof | None = Field(
        None,
        description="with `deal` = winnable: whether the deal is proved winnable, once the search is over; meaningless in "
        "a lobby. In a contest of a day: whether that day's deal is. null: the search is not over, or there was none",
    )
    starts: Millis | None = Field(None, description="the moment when the cards are shown")
    ends: Millis | None = Field(None, description="the moment when time is up")
    results: Results | None = None
    onward: tuple[int, ...] = Field(
        (), description="the seats of players who want to go on to the next deal before all are done, see `onward`"
    )
    rematch: str | None = Field(None, description="the code of the following room")
    next: NextGame | None = Field(None, description="with `rematch`: the game there, and the player who opened it")
    ballot: tuple[Candidate, ...] = Field((), description="the games of the vote on the following room, see `propose`")
    said: Said | None = Field(None, description="the last thing that a player has said, see `emote`")
    series: Series | None = Field(None, description="the running score of the group; null in its first game")
    races: RaceSeries | None = Field(None, description="the series that the room belongs to; null: a room by itself")
    clock: Clock | None = None
    match: tuple[int, ...] | None = Field(
        None,
        description="the score in the match so far, by seat; at a shared table in the rounds that are over, 0 for a seat "
        "that nobody holds",
    )
    locked: bool = Field(False, description="true if the host has locked the room: nobody new takes a seat")
    chat: bool = Field(False, description="true if the players may write free text to each other, see `write_chat`")
    safe: bool = Field(
        True,
        description="false while the store is away and play is kept in memory only. If other servers could take over "
        "the room, or if too much waits, the room pauses instead: requests are refused with `store_down` "
        "and no clock runs",
    )
    lost: int = Field(
        0,
        ge=0,
        description="the number of lost changes that players had been told of. With `safe`, the room has gone on from "
        "before them, on a server that was restarted or on another one. Without it, they are lost only if "
        "the server ends",
    )
    paused: Millis = Field(
        0,
        description="the moment at which all clocks stopped, while the room is paused, else 0. When they go on, the "
        "same message brings `starts`, `ends` and `clock`, moved by the length of the pause",
    )


class ListedRoom(Part):
    """A room in the list of rooms."""

    code: str
    game: str
    title: str
    kind: RoomKind
    phase: Literal["lobby", "countdown", "running", "finished"]
    players: tuple[str, ...]
    seats: int
    watchers: int
    spectators: Literal["fair", "live", "delayed", "none"]
    locked: bool = Field(False, description="true if nobody new takes a seat")
