"""The parts of messages about rooms: options, seats, results, and the layout of a table."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints

from cadogan_protocol.limits import FEWEST_RACES, MAX_NAME, MAX_RACERS, MOST_GAMES_TEXT, MOST_RACES
from cadogan_protocol.moves import CardCode

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="a SHA-256 as hex")]

OptionValue = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, Field(max_length=40)]
"""A game option's value; yes/no options are booleans."""

Millis = Annotated[int, Field(ge=0)]
"""Milliseconds. A moment counts since 1970-01-01 UTC by the server's clock, a span from the start of the race."""


def _check_name(name: str) -> str:
    """Return `name` if nothing in it is invisible or changes the direction of the text around it; else ValueError."""
    for character in name:
        if unicodedata.category(character) in UNSEEN and character != ZERO_WIDTH_JOINER:
            raise ValueError(f"a name has only visible characters, and U+{ord(character):04X} is none: leave it out")
    return name


def _check_marks(name: str) -> str:
    """Return `name` if no character in it carries a tower of accents, or more marks than any language uses."""
    marks: Counter[int | str] = Counter()
    for character in unicodedata.normalize("NFC", name):
        if unicodedata.category(character)[0] == "M":
            where = unicodedata.combining(character)
            # Marks of class 0 have places of their own beside and around a letter: Burmese may need four.
            marks[character if where == 0 else where if 1 < where < ANYWHERE else ANYWHERE] += 1
        elif character != ZERO_WIDTH_JOINER:
            marks.clear()
        if marks.total() > MOST_MARKS or max(marks.values(), default=0) > MOST_ACCENTS:
            raise ValueError(
                f"a character of a name may carry {MOST_ACCENTS} accents of a kind and {MOST_MARKS} marks in all; "
                "take some off"
            )
    return name


MOST_ACCENTS = 2
"""The most accents over or under a character. An accent that forms one character with its letter does not count."""

MOST_MARKS = 4
"""The most marks of any kind on a character of a name: a Hebrew letter with its points has three, Burmese needs four.
"""

ANYWHERE = 200
"""Marks of this combining class of Unicode and above, and of class 1, fit any letter; the others belong to scripts."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories of characters that a name must not contain."""

ZERO_WIDTH_JOINER = "\u200d"
"""Joins the parts of one emoji, so a name may contain it."""

PlayerName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME),
    AfterValidator(_check_name),
    Field(description=f"1 to {MAX_NAME} visible characters; blanks around it are removed"),
]

PlayerId = Annotated[str, Field(min_length=1, max_length=64, description="the public id of a player; no secret")]

NewName = Annotated[PlayerName, AfterValidator(_check_marks)]
"""A name that a player may choose. Names from before the limit on marks are still shown."""


def _shortest(value: float) -> float | int:
    return int(value) if abs(value) < 2**31 and value == int(value) else value


Number = Annotated[float, Field(allow_inf_nan=False), PlainSerializer(_shortest, when_used="json")]
"""A number that need not be whole; a whole one is sent in a whole number's few bytes."""


class Part(BaseModel):
    """A part of a message: immutable, and without unknown fields."""

    # Each model is built when it is first used, in 2 ms at most: to build all took a fifth of a server's start.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


RuleValue = int | str | tuple[int, ...]
"""A value in the text of a broken rule: a number, a name, or cards."""


class BrokenRule(Part):
    """The rule that forbids a move, for programs and for other languages than English."""

    name: str = Field(description="such as `takes` or `stock_empty`; a name always comes with the same values")
    reason: str = Field(description="a sentence in English that says what the rule forbids")
    line: str = Field("", description="the rule's numbers in part 4 of the game's sheet, as \"1, 2\"; empty: none")
    action: str | None = Field(None, description="the action that isn't possible at all now, if the rule is about one")
    values: dict[str, RuleValue] = Field(
        default_factory=dict,
        description="the rule's values: a list has cards, `source` and `target` are ids of groups, `game` is the game's id",
    )


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
    seats: int = Field(
        8,
        ge=1,
        le=MAX_RACERS,
        description="the number of seats of a race, or of a shared table, which has at most eight; a duel always has two",
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


SeatState = Literal["waiting", "playing", "stuck", "finished", "stood", "late", "left"]
"""The state of a player. All states but `waiting` are for players with cards; `late` occurs only in duels,
`left` there and at shared tables."""

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
        description="stood: gave up; late: lost the game by the clock; left: left the match, "
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


WhyNot = Literal["bot", "daily", "unrated", "known_deal", "fast", "options", "alone", "bots", "same_place", "idle"]
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
    "idle": "nobody else played on: to the end of the own board, or until the last third of the race",
}


class ResultRow(Part):
    """One racer's row of the results. Equal ranks are possible."""

    rank: int = Field(ge=1)
    seat: int
    name: PlayerName
    bot: str | None = None
    won: bool = Field(description="a race: finished; a duel or a shared table: the match was won")
    progress: int
    penalty: int = 0
    score: int | None = Field(None, description="the game's own score, if it has one")
    moves: int = 0
    undone: int = Field(0, description="moves taken back")
    time: Millis | None = Field(
        None, description="the moment from the start at which the racer finished, or reached this progress"
    )
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
    """A duel's clock: the seat whose action is awaited, and its deadline. Between two rounds at a shared table: when the
    next one is dealt.
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


ContestKind = Literal["race", "duel"]
"""A kind of contest of a day: the deal that is played alone, or the duel against a bot."""

Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="a day (UTC), as `2026-11-21`")]

Month = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}$", description="a month (UTC), as `2026-11`")]


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
"""What players may say to each other: six faces, then eight set phrases. Each client has its own words for them."""


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
        description="the best first; it includes this room's game once that is over. Players who leave the group "
        "keep their lines"
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


class DealProof(Part):
    """What the server's solver found in the row of deals that a seed gives, see "Was the deal fixed beforehand?"."""

    number: int | None = Field(
        None,
        ge=0,
        description="the number of the deal, the first that was won; null: none was in time, so deal 0 was dealt",
    )
    nodes: int = Field(ge=1, description="the budget for each deal, in positions")
    revision: int = Field(ge=1, description="the solver's revision; another one may find another number")
    effort: int = Field(0, ge=0, description="the positions that the solver went through to win the deal; 0: not known")


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


class PilePlace(Part):
    """Where a pile lies. A unit of x is a card's width plus the gap beside it, a unit of y its height plus the gap."""

    x: Number
    y: Number
    angle: Number = Field(0, description="the rotation of the cards in degrees, clockwise")
    dx: Number = Field(0, description="the offset of each further card to the right")
    dy: Number = Field(0, description="the offset of each further card downwards")
    label: str = Field("", description="the text on the empty place")
    owner: int | None = Field(None, description="a table for several players: the seat that owns the pile")
    path: tuple[tuple[Number, Number], ...] | None = Field(
        None,
        description="a pile that is not straight: the places of its cards one by one, bottom first, relative to x and y "
        "(right, down); further cards lie on the last point. It replaces `dx` and `dy`",
    )


class Tally(Part):
    """A second number to show at a pile, beside the number of its cards."""

    rank: int = Field(description="cards of this rank, 1 (ace) to 13 (king)")
    above: int = Field(description="the index of the counter that says how many of the lowest cards do not count")


class Order(Part):
    """The ranks that piles take one after the other, if they depend on a card elsewhere."""

    pile: int = Field(
        description="the top card of this pile decides for the group's first pile, that of the next pile for the second, "
        "and so on"
    )
    ranks: tuple[tuple[int, ...], ...] = Field(
        description="for each rank of that card, from the ace: the ranks, 1 to 13, in the order in which the pile takes them"
    )


class GroupLayout(Part):
    """A group of piles with the same role."""

    id: str
    name: str
    kind: Literal["foundation", "tableau", "reserve", "stock", "waste", "discard", "hand", "fixed"]
    places: tuple[PilePlace, ...]
    upright: tuple[PilePlace, ...] | None = Field(
        None, description="the places of the piles in a window much higher than wide, if they differ"
    )
    tail: int = Field(
        0, description="the number of last cards that are spread out, the others are squared; 0: all are spread"
    )
    counted: bool = Field(False, description="true if the number of cards is shown")
    tally: Tally | None = Field(None, description="a second number to show")
    order: Order | None = Field(None, description="how to find the rank that each pile takes next")


class ActionLayout(Part):
    """An action that is not a plain move: its name, and the click on the table that makes it."""

    name: str
    label: str
    pile: int | None = Field(None, description="a click on this pile makes the action")
    spots: bool = Field(False, description="true if the player picks cards on the table first")
    times: int | None = Field(
        None, description="a redeal: the most that are allowed; the counter `redeals` has the number made"
    )


class TableLayout(Part):
    """Everything that a client needs to draw a game's table without knowing its rules."""

    groups: tuple[GroupLayout, ...] = Field(description="the piles of all groups are numbered from 0 in this order")
    actions: tuple[ActionLayout, ...]
    counters: tuple[str, ...]
    phases: tuple[str, ...]


class TableState(Part):
    """A table as its receiver sees it: the snapshot of a board's stream."""

    piles: tuple[tuple[CardCode, ...], ...] = Field(
        description="bottom first; -1 is a card face down, -2 a card that only the racer sees"
    )
    counters: tuple[int, ...] = Field(description="in the layout's order; the last is the number of the phase")


class ProvedDeals(Part):
    """What the solver, which knows all cards, has proved of the deals that it tried.

    At least `won` of `deals` can be won, and at most `deals` - `lost`: the others are undecided.
    """

    deals: int = Field(ge=1, description="the number of deals that were tried")
    won: int = Field(ge=0, description="the number of them that are proved to be winnable")
    lost: int = Field(ge=0, description="the number of them that are proved to be unwinnable")


class GameInfo(Part):
    """One game of the catalogue."""

    id: str
    title: str
    other_names: tuple[str, ...] = Field((), description="names under which players may look for it")
    titles: tuple[str, ...] = Field((), description="its names in other languages, for a search")
    summary: str = Field(description="a sentence on the game")
    variant_of: str | None = None
    family: str
    kind: RoomKind
    packs: int
    cards: int
    race: Literal["good", "fair", "poor"] = Field(description="how well it races")
    race_why: str
    options: dict[str, tuple[OptionValue, ...]] = Field(
        description="the values of each option, the default first. A text like `0 to 3600` stands for each whole number "
        "of that range, `current` for the year (UTC) in which the room is opened"
    )
    undo: bool = Field(True, description="true if moves can be taken back, if the room allows it")
    time_limit: int = Field(0, description="the seconds of a race if the room sets no limit; 0: no limit")
    progress_max: int
    revision: int = Field(description="rises when the rules change: which moves are legal, or what they do")
    source: str
    won: Number | None = Field(
        None, description="the share of deals that the bot `good` wins, 0 to 1, with default options; null: not known"
    )
    won_of: int | None = Field(None, description="the number of deals behind `won` and `moves`; null: not known")
    moves: int | None = Field(
        None, description="the mean number of moves of the bot `good` on a deal, won or not; null: not known"
    )
    solvable: Number | None = Field(
        None,
        description="the share of all deals that can be won knowing all cards, 0 to 1, as others have published it; "
        "null: nobody has",
    )
    proved: ProvedDeals | None = Field(
        None, description="what the solver has proved of some deals, with default options; null: it has tried none"
    )
    numberings: tuple[Numbering, ...] = Field(
        (), description="the numberings of the world by which the game's deals have numbers, see `numbering` of a room"
    )
    winnable: bool = Field(
        False,
        description="true if a deal that is proved winnable (`deal` = winnable) is found within seconds, as a rule",
    )


PasskeyLabel = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_check_name)
]


class PasskeyInfo(Part):
    """One passkey of a player."""

    id: str
    label: str = Field(description="the player's name for it")
    added: Millis
    used: Millis = Field(description="the moment of its last use")


class HistoryPlayer(Part):
    """Another player in a finished game."""

    player: PlayerId
    name: PlayerName = Field(description="the name at that time")
    bot: str | None = Field(None, description="the level or kind of a bot; null: a person")
    rank: int


class HistoryRow(Part):
    """A finished game of a player."""

    id: str = Field(description="the position of the row, as in `before` of `get_history`")
    room: str = Field(description="the room's code")
    game: str
    options: dict[str, OptionValue] = Field(description="the game's options")
    rules: RoomOptions = Field(description="the room's options")
    kind: RoomKind
    at: Millis = Field(description="the moment of its end")
    rank: int
    of: int = Field(description="the number of players")
    won: bool = Field(
        description="true if the game itself was won: in a race, all cards came home; in a duel, the match"
    )
    first: bool = Field(
        False,
        description="true if the player came in ahead of somebody and behind nobody, whether the game was won or not",
    )
    home: bool = Field(description="the same as `won`, for clients that do not know `first`")
    time: Millis | None = Field(None, description="as in the results")
    undone: int
    moves: int
    progress: int
    progress_max: int
    score: int | None = None
    why_not: WhyNot | None = Field(None, description="the reason why it does not count on the boards; null: it does")
    others: tuple[HistoryPlayer, ...] = Field(description="in the order of their ranks, at most 24")
    replay: bool = Field(description="true if its replay is kept and open to everybody with the room's code")
    own_replay: bool = Field(
        False,
        description="true if its replay is kept: the player may watch it by the room's code, and others too, with the "
        "room's key if the room is by link only",
    )


class Figures(Part):
    """A player's figures in a game with some options, or in all.

    Games that were not rated, whose deal may have been known, or that were faster than hands can be, are in the history
    alone.
    """

    game: str = Field(description="empty: over all games")
    options: dict[str, OptionValue] | None = Field(
        None, description="those that differ from the defaults; null: any options without a board"
    )
    played: int
    won: int = Field(description="the number of games won, as in the history, including those against bots and alone")
    first: int = Field(0, description="the number of first places, as in the history, including those against bots")
    best: Millis | None = Field(None, description="the best time of a race that was won")
    best_without_undo: Millis | None = None
    fewest_moves: int | None = Field(
        None, description="the fewest moves of a race that was won; moves that were taken back do not count"
    )
    fewest_moves_without_undo: int | None = Field(None, description="the same of races in which no move was taken back")
    average: Millis | None = Field(None, description="the mean of the times of races that were won")
    streak: int = Field(description="the current number of wins in a row")
    longest: int = Field(description="the longest number of wins in a row")
    last: Millis = Field(description="the moment of the last game")


class HeadToHead(Part):
    """A player's results against another, in games that count in the figures."""

    player: PlayerId = Field(description="the other player")
    name: PlayerName
    played: int
    won: int = Field(description="the number of games in which the player came in before the other, won or not")
    lost: int = Field(description="the number of games in which the player came in behind the other")
    last: Millis


class CurvePoint(Part):
    """A rating after a game."""

    at: Millis
    family: str = Field(description="the family of the games; empty: over all games")
    value: Number


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


class Friend(Part):
    """A friend of a player."""

    player: PlayerId
    name: PlayerName
    known: bool = Field(description="true if the player still exists")
    mutual: bool = Field(description="true if each is a friend of the other")
    online: bool = Field(
        False,
        description="true if a mutual friend has asked for friends within the last minute, and is still connected",
    )
    room: ListedRoom | None = Field(
        None,
        description="the room in which the friend sits now: a public one, or, for a mutual friend, one that can be "
        "joined by its code",
    )


class Invitation(Part):
    """A friend's invitation to a room."""

    player: PlayerId
    name: PlayerName
    room: str = Field(description="the room's code")
    key: str | None = Field(None, description="the room's key, if it is open by its link only")
    game: str
    title: str
    at: Millis = Field(description="the moment of the invitation")


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
