"""Tournaments: finding and opening one, entering, being called to a game, and what its host may do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cadogan_protocol.limits import (
    MOST_ARENA_MINUTES,
    MOST_FILLED,
    MOST_GAME_NUMBER,
    MOST_SWISS_ROUNDS,
    MOST_TOURNAMENT_TEXT,
    MOST_TOURNAMENT_TITLE,
    STANDINGS_PAGE,
)
from cadogan_protocol.messages.base import Code, Message, OptionName, RequestId
from cadogan_protocol.names import PlayerId
from cadogan_protocol.parts import Level, Millis, OptionValue, Part

TournamentId = Annotated[str, Field(pattern=r"^[0-9a-z-]{6,24}$", description="a tournament's id; its page is /t/ID")]
ClubId = Annotated[str, Field(pattern=r"^[0-9a-z]{8,16}$", description="a club's id; its page is /club/ID")]
TournamentKind = Literal["arena", "swiss", "knockout"]
TournamentPhase = Literal["open", "running", "over", "cancelled"]
PairingResult = Literal["first", "second", "draw", "neither", "void"]
PairingCause = Literal["played", "no_show", "left", "lot", "bye", "not_opened", "overdue", "host"]
BotLevel = Literal["", Level]


Motif = Literal["spade", "heart", "diamond", "club", "crown", "star", "moon", "tower"]
Tincture = Literal["green", "blue", "wine", "slate", "gold", "plum", "ivory", "black"]


class Emblem(Part):
    """A picture of playing cards' motifs, in place of one that would have to be looked at before others see it."""

    motif: Motif = "spade"
    ground: Tincture = "green"
    figure: Tincture = "ivory"


class TournamentTerms(Part):
    """The terms of a tournament.

    In an arena players who wait are paired again and again until its time is up: a win counts 2 points and a draw 1;
    after two wins in a row each game counts double, until one is not won. In a Swiss tournament all play in every round, against
    somebody with as many points: 2 for a win or a bye, 1 for a draw. In a knockout the loser is out; a drawn game goes
    to the better seed.
    """

    kind: TournamentKind
    game: str = Field(max_length=40, description="the game's id; it must be one that two can play")
    options: dict[OptionName, OptionValue] = Field(
        default_factory=dict,
        max_length=16,
        description="the options of the game; options not named have their defaults",
    )
    title: str = Field("", max_length=MOST_TOURNAMENT_TITLE, description="empty: a title made of kind and game")
    text: str = Field("", max_length=MOST_TOURNAMENT_TEXT, description="what the host says about it")
    minutes: int = Field(
        0,
        ge=0,
        le=MOST_ARENA_MINUTES,
        description="an arena: minutes from the start to the last pairing, 20 to 90; else 0",
    )
    rounds: int = Field(
        0, ge=0, le=MOST_SWISS_ROUNDS, description="Swiss: the rounds, 3 to 11; 0: as many as its players need; else 0"
    )
    time_limit: int = Field(900, ge=60, le=3600, description="seconds for a game, as in the options of a room")
    private: bool = Field(False, description="true if it is in no list: only people who have its link may enter")
    bots: BotLevel = Field("", description="the level of the bots of this server that fill it; empty: none")
    emblem: Emblem | None = Field(None, description="its own picture; null: none")
    club: ClubId | Literal[""] = Field(
        "",
        description="the club for whose members alone it is; empty: none. Such a tournament is in no list but the club's, and its "
        "results count there, see `club_season`. Only officers of the club may open one. Nobody is told a club by link",
    )
    fill: int = Field(0, ge=0, le=MOST_FILLED, description="bots enter at the start until this many take part")


class ListedTournament(Part):
    """A line of the list of tournaments."""

    id: TournamentId
    terms: TournamentTerms
    phase: TournamentPhase
    starts: Millis
    until: Millis = Field(description="an arena: the moment after which nobody is paired; else that of the start")
    host: str = Field(description="the host's name; empty: this server")
    players: int = Field(description="the number of players")
    round: int = Field(0, description="the round that is played; 0 in an arena, and before the start")
    rounds: int = Field(0, description="the rounds; 0 in an arena, and before the start")
    winner: str = Field(
        "", description="the name of the winner, at the end; several who share the first place have a comma between"
    )


class TournamentLine(Part):
    """A line of the standings."""

    rank: int = Field(description="equal lines share a rank")
    player: PlayerId | None = Field(None, description="null for a bot of this server")
    name: str
    bot: str = Field("", description="the level of a bot of this server, or the kind of a program; empty: a person")
    points: int
    games: int
    won: int
    drawn: int
    lost: int
    streak: int = Field(0, description="an arena: wins in a row")
    tie_breaks: tuple[int, ...] = Field(
        (),
        description="the tie-breaks between equal points, in this order. Arena: games won. Swiss: Buchholz, the sum of the "
        "opponents' points; Sonneborn-Berger, twice the points of beaten opponents and once of opponents in draws; games won; "
        "rating. Knockout: 1 for a player who can still win it",
    )
    out: bool = Field(False, description="true if the player is not paired any more")


class TournamentPlayer(Part):
    """One of the two players of a game."""

    player: PlayerId | None = Field(None, description="null for a bot of this server")
    name: str
    bot: str = ""
    rank: int = 0


class TournamentGame(Part):
    """A game of a tournament."""

    number: int
    round: int = Field(description="0 in an arena")
    players: tuple[TournamentPlayer, ...] = Field(description="two; one alone has a bye")
    room: Code | None = Field(None, description="its room, which anybody may watch; null: not open yet, or a bye")
    result: PairingResult | None = Field(
        None, description="null while it is played; neither: both have lost; void: it does not count"
    )
    cause: PairingCause | None = Field(
        None,
        description="played: on the table; no_show: somebody was not there within a minute; left: somebody gave up or stayed "
        "away; lot: drawn, so the better seed goes on; bye: nobody was left to play with; not_opened, overdue, host: it does "
        "not count",
    )
    cards: tuple[int, ...] = Field((), description="the cards or points of both")
    at: Millis = Field(description="the moment of pairing")
    ended: Millis | None = None


class GetTournaments(Message):
    """Asks for the public tournaments; answered by `tournaments`."""

    type: Literal["get_tournaments"] = "get_tournaments"
    id: RequestId


class Tournaments(Message):
    """Lists the public tournaments: those that run, those to come, and the latest that are over."""

    type: Literal["tournaments"] = "tournaments"
    re: RequestId
    running: tuple[ListedTournament, ...]
    coming: tuple[ListedTournament, ...]
    past: tuple[ListedTournament, ...]


class OpenTournament(Message):
    """Opens a tournament, whose host the player becomes; answered by `tournament`."""

    type: Literal["open_tournament"] = "open_tournament"
    id: RequestId
    terms: TournamentTerms
    starts: Millis | None = Field(
        None, description="the moment of its start, within 30 days; null: in an hour. Its host may start it before"
    )


class Attend(Message):
    """Enters the hall of a tournament; answered by `tournament`.

    From then on the server sends `tournament` again when something is new, `my_tournament`, and `called`, until
    `stop_attending`, until the socket is closed, or until it attends another one. An arena pairs only players who attend and are
    in no room.
    """

    type: Literal["attend"] = "attend"
    id: RequestId
    tournament: TournamentId


class StopAttending(Message):
    """Leaves the hall, but not the tournament; answered by `ok`."""

    type: Literal["stop_attending"] = "stop_attending"
    id: RequestId


class Tournament(Message):
    """A tournament as everybody sees it."""

    type: Literal["tournament"] = "tournament"
    re: RequestId | None = None
    version: int = Field(description="grows with every change")
    about: ListedTournament
    hosted_by: PlayerId | None = Field(None, description="the host; null: this server")
    paused: bool = Field(False, description="true while the host has stopped the pairing")
    waiting: int = Field(0, description="an arena: the number of players who wait for a game")
    standings: tuple[TournamentLine, ...] = Field(description="the first lines")
    games: tuple[TournamentGame, ...] = Field(description="the games that are played now, those of the best first")
    games_played: int = Field(description="the games that have ended")


class MyTournament(Message):
    """The player's own part of a tournament: sent after `tournament` when something of it is new."""

    type: Literal["my_tournament"] = "my_tournament"
    tournament: TournamentId
    entered: bool = Field(description="true while the player takes part")
    line: TournamentLine | None = Field(None, description="the player's line; null: never entered")
    game: TournamentGame | None = Field(None, description="the game that the player must play now")
    last: TournamentGame | None = Field(None, description="the player's last game")


class Called(Message):
    """Calls a player to a game of a tournament. The client joins the room and says `ready`.

    The game begins when both are there. A player who is not there and ready within a minute loses it; if neither is, both do. A
    player who is away from it for a minute, or could act and does nothing for three, gives it up.
    """

    type: Literal["called"] = "called"
    tournament: TournamentId
    room: Code
    game: str
    opponent: TournamentPlayer


class EnterTournament(Message):
    """Takes part in a tournament, or again; answered by `ok`."""

    type: Literal["enter_tournament"] = "enter_tournament"
    id: RequestId
    tournament: TournamentId


class LeaveTournament(Message):
    """Takes part no longer; answered by `ok`. A game that is played now is lost by it. The points stay."""

    type: Literal["leave_tournament"] = "leave_tournament"
    id: RequestId
    tournament: TournamentId


class ManageTournament(Message):
    """Does what only the host may do; answered by `ok`.

    start: begin now; move: put off the start, or bring it forward, to `starts`; pause, resume: stop pairing, and go on; remove:
    take `player` out for good; void: the running game `number` does not count, and its players are paired anew; cancel: end
    the tournament without a result.
    """

    type: Literal["manage_tournament"] = "manage_tournament"
    id: RequestId
    tournament: TournamentId
    order: Literal["start", "move", "pause", "resume", "remove", "void", "cancel"]
    starts: Millis | None = None
    player: PlayerId | None = None
    number: int | None = Field(None, ge=1)


class GetTournamentStandings(Message):
    """Asks for a page of the standings; answered by `tournament_standings`."""

    type: Literal["get_tournament_standings"] = "get_tournament_standings"
    id: RequestId
    tournament: TournamentId
    after: int = Field(0, ge=0, description="lines to pass over")
    count: int = Field(STANDINGS_PAGE, ge=1, le=STANDINGS_PAGE)


class TournamentStandings(Message):
    """A page of the standings."""

    type: Literal["tournament_standings"] = "tournament_standings"
    re: RequestId
    tournament: TournamentId
    total: int
    lines: tuple[TournamentLine, ...]


class GetTournamentGames(Message):
    """Asks for games of a tournament, the latest first; answered by `tournament_games`."""

    type: Literal["get_tournament_games"] = "get_tournament_games"
    id: RequestId
    tournament: TournamentId
    before: int | None = Field(None, ge=1, le=MOST_GAME_NUMBER, description="only games with smaller numbers")
    player: PlayerId | None = Field(None, description="only games of this player")
    round: int | None = Field(None, ge=1, le=MOST_GAME_NUMBER, description="only games of this round")
    count: int = Field(STANDINGS_PAGE, ge=1, le=STANDINGS_PAGE)


class TournamentGames(Message):
    """Games of a tournament."""

    type: Literal["tournament_games"] = "tournament_games"
    re: RequestId
    tournament: TournamentId
    games: tuple[TournamentGame, ...]
