"""The topology of `compose/compose.yaml` as plain processes on this machine: `make cluster`.

Nodes and Redis have the environment and options of that file. In front of them runs one of the proxies of `proxies/`,
HAProxy by default, without TLS, which would need a name. A process that ends is started again, as in compose. Redis and
the proxy are the system's, as installed by `apt install redis-server haproxy`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import shlex
import signal
import socket
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import yaml

from deploy.ports import free_ports
from deploy.programs import Missing, program
from deploy.proxy import PROXIES

HERE = Path(__file__).resolve().parent
COMPOSE = HERE / "compose" / "compose.yaml"

RESTART_SECONDS = 0.5
"""The time in seconds between the end of a process and its next start."""

LOOK_SECONDS = 0.05

MOST_STARTS = 3
"""The largest number of starts of a process before everything is ready. After more, it counts as broken."""

STOP_SECONDS = 30.0
"""The time in seconds that each process may take to end, like `stop_grace_period`."""

SERVE = "from cadogan_client.cli import main; main()"


class Broken(Exception):
    """A program of the topology keeps ending, or cannot start. The message says which and why, or names its log."""


class Kept:
    """A process that is started again whenever it ends.

    Args:
        name: the name of the process.
        command: its command line.
        environment: variables added to this process' own.
        log: the file for its output.

    Attributes:
        command: its command line.
        environment: all its variables.
        pid: the running process; 0 if none is running right now.
        starts: the number of starts.
        ended: its last exit code; None if it has not ended yet.
    """

    def __init__(self, name: str, command: Sequence[str], environment: dict[str, str], log: Path) -> None:
        self.name = name
        self.pid = 0
        self.starts = 0
        self.ended: int | None = None
        self.command = command
        self.environment = {**os.environ, **environment}
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it and keep it running."""
        await self._start()
        self._keeper = asyncio.create_task(self._keep(), name=self.name)

    async def stop(self) -> None:
        """End it with SIGTERM, and after a while with SIGKILL."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        process = self._process
        if process is None or process.returncode is not None:
            return
        process.terminate()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the running process."""
        os.kill(self.pid, number)

    def must_run(self) -> None:
        """Raise `Broken` if it has ended too often."""
        if self.starts > MOST_STARTS:
            raise Broken(f"{self.name} has ended {self.starts - 1} times, with {self.ended}; see {self._log}")

    async def _start(self) -> None:
        with self._log.open("ab") as log:
            # In its own session: Ctrl-C reaches only this process, which ends everything in order.
            self._process = await asyncio.create_subprocess_exec(
                *self.command, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        self.pid = self._process.pid
        self.starts += 1

    async def _keep(self) -> None:
        while True:
            assert self._process is not None
            self.ended = await self._process.wait()
            self.pid = 0
            await asyncio.sleep(RESTART_SECONDS)
            await self._start()


class Cluster:
    """The topology, as an asynchronous context manager.

    Args:
        folder: the folder for data and logs.
        port: the port of the proxy; 0: a free port.
        options: options of `cadogan serve` for all nodes.
        serve: the Python program that is `cadogan`, for tests.
        proxy: the proxy, one of `PROXIES`.

    Attributes:
        url: the URL to play at.
        redis: the store.
        redis_url: the URL of the store.
        nodes: name → node.
        ports: the port of each node.
        figures: the port of each node's figures.

    Raises:
        Missing: redis-server or the proxy is not installed.
        Broken: a process does not run, or the port is taken.
    """

    def __init__(
        self, folder: Path, port: int = 0, options: Sequence[str] = (), serve: str = SERVE, proxy: str = "haproxy"
    ) -> None:
        services = yaml.safe_load(COMPOSE.read_text())["services"]
        named = [name for name, service in services.items() if service["image"] == "cadogan"]
        free, store, *ports = free_ports(2 + 2 * len(named))
        self._port = port = port or free
        self.folder = folder
        self.url = f"http://127.0.0.1:{port}"
        self._password = secrets.token_urlsafe(18)
        self.redis_url = f"redis://:{self._password}@127.0.0.1:{store}/0"
        self.ports = dict(zip(named, ports[::2], strict=True))
        self.figures = {name: f"http://127.0.0.1:{port}/metrics" for name, port in zip(named, ports[1::2], strict=True)}
        self.redis = self._kept(services["redis"], store)
        self.nodes = {
            name: self._node(name, services[name]["environment"], port, figures, options, serve)
            for name, port, figures in zip(named, ports[::2], ports[1::2], strict=True)
        }
        folder.mkdir(parents=True, exist_ok=True)
        words, where = PROXIES[proxy](folder, port, list(self.ports.values()))
        self._proxy = Kept(proxy, words, where, folder / f"{proxy}.log")
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        """Start the store, the nodes and the proxy; return when a node answers through it."""
        _must_be_free(self._port)
        async with AsyncExitStack() as stack:
            for kept in (self.redis, *self.nodes.values(), self._proxy):
                await kept.start()
                stack.push_async_callback(kept.stop)
            while not await asyncio.to_thread(answers, f"{self.url}/healthz"):
                for kept in (self.redis, self._proxy):
                    kept.must_run()
                await asyncio.sleep(LOOK_SECONDS)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End everything, the proxy first and the store last."""
        await self._stack.aclose()

    def serving(self) -> list[str]:
        """Return the nodes that answer now."""
        return [name for name, port in self.ports.items() if answers(f"http://127.0.0.1:{port}/healthz")]

    @property
    def described(self) -> list[str]:
        """Return lines that say what runs where."""
        nodes = [
            f"  {name}  process {node.pid}  http://127.0.0.1:{self.ports[name]}  figures {self.figures[name]}"
            for name, node in self.nodes.items()
        ]
        return [
            *nodes,
            f"  redis  process {self.redis.pid}  {self.redis_url}",
            f"  {self._proxy.name}  process {self._proxy.pid}",
        ]

    def _kept(self, redis: dict[str, Any], port: int) -> Kept:
        given = {**os.environ, "CADOGAN_REDIS_PASSWORD": self._password}
        options = [word for line in redis["command"][1:] for word in shlex.split(_filled_in(line, given))]
        here = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
        return Kept("redis", [program("redis-server"), *options, *here], {}, self.folder / "redis.log")

    def _node(
        self, name: str, environment: dict[str, str], port: int, figures: int, options: Sequence[str], serve: str
    ) -> Kept:
        here = {
            "CADOGAN_LOG_FORMAT": "json",  # as in the container
            "CADOGAN_REDIS": self.redis_url,
            "CADOGAN_PORT": str(port),
            "CADOGAN_METRICS_PORT": str(figures),
            "CADOGAN_DATA": str(self.folder / name),
        }
        command = [sys.executable, "-c", serve, "serve", *options]
        return Kept(name, command, {**environment, **here}, self.folder / f"{name}.log")


def answers(url: str) -> bool:
    """Return True if this URL answers without an error."""
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _filled_in(line: str, given: Mapping[str, str]) -> str:
    """Return a line of the compose file with its variables replaced by values or defaults (`${NAME:-default}`)."""
    return re.sub(r"\$\{(\w+):[-?]([^}]*)\}", lambda found: given.get(found[1]) or found[2], line)


def _must_be_free(port: int) -> None:
    """Raise `Broken` if a port is taken: HAProxy would share it with its owner, which would get half of the visitors."""
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        raise Broken(f"can't listen on port {port}: {error.strerror}; play elsewhere with --port") from error


async def _run(cluster: Cluster) -> None:
    """Run the topology until SIGINT or SIGTERM, and report restarts."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    with suppress(asyncio.CancelledError):
        async with cluster:
            print(f"Cadogan is ready: {cluster.url}", *cluster.described, sep="\n")
            cadogan = Path(sys.executable).with_name("cadogan")
            print(
                "To see which node owns a room, and the state of the nodes:",
                f"  {cadogan} rooms --redis {cluster.redis_url}",
                f"  {cadogan} admin nodes --redis {cluster.redis_url}",
                f"Logs are in {cluster.folder}. Kill a node under a game with kill -9; Ctrl-C ends all.",
                sep="\n",
                flush=True,
            )
            reported = {name: node.starts for name, node in cluster.nodes.items()}
            while True:
                await asyncio.sleep(RESTART_SECONDS)
                for name, node in cluster.nodes.items():
                    if node.pid and node.starts != reported[name]:
                        reported[name] = node.starts
                        print(
                            f"{name} has ended with {node.ended}, and is started anew: process {node.pid}", flush=True
                        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the topology until Ctrl-C; return the exit code."""
    reader = argparse.ArgumentParser(
        prog="make cluster", description="Two nodes on one Redis behind a proxy, on this machine."
    )
    reader.add_argument("--port", type=int, default=8080, help="the proxy's port, at which people play (8080)")
    reader.add_argument("--folder", type=Path, default=Path("cadogan-data/cluster"), help="data and logs (%(default)s)")
    reader.add_argument("--proxy", choices=PROXIES, default="haproxy", help="the proxy in front (%(default)s)")
    reader.add_argument("options", nargs="*", help="options of `cadogan serve` for the nodes, after --")
    given = reader.parse_args(arguments)
    try:
        asyncio.run(_run(Cluster(given.folder.resolve(), given.port, given.options, proxy=given.proxy)))
    except (Missing, Broken) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
