"""A server in a separate process, with access to its memory and log. The fuzzer's settings let rooms expire quickly."""

from __future__ import annotations

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cadogan_server.app import running
from cadogan_server.bench.process import end
from cadogan_server.settings import Settings

STOPS_WITHIN = 30
"""The time in seconds in which the server must stop."""

LOUD = re.compile(r"^(Traceback|\w+ERROR\b|ERROR\b|CRITICAL\b)", re.MULTILINE)
"""Matches the lines of a log that report a fault."""


@dataclass(frozen=True)
class Victim:
    """The running server."""

    port: int
    process: subprocess.Popen[str]
    log: Path

    @property
    def alive(self) -> bool:
        """True if the process runs."""
        return self.process.poll() is None

    @property
    def lines(self) -> int:
        """Return the number of lines in the log."""
        return self.log.read_bytes().count(b"\n")

    @property
    def complaints(self) -> list[str]:
        """Return the faults in the log, each with its traceback."""
        text = self.log.read_text(errors="replace")
        return [text[found.start() : found.start() + 1500] for found in LOUD.finditer(text)]

    def megabytes(self, of: str = "VmRSS") -> float:
        """Return the memory in MB that the process holds, or with `VmHWM` its largest value; 0 if the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return 0.0
        found = re.search(rf"{of}:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0


@contextmanager
def victim(folder: Path, *command: str) -> Iterator[Victim]:
    """Run a server with its log in a folder until the block is left.

    Args:
        folder: the folder of the log. The fuzzer's server has its data there, too.
        command: a command that starts another server than the fuzzer's. That server ends its first line with its port and
            stops on SIGTERM.

    Raises:
        RuntimeError: the server does not start.
    """
    log = folder / "server.log"
    with log.open("w") as stderr:
        process = subprocess.Popen(
            command or [sys.executable, "-m", "tests.fuzz.server", str(folder / "data")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"the server did not start:\n{log.read_text()}")
        yield Victim(int(line.rpartition(":")[2]), process, log)
    finally:
        end(process, STOPS_WITHIN, None if command else process.stdin.close)


async def serve(data: Path) -> None:
    """Serve until standard input is closed. Limits by address are loose, because all connections have the same one."""
    settings = Settings(
        port=0,
        metrics_port=None,
        data=data,
        bots=False,
        countdown=0.01,
        behind_proxy=True,
        messages_per_second=1e6,
        message_burst=10**6,
        sockets_per_address=10**6,
        rooms_per_address=10**6,
        guesses_per_second=1e6,
        guess_burst=10**6,
        hello_seconds=2,
        away=2,
        awaited=2,
        empty_lobby=2,
        empty_running=2,
        empty_finished=2,
    )
    async with running(settings) as server:
        print(server.port, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    asyncio.run(serve(Path(sys.argv[1])))
