"""A real server as a process of its own, with its embedded Redis."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.server.forked import SET_TO, fork

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "server" / "cadogan_server" / "page" / "index.html"
RUN = "from cadogan_client.cli import main; main()"
DEALS_BY_NONCES = "from tests.server.dealt import dealt_by_nonces; dealt_by_nonces();" + RUN
"""A server that deals the same cards if the players' pages bring the same nonces."""
KEEPS_NOTHING = SET_TO.format("journal=Bounds(unwritten=0)") + RUN
"""A server that pauses its rooms as soon as a record waits for the store."""
STOPS_WITHIN = 20
"""The time in seconds that a server gets to stop."""


@dataclass(frozen=True)
class ServedPage:
    """A running server: its address and its process."""

    url: str
    process: ForkServerProcess


@contextmanager
def serve(data: Path, *options: str, port: int = 0, run: str = RUN) -> Iterator[ServedPage]:
    """Run `cadogan serve` until the block is left."""
    arguments = ("serve", "--port", str(port), "--no-metrics", "--data", str(data), *options)
    process, (outlet,) = fork(run, arguments)
    try:
        with open(os.dup(outlet.fileno()), encoding="utf-8") as said:
            yield ServedPage(_address(process, said), process)
    finally:
        outlet.close()
        process.terminate()
        process.join(STOPS_WITHIN)
        process.kill()
        process.join()
        process.close()


def _address(process: ForkServerProcess, said: Iterable[str]) -> str:
    """Return the address at which the server says that it is ready."""
    for line in said:
        found = re.search(r"http://\S+", line)
        if found:
            return found[0].rstrip("/.,")
    process.join()
    raise RuntimeError(f"the server ended with exit code {process.exitcode} before it was ready")
