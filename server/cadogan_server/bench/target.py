"""The server to measure: a new one with its own store, or one that is running."""

from __future__ import annotations

import asyncio
import contextlib
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from math import inf
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

from prometheus_client.parser import text_string_to_metric_families
from redis import Redis

from cadogan_server.bench import process
from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.process import (
    Placement,
    command_of,
    core_seconds,
    cpu_seconds,
    descendants,
    end,
    memory_bytes,
    pin,
    placed,
)
from cadogan_server.settings import METRICS_PORT
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.redis.connections import connect
from cadogan_server.store.redis.trouble import in_words

LAG = "cadogan_event_loop_lag_seconds"

WORKER = b"cadogan_server.commands.worker"
"""Part of the command line of a started worker; a forked one has its supervisor's."""

SOLVER = b"cadogan_server.hosting.solvers.worker"
"""Part of the command line of a solver's process."""

STORE_SECONDS = 5.0
"""Seconds that a given store may take to answer."""

STOP_SECONDS = 60.0
"""Seconds that a new server may take to write its data and end."""


@dataclass
class Target:
    """A server under load.

    Attributes:
        url: URL of its WebSocket.
        pid: its process, if known.
        workers: processes of its workers, if there are several; `pid` is then their supervisor.
        store_pids: processes of its store, if it has its own.
        metrics: URL of its figures; with several workers, of the first.
        more_metrics: URLs of the other workers' figures.
        store: URL of its store, if known.
        started: seconds that a new server took to be ready.
        placement: processors of its workers and of the load.
    """

    url: str
    pid: int | None = None
    metrics: str | None = None
    store: str | None = None
    started: float = 0.0
    placement: Placement = field(default_factory=Placement)
    workers: tuple[int, ...] = ()
    store_pids: tuple[int, ...] = ()
    more_metrics: tuple[str, ...] = ()

    @property
    def local(self) -> bool:
        """True if it is on this machine's loopback, where a load may use many addresses."""
        host = urlsplit(self.url).hostname or ""
        with contextlib.suppress(ValueError):
            return ip_address(host).is_loopback and "." in host
        return host == "localhost"

    def memory(self) -> int | None:
        """Return the bytes of its processes in memory, if known."""
        return None if self.pid is None else sum(map(memory_bytes, (self.pid, *self.workers)))

    def solver_seconds(self) -> float | None:
        """Return the processor seconds that its solvers have used, those that have ended apart; None if unknown."""
        if self.pid is None:
            return None
        return sum(cpu_seconds(pid) for pid in descendants(self.pid) if SOLVER in command_of(pid))

    def look(self) -> Look:
        """Return its present state."""
        pids = () if self.pid is None else (self.pid, *self.workers)
        used = tuple(map(cpu_seconds, pids))
        cores = set(self.placement.workers) | (set(self.placement.others) if self.placement.shared else set())
        return Look(
            time.perf_counter(),
            sum(used) if used else None,
            self.memory(),
            sum(map(core_seconds, cores)) if cores else None,
            sum(map(cpu_seconds, self.store_pids)) if self.store_pids else None,
            used[1:],
        )

    def lag(self) -> dict[float, float]:
        """Return upper bound in seconds → how often its event loop has been late by no more than that.

        Empty if unknown.
        """
        all = Counter[float]()
        for url in (self.metrics, *self.more_metrics):
            all.update(_lag(url) if url else {})
        return dict(all)

    def store_bytes(self) -> int:
        """Return the bytes of the store in memory.

        Raises:
            BenchError: it does not say.
        """
        assert self.store is not None
        try:
            with Redis.from_url(self.store) as redis:
                used: int = redis.info("memory")["used_memory"]
        except STORE_AWAY as error:
            raise BenchError(f"the store of the server does not report its memory: {error}") from error
        return used


@dataclass(frozen=True)
class Look:
    """A server's use of processor and memory up to a moment."""

    at: float
    cpu: float | None
    memory: int | None
    core: float | None = None
    """Seconds for which its processors were not idle."""
    store: float | None = None
    """Processor seconds of its store."""
    workers: tuple[float, ...] = ()
    """Processor seconds of each of its workers, if there are several."""

    @property
    def all_cpu(self) -> float:
        """Processor seconds of all of it, including the store, as far as known."""
        return (self.cpu or 0.0) + (self.store or 0.0)


def lag_between(before: dict[float, float], after: dict[float, float]) -> dict[str, float | None]:
    """Return the bounds in ms below which the event loop's lateness was for half and for 99 % of the time.

    None if unknown, or beyond the last bound that is counted.
    """
    looks = {bound: count - before.get(bound, 0.0) for bound, count in after.items()}
    all = looks.get(inf, 0.0)

    def below(share: float) -> float | None:
        bound = next((bound for bound, count in sorted(looks.items()) if count >= share * all), inf) if all else inf
        return None if bound == inf else 1000 * bound

    return {"lag_p50_below_ms": below(0.5), "lag_p99_below_ms": below(0.99)}


@contextmanager
def own_server(
    redis: str | None = None,
    folder: Path | None = None,
    options: tuple[str, ...] = (),
    *,
    workers: int = 1,
    beside: int = 1,
    number: int = 0,
    measured: bool = True,
    solvers: int = 0,
) -> Iterator[Target]:
    """Run a new server on a free port, with a processor for each of several workers.

    Args:
        redis: URL of its store; None: an embedded one.
        folder: its data folder; None: a new one, which is removed at the end.
        options: further options of `cadogan serve`.
        workers: number of workers.
        beside: maximum number of workers of a server that it is compared with, or the number of servers that run with it.
        number: which of these it is, from 0: each has a processor of its own.
        measured: True if it is the measured server; otherwise it shares the processors of the load.
        solvers: number of its solvers. If it has any, they search for the races of the coming days as soon as it
            serves, and take processor time from the load and from other servers.

    Raises:
        BenchError: it does not start.
    """
    if redis is not None:
        _must_answer(redis)
    with contextlib.ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cadogan-bench-")))
        server, log = _start(folder, redis, (*options, "--workers", str(workers), "--solvers", str(solvers)))
        try:
            begun = time.perf_counter()
            placement = placed(workers, beside, number)
            pin(server.pid, placement.workers[:1] if measured and workers == 1 else placement.others)
            port = _port(server, log)
            started = time.perf_counter() - begun
            children = list(descendants(server.pid))
            own = command_of(server.pid)
            serving = tuple(child for child in children if WORKER in (command := command_of(child)) or command == own)
            stores = tuple(child for child in children if child not in serving)
            _spread(placement, serving, stores)
            ports = re.findall(r"on (\S+) port (\d+) at /metrics", log.read_text(encoding="utf-8"))
            figures = [f"http://{host}:{port}/metrics" for host, port in ports]
            yield Target(
                f"ws://127.0.0.1:{port}/ws",
                server.pid,
                figures[0] if figures else None,
                redis or f"unix://{folder}/redis/redis.sock",
                started,
                placement,
                serving,
                stores,
                tuple(figures[1:]),
            )
        finally:
            end(server, STOP_SECONDS)


def running_server(url: str, pid: int | None, metrics: str | None) -> Target:
    """Return a running server.

    Raises:
        BenchError: `url` is invalid, or the process can't be read.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("ws", "http") or not parts.hostname:
        raise BenchError(f"{url!r} is no address of a server that can be loaded; it looks like ws://127.0.0.1:8000/ws")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path if parts.path.strip("/") else "/ws"
    found = Target(f"ws://{host}:{parts.port or 80}{path}", pid)
    if pid is not None:
        found.look()
    found.metrics = metrics or (f"http://127.0.0.1:{METRICS_PORT}/metrics" if found.local else None)
    try:
        found.lag()
    except BenchError:
        if metrics is not None:
            raise
        found.metrics = None
    return found


def _spread(placement: Placement, serving: tuple[int, ...], stores: tuple[int, ...]) -> None:
    """Bind each worker to its processor, and the store to those of the load."""
    for child in stores:
        pin(child, placement.others)
    for child, core in zip(serving, placement.workers, strict=False):
        pin(child, (core,))


def _start(folder: Path, redis: str | None, options: tuple[str, ...]) -> tuple[subprocess.Popen[str], Path]:
    log = folder / "server.log"
    arguments = ["serve", "--port", "0", "--metrics-port", "0", "--data", str(folder)]
    arguments += ["--rate", "1000000", "--no-bots", "--lease", "30", "--countdown", "0", *options]
    if redis is not None:
        arguments += ["--redis", redis]
    with log.open("w", encoding="utf-8") as errors:
        return process.start("cadogan_server", *arguments, stdin=subprocess.DEVNULL, stderr=errors), log


def _must_answer(redis: str) -> None:
    """Check that a store answers: a server would wait for it, a bench must not.

    Raises:
        BenchError: it does not.
    """

    async def ask() -> None:
        store = connect(redis, reads=1, wait=STORE_SECONDS)
        try:
            async with asyncio.timeout(STORE_SECONDS):
                await store.reads.ping()
        finally:
            await store.close()

    try:
        asyncio.run(ask())
    except (*STORE_AWAY, ValueError) as error:
        raise BenchError(f"the server does not start: the store does not answer: {in_words(error)}") from error


def _port(server: subprocess.Popen[str], log: Path) -> int:
    """Return the port on which the server listens, once it does."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"ready: http://\S+:(\d+)", line):
            return int(found[1])
    said = log.read_text(encoding="utf-8").strip().splitlines()
    raise BenchError(f"the server does not start: {said[-1].removeprefix('error: ') if said else 'it says nothing'}")


def _lag(url: str) -> dict[float, float]:
    try:
        with urlopen(url, timeout=5) as answer:
            text = answer.read().decode()
    except (URLError, OSError) as error:
        raise BenchError(f"there are no figures at {url}: {getattr(error, 'reason', error)}") from error
    return {
        float(sample.labels["le"]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == f"{LAG}_bucket"
    }
