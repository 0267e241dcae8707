"""The settings of a server, with their defaults."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from cadogan_protocol import limits
from cadogan_protocol.api import HEARTBEAT_SECONDS
from cadogan_server import PAGE
from cadogan_server.rooms.countdown import PROVE_MS, REVEAL_MS
from cadogan_server.store.log.bounds import Bounds
from cadogan_server.store.redis.durability import Durability

METRICS_PORT = 9464
"""OpenTelemetry's default port for figures in Prometheus' format."""

MOST_WORKERS = 64
"""Workers of one machine."""

DEFAULT_STORE_MEMORY = 1 << 30
"""Bytes that an embedded store may take."""


@dataclass(frozen=True)
class Events:
    """Intervals of event streams over HTTP, in seconds."""

    look: float = 1.0
    """Seconds between two looks at the list of rooms while it has readers."""
    heartbeat: float = HEARTBEAT_SECONDS
    """Seconds between two heartbeats of a stream. A reader that takes nothing from one to the next is dropped."""
    parting: float = 5.0
    """Seconds that a reader has to take the last event of a stream that the server ends."""


@dataclass(frozen=True)
class Previews:
    """Settings of link previews."""

    patience: float = 1.0
    """Seconds to wait for the store before a page is sent without its title."""
    nothing: float = 0.2
    """Seconds after which a code without anything to show is answered."""
    kept: int = 128
    """Number of cached pictures, of some fifty kilobytes each, and of cached previews of finished rooms."""
    waiting: int = 16
    """Pictures that may wait to be drawn, one after the other."""
    slow: float = 20.0
    """Seconds after which a process that has not finished a picture is ended. On a busy machine it may hardly run."""
    per_address: float = 1
    all: float = 4
    """Pictures drawn per second for all; each takes 20 to 50 ms of a processor. Pictures of games are ready, and cost
    nothing."""


@dataclass(frozen=True)
class Settings:
    """Settings of one server. Times are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("cadogan-data")
    page: Path = PAGE
    """Folder of the built page."""
    node: str = ""
    """Name of this server among others; "": derived from its machine and process."""
    redis: str | None = None
    """URL of the Redis to use; None: an embedded one."""
    durability: Durability | None = None
    """The moment from which acknowledged writes are on the store's disk; None: `everysec` for the embedded store, unchanged
    for another."""
    spill: Path | None = None
    """Folder for changes that the store can't take; None: `spill` in the data folder."""
    journal: Bounds = field(default_factory=Bounds)
    """Limits on the changes that wait for the store, and on the time that they wait."""
    lease: float = 3
    """Seconds after which other servers on the store may take over the rooms of a silent one."""
    drain: float = 20
    """Seconds that a server that shuts down has to hand its rooms over to others. After that it releases the rest."""
    rebalance: float = 30
    """Rooms per minute that a server hands over at most to others on the store with far fewer rooms; 0: none."""
    advertise: str | None = None
    """Address at which other servers on the store reach this one, such as `10.0.0.7` or `10.0.0.7:8000`; None: on this
    machine."""
    bots: bool = True
    regular_tournaments: bool = True
    """True if the server opens an arena for every evening, and a Swiss and a knockout for each weekend."""
    bot_pace: float | None = None
    """Seconds that a bot thinks about a move; None: a person's time, by its level and the available moves."""
    solvers: int = 1
    """Processes of low priority that look for winnable deals; 0: none is found, and racers get no advice. One takes 40 MB
    while it has work."""
    solver_slow: float = 10.0
    """Seconds after which a process that has not finished with a deal is ended."""
    behind_proxy: bool = False
    """True if a proxy in front names the client's address in X-Forwarded-For and the requested host in
    X-Forwarded-Host."""
    origins: tuple[str, ...] = ()
    """Web origins whose pages may open a WebSocket beside our own, such as `https://cards.example`."""
    embed_from: tuple[str, ...] = ()
    """Web origins whose pages may show a watched room in a frame, such as `https://cards.example`; `*` means all."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = METRICS_PORT
    """Port of the figures for Prometheus; None: there are none. A server also starts if the port is taken."""

    # Limits on one address (for IPv6 a /64) and on all together. `fair_share.py` derives from both the limits of the
    # networks around an address, and the part of the limit on all that one network may take.

    connects_per_address: float = 100
    connects: float = 1000
    """New connections per second."""
    connecting_per_address: int = 256
    connecting: int = 5000
    """Connections that have not finished the opening handshake, or that fetch a page. Behind a proxy, the address is
    known once the head of the request is read; until then a connection counts only among all together."""
    sockets_per_address: int = limits.SOCKETS_PER_ADDRESS
    sockets: int = 10_000

    messages_per_second: float = limits.MESSAGES_PER_SECOND
    message_burst: int = limits.MESSAGE_BURST
    """Messages of one socket, per second and at once."""
    too_fast_pause: float = 0.5
    """Seconds for which a socket that has sent more is not read. Reading and refusing everything in a flood would cost
    the server more than its sender."""
    messages_per_address: int = 10
    messages_in_sockets: int = 30
    """Messages of one address, and of all, as multiples of the limit on one socket. Moves count only for their address, so
    they are accepted however much others send, and use up nothing of the others' limits."""

    reads_per_address: float = 50
    reads: float = 500
    """Questions per second that are answered from the store or take long, including those over HTTP."""
    questions_per_address: int = 64
    questions: int = 256
    """Questions of that kind that may wait for their turn."""
    store_reads: int = 16
    """Connections to the store for reading only. A request that finds none free within `store_wait` is refused."""
    store_wait: float = 2
    searches_per_address: int = 16
    searches: int = 10_000
    """People of this node who wait for somebody to play with."""
    replays_per_address: int = 4
    replays: int = 64
    """Replays that wait to be made, one after the other."""
    unread_bytes_per_address: int = 32 << 20
    unread_bytes: int = 128 << 20
    """Bytes of large answers that sockets have not yet taken."""

    chats_per_address: float = 4
    chats: float = 400
    """Lines of chat per second, at this node."""

    streams_per_address: int = 16
    streams: int = 500
    """Event streams over HTTP, of rooms and of their list."""

    guesses_per_second: float = 1
    guess_burst: int = 60
    guesses: float = 20
    guesses_burst: int = 1200
    """Requests for codes that no room has: per second, and at once after a quiet time."""

    own_seat: float = 2
    """Seconds after which a request for a room is refused if its address may not guess any more codes and the player's
    own seat has not been found."""

    players_per_hour: int = 300
    new_players: int = 10_000
    """New players per hour, who come without a token."""
    rooms_per_address: int = limits.ROOMS_PER_ADDRESS
    rooms: int = 5000
    """Rooms that are not over."""
    rooms_per_hour: int = 600
    new_rooms: int = 20_000
    """New rooms per hour."""
    seats_per_hour: int = 2000
    new_seats: int = 60_000
    """Seats taken per hour. Everything stored of a game for a player needs one."""
    passkeys_per_hour: int = 30
    new_passkeys: int = 1000
    """New passkeys per hour."""
    push_contact: str | None = None
    """The operator's address for push services, as `mailto:me@example.org` or a https address; None: no news is pushed."""
    push_services: tuple[str, ...] = ()
    """Web origins of push services beside those of the browsers, such as `https://push.example`."""
    push_devices_per_hour: int = 30
    new_push_devices: int = 2000
    """New devices per hour to which news is sent."""
    tickets_per_hour: int = 300
    new_tickets: int = 10_000
    """New tickets per hour, including those for signing in with a passkey."""
    friends_per_hour: int = 600
    new_friends: int = 20_000
    """New friends per hour."""
    invitations_per_hour: int = 240
    new_invitations: int = 20_000
    """Invitations of friends per hour."""
    tournaments_per_hour: int = 6
    new_tournaments: int = 200
    """Tournaments opened per hour."""
    tournaments_per_week: int = 10
    new_tournaments_a_week: int = 1000
    """The same per week. What lasts for days or weeks, and is limited in number, is shared by the week too: otherwise one
    network would hold all of it within two days."""
    correspondence_per_hour: int = 30
    new_correspondence: int = 1000
    """Correspondence duels opened per hour."""
    correspondence_per_week: int = 200
    new_correspondence_a_week: int = 10_000
    """The same per week."""
    correspondence: int = 10_000
    """Correspondence duels that are not over, on all nodes."""
    clubs_per_hour: int = 3
    new_clubs: int = 100
    """Clubs opened per hour."""
    clubs_per_week: int = 10
    new_clubs_a_week: int = 1000
    """The same per week."""
    deletions_per_hour: int = 20
    deletions: int = 1000
    """Players deleted per hour."""
    analyses_per_hour: int = 60
    new_analyses: int = 1000
    """Races per hour whose analysis is begun."""
    bots_per_address: int = 32
    bots_most: int = 256
    """Bots in rooms that are not over. They play in one process."""
    bot_after: float = 20
    """Seconds after which a bot plays with a player who waits for an opponent and wants one."""
    bots_wait: float = 300
    """Seconds for which bots stay in a lobby that does not begin."""

    store_memory: int | None = None
    """Bytes that the store may take. None: `DEFAULT_STORE_MEMORY` for the embedded store, unchanged for another."""
    store_look: float = 1
    """Seconds between two checks of the store's memory, at most; half of that while more than 70 % of it is taken, and less
    if it fills quickly. 0: it is checked only when it has refused a batch, and no room is ended."""
    store_rest: float = 60
    """Seconds until the next eviction after one that found nothing and left the store too full."""

    countdown: float = 3
    """Seconds from the moment when everybody in a room is ready until the cards are shown."""
    reveal: float = REVEAL_MS / 1000
    """Seconds from that moment in which everybody must reveal a promised nonce. A player who has not loses the seat."""
    prove: float = PROVE_MS / 1000
    """Seconds from the moment when all nonces are known in which a winnable deal must be found, or any deal is dealt."""
    between_games: float = 8
    """Seconds from the end of a game of a match until the next one is dealt."""

    outbox_bytes: int = 256 * 1024
    """Bytes that may wait for a socket that takes no more. Above this a player's socket is closed, and a spectator's is sent
    nothing until it has caught up."""

    hello_seconds: float = limits.HELLO_SECONDS
    ping: float | None = 10
    """Seconds between two pings; None: no pings."""
    pong: float = 8
    """Seconds after which a socket with an unanswered ping is gone, and its player counts as away."""
    link_ping: float | None = 2
    link_pong: float = 3
    """The same for the link of a mirror. Its spectators should not miss moves for longer."""
    closing: float = 20
    """Seconds that a closing socket, or one that downloads a page, may take."""
    goodbye: float = 2
    """Seconds in which connections may close by themselves when the server ends. Then they are cut: a client that answers
    no close frame must not delay the restart for everybody else."""
    away: float = 60
    """Seconds for which a lobby keeps the seat of a player without a socket; a bot's also in a race."""
    expected: float = 3
    """Seconds to wait for players who follow a room that was handed over, before others see them as away."""
    awaited: float = 300
    """Seconds that players who are done wait for players who are away. Then these give up."""
    empty_lobby: float = 600
    """Seconds after which a lobby without players is closed."""
    empty_running: float = 3600
    """Seconds after which a game without a time limit is ended if all players have left."""
    empty_by_days: float = 300
    """Seconds after which a correspondence duel in which nobody is leaves memory, until somebody asks for it or it is due."""
    empty_finished: float = 60
    """Seconds for which a finished room without viewers stays in memory. It stays in Redis for a month."""
    rooms_unseen: int = 500
    """Rooms in which nobody is and that the store keeps, finished ones and correspondence duels, that stay in memory at most.
    Of more, the longest unseen leave it early, so nobody fills the memory by asking for one after the other."""
    linger: float = 15
    """Seconds for which a mirror without spectators stays, as a spectator who was cut off may come back."""

    boards_read: float = 1
    """Seconds for which the first rows of a board are cached, however many ask."""
    replay_again: tuple[float, ...] = (0, 0.5, 1, 1.5, 2)
    """Seconds to wait before each further read of a log that is shorter than it should be. Sentinels exchange every two
    seconds which server is the master."""
    orders_look: float = 0.5
    """Seconds between two looks for orders of the operator and of other nodes."""
    ceremony: float = 300
    """Seconds that a browser may take to ask its user for a passkey."""
    events: Events = field(default_factory=Events)
    previews: Previews = field(default_factory=Previews)
