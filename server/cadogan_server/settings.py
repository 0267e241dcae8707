"""What can be set about a server, with its defaults."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cadogan_protocol import limits

METRICS_PORT = 9464
"""The port at which Prometheus' users look first for the figures of a program (OpenTelemetry's)."""


@dataclass(frozen=True)
class Settings:
    """How one server runs. Spans are in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("cadogan-data")
    redis: str | None = None
    """URL of the Redis to use instead of an own one."""
    lease: float = 5
    """After this another server may take over the store of one that has fallen silent."""
    bots: bool = True
    bot_pace: float | None = None
    """How long a bot thinks about a move; None: as its level does."""
    behind_proxy: bool = False
    """Whether a proxy in front says in X-Forwarded-For where a connection comes from, and in X-Forwarded-Host where to."""
    origins: tuple[str, ...] = ()
    """Whose pages may open a WebSocket, beside our own, as `https://cards.example`."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = METRICS_PORT
    """Where figures for Prometheus are; None: nowhere. A taken port keeps no server from starting."""

    messages_per_second: float = limits.MESSAGES_PER_SECOND
    message_burst: int = limits.MESSAGE_BURST
    sockets_per_address: int = limits.SOCKETS_PER_ADDRESS
    rooms_per_address: int = limits.ROOMS_PER_ADDRESS
    rooms: int = 5000
    bots_most: int = 256
    """How many bots the server seats in all rooms that are not over: they play in one process."""
    guesses_per_second: float = 1
    guess_burst: int = 60
    """How often one address may ask for a room that there is not."""

    countdown: float = 3
    """From the moment when everybody in a room is ready until the cards are shown."""
    between_games: float = 8
    """From the end of a game of a match until the next one is dealt."""

    outbox_bytes: int = 256 * 1024
    """How much may wait for a socket that takes no more, before it is let go or left out."""

    hello_seconds: float = limits.HELLO_SECONDS
    away: float = 60
    """A seat in the lobby is kept for so long for a player whose socket is gone; a bot's also in a race."""
    awaited: float = 300
    """A race that goes on only for people who are away, while others wait for its end, is ended after this."""
    empty_lobby: float = 600
    empty_running: float = 3600
    """A race without a time limit that all people have left is ended after this."""
    empty_finished: float = 60
    """A finished room that nobody is in stays in memory for so long, and in Redis for a day."""
