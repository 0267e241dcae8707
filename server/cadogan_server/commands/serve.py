"""`cadogan serve`."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from importlib.metadata import version

import typer

from cadogan_server import is_compiled
from cadogan_server.addresses import network_address
from cadogan_server.app import Running, running
from cadogan_server.commands.options import taking
from cadogan_server.commands.serve_options import ServeOptions
from cadogan_server.forks import can_fork, forked
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.open_files import raise_open_files
from cadogan_server.open_store import StartError
from cadogan_server.settings import Settings
from cadogan_server.store.redis.embedded import EmbeddedRedisError
from cadogan_server.store_wait import Stopped
from cadogan_server.supervisor import CHARGES, Charge, Port, Supervisor, WorkerReady
from cadogan_server.telemetry import tracing
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
"""The last line of a server that ends in order."""


@taking(ServeOptions)
def serve(options: ServeOptions) -> None:
    """Serve games: the page, the WebSocket and everything else on one port.

    Stops on Ctrl-C or SIGTERM. If there are other servers on the same store, it first hands its rooms over to them
    without interrupting games. Otherwise rooms are taken up again when somebody comes back to them. If other servers on
    the same store found this one silent and took over its rooms, it ends with exit code 75, to be started again. With
    --workers the supervisor does that.
    Each option can also be set by the environment: --behind-proxy by CADOGAN_BEHIND_PROXY=1.
    """
    node = options.node or own_name()
    write_log(options.log_format, node, options.verbose)
    settings = options.settings(node)
    if options.workers > 1:
        code = supervise(settings, options.workers, options.log_format, verbose=options.verbose, traces=options.traces)
    else:
        code = serve_by(settings, _announce, traces=options.traces)
    raise typer.Exit(code)


def serve_by(
    settings: Settings, ready: Callable[[Running], None], inherited: Inherited | None = None, *, traces: bool = False
) -> int:
    """Serve in this process until told to stop, report problems on standard error, and return the exit code.

    Args:
        settings: settings of the server.
        ready: called once it serves.
        inherited: its sockets and number from the supervisor, as one of several workers.
        traces: True to send traces.
    """
    raise_open_files()
    try:
        if traces:
            tracing.start(settings.node)
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            problem = runner.run(_serve(settings, ready, inherited))
    except (StartError, EmbeddedRedisError, tracing.TracesMissing) as error:
        problem = 1, str(error)
    finally:
        tracing.stop()
    return _reported(*problem) if problem is not None else 0


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
        print(json.dumps(asdict(WorkerReady(server.port, server.metrics_port))), flush=True)

    sys.exit(serve_by(charge.settings, announce, charge.inherited, traces=charge.traces))


def _work_at(port: Port, number: int) -> None:
    """Run as the worker with this number, in a forked process."""
    port.leave_to(number)
    logging.getLogger().handlers.clear()  # they log the supervisor's name
    work()


def supervise(settings: Settings, count: int, log_format: LogFormat, *, verbose: bool, traces: bool) -> int:
    """Serve by several workers until told to stop; return the exit code."""
    raise_open_files()

    def announce(ready: Sequence[WorkerReady]) -> None:
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
        return _reported(1, str(error))
    if code == 0:
        typer.echo(STOPS)
    return code


def _figures(settings: Settings, ready: Sequence[WorkerReady]) -> str:
    """Return the part of a sentence that names the ports of the workers' figures."""
    ports = [str(each.metrics_port) for each in ready if each.metrics_port is not None]
    return f"; their figures are on {settings.metrics_host}, ports {', '.join(ports)}" if ports else ""


def _reported(code: int, why: str) -> int:
    """Print a problem on standard error; return the exit code."""
    typer.echo(f"error: {why}", err=True)
    return code


def _announce(server: Running) -> None:
    for line in announced(server.services.settings.host, server.port):
        typer.echo(line)
    sys.stdout.flush()


async def _serve(
    settings: Settings, ready: Callable[[Running], None], inherited: Inherited | None
) -> tuple[int, str] | None:
    """Serve until told to stop. Return the exit code and a sentence about a problem at the end; None without one."""
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
    """Return the lines that a ready server prints: its address, and the machines that can reach it."""
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
