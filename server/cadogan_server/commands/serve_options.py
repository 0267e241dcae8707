"""The options of `cadogan serve`, and the settings that they make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cadogan_server.gateway.sockets.web_origin import normal
from cadogan_server.settings import DEFAULT_STORE_MEMORY, METRICS_PORT, MOST_WORKERS, Settings
from cadogan_server.store.redis.durability import Durability
from cadogan_server.telemetry.log_lines import LogFormat

LIMITS = "Limits (an address is in IPv6 a /64; a /56 gets 4 times as much, a /48 and an IPv4 /24 8 times)"
"""Heading of the options that limit what clients may do. `settings.py` has more limits, with their defaults."""


CONTACT = re.compile(r"mailto:[^@\s]+@[\w.-]+|https://[\w.-]+")
"""The form in which push services want the operator's address."""


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The command's options; `--help` is made of the fields."""

    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; 0.0.0.0 also accepts other machines, such as friends on your network."
        ),
    ] = Settings.host
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)] = Settings.port
    workers: Annotated[
        int,
        typer.Option(
            help="Processes that serve that port, each on one core; a process that dies is started again. "
            "Their figures are on consecutive ports.",
            min=1,
            max=MOST_WORKERS,
        ),
    ] = 1
    data: Annotated[Path, typer.Option(help="Folder of the embedded Redis; created if missing.", file_okay=False)] = (
        Settings.data
    )
    redis: Annotated[
        str | None,
        typer.Option(
            help="Use this Redis or Valkey instead: redis://, rediss:// or unix://; with Sentinels redis+sentinel://S1,S2,S3/NAME, "
            "a Cluster redis+cluster://N1,N2 (rediss+... by TLS).",
            envvar="CADOGAN_REDIS",
        ),
    ] = None
    durability: Annotated[
        Durability | None,
        typer.Option(
            help="When acknowledged writes are on the store's disk: always (before the acknowledgement, and on a replica if one "
            "may take over; a power cut loses nothing) or everysec (within two seconds, which a power cut may lose). By default "
            "everysec; a Redis given by --redis is left as it is."
        ),
    ] = None
    spill: Annotated[
        Path | None,
        typer.Option(
            help="Folder for changes that the store can't take, read first at the next start. It should be on another disk "
            "than the store. "
            "By default `spill` in the data folder.",
            file_okay=False,
        ),
    ] = None
    lease: Annotated[
        float,
        typer.Option(
            help="Seconds after which other servers on the store take over the rooms of a silent one.",
            min=1,
        ),
    ] = Settings.lease
    drain: Annotated[
        float,
        typer.Option(
            help="Seconds that a server has at shutdown to hand its rooms over to others on the store.",
            min=0,
        ),
    ] = Settings.drain
    rebalance: Annotated[
        float,
        typer.Option(
            help="Maximum rooms per minute that a server hands over to others on the store with far fewer rooms; 0: none.",
            min=0,
        ),
    ] = Settings.rebalance
    advertise: Annotated[
        str | None,
        typer.Option(
            help="Address for other servers on the same store, such as 10.0.0.7 or 10.0.0.7:8000, in a private network; "
            "by default on this machine.",
        ),
    ] = None
    bots: Annotated[bool, typer.Option("--bots/--no-bots", help="Let players seat bots.")] = True
    regular_tournaments: Annotated[
        bool,
        typer.Option(
            "--regular-tournaments/--no-regular-tournaments",
            help="Open an arena for every evening, and two tournaments for each weekend.",
        ),
    ] = True
    bot_pace: Annotated[
        float | None,
        typer.Option(help="Seconds that a bot thinks about a move; by default a person's time, by its level.", min=0),
    ] = None
    solvers: Annotated[
        int,
        typer.Option(
            help="Processes of low priority that look for winnable deals; with 0, such rooms get any deal, and racers get no "
            "advice.",
            min=0,
            max=64,
        ),
    ] = Settings.solvers
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Trust a proxy: take addresses from X-Forwarded-For and the host from X-Forwarded-Host.",
        ),
    ] = False
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Web origin whose pages may connect beside this server's own, such as https://cards.example; may be repeated."
        ),
    ] = None
    embed_from: Annotated[
        list[str] | None,
        typer.Option(
            help="Web origin whose pages may show /embed/CODE in a frame, such as https://blog.example; * for all; may be repeated."
        ),
    ] = None
    push_contact: Annotated[
        str | None,
        typer.Option(
            help="Let players ask for news on their devices while the page is closed (Web Push). Push services are told this "
            "address of yours, for complaints: mailto:me@example.org or https://...",
        ),
    ] = None
    push_service: Annotated[
        list[str] | None,
        typer.Option(
            help="Web origin of a push service beside those of Chrome, Firefox, Edge and Safari; may be repeated."
        ),
    ] = None
    metrics: Annotated[
        bool, typer.Option("--metrics/--no-metrics", help="Serve figures for Prometheus at /metrics.")
    ] = True
    metrics_host: Annotated[str, typer.Option(help="Address of the figures.")] = Settings.metrics_host
    metrics_port: Annotated[int, typer.Option(help="Port of the figures; 0 takes a free one.", min=0, max=65535)] = (
        METRICS_PORT
    )
    rate: Annotated[
        float,
        typer.Option(help="Messages per second that one socket may send on average.", min=1, rich_help_panel=LIMITS),
    ] = Settings.messages_per_second
    sockets: Annotated[int, typer.Option(help="Sockets that one address may hold.", min=1, rich_help_panel=LIMITS)] = (
        Settings.sockets_per_address
    )
    countdown: Annotated[
        float,
        typer.Option(
            help="Seconds from the moment when everybody in a room is ready until the cards are shown.", min=0
        ),
    ] = Settings.countdown
    between_games: Annotated[
        float, typer.Option(help="Seconds from the end of a game of a match until the next is dealt.", min=0)
    ] = Settings.between_games
    players_per_hour: Annotated[
        int, typer.Option(help="New players per hour from one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.players_per_hour
    rooms_per_address: Annotated[
        int, typer.Option(help="Rooms of one address that are not over.", min=1, rich_help_panel=LIMITS)
    ] = Settings.rooms_per_address
    rooms_per_hour: Annotated[
        int, typer.Option(help="New rooms per hour from one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.rooms_per_hour
    bots_per_address: Annotated[
        int, typer.Option(help="Bots that may play at once for one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.bots_per_address
    bots_most: Annotated[
        int, typer.Option(help="Bots that may play at once in all rooms.", min=1, rich_help_panel=LIMITS)
    ] = Settings.bots_most
    store_memory: Annotated[
        int | None,
        typer.Option(
            help="Megabytes that the store may take; near that limit, logs of finished games are evicted first. "
            f"By default {DEFAULT_STORE_MEMORY >> 20}; a Redis given by --redis stays as it is set.",
            min=4,
            rich_help_panel=LIMITS,
        ),
    ] = None
    node: Annotated[
        str,
        typer.Option(help="Name of this server in logs, figures and `cadogan admin`.", show_default="host-process"),
    ] = ""
    log_format: Annotated[LogFormat, typer.Option(help="Format of the log; json is one object per line, with ids.")] = (
        LogFormat.TEXT
    )
    traces: Annotated[
        bool,
        typer.Option(
            "--traces/--no-traces",
            help="Send traces by OTLP to OTEL_EXPORTER_OTLP_ENDPOINT; needs pip install 'cadogan[traces]'.",
        ),
    ] = False
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log more.")] = False

    def settings(self, node: str) -> Settings:
        """Return the settings of a server of this name.

        Raises:
            typer.BadParameter: an origin is invalid.
        """
        return Settings(
            node=node,
            host=self.host,
            port=self.port,
            data=self.data,
            redis=self.redis,
            durability=self.durability,
            spill=self.spill,
            lease=self.lease,
            drain=self.drain,
            rebalance=self.rebalance,
            advertise=self.advertise,
            bots=self.bots,
            bot_pace=self.bot_pace,
            solvers=self.solvers,
            bots_most=self.bots_most,
            behind_proxy=self.behind_proxy,
            origins=tuple(_origins(self.origin or [], "--origin")),
            embed_from=tuple(_framing(self.embed_from or [])),
            push_contact=_contact(self.push_contact),
            push_services=tuple(_origins(self.push_service or [], "--push-service")),
            metrics_host=self.metrics_host,
            metrics_port=self.metrics_port if self.metrics else None,
            messages_per_second=self.rate,
            message_burst=max(Settings.message_burst, int(4 * self.rate)),
            sockets_per_address=self.sockets,
            countdown=self.countdown,
            between_games=self.between_games,
            players_per_hour=self.players_per_hour,
            rooms_per_address=self.rooms_per_address,
            rooms_per_hour=self.rooms_per_hour,
            bots_per_address=self.bots_per_address,
            store_memory=None if self.store_memory is None else self.store_memory << 20,
        )


def _contact(given: str | None) -> str | None:
    """Return the operator's contact, as push services accept it."""
    if given is not None and not CONTACT.fullmatch(given):
        raise typer.BadParameter(
            "write it like mailto:me@example.org or https://example.org", param_hint="--push-contact"
        )
    return given


def _origins(given: list[str], option: str) -> Iterator[str]:
    for origin in given:
        try:
            yield normal(origin.removesuffix("/"))
        except ValueError as error:
            raise typer.BadParameter(str(error), param_hint=option) from error


def _framing(given: list[str]) -> Iterator[str]:
    """Yield the web origins that may show a frame, as a browser's policy needs them."""
    if "*" in given:
        yield "*"
        return
    for origin in _origins(given, "--embed-from"):
        if origin == "null":
            raise typer.BadParameter(
                "a page without an origin can't be named; say * for all", param_hint="--embed-from"
            )
        yield origin
