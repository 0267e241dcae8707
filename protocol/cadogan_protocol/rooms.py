"""What is said of rooms: options, seats, results, and the layout of a table."""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, StringConstraints

from cadogan_protocol.limits import MAX_NAME, MAX_RACERS
from cadogan_protocol.moves import CardCode

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="a SHA-256 as hex")]

OptionValue = bool | Annotated[int, Field(ge=-(2**31), lt=2**31)] | Annotated[str, Field(max_length=40)]
"""A game option's value; yes/no options are booleans."""

Millis = Annotated[int, Field(ge=0)]
"""Milliseconds. A moment is counted since 1970-01-01 UTC by the server's clock, a span from the start of the race."""


def _check_name(name: str) -> str:
    """Return `name`, if nothing in it is invisible or turns the text around it."""
    for character in name:
        if unicodedata.category(character) in UNSEEN and character != ZERO_WIDTH_JOINER:
            raise ValueError(f"a name is made of characters that can be seen, which U+{ord(character):04X} is not")
    return name


def _check_marks(name: str) -> str:
    """Return `name`, if no character in it carries a tower of accents, or more marks than any language puts on one."""
    marks: Counter[int | str] = Counter()
    for character in unicodedata.normalize("NFC", name):
        if unicodedata.category(character)[0] == "M":
            where = unicodedata.combining(character)
            # Those of class 0 have places of their own beside and around a letter: in Burmese four may be needed.
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
"""How many accents may lie over or under each other; where an accent and its letter are one character, it is not counted."""

MOST_MARKS = 4
"""How many marks of any kind a character of a name may carry: a Hebrew letter with its points has three, Burmese needs four."""

ANYWHERE = 200
"""From this combining class of Unicode on, and for class 1, a mark can be put on any letter; the others belong to scripts."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode's categories of characters that are no use in a name."""

ZERO_WIDTH_JOINER = "\u200d"
"""Holds the parts of one emoji together, so it may stand in a name."""

PlayerName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME),
    AfterValidator(_check_name),
    Field(description=f"1 to {MAX_NAME} visible characters; blanks around it are taken off"),
]

PlayerId = Annotated[
    str, Field(min_length=1, max_length=64, description="by which a player is known to all; no secret")
]

NewName = Annotated[PlayerName, AfterValidator(_check_marks)]
"""A name as a player may choose it; those chosen before the marks on a character were bounded are still shown."""


def _shortest(value: float) -> float | int:
    return int(value) if abs(value) < 2**31 and value == int(value) else value


Number = Annotated[float, Field(allow_inf_nan=False), PlainSerializer(_shortest, when_used="json")]
"""A number that need not be whole; where it is, it takes a whole number's few bytes."""


class Part(BaseModel):
    """A piece of a message: immutable, and without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


RuleValue = int | str | tuple[int, ...]
"""What a broken rule speaks of: a number, a name, or cards."""


class BrokenRule(Part):
    """Which rule forbids a move, for programs and for whoever speaks another language than English."""

    name: str = Field(description="`takes`, `stock_empty` and the like; each has the same values whenever it comes")
    reason: str = Field(description="a sentence in English: what the rule forbids here")
    line: str = Field(
        "", description='the numbers that the rule has in part 4 of the game\'s sheet, as "1, 2"; else empty'
    )
    action: str | None = Field(None, description="the action that isn't possible at all now, where it is about one")
    values: dict[str, RuleValue] = Field(
        default_factory=dict,
        description="what it speaks of: a list has cards, `source` and `target` are ids of groups, `game` is that of the game",
    )


class RoomOptions(Part):
    """How a room is run. The game's own options are beside it, in `options` of the room."""

    deal: Literal["fresh", "numbered", "daily", "again"] = Field(
        "fresh",
        description="a deal nobody has seen, the deal with a number, or today's (by UTC), see Days; a duel is always fresh, but "
        "for that of the day; again: that of a race that is over, by `race_ghosts` alone",
    )
    number: int | None = Field(None, ge=1, le=999_999_999, description="the deal's number, with `deal` = numbered")
    time_limit: int = Field(
        900,
        ge=0,
        le=7200,
        description="seconds from the start until the race is over; in a duel, what each player has for a whole game; "
        "0: no limit",
    )
    undo: Literal["free", "covered", "none"] = Field(
        "free",
        description="whether moves may be taken back, in games that have undo; covered: only those that have turned up "
        "no card and shuffled nothing, since then. In a rated room free is made covered",
    )
    hints: bool = Field(True, description="whether a client may offer hints")
    sudden_death: bool = Field(False, description="the race is over with the first finish; else all may play on")
    spectators: Literal["fair", "live", "delayed", "none"] = Field(
        "fair",
        description="who may watch while it runs; after the end anybody may look. fair: anybody, but of a race a card is "
        "shown only when all who still play have seen it. live: all that the racers see, in a room that is not public. "
        "A race with live spectators is not rated, nor one whose delay is no longer than its time limit. Of a duel no hand "
        "is shown while it runs, whatever this says",
    )
    delay: int = Field(
        60, ge=5, le=600, description="seconds by which spectators are behind, with `spectators` = delayed"
    )
    rated: bool = Field(
        True,
        description="whether the result goes to the leaderboards: people's, of a fresh deal, see Boards; with another deal, which "
        "some may know, the room is opened with false",
    )
    public: bool = Field(True, description="whether the room stands in the list of rooms")
    by_link: bool = Field(
        False,
        description="whether the code alone lets nobody in, but only the link, which has a `key` beside it; not with `public`",
    )
    seats: int = Field(8, ge=1, le=MAX_RACERS, description="how many may race; a duel always has two seats")
    target: int = Field(0, ge=0, le=1000, description="a duel: the match goes to this score; 0: a single game")


SeatState = Literal["waiting", "playing", "stuck", "finished", "stood", "late", "left"]
"""How a player stands; all but waiting is said of those who have cards. Late and left are only those who play a duel."""

PLAY_STATES: tuple[SeatState, ...] = get_args(SeatState)[1:]
"""What the number `state` of a `Standing` stands for."""


class Standing(NamedTuple):
    """How far a racer is: the fields of the racer's `Seat`, where `state` is a place in `PLAY_STATES`."""

    seat: Annotated[int, Field(ge=0, lt=MAX_RACERS)]
    progress: int
    moves: int
    state: int = 0
    penalty: int = 0
    ended: Millis | None = None


class Rating(Part):
    """How good a player is: by Plackett-Luce, on a scale that begins at 1500."""

    value: int = Field(description="what the player is worth at least, to a certainty of three times the uncertainty")
    uncertainty: int = Field(ge=0, description="one standard deviation; 200 before the first game")
    games: int = Field(ge=0, description="of how many games it was made, as far as is known")
    provisional: bool = Field(description="whether these are fewer than ten")
    change: int | None = Field(None, description="with results: by how much this game has changed the value")


class Seat(Part):
    """One seat of a room and who sits there."""

    seat: int = Field(ge=0, lt=MAX_RACERS)
    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person who sits here; null: a bot")
    bot: str | None = Field(None, description="the level or kind of the bot that sits here; null: a person")
    ready: bool = False
    nonce_hash: Sha256 | None = Field(
        None,
        description="SHA-256 of the 16 bytes that this player adds to the seed of a fresh deal, once it is promised",
    )
    present: bool = Field(True, description="whether the player's socket is there now")
    state: SeatState = Field(
        "waiting",
        description="stood: has given up; late: has lost the game by the clock; left: has left the match, "
        "or was away until the room was closed",
    )
    progress: int = 0
    penalty: int = Field(0, description="exchanges made, in the games that count them")
    moves: int = Field(0, description="moves made and not taken back")
    ended: Millis | None = Field(None, description="when this racer finished or gave up, from the start")
    rating: Rating | None = Field(
        None,
        description="a person's, in the family of the room's game; null: none yet, or not read yet. In a room that is over it is "
        "the one after the game, where that was rated",
    )


WhyNot = Literal["bot", "daily", "unrated", "known_deal", "fast", "options", "alone", "bots", "same_place", "idle"]
"""Why a result does not count on the boards; `WHY_NOT` says each in a sentence."""

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
    won: bool = Field(description="a race: finished; a duel: the match was won")
    progress: int
    penalty: int = 0
    score: int | None = Field(None, description="the game's own score, where it has one")
    moves: int = 0
    undone: int = Field(0, description="moves taken back")
    time: Millis | None = Field(None, description="when the racer finished, or reached this progress, from the start")
    why_not: WhyNot | None = Field(
        None,
        description="why this result does not count on the boards; null: it does. "
        + "; ".join(f"{reason}: {said}" for reason, said in WHY_NOT.items()),
    )
    evenness: Number | None = Field(
        None,
        description="how much the spans between a person's moves differed: their standard deviation as a share of their mean, "
        "of 30 moves or more. A program that waits the same time before each move comes near 0",
    )
    rating: Rating | None = Field(
        None,
        description="the player's after this game, in the game's family, with what the game has changed; null: it was not "
        "rated, or is not reckoned yet, which takes a moment",
    )
    overall: Rating | None = Field(None, description="the same over all games")


class Results(Part):
    """The end of a race or duel: ranks, and what proves that the deal was fixed before the start."""

    rows: tuple[ResultRow, ...]
    secret: str = Field(description="hex; SHA-256 of it was published as `commit` before the start")
    nonces: tuple[str, ...] = Field(description="hex, in seat order, an empty text for a player who sent none")
    seed: str = Field(description="hex; the seed of the deal, see below")
    day_secret: str | None = Field(
        None, description="hex; the secret of the day of a deal of the day, once that day is over"
    )


class Clock(Part):
    """A duel's clock: whose action is awaited and until when."""

    seat: int | None = Field(None, description="null: nobody's, between two games of a match and at the end")
    deadline: Millis | None = Field(None, description="the moment when this action times out, or null without a clock")
    remaining: tuple[Millis | None, ...] = Field(
        (),
        description="what each seat had left for the whole game when the present action began; empty without such a clock",
    )
    timeouts: tuple[int, ...] = Field(
        (),
        description="by seat, how often in succession the time for its action was up; who has acted is at 0 again",
    )


ContestKind = Literal["race", "duel"]
"""Of what a day has: the deal that is played alone, or the duel against a bot."""

Day = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", description="a day (UTC), as `2026-11-21`")]

Month = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}$", description="a month (UTC), as `2026-11`")]


class Ghost(Part):
    """A run that was made before on the deal of a race. It has no seat, and counts for nothing."""

    room: str = Field(description="the code of the room in which it was made")
    seat: int = Field(ge=0, lt=MAX_RACERS, description="its seat there")
    name: PlayerName
    player: PlayerId | None = Field(None, description="the id of the person who made it; null: a bot")
    state: SeatState = Field(description="how it ended: finished, stuck or stood")
    ended: Millis = Field(description="when that was, from the start")
    steps: tuple[tuple[Millis, int], ...] = Field(
        description="each change of its progress, the deal's first: moment from the start, progress"
    )


Emote = Literal[
    "wave", "clap", "laugh", "wow", "think", "sad",
    "good_luck", "well_played", "good_game", "close", "oops", "thanks", "one_more", "sorry",
]  # fmt: skip
"""What players may say to each other: six faces, then eight set phrases. Each client has its own words for them."""


class Said(Part):
    """What a player has said last."""

    seat: int = Field(ge=0, lt=MAX_RACERS)
    emote: str = Field(max_length=24, description="one of those of `emote`; pass over one that is not known")
    at: Millis = Field(description="when; what is older than some seconds is not shown any more")


class NextGame(Part):
    """The game of the room that follows."""

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
    """A game that is put to the vote for the room that follows."""

    game: str
    title: str
    options: dict[str, OptionValue]
    votes: tuple[int, ...] = Field(
        (), description="the seats of those who are for it, in the order in which they said so"
    )


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
        description="the best first; this room's game is counted once it is over. Whoever leaves the group keeps the line"
    )


class RoomState(Part):
    """All that everybody in a room may know. It is the snapshot of stream 0."""

    code: str
    game: str
    title: str
    kind: Literal["race", "duel"]
    options: dict[str, OptionValue] = Field(description="the game's options")
    rules: RoomOptions
    phase: Literal["lobby", "countdown", "running", "finished"]
    host: int | None = Field(
        None,
        description="the seat of the person who has been here longest, without people that of a program that has joined: only the "
        "host may seat bots and send them away",
    )
    seats: tuple[Seat, ...]
    watchers: int = 0
    progress_max: int = Field(description="the progress that wins")
    commit: str = Field(description="hex SHA-256 of the server's secret for this room")
    called_off: int = Field(
        0, description="how many countdowns were called off, and the nonces of all with each of them"
    )
    day: str | None = Field(None, description="with `deal` = daily the day of the deal, as `2026-11-21`")
    day_commit: str | None = Field(
        None, description="hex SHA-256 of the server's secret for that day, published the day before"
    )
    contest: ContestKind | None = Field(
        None, description="of a day's own games which this room has, see Days; null: it is an ordinary room"
    )
    attempts: tuple[int, ...] | None = Field(
        None,
        description="with a `contest`, soon after the cards are shown: the seats of those whose attempt at it this is, which "
        "counts; for others it is practice. null: not decided yet",
    )
    ghosts: tuple[Ghost, ...] = Field((), description="the runs on the same deal against which this race goes")
    starts: Millis | None = Field(None, description="the moment when the cards are shown")
    ends: Millis | None = Field(None, description="the moment when time is up")
    results: Results | None = None
    onward: tuple[int, ...] = Field(
        (), description="the seats of those who would go on to the next deal before all are done, see `onward`"
    )
    rematch: str | None = Field(None, description="the code of the room that follows this one")
    next: NextGame | None = Field(None, description="with `rematch`: what is played there, and who has opened it")
    ballot: tuple[Candidate, ...] = Field(
        (), description="the games among which those who have played vote, see `propose`"
    )
    said: Said | None = Field(None, description="the last thing that a player has said, see `emote`")
    series: Series | None = Field(None, description="the running score of the group; null in its first game")
    clock: Clock | None = None
    match: tuple[int, ...] | None = Field(None, description="a duel's score in the match so far, by seat")
    locked: bool = Field(False, description="whether the host has locked the room: nobody new takes a seat")
    safe: bool = Field(
        True,
        description="false while the store is away and what is played is kept in memory only. Where other servers could take "
        "the room, it is paused instead, as it is when too much waits: requests are refused with `store_down` and no clock runs",
    )
    lost: int = Field(
        0,
        ge=0,
        description="how many changes are lost of which players had been told: with `safe` the room has gone on from before them, "
        "at a server that was started again or at another one; else it will if the server ends",
    )
    paused: Millis = Field(
        0,
        description="the moment at which all clocks stopped, while rooms are paused, else 0; when they go on, `starts`, "
        "`ends` and `clock` are told anew in the same message, as much later as the pause was long",
    )


class PilePlace(Part):
    """Where one pile lies. A unit of x is a card's width and the gap beside it, a unit of y its height and gap."""

    x: Number
    y: Number
    angle: Number = Field(0, description="degrees clockwise by which the cards are turned")
    dx: Number = Field(0, description="each further card lies this much further right")
    dy: Number = Field(0, description="and this much further down")
    label: str = Field("", description="what to write on the empty place")
    owner: int | None = Field(None, description="a duel: the seat that owns the pile")
    path: tuple[tuple[Number, Number], ...] | None = Field(
        None,
        description="a pile that does not lie straight: where its cards lie one by one, bottom first, measured from x and y "
        "(right, down); further cards lie on the last point. Whoever draws it leaves `dx` and `dy` aside",
    )


class Tally(Part):
    """What is counted in a pile beside all its cards."""

    rank: int = Field(description="cards of this rank, 1 (ace) to 13 (king)")
    above: int = Field(description="but for the lowest cards, as many as the counter with this number says")


class Order(Part):
    """Which ranks piles take, one after the other: that depends on a card elsewhere."""

    pile: int = Field(
        description="on top of this pile lies the card for the group's first pile, on the next for the second"
    )
    ranks: tuple[tuple[int, ...], ...] = Field(
        description="for each rank of that card, from the ace: the ranks, 1 to 13, in the order in which the pile takes them"
    )


class GroupLayout(Part):
    """A group of piles that play the same part."""

    id: str
    name: str
    kind: Literal["foundation", "tableau", "reserve", "stock", "waste", "discard", "hand", "fixed"]
    places: tuple[PilePlace, ...]
    upright: tuple[PilePlace, ...] | None = Field(
        None, description="where the piles lie in a window much higher than wide, if not in the same places"
    )
    tail: int = Field(0, description="only the last so many cards are spread out, the rest is squared; 0: all are")
    counted: bool = Field(False, description="whether to show how many cards lie there")
    tally: Tally | None = Field(None, description="what else to show the number of")
    order: Order | None = Field(None, description="by what to show the rank that each pile takes next")


class ActionLayout(Part):
    """An action that is not a plain move: what to call it, and where a click on the table means it."""

    name: str
    label: str
    pile: int | None = Field(None, description="a tap on this pile means the action")
    spots: bool = Field(False, description="the player picks cards on the table first")
    times: int | None = Field(
        None, description="a redeal: there are so many at most, of which the counter `redeals` has those that were made"
    )


class TableLayout(Part):
    """All that a client needs to draw a game's table without knowing its rules."""

    groups: tuple[GroupLayout, ...] = Field(
        description="their piles, in this order, are numbered from 0 through all groups"
    )
    actions: tuple[ActionLayout, ...]
    counters: tuple[str, ...]
    phases: tuple[str, ...]


class TableState(Part):
    """A table as its receiver sees it: the snapshot of a board's stream."""

    piles: tuple[tuple[CardCode, ...], ...] = Field(
        description="bottom first; -1 is a card face down, -2 one that only the racer sees"
    )
    counters: tuple[int, ...] = Field(description="in the layout's order; the last is the number of the phase")


class GameInfo(Part):
    """One game of the catalogue."""

    id: str
    title: str
    other_names: tuple[str, ...] = Field((), description="by which players may look for it")
    titles: tuple[str, ...] = Field((), description="what it is called in other languages, for a search")
    summary: str = Field(description="what it is like, in a sentence")
    variant_of: str | None = None
    family: str
    kind: Literal["race", "duel"]
    packs: int
    cards: int
    race: Literal["good", "fair", "poor"] = Field(description="how well it races")
    race_why: str
    options: dict[str, tuple[OptionValue, ...]] = Field(
        description="the values of each option, the default first. A text like `0 to 3600` stands for each whole number "
        "of that span, `current` for the year (UTC) in which the room is opened"
    )
    undo: bool = Field(True, description="whether moves can be taken back, where the room allows it")
    time_limit: int = Field(0, description="seconds that a race lasts where the room sets no limit; 0: none")
    progress_max: int
    revision: int = Field(description="goes up when the rules change: which moves are legal, or what they do")
    source: str
    won: Number | None = Field(
        None, description="the share of deals that the bot `good` wins, 0 to 1, with default options; null: not known"
    )
    moves: int | None = Field(
        None, description="the moves that a deal takes the bot `good` in the mean, won or not; null: not known"
    )
    solvable: Number | None = Field(
        None, description="the share of deals that can be won by who knows all cards, 0 to 1; null: not known"
    )


PasskeyLabel = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_check_name)
]


class PasskeyInfo(Part):
    """One passkey of a player."""

    id: str
    label: str = Field(description="what the player calls it")
    added: Millis
    used: Millis = Field(description="when it was used last")


class HistoryPlayer(Part):
    """Somebody else in a game that was played."""

    player: PlayerId
    name: PlayerName = Field(description="as it was then")
    bot: str | None = Field(None, description="the level or kind of a bot; null: a person")
    rank: int


class HistoryRow(Part):
    """A game that a player has played to its end."""

    id: str = Field(description="for `before` of `get_history`")
    room: str = Field(description="the room's code")
    game: str
    options: dict[str, OptionValue] = Field(description="the game's options")
    rules: RoomOptions = Field(description="the room's")
    kind: Literal["race", "duel"]
    at: Millis = Field(description="when it was over")
    rank: int
    of: int = Field(description="how many played")
    won: bool = Field(description="whether the game itself was won: a race: all cards came home; a duel: the match")
    first: bool = Field(
        False, description="whether the player came in before somebody, and nobody before the player, won or not"
    )
    home: bool = Field(description="the same as `won`, for clients of before there was `first`")
    time: Millis | None = Field(None, description="as in the results")
    undone: int
    moves: int
    progress: int
    progress_max: int
    score: int | None = None
    why_not: WhyNot | None = Field(None, description="why it does not count on the boards; null: it does")
    others: tuple[HistoryPlayer, ...] = Field(description="the first of them first, 24 at most")
    replay: bool = Field(description="whether its replay is kept, and to be had by the room's code alone")


class Figures(Part):
    """What a player has done in a game with some options, or in all.

    What was not rated, of a deal that may have been known, or faster than hands can is in the history alone.
    """

    game: str = Field(description="empty: over all games")
    options: dict[str, OptionValue] | None = Field(
        None, description="as far as they are not the usual ones; null: any that have no board"
    )
    played: int
    won: int = Field(description="how many games were won, as in the history, against bots and alone too")
    first: int = Field(0, description="in how many the player came first, as in the history, against bots too")
    best: Millis | None = Field(None, description="the best time of a race that was won")
    best_without_undo: Millis | None = None
    fewest_moves: int | None = Field(
        None, description="the fewest moves of a race that was won; moves that were taken back do not count"
    )
    fewest_moves_without_undo: int | None = Field(None, description="the same of races in which no move was taken back")
    average: Millis | None = Field(None, description="the mean of the times of races that were won")
    streak: int = Field(description="how many games were won in a row up to now")
    longest: int = Field(description="the most that were ever won in a row")
    last: Millis = Field(description="when one was played last")


class HeadToHead(Part):
    """How a player has done against another, in games that count in the figures."""

    player: PlayerId = Field(description="the other")
    name: PlayerName
    played: int
    won: int = Field(description="how often the player came in before the other, whether the game was won or not")
    lost: int = Field(description="how often behind the other")
    last: Millis


class CurvePoint(Part):
    """A rating after a game."""

    at: Millis
    family: str = Field(description="of which games; empty: over all")
    value: Number


class DayRow(Part):
    """Somebody's attempt at a contest of a day."""

    rank: int = Field(ge=1, description="equal results have equal ranks")
    player: PlayerId
    name: PlayerName = Field(description="as it was then")
    won: bool
    time: Millis | None = Field(None, description="as in the results")
    progress: int
    score: int | None = Field(None, description="a duel's points")
    moves: int
    room: str | None = Field(
        None,
        description="where it was made, for a replay or as a ghost; null while who asks has not made an attempt of that day",
    )


class DayAttempt(Part):
    """The attempt at a contest of a day that counts for who asks."""

    room: str = Field(description="the code of the room in which the cards were dealt first")
    over: bool = Field(
        description="whether it was over within its day; if the day is over and it was not, it does not count"
    )


class DayContest(Part):
    """One contest of a day, and how people did in it."""

    kind: ContestKind
    game: str
    options: dict[str, OptionValue] = Field(description="those of the game that are not the usual ones")
    level: str | None = Field(None, description="a duel: how well the bot plays")
    progress_max: int
    rows: tuple[DayRow, ...] = Field(description="the first of them")
    total: int = Field(ge=0, description="how many are on its board")
    mine: DayRow | None = Field(None, description="the row of who asks, wherever it is")
    friends: tuple[DayRow, ...] = Field((), description="those of friends, the best first")
    rival: DayRow | None = Field(
        None, description="that of the `rival` of `get_day`; null: there is none, or nobody was asked for"
    )
    attempt: DayAttempt | None = Field(None, description="null: who asks has not been dealt its cards")


class DayDone(Part):
    """What a player has done in a contest of a day, within that day."""

    won: bool
    time: Millis | None = None
    progress: int
    score: int | None = None
    moves: int
    room: str = Field(description="the code of the room")


class CalendarDay(Part):
    """A day of a calendar: its games, and what who asks has done in them; null: nothing that counts."""

    day: Day
    race: str = Field(description="the id of the game that is played alone")
    duel: str = Field(description="that of the duel")
    race_done: DayDone | None = None
    duel_done: DayDone | None = None


class DayStreak(Part):
    """How many days in a row a contest was played to its end, or won: up to today, or yesterday where today's is yet to come."""

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
    kind: Literal["race", "duel"]
    phase: Literal["lobby", "countdown", "running", "finished"]
    players: tuple[str, ...]
    seats: int
    watchers: int
    spectators: Literal["fair", "live", "delayed", "none"]
    locked: bool = Field(False, description="whether nobody new takes a seat")


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
"""What a board counts."""

BoardPeriod = Literal["ever", "month", "week", "day"]
"""Of which span: of the present month, week (from Monday) or day, UTC, or ever."""

BoardScope = Literal["game", "family", "all"]
"""Whose board: of a game with its options; of ratings, also that of all games of its family, and that over all games."""

BoardView = Literal["top", "around", "among"]
"""Which rows of a board: the first, those around the own one, or those of some players among each other."""


class Friend(Part):
    """Somebody whom a player has taken for a friend."""

    player: PlayerId
    name: PlayerName
    known: bool = Field(description="whether there is such a player still")
    mutual: bool = Field(description="whether each has taken the other for a friend")
    room: ListedRoom | None = Field(
        None,
        description="where the friend sits now: in a public room, or, if it is mutual, in one that can be joined by its code",
    )


class LeaderRow(Part):
    """One row of a leaderboard."""

    rank: int = Field(ge=1, description="equal values have equal ranks; among some players the rank among these")
    player: PlayerId
    name: PlayerName
    value: Number
    races: int = Field(0, description="races that count on this board, in its period")
    old_rule: bool = Field(
        False,
        description="whether the value, or part of it, was counted under the rule before: bots could be beaten too, all "
        "options were on one board, and moves might be taken back. Of a rating: that it is of this game alone, from before there "
        "were ratings of families",
    )
    rating: Rating | None = Field(
        None,
        description="on a board of ratings: the player's as it is now; `value` is what it was after the last game that counts",
    )


class Ranking(Part):
    """From when on a player's ratings are ranked on boards, and how far whoever asks is."""

    days: int = Field(description="on so many days (UTC) a player must have played rated games against others")
    people: int = Field(description="so many different people a player must have met in them")
    own_days: int = Field(0, description="days of whoever asks, `days` at most")
    own_people: int = Field(0, description="people whom whoever asks has met, `people` at most")


class OwnFigures(Part):
    """What a player has done in a game with the options of a board, whether it counts there or not."""

    races: int = 0
    wins: int = Field(0, description="how many games were won: all cards home, or the match of a duel")
    first: int = Field(
        0, description="how often the player came before somebody, bots included, and nobody before the player"
    )
    best_time: Millis | None = Field(None, description="the best time of a race won without a move taken back")
    best_time_undo: Millis | None = Field(None, description="the best time of a race won with moves taken back")
    fewest_moves: int | None = Field(None, description="the fewest moves of a race won without a move taken back")
    fewest_moves_undo: int | None = Field(
        None, description="the fewest moves of a race won with moves taken back, which do not count"
    )
