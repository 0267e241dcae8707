"""`cadogan serve`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from cadogan_server.addresses import network_address
from cadogan_server.app import Running, running
from cadogan_server.forks import can_fork, forked
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.gateway.sockets.origin import normal
from cadogan_server.open_files import raise_open_files
from cadogan_server.open_store import StartError
from cadogan_server.settings import DEFAULT_STORE_MEMORY, METRICS_PORT, MOST_WORKERS, Settings
from cadogan_server.store.redis.durability import Durability
from cadogan_server.store.redis.embedded import EmbeddedRedisError
from cadogan_server.store_wait import Stopped
from cadogan_server.supervisor import CHARGES, Charge, Port, Ready, Supervisor
from cadogan_server.telemetry import tracing
from cadogan_server.telemetry.compiled import is_compiled
from cadogan_server.telemetry.log_lines import LogFormat, own_name, write_log
from cadogan_server.telemetry.pauses import collect_seldom

logger = logging.getLogger(__name__)

REPLACED = 75
"""Exit code of a server that another one has ended (EX_TEMPFAIL of sysexits.h): a supervisor starts it again."""

SPILLED = 69
"""Exit code if the store would not take everything, and the rest is in a file for the next start (EX_UNAVAILABLE)."""

NOT_SPILLED = 74
"""Exit code if the rest could not be written to a file either, and is lost (EX_IOERR)."""

INPUT = 0
"""File descriptor of the standard input."""

STOPS = "Cadogan stops; rooms go on at the next start."

LIMITS = "Limits (an address is in IPv6 a /64; a /56 gets 4 times as much, a /48 and an IPv4 /24 8 times)"
"""Heading of the options that limit what clients may do. `settings.py` has more limits, with their defaults."""


def serve(
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on; 0.0.0.0 also accepts other machines, such as friends on your network."
        ),
    ] = Settings.host,
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)] = Settings.port,
    workers: Annotated[
        int,
        typer.Option(
            help="Processes that serve that port, each on one core; a process that dies is started again. "
            "Their figures are on consecutive ports.",
            min=1,
            max=MOST_WORKERS,
        ),
    ] = 1,
    data: Annotated[
        Path, typer.Option(help="Folder of the embedded Redis; created if missing.", file_okay=False)
    ] = Settings.data,
    redis: Annotated[
        str | None,
        typer.Option(
            help="Use this Redis or Valkey instead: redis://, rediss:// or unix://; with Sentinels redis+sentinel://S1,S2,S3/NAME, "
            "a Cluster redis+cluster://N1,N2 (rediss+... by TLS).",
            envvar="CADOGAN_REDIS",
        ),
    ] = None,
    durability: Annotated[
        Durability | None,
        typer.Option(
            help="When acknowledged writes are on the store's disk: always (before the acknowledgement, and on a replica if one "
            "may take over; a power cut loses nothing) or everysec (within two seconds, which a power cut may lose). By default "
            "everysec; a Redis given by --redis is left as it is."
        ),
    ] = None,
    spill: Annotated[
        Path | None,
        typer.Option(
            help="Folder for what the store can't take, read first at the next start. It should be on another disk than the store. "
            "By default `spill` in the data folder.",
            file_okay=False,
        ),
    ] = None,
    lease: Annotated[
        float,
        typer.Option(
            help="Seconds after which other servers on the store take over the rooms of a silent one.",
            min=1,
        ),
    ] = Settings.lease,
    drain: Annotated[
        float,
        typer.Option(
            help="Seconds that a server has at shutdown to hand its rooms over to others on the store.",
            min=0,
        ),
    ] = Settings.drain,
    rebalance: Annotated[
        float,
        typer.Option(
            help="Maximum rooms per minute that a server hands over to others on the store with far fewer rooms; 0: none.",
            min=0,
        ),
    ] = Settings.rebalance,
    advertise: Annotated[
        str | None,
        typer.Option(
            help="Address for other servers on the same store, such as 10.0.0.7 or 10.0.0.7:8000, in a private network; "
            "by default on this machine.",
        ),
    ] = None,
    bots: Annotated[bool, typer.Option("--bots/--no-bots", help="Let players seat bots.")] = True,
    bot_pace: Annotated[
        float | None,
        typer.Option(help="Seconds that a bot thinks about a move; by default a person's time, by its level.", min=0),
    ] = None,
    behind_proxy: Annotated[
        bool,
        typer.Option(
            "--behind-proxy",
            help="Trust a proxy: take addresses from X-Forwarded-For and the host from X-Forwarded-Host.",
        ),
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Web origin whose pages may connect beside this server's own, such as https://cards.example; may be repeated."
        ),
    ] = None,
    embed_from: Annotated[
        list[str] | None,
        typer.Option(
            help="Web origin whose pages may show /embed/CODE in a frame, such as https://blog.example; * for all; may be repeated."
        ),
    ] = None,
    metrics: Annotated[
        bool, typer.Option("--metrics/--no-metrics", help="Serve figures for Prometheus at /metrics.")
    ] = True,
    metrics_host: Annotated[str, typer.Option(help="Address of the figures.")] = Settings.metrics_host,
    metrics_port: Annotated[
        int, typer.Option(help="Port of the figures; 0 takes a free one.", min=0, max=65535)
    ] = METRICS_PORT,
    rate: Annotated[
        float,
        typer.Option(help="Messages per second that one socket may send on average.", min=1, rich_help_panel=LIMITS),
    ] = Settings.messages_per_second,
    sockets: Annotated[
        int, typer.Option(help="Sockets that one address may hold.", min=1, rich_help_panel=LIMITS)
    ] = Settings.sockets_per_address,
    countdown: Annotated[
        float,
        typer.Option(
            help="Seconds from the moment when everybody in a room is ready until the cards are shown.", min=0
        ),
    ] = Settings.countdown,
    between_games: Annotated[
        float, typer.Option(help="Seconds from the end of a game of a match until the next is dealt.", min=0)
    ] = Settings.between_games,
    players_per_hour: Annotated[
        int, typer.Option(help="New players per hour from one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.players_per_hour,
    rooms_per_address: Annotated[
        int, typer.Option(help="Rooms of one address that are not over.", min=1, rich_help_panel=LIMITS)
    ] = Settings.rooms_per_address,
    rooms_per_hour: Annotated[
        int, typer.Option(help="New rooms per hour from one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.rooms_per_hour,
    bots_per_address: Annotated[
        int, typer.Option(help="Bots that may play at once for one address.", min=1, rich_help_panel=LIMITS)
    ] = Settings.bots_per_address,
    bots_most: Annotated[
        int, typer.Option(help="Bots that may play at once in all rooms.", min=1, rich_help_panel=LIMITS)
    ] = Settings.bots_most,
    store_memory: Annotated[
        int | None,
        typer.Option(
            help="Megabytes that the store may take; near that limit, logs of finished games are evicted first. "
            f"By default {DEFAULT_STORE_MEMORY >> 20}; a Redis given by --redis stays as it is set.",
            min=4,
            rich_help_panel=LIMITS,
        ),
    ] = None,
    node: Annotated[
        str,
        typer.Option(help="Name of this server in logs, figures and `cadogan admin`.", show_default="host-process"),
    ] = "",
    log_format: Annotated[
        LogFormat, typer.Option(help="Format of the log; json is one object per line, with ids.")
    ] = LogFormat.TEXT,
    traces: Annotated[
        bool,
        typer.Option(
            "--traces/--no-traces",
            help="Send traces by OTLP to OTEL_EXPORTER_OTLP_ENDPOINT; needs pip install 'cadogan[traces]'.",
        ),
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log more.")] = False,
) -> None:
    """Serve games: the page, the WebSocket and everything else on one port.

    Stops on Ctrl-C or SIGTERM. If there are other servers on the same store, it first hands its rooms over to them
    without interrupting games. Otherwise rooms are taken up again when somebody comes back to them. If other servers on
    the same store found this one silent and took over its rooms, it ends with exit code 75, to be started again. With
    --workers the supervisor does that.
    Each option can also be set by the environment: --behind-proxy by CADOGAN_BEHIND_PROXY=1.
    """
    node = node or own_name()
    write_log(log_format, node, verbose)
    settings = Settings(
        node=node,
        host=host,
        port=port,
        data=data,
        redis=redis,
        durability=durability,
        spill=spill,
        lease=lease,
        drain=drain,
        rebalance=rebalance,
        advertise=advertise,
        bots=bots,
        bot_pace=bot_pace,
        bots_most=bots_most,
        behind_proxy=behind_proxy,
        origins=tuple(_origins(origin or [], "--origin")),
        embed_from=tuple(_framing(embed_from or [])),
        metrics_host=metrics_host,
        metrics_port=metrics_port if metrics else None,
        messages_per_second=rate,
        message_burst=max(Settings.message_burst, int(4 * rate)),
        sockets_per_address=sockets,
        countdown=countdown,
        between_games=between_games,
        players_per_hour=players_per_hour,
        rooms_per_address=rooms_per_address,
        rooms_per_hour=rooms_per_hour,
        bots_per_address=bots_per_address,
        store_memory=None if store_memory is None else store_memory << 20,
    )
    if workers > 1:
        code = supervise(settings, workers, log_format, verbose=verbose, traces=traces)
    else:
        code = serve_by(settings, _announce, traces=traces)
    raise typer.Exit(code)


def serve_by(
    settings: Settings, ready: Callable[[Running], None], inherited: Inherited | None = None, *, traces: bool = False
) -> int:
    """Serve in this process until told to stop, report problems on standard error, and return the exit code.

    Args:
        settings: settings of the server.
        ready: called once it serves.
        inherited: what it has from a supervisor, as one of several workers.
        traces: True to send traces.
    """
    raise_open_files()
    try:
        if traces:
            tracing.start(settings.node)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            how = runner.run(_serve(settings, ready, inherited))
    except (StartError, EmbeddedRedisError, tracing.TracesMissing) as error:
        how = 1, str(error)
    finally:
        tracing.stop()
    return _told(*how) if how is not None else 0


def work() -> None:
    """Serve as one of several workers until told to stop, and end the process. The first line of standard input holds
    the settings; a line of standard output reports where the server listens."""
    line = b""
    while not line.endswith(b"\n"):
        read = os.read(INPUT, 1 << 16)  # nothing follows that line
        if not read:
            return
        line += read
    charge = CHARGES.validate_json(line)
    write_log(charge.log_format, charge.settings.node, charge.verbose)

    def announce(server: Running) -> None:
        print(json.dumps(asdict(Ready(server.port, server.metrics_port))), flush=True)

    sys.exit(serve_by(charge.settings, announce, charge.inherited, traces=charge.traces))


def _work_at(port: Port, number: int) -> None:
    """Run as the worker with this number, in a forked process."""
    port.leave_to(number)
    logging.getLogger().handlers.clear()  # they log the supervisor's name
    work()


def supervise(settings: Settings, count: int, log_format: LogFormat, *, verbose: bool, traces: bool) -> int:
    """Serve by several workers until told to stop; return the exit code."""
    raise_open_files()

    def announce(ready: Sequence[Ready]) -> None:
        for line in announced(settings.host, ready[0].port):
            typer.echo(line)
        typer.echo(f"{count} workers share the port{_figures(settings, ready)}.")
        sys.stdout.flush()

    async def run() -> int:
        charge = Charge(settings, log_format=log_format, verbose=verbose, traces=traces)
        supervisor = Supervisor(charge, port, announce, forks)
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
        return await supervisor.run()

    try:
        port = Port(settings, count)
        forks = forked(count, partial(_work_at, port)) if can_fork() else []
        code = asyncio.run(run())
    except (StartError, EmbeddedRedisError) as error:
        return _told(1, str(error))
    if code == 0:
        typer.echo(STOPS)
    return code


def _figures(settings: Settings, ready: Sequence[Ready]) -> str:
    """Return where the figures of workers are, as part of a sentence."""
    ports = [str(each.metrics_port) for each in ready if each.metrics_port is not None]
    return f"; their figures are on {settings.metrics_host}, ports {', '.join(ports)}" if ports else ""


def _told(code: int, why: str) -> int:
    typer.echo(f"error: {why}", err=True)
    return code


def _announce(server: Running) -> None:
    for line in announced(server.services.settings.host, server.port):
        typer.echo(line)
    sys.stdout.flush()


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


async def _serve(
    settings: Settings, ready: Callable[[Running], None], inherited: Inherited | None
) -> tuple[int, str] | None:
    """Serve until told to stop; return the exit code, and a sentence about problems at the end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if inherited is not None:
        loop.add_reader(INPUT, _supervisor_gone, stop)
    try:
        return await _serve_until(stop, settings, ready, inherited)
    except Stopped:
        return None


async def _serve_until(
    stop: asyncio.Event, settings: Settings, ready: Callable[[Running], None], inherited: Inherited | None
) -> tuple[int, str] | None:
    async with running(settings, drain=stop.set, inherited=inherited, stop=stop) as server:
        collect_seldom()
        logger.info("version %s, %s", version("cadogan"), "compiled" if is_compiled() else "plain Python")
        ready(server)
        waits = [asyncio.create_task(event.wait()) for event in (stop, server.ended)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in waits:
            task.cancel()
        if not server.ended.is_set():
            await server.leave()
            if inherited is None:
                typer.echo(STOPS)
    if server.ended.is_set():
        return REPLACED, "this server had fallen silent, and others have taken over its rooms; start it anew"
    left = server.left_behind()
    return (NOT_SPILLED if left.lost else SPILLED, str(left)) if left is not None else None


def _supervisor_gone(stop: asyncio.Event) -> None:
    asyncio.get_running_loop().remove_reader(INPUT)
    stop.set()


def announced(host: str, port: int) -> list[str]:
    """Return the lines that tell where a ready server is, and who can reach it."""
    everywhere, here = host in ("", "0.0.0.0", "::"), host in ("127.0.0.1", "::1", "localhost")
    shown = "localhost" if everywhere or here else f"[{host}]" if ":" in host else host
    lines = [f"Cadogan is ready: http://{shown}:{port}"]
    if here:
        lines.append("Only this machine can reach it; with --host 0.0.0.0 friends on your network can.")
    elif everywhere and (address := network_address()):
        lines.append(f"Friends on your network find it at http://{address}:{port}")
    return lines


def _loop_factory() -> type[asyncio.AbstractEventLoop] | None:
    """Return uvloop's event loop if it is installed."""
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.Loop
    return None
