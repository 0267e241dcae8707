"""A real server as a process of its own, with the Redis that it brings."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from cadogan_server.bench.process import end

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "server" / "cadogan_server" / "page" / "index.html"
RUN = "from cadogan_client.cli import main; main()"
KEEPS_NOTHING = f"from cadogan_server.store import journal; journal.BACKLOG_BYTES = 0; {RUN}"
"""A server that pauses its rooms as soon as anything waits for the store."""
STOPS_WITHIN = 20
"""Seconds that a server gets to stop."""


@dataclass(frozen=True)
class ServedPage:
    """A running server: where it is, and its process."""

    url: str
    process: subprocess.Popen[str]


@contextmanager
def serve(data: Path, *options: str, port: int = 0, run: str = RUN) -> Iterator[ServedPage]:
    """Run `cadogan serve` until the block is left."""
    command = [sys.executable, "-c", run, "serve", "--port", str(port), "--no-metrics", "--data", str(data), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield ServedPage(_address(process), process)
    finally:
        end(process, STOPS_WITHIN)


def _address(process: subprocess.Popen[str]) -> str:
    """Return the address that the server says it is ready at."""
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://\S+", line)
        if found:
            return found[0].rstrip("/.,")
    raise RuntimeError(f"the server ended with exit code {process.wait()} before it was ready")
