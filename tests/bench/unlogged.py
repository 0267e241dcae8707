"""A server that writes no log, beside which the log's cost shows: `python -m tests.bench.unlogged serve --port 8000`.

It takes the arguments of `cadogan`. Each batch counts as written in the next iteration of the event loop, so batches keep
apart under load as usual. Never let anybody play there: no room outlives the process.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from importlib.metadata import entry_points

from cadogan_server.store.log.log_connection import LogConnection
from cadogan_server.store.redis.writer import BatchResult


def send(connection: LogConnection, commands: list[bytes], answered: Callable[[BatchResult], None]) -> bool:
    """Drop a batch, and say soon that it is written."""
    asyncio.get_running_loop().call_soon(answered, [])
    return True


def note(connection: LogConnection, commands: list[bytes]) -> None:
    """Keep nothing."""


def main() -> None:
    """Run `cadogan` with it."""
    for replaced in (send, note):
        setattr(LogConnection, replaced.__name__, replaced)
    sys.argv[0] = "cadogan"
    next(iter(entry_points(group="console_scripts", name="cadogan"))).load()()


if __name__ == "__main__":
    main()
