"""What can be set about a server, with its defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cadogan_protocol import limits
from cadogan_protocol.api import HEARTBEAT_SECONDS
from cadogan_server.rooms.room import REVEAL_MS
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.redis.durability import Durability

METRICS_PORT = 9464
"""The port at which Prometheus' users look first for the figures of a program (OpenTelemetry's)."""

MOST_WORKERS = 64
"""Of one machine."""

DEFAULT_STORE_MEMORY = 1 << 30
"""Bytes that an embedded store may take."""


@dataclass(frozen=True)
class Events:
    """How streams of events over HTTP go on. Spans are in seconds."""

    look: float = 1.0
    """Between two looks at the list of rooms, while somebody reads it."""
    heartbeat: float = HEARTBEAT_SECONDS
    """Between two signs that a stream goes on. Who has taken nothing from one to the next is let go."""
    parting: float = 5.0
    """So long who reads has for the last event of a stream that the server ends."""


@dataclass(frozen=True)
class Previews:
    """How what links show is made."""

    patience: float = 1.0
    """Seconds after which a page goes without its title rather than wait for the store."""
    nothing: float = 0.2
    """Seconds after which it is answered that there is nothing to show of a code."""
    kept: int = 128
    """Pictures, of some fifty kilobytes each; and what there is to say of rooms that are over."""
    waiting: int = 16
    """So many pictures may wait to be drawn, one after the other."""
    per_address: float = 1
    all: float = 4
    """Pictures a second that are drawn; each takes 20 to 50 ms of a processor. Those of games are ready, and cost nothing."""


@dataclass(frozen=True)
class Settings:
    """How one server runs. Spans are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("cadogan-data")
    node: str = ""
    """What this server is called among others; "": by its machine and process."""
    redis: str | None = None
    """URL of the Redis to use instead of an own one."""
    durability: Durability | None = None
    """When the store has what it acknowledges on its disk; None: `everysec` of the embedded one, and as it is set of another."""
    spill: Path | None = None
    """Folder for what the store can't take; None: `spill` in the data folder."""
    journal: Bounds = field(default_factory=Bounds)
    """What waits for the store, and for how long."""
    lease: float = 3
    """After this other servers on the store may take over the rooms of one that has fallen silent."""
    drain: float = 20
    """For so long a server that is told to end hands its rooms over to others, before it lets go of the rest."""
    rebalance: float = 30
    """Rooms a minute that a server hands over at most to others on the store that have far fewer; 0: none."""
    advertise: str | None = None
    """Where other servers on the store reach this one, as `10.0.0.7` or `10.0.0.7:8000`; None: on this machine."""
    bots: bool = True
    bot_pace: float | None = None
    """Seconds that a bot thinks about a move; None: a person's time, by its level and the moves on offer."""
    behind_proxy: bool = False
    """Whether a proxy in front says in X-Forwarded-For where a connection comes from, and in X-Forwarded-Host where to."""
    origins: tuple[str, ...] = ()
    """Whose pages may open a WebSocket, beside our own, as `https://cards.example`."""
    embed_from: tuple[str, ...] = ()
    """Whose pages may show a room that is watched in a frame, as `https://cards.example`; `*` are all."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = METRICS_PORT
    """Where figures for Prometheus are; None: nowhere. A taken port keeps no server from starting."""

    # What follows limits what one address (in IPv6 a /64) may have, and what all together may have. `fair_share.py` makes of both
    # what the networks around an address may have, and how networks share what there is for all.

    connects_per_address: float = 100
    connects: float = 1000
    """New connections a second."""
    connecting_per_address: int = 256
    connecting: int = 5000
    """Connections that have not finished the opening handshake, and such that fetch a page. Behind a proxy an address is known
    once the head of the request is read; until then a connection counts among all together alone."""
    sockets_per_address: int = limits.SOCKETS_PER_ADDRESS
    sockets: int = 10_000

    messages_per_second: float = limits.MESSAGES_PER_SECOND
    message_burst: int = limits.MESSAGE_BURST
    """What one socket may send."""
    too_fast_pause: float = 0.5
    """For so long nothing more is read of a socket that has sent more. To read and refuse all that a flood brings would keep the
    server busier than the flood its sender."""
    messages_per_address: int = 10
    messages_in_sockets: int = 30
    """As many messages as so many sockets may send. What players do at their tables counts for their address alone, so that it is
    taken however much all others send, and its number is no reason to turn others away."""

    reads_per_address: float = 50
    reads: float = 500
    """Questions a second that are answered from the store, or at some length; those over HTTP too."""
    questions_per_address: int = 64
    questions: int = 256
    """Such questions that wait for their turn."""
    store_reads: int = 16
    """Connections to the store for what is only read there: who finds none free within `store_wait` is turned away."""
    store_wait: float = 2
    replays_per_address: int = 4
    replays: int = 64
    """Replays that wait to be made, one after the other."""
    unread_bytes_per_address: int = 32 << 20
    unread_bytes: int = 128 << 20
    """Large answers on their way to who has not yet taken them."""

    streams_per_address: int = 16
    streams: int = 500
    """Streams of events over HTTP, of rooms and of their list."""

    guesses_per_second: float = 1
    guess_burst: int = 60
    guesses: float = 20
    guesses_burst: int = 1200
    """Codes of rooms that there are not, which somebody asks for."""

    own_seat: float = 2
    """Whoever asks for a room while the address may guess no more codes is refused after so long, unless the player's own seat is
    found there by then."""

    players_per_hour: int = 300
    new_players: int = 10_000
    """New players an hour, who come without a token."""
    rooms_per_address: int = limits.ROOMS_PER_ADDRESS
    rooms: int = 5000
    """Rooms that are not over."""
    rooms_per_hour: int = 600
    new_rooms: int = 20_000
    """New rooms an hour."""
    seats_per_hour: int = 2000
    new_seats: int = 60_000
    """Seats an hour that somebody takes in a room. Whatever is kept of a game for a player needs one."""
    passkeys_per_hour: int = 30
    new_passkeys: int = 1000
    """New passkeys an hour."""
    tickets_per_hour: int = 300
    new_tickets: int = 10_000
    """New tickets an hour, also those that signing in with a passkey makes."""
    friends_per_hour: int = 600
    new_friends: int = 20_000
    """New friends an hour."""
    deletions_per_hour: int = 20
    deletions: int = 1000
    """Players an hour who delete all that is theirs."""
    bots_per_address: int = 32
    bots_most: int = 256
    """Bots in rooms that are not over: they play in one process."""
    bots_wait: float = 300
    """In a lobby that does not begin bots are kept for so long."""

    store_memory: int | None = None
    """Bytes that the store may take. None: `DEFAULT_STORE_MEMORY` for the embedded one, and what it is set to for another."""

    countdown: float = 3
    """From the moment when everybody in a room is ready until the cards are shown."""
    reveal: float = REVEAL_MS / 1000
    """From that moment until all who have promised a nonce must have shown it: who has not loses the seat."""
    between_games: float = 8
    """From the end of a game of a match until the next one is dealt."""

    outbox_bytes: int = 256 * 1024
    """How much may wait for a socket that takes no more, before it is let go or left out."""

    hello_seconds: float = limits.HELLO_SECONDS
    ping: float | None = 10
    """Between two pings; None: there are none."""
    pong: float = 8
    """A socket that leaves a ping unanswered for so long is gone: others are then told that its player is away."""
    link_ping: float | None = 2
    link_pong: float = 3
    """The same for the link by which a room of another server is followed: what moves there is not to be missed for longer."""
    closing: float = 20
    """How long a closing socket, or one that a page is sent through, may take."""
    away: float = 60
    """A seat in the lobby is kept for so long for a player whose socket is gone; a bot's also in a race."""
    expected: float = 3
    """So long players are waited for who follow a room that was handed over, before others are told that they are away."""
    awaited: float = 300
    """A race that goes on only for people who are away, while others wait for its end, is ended after this."""
    empty_lobby: float = 600
    empty_running: float = 3600
    """A race without a time limit that all people have left is ended after this."""
    empty_finished: float = 60
    """A finished room that nobody is in stays in memory for so long, and in Redis for a month."""
    linger: float = 15
    """For so long a room of another server is followed on when nobody looks on any more: who was cut off may come back."""

    boards_read: float = 1
    """The first rows of a board are read once in so long, however many ask."""
    replay_again: tuple[float, ...] = (0, 0.5, 1, 1.5, 2)
    """Waited before each further reading of a log that is shorter than it is known to be: Sentinels tell each other every two
    seconds which server is the master."""
    orders_look: float = 1
    """Between two looks for what whoever runs the servers orders."""
    ceremony: float = 300
    """For so long a browser may ask its user for a passkey."""
    events: Events = field(default_factory=Events)
    previews: Previews = field(default_factory=Previews)
