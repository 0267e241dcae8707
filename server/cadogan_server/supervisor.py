"""Several worker processes behind one port, each on a core of its own: started, restarted after a crash, and ended
together.

The supervisor opens the sockets that all workers listen on and hands them down, so any free worker accepts the next
connection, and none is lost with a worker. It runs the embedded Redis for all of them. It does nothing else: workers
talk to each other over the store, like all nodes, or by the pairs of `gateway/relays/siblings.py`.

A worker reads its orders from its standard input, and ends in order when that ends, so none outlives its supervisor. If
the system allows it, the first workers are forked from the supervisor (`forks.py`), which has loaded all code;
replacements of dead ones load it themselves.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from cadogan_server.forks import Fork
from cadogan_server.gateway.relays.siblings import Inherited
from cadogan_server.gateway.sockets.listener import listening
from cadogan_server.open_store import StartError
from cadogan_server.settings import DEFAULT_STORE_MEMORY, Settings
from cadogan_server.store.redis.durability import Durability
from cadogan_server.store.redis.embedded import EmbeddedRedis
from cadogan_server.telemetry.log_lines import LogFormat

logger = logging.getLogger(__name__)

MODULE = "cadogan_server.commands.worker"
"""The module that a worker runs."""

STEADY_SECONDS = 10.0
"""Seconds of life after which a worker is restarted at once; one that died sooner waits, longer each time."""

FIRST_WAIT, LONGEST_WAIT = 0.5, 30.0
"""The shortest and the longest wait before a restart, in seconds."""

PAIR_BYTES = 1 << 20
"""The bytes that may wait for a worker in its pair, as far as the system allows."""

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a process that SIGTERM has ended before it could handle the signal."""

WORST_FIRST = (74, 69)
"""Exit codes that win over others if workers end with several: lost changes, and changes in a file."""


NOTHING = Inherited("", 0, (), -1, ())
"""Stands for the inherited part until the supervisor fills it in."""


@dataclass(frozen=True)
class Charge:
    """The orders of a worker.

    Attributes:
        settings: its settings.
        inherited: its sockets and number from the supervisor.
        log_format, verbose, traces: the options of `cadogan serve`.
    """

    settings: Settings
    inherited: Inherited = NOTHING
    log_format: LogFormat = LogFormat.TEXT
    verbose: bool = False
    traces: bool = False


CHARGES = TypeAdapter(Charge)


@dataclass(frozen=True)
class WorkerReady:
    """The ports of a worker that serves: the port of all workers, and its own port for metrics."""

    port: int
    metrics_port: int | None


class Worker:
    """One of the worker processes.

    Args:
        charge: its orders.
        inlet: the end of its pair that it reads, held here too, so that the worker can be restarted.
        fork: the process that becomes the worker first; None: a new one is started.

    Attributes:
        pid: the number of the process; 0 while there is none.
        ready: its ports, once it serves for the first time; cancelled if it ends before.
    """

    def __init__(self, charge: Charge, inlet: socket.socket, fork: Fork | None = None) -> None:
        self.pid = 0
        self.ready: asyncio.Future[WorkerReady] = asyncio.get_running_loop().create_future()
        self._charge = charge
        self._inlet = inlet
        self._fork = fork
        self._process: asyncio.subprocess.Process | Fork | None = None
        self._stopping = asyncio.Event()

    @property
    def name(self) -> str:
        """The name of the worker."""
        return self._charge.settings.node

    async def keep_running(self) -> int:
        """Keep it running until it ends by itself with exit code 0, or is stopped; return its last exit code."""
        wait = FIRST_WAIT
        while True:
            began = time.monotonic()
            code = await self._run()
            if code == 0 or self._stopping.is_set():
                if code == TERMINATED and not self.ready.done():
                    code = 0  # it was stopped before it could handle the signal, and has served nobody
                self._inlet.close()  # what others give it from now on comes back to them
                self.ready.cancel()  # in case it was stopped while it waited for the store
                return code
            if not self.ready.done():
                self.ready.cancel()
                return code
            wait = FIRST_WAIT if time.monotonic() - began > STEADY_SECONDS else min(2 * wait, LONGEST_WAIT)
            logger.error("%s has ended with exit code %d, and is started again", self.name, code)
            if wait > FIRST_WAIT:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), wait)
            if self._stopping.is_set():
                return code

    def stop(self) -> None:
        """Make the worker end in order."""
        self._stopping.set()
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGTERM)

    async def _run(self) -> int:
        """Start the process, and return its exit code; for a signal as a shell shows it, 128 plus its number."""
        fork, self._fork = self._fork, None
        process = self._process = fork or await self._started()
        self.pid = process.pid
        if self._stopping.is_set():  # since it was asked for
            self.stop()
        charge = CHARGES.dump_json(self._charge) + b"\n"
        line = await (process.exchange(charge) if isinstance(process, Fork) else _exchange(process, charge))
        if line and not self.ready.done():
            self.ready.set_result(WorkerReady(**json.loads(line)))
        code = await process.wait()
        self.pid = 0
        return 128 - code if code < 0 else code

    async def _started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            MODULE,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=self._charge.inherited.descriptors,
            start_new_session=True,  # so that Ctrl-C reaches the supervisor alone, which then ends all in order
        )


async def _exchange(process: asyncio.subprocess.Process, line: bytes) -> bytes:
    """Write a line to the standard input of a process, and return the first line that it prints."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(ConnectionError):  # it has ended already
        process.stdin.write(line)
        await process.stdin.drain()
    return await process.stdout.readline()


class Port:
    """Shared by all workers: the sockets that listen on the port, and a pair for each worker.

    Args:
        settings: the address and the port.
        count: the number of workers.

    Raises:
        StartError: the port can't be had.
    """

    def __init__(self, settings: Settings, count: int) -> None:
        try:
            self.sockets = asyncio.run(listening(settings.host, settings.port))
        except OSError as error:
            raise StartError(f"can't listen on {settings.host} port {settings.port}: {error.strerror}") from error
        self.pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
        for _, outlet in self.pairs:
            outlet.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, PAIR_BYTES)

    def leave_to(self, number: int) -> None:
        """Close the ends that only other workers than this number read: once they have ended, writes to them must fail."""
        for other, (inlet, _) in enumerate(self.pairs, 1):
            if other != number:
                inlet.close()

    def close(self) -> None:
        """Close the supervisor's copies; the workers keep theirs."""
        for end in (*self.sockets, *(end for pair in self.pairs for end in pair)):
            end.close()


class Supervisor:
    """Runs the workers.

    Args:
        charge: the orders of each worker; names, ports for metrics and the inherited part are filled in.
        port: the port that they share; it is closed at the end.
        on_ready: called with each worker's ports, once all serve.
        forks: the processes that become the workers first, one for each; none: new ones are started.
    """

    def __init__(
        self, charge: Charge, port: Port, on_ready: Callable[[Sequence[WorkerReady]], None], forks: Sequence[Fork] = ()
    ) -> None:
        self._charge = charge
        self._port = port
        self._forks = forks
        self._on_ready = on_ready
        self._stop = asyncio.Event()
        self.workers: list[Worker] = []

    def stop(self) -> None:
        """Make all workers end in order."""
        self._stop.set()
        for worker in self.workers:
            worker.stop()

    async def run(self) -> int:
        """Keep all workers running until all have ended by themselves, or are stopped; return the common exit code.

        A worker that can't even start ends all.

        Raises:
            EmbeddedRedisError: the embedded Redis can't be started.
        """
        async with AsyncExitStack() as stack:
            stack.callback(self._port.close)
            settings = await self._with_store(self._charge.settings, stack)
            self.workers = self._made(settings)
            keepers = [asyncio.create_task(worker.keep_running(), name=worker.name) for worker in self.workers]
            try:
                if self._stop.is_set():
                    self.stop()
                await asyncio.wait([worker.ready for worker in self.workers])
                if all(not worker.ready.cancelled() for worker in self.workers):
                    self._on_ready([worker.ready.result() for worker in self.workers])
                else:
                    self.stop()
                await asyncio.wait(keepers, return_when=asyncio.FIRST_EXCEPTION)
            finally:
                self.stop()
                await asyncio.wait(keepers)
            return _worst([keeper.result() for keeper in keepers])

    async def _with_store(self, settings: Settings, stack: AsyncExitStack) -> Settings:
        """Return the settings with the store that all use: the embedded one is started here if none is given."""
        if settings.redis is not None:
            return settings
        embedded = EmbeddedRedis(
            settings.data,
            memory=settings.store_memory or DEFAULT_STORE_MEMORY,
            durability=settings.durability or Durability.EVERYSEC,
        )
        await stack.enter_async_context(embedded)
        return replace(
            settings,
            redis=embedded.url,
            durability=None,  # it was started with that and its limit
            store_memory=None,
            spill=settings.spill or settings.data / "spill",
        )

    def _made(self, settings: Settings) -> list[Worker]:
        sockets, pairs = self._port.sockets, self._port.pairs
        group = secrets.token_urlsafe(9)
        return [
            Worker(
                replace(
                    self._charge,
                    settings=replace(
                        settings,
                        node=f"{settings.node}-{number}",
                        port=sockets[0].getsockname()[1],
                        metrics_port=settings.metrics_port and settings.metrics_port + number - 1,
                    ),
                    inherited=Inherited(
                        group,
                        number,
                        tuple(sock.fileno() for sock in sockets),
                        inlet.fileno(),
                        tuple(outlet.fileno() for _, outlet in pairs),
                    ),
                ),
                inlet,
                self._forks[number - 1] if self._forks else None,
            )
            for number, (inlet, _) in enumerate(pairs, 1)
        ]


def _worst(codes: Sequence[int]) -> int:
    """Return the most important of several exit codes."""
    return next((code for code in (*WORST_FIRST, *codes) if code and code in codes), 0)
