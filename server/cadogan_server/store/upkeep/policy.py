"""The policy for everything in the store: lifetime, limit, and eviction order.

`memory.py` evicts in the order of `EvictionStep`, by the key patterns in this table. `Bound` names the limits of
`gateway/limits/limits.py` on what strangers can cause, each per address, per network and for all. A test compares the
table with `keys.py`, so that no kind of key lacks a row. SECURITY.md contains the table with its figures.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cadogan_protocol.limits import CODE_LENGTH


class EvictionStep(StrEnum):
    """Data that is evicted, in this order, until the store has space again."""

    LOGS = "analyses of games, then logs of games that are over, those that expire soonest first"
    COUNTED = "the memory of rooms that were counted more than a day ago, and games' changes of ratings"
    NEVER_PLAYED = "players who never finished a game, passkeys and all; the longest away first"
    STRAYS = "lines on boards of players who no longer exist"
    PAST = (
        "boards of periods that are over, of days before yesterday, tournaments that have been over for a day, earlier seasons of "
        "clubs, and clubs without news for a month"
    )
    HISTORIES = "of each player, all but the last 200 games"
    ONE_DAY = "players who have finished games within one day only, with all that is theirs; the longest away first"
    PLAYERS = "all other players who sit nowhere; the longest away first"
    ROOMS = "rooms: lobbies that all have left, games that all have left, games of over 5,000 moves a seat, at last the longest"
    RESTING = "correspondence duels that nobody has open, the longest untouched first"


class Bound(StrEnum):
    """Limits on the data that strangers can cause, by their names in `gateway/limits/limits.py`."""

    PLAYERS = "players"
    ROOMS = "rooms"
    SEATS = "seats"
    MESSAGES = "messages"
    PASSKEYS = "passkeys"
    PUSH_DEVICES = "push_devices"
    TICKETS = "tickets"
    FRIENDS = "friends"
    INVITATIONS = "invitations"
    DELETIONS = "deletions"
    TOURNAMENTS = "tournaments"
    CORRESPONDENCE = "correspondence"
    CLUBS = "clubs"
    ANALYSES = "analyses"


class DataKind(NamedTuple):
    """One kind of data in the store.

    Attributes:
        what: description.
        patterns: patterns of its keys, with `*` for the variable part.
        lasts: the time for which it is kept.
        bound: limit on how much of it strangers can cause; None: only the server and its operator write it.
        size: maximum bytes that one takes in the store, including Redis' own; 0: nobody can cause more of it.
        goes: step that evicts it; None: never, for the reason `why`.
        why: that reason.
    """

    what: str
    patterns: tuple[str, ...]
    lasts: str
    bound: Bound | None = None
    size: int = 0
    goes: EvictionStep | None = None
    why: str = ""


_OWN = "as long as its player"

CODE = "?" * CODE_LENGTH
"""The code of a room in a pattern. `*` would be the id of a tournament too, whose log has another row."""

LOG = DataKind(
    "a move in a room's log",
    (f"cadogan:{{{CODE}}}:log",),
    "30 days after the game, 10 minutes where hardly a move was made; of a game that goes on, until its end",
    Bound.MESSAGES,
    128,
    EvictionStep.LOGS,
)
ANALYSIS = DataKind(
    "an analysis: where a race was lost, or the mistakes of a duel",
    ("cadogan:{*}:analysis",),
    "as its log; 1 minute if it has failed",
    Bound.ANALYSES,
    40_000,
    EvictionStep.LOGS,
)
COUNTED = DataKind(
    "a room that was counted",
    ("cadogan:{boards}:*:counted", "{cadogan:played}:rooms"),
    "30 days; 1 day",
    Bound.ROOMS,
    250,
    EvictionStep.COUNTED,
)
OUTCOME = DataKind(
    "a game's changes of ratings",
    ("cadogan:{boards}:*:outcome:*",),
    "1 day",
    Bound.ROOMS,
    600,
    EvictionStep.COUNTED,
)
PLAYER = DataKind(
    "a player",
    ("cadogan:player:*",),
    "1 hour without a seat; 7 days with one; 90 days after a finished game; 2 years with a passkey, too",
    Bound.SEATS,
    600,
    EvictionStep.NEVER_PLAYED,
)
RESULT = DataKind(
    "a result in a player's history, figures, meetings and curve",
    (
        "{cadogan:player:*}:games",
        "{cadogan:player:*}:counted",
        "{cadogan:player:*}:tally",
        "{cadogan:player:*}:figures",
        "{cadogan:player:*}:met",
        "{cadogan:player:*}:curve",
    ),
    _OWN + "; 10,000 games, 1,000 meetings, 1,000 points at most",
    Bound.SEATS,
    6000,
    EvictionStep.HISTORIES,
)
ATTEMPT = DataKind(
    "an attempt at the deal of the day, and its line on the board",
    ("cadogan:{day:*}:*",),
    "40 days",
    Bound.SEATS,
    500,
    EvictionStep.PAST,
)
PERIOD_LINE = DataKind(
    "a player's lines on the boards of a day, week or month",
    ("cadogan:{boards}:*@*",),
    "until a day after it",
    Bound.SEATS,
    3500,
    EvictionStep.PAST,
)

TOURNAMENT = DataKind(
    "a record of a tournament: somebody enters, or its host orders something",
    ("cadogan:{tournament:*}:log",),
    "30 days after its end; 75 days after its last record while it is not over",
    Bound.SEATS,
    300,
    EvictionStep.PAST,
)

SEASON_LINE = DataKind(
    "a player's line in the table of a club's season, and that a game was counted there",
    ("cadogan:{club:*}:season:*", "cadogan:{club:*}:counted"),
    "two years after the season, 1,000 lines a table at most; 40 days after the last game",
    Bound.SEATS,
    450,
    EvictionStep.PAST,
)
CLUB = DataKind(
    "a member of a club, or a player who asks to be one, and that a player is in a club",
    ("cadogan:{club:*}:club", "{cadogan:player:*}:clubs"),
    "180 days after the last news of the club, 7 days if it has one member; 500 members and 10 clubs of a player at most",
    Bound.SEATS,
    350,
    EvictionStep.PAST,
)

ROOM = DataKind(
    "a room's lease, and its log before the first move, with four ghosts or a thousand moves before",
    ("cadogan:{*}:room",),
    "as its log",
    Bound.ROOMS,
    12_000,
    EvictionStep.ROOMS,
)

KINDS = (
    # ---- data that strangers can cause -------------------------------------------------------------------------------
    LOG,
    ANALYSIS,
    DataKind(
        "a game that waits to be analysed, and the number of the network that asked",
        ("cadogan:{analyses}:*",),
        "until a node has done it; 500 at most",
        Bound.ANALYSES,
        250,
        None,
        "their number is limited",
    ),
    DataKind(
        "a player who waits for an opponent",
        ("cadogan:{matching}:*",),
        "while the search goes on; 5 seconds after the end of the node; 20,000 at most",
        Bound.ROOMS,
        3000,
        None,
        "their number is limited",
    ),
    DataKind(
        "a player who has left or missed a game with people whom the server had found, and the marks of address and browser",
        ("cadogan:{leavers}:*",),
        "1 day after the last",
        Bound.SEATS,
        500,
        None,
        "it is soon forgotten",
    ),
    TOURNAMENT,
    DataKind(
        "a tournament: its first record, its place in the lists, the number of its network, those in its hall",
        ("cadogan:{tournaments}:*", "cadogan:{tournament:*}:hall*", "cadogan:{tournament:*}:told"),
        "until it is over, 300 at most, 200 of the past; 5 seconds after the last word of the node",
        Bound.TOURNAMENTS,
        3000,
        None,
        "their number is limited",
    ),
    SEASON_LINE,
    CLUB,
    DataKind(
        "a club: its name and text, its place in the list, the number of its network, its tournaments",
        ("cadogan:{clubs}:*", "cadogan:{club:*}:tournaments"),
        "as the club; 1,000 at most, with 50 tournaments each",
        Bound.CLUBS,
        12_000,
        None,
        "their number is limited",
    ),
    ROOM,
    DataKind("a room's due time", ("cadogan:due",), "until its game is over", Bound.ROOMS, 150, EvictionStep.ROOMS),
    DataKind(
        "a correspondence duel: its log for thirty turns each, its place in the list of all and in those of its players, the "
        "number of its network",
        ("cadogan:correspondence", "{cadogan:correspondence}:*", "{cadogan:player:*}:running"),
        "until it is over; 7 days in the lobby, 10,000 at most, 30 of a player",
        Bound.CORRESPONDENCE,
        40_000,
        EvictionStep.RESTING,
    ),
    DataKind(
        "the room that a player has opened last",
        ("cadogan:{*}:opened",),
        "1 hour",
        Bound.ROOMS,
        200,
        None,
        "it expires soon",
    ),
    COUNTED,
    OUTCOME,
    PLAYER,
    DataKind(
        "a new player without a seat, where there are several nodes",
        (),
        "1 hour",
        Bound.PLAYERS,
        450,
        EvictionStep.NEVER_PLAYED,
    ),
    DataKind("a passkey", ("{cadogan:player:*}:passkeys",), _OWN, Bound.PASSKEYS, 2000, EvictionStep.NEVER_PLAYED),
    DataKind(
        "a device to which news is sent",
        ("{cadogan:player:*}:push",),
        _OWN + "; 8 at most",
        Bound.PUSH_DEVICES,
        2500,
        EvictionStep.NEVER_PLAYED,
    ),
    DataKind(
        "that a player wants to know of each new day",
        ("cadogan:{push}:days",),
        "until the day after the player's last device for it",
        Bound.PUSH_DEVICES,
        150,
        None,
        "those without such a device are removed every day",
    ),
    DataKind(
        "that news was sent to a player",
        ("{cadogan:player:*}:pushed:*",),
        "1 minute, the end of a duel for 10",
        Bound.PUSH_DEVICES,
        200,
        None,
        "it expires soon",
    ),
    DataKind(
        "a ticket",
        ("cadogan:ticket:*", "{cadogan:player:*}:ticket"),
        "5 minutes",
        Bound.TICKETS,
        500,
        None,
        "it expires soon",
    ),
    DataKind(
        "a friend",
        ("{cadogan:player:*}:friends",),
        _OWN + "; 200 at most",
        Bound.FRIENDS,
        250,
        EvictionStep.NEVER_PLAYED,
    ),
    DataKind(
        "a friend's invitation, and the call to the nodes to look for it",
        ("{cadogan:player:*}:invitations", "cadogan:calls"),
        "2 minutes",
        Bound.INVITATIONS,
        800,
        None,
        "it expires soon",
    ),
    DataKind(
        "a friend's invitation to a correspondence duel",
        ("{cadogan:player:*}:asked",),
        "until it is answered or withdrawn; 7 days at most, 30 of a player",
        Bound.CORRESPONDENCE,
        800,
        None,
        "their number is limited",
    ),
    DataKind(
        "that a player is connected, for friends",
        ("{cadogan:player:*}:here",),
        "1 minute",
        Bound.PLAYERS,
        200,
        None,
        "it expires soon",
    ),
    RESULT,
    DataKind(
        "a day in a player's calendar",
        ("{cadogan:player:*}:days", "{cadogan:player:*}:day_bits"),
        _OWN,
        Bound.SEATS,
        350,
        EvictionStep.ONE_DAY,
    ),
    ATTEMPT,
    DataKind(
        "a player's lines on boards and ratings",
        (
            "cadogan:{boards}:names",
            "cadogan:{boards}:circles",
            "cadogan:{boards}:playing",
            "cadogan:{boards}:*:solo_*",
            "cadogan:{boards}:*:boards",
            "cadogan:{boards}:*:streak*",
            "cadogan:{boards}:ratings:*",
            "cadogan:{boards}:rating:*",
            "cadogan:{boards}:*:rating*",
            "cadogan:{boards}:*:wins*",
            "cadogan:{boards}:*:races*",
            "cadogan:{boards}:*:best_time*",
            "cadogan:{boards}:*:score*",
            "cadogan:{boards}:*:old:*",
        ),
        "until the player is deleted or evicted",
        Bound.SEATS,
        3500,
        EvictionStep.STRAYS,
    ),
    PERIOD_LINE,
    DataKind(
        "a result that waits to be sorted into boards",
        ("cadogan:{boards}:behind*", "cadogan:{boards}:queue:*", "cadogan:{boards}:waiting:*"),
        "seconds",
        Bound.SEATS,
        400,
        None,
        "it is on the boards within seconds",
    ),
    DataKind(
        "the opponents that a player has met on a day",
        ("cadogan:{boards}:*:met:*",),
        "2 days",
        Bound.SEATS,
        6500,
        None,
        "it expires soon",
    ),
    DataKind(
        "a header between workers that was used",
        ("cadogan:nonce:*",),
        "45 seconds",
        Bound.MESSAGES,
        150,
        None,
        "it expires soon",
    ),
    DataKind(
        "a player's seats, for other nodes", ("cadogan:seats:*",), "1 minute", Bound.SEATS, 900, None, "it expires soon"
    ),
    DataKind(
        "the order to other nodes to forget a player",
        ("cadogan:{admin}:orders", "cadogan:{admin}:answers:*", "cadogan:{admin}:looks:*"),
        "1,000 orders at most; answers 1 minute",
        Bound.DELETIONS,
        500,
        None,
        "their number is limited",
    ),
    DataKind(
        "a room in the list of rooms, for other nodes",
        ("cadogan:{lease}:rooms",),
        "while it is listed",
        Bound.ROOMS,
        1000,
        None,
        "a node lists 200 at most",
    ),
    DataKind(
        "an address's use of limits at a node, for other nodes",
        ("cadogan:{lease}:usage",),
        "seconds",
        Bound.PLAYERS,
        500,
        None,
        "a node tells of 500 addresses at most for each limit",
    ),
    # ---- data of servers and their operators -------------------------------------------------------------------------
    DataKind(
        "the living nodes, and the facts that they exchange",
        ("cadogan:{lease}", "cadogan:{lease}:*"),
        "while they live",
        why="no node can do without it",
    ),
    DataKind(
        "a node's counter, by which it detects lost data", ("cadogan:mark:*",), "1 day", why="one number for each node"
    ),
    DataKind(
        "a room's lost changes, by node",
        ("cadogan:{*}:lost",),
        "30 days",
        why="one number for each room of a server that was cut off while it was alone",
    ),
    DataKind("the name of the store", ("cadogan:store",), "for ever", why="one name"),
    DataKind(
        "rooms as earlier versions have left them",
        ("cadogan:unfinished",),
        "until a node starts",
        why="nobody adds to it",
    ),
    DataKind("the key by which push services know the server", ("cadogan:push_key",), "for ever", why="one key"),
    DataKind("that people were told of a day", ("cadogan:{push}:told:*",), "2 days", why="one a day"),
    DataKind("the key that signs texts", ("cadogan:signing",), "for ever", why="one a year"),
    DataKind("the secret of a day's deals", ("cadogan:days",), "for ever", why="70 bytes a day"),
    DataKind("the proof of a day's deal", ("cadogan:day_proofs",), "for ever", why="30 bytes a day"),
    DataKind("the key of a day's marks of addresses", ("cadogan:origins:*",), "3 days", why="one a day"),
    DataKind("the popularity of each game", ("cadogan:played",), "for ever", why="one number for each game"),
    DataKind("a ban", ("cadogan:{admin}:bans",), "until it is over", why="operators alone add to it"),
    DataKind("the rule by which results are counted", ("cadogan:boards:rule",), "for ever", why="one number"),
    DataKind(
        "a player's own figures of a game, by earlier versions",
        ("cadogan:{boards}:*:own:*",),
        "90 days",
        why="nobody adds to it",
    ),
    DataKind("boards of earlier versions", ("cadogan:board:{*}:*",), "until a node starts", why="nobody adds to it"),
)
