"""The time in which links are answered: to a room by link, whose key the link lacks, and to a code that no room has.

A stranger who could tell the two apart by their times would learn which codes rooms by link have. Addresses ask in turn for
a room that is in use, or that only the store has, and for a code without a room.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzz.server import Victim, victim
from tests.server.wire import dial

NAME = "timing"

ADDRESSES = 3
"""The number of addresses that ask in turn; each may guess sixty codes at once."""

PAIRS = 90
"""The number of times that both codes are asked for, one request at a time: requests side by side hide small differences."""

FEWEST, MOST = 1 / 3, 2 / 3
"""The share of pairs in which a room may take longer than none; by chance it leaves these bounds once in a thousand
measurements."""

NONE = "AAAAAA"


@dataclass(frozen=True)
class Timing:
    """The milliseconds from each request to its answer.

    Attributes:
        what: which room was asked for.
        room: of requests for the room.
        none: of the requests for the other code that followed or preceded them.
    """

    what: str
    room: list[float]
    none: list[float]

    @property
    def later(self) -> float:
        """The share of pairs in which the room took longer."""
        return sum(one > other for one, other in zip(self.room, self.none, strict=True)) / len(self.room)

    @property
    def wrong(self) -> list[str]:
        """The faults found."""
        if FEWEST < self.later < MOST:
            return []
        return [f"{self.what} is told from a code without a room: it takes longer in {self.later:.0%} of pairs"]

    @property
    def line(self) -> str:
        """The result in one line."""
        return (
            f"{NAME}: {len(self.room)} pairs of /r/CODE, {self.what} {median(self.room):.2f} ms, no room "
            f"{median(self.none):.2f} ms (medians); the room took longer in {self.later:.0%}"
        )


def run(*, tell: bool) -> list[str]:
    """Time the answers of a new server. Print the results if `tell`, and return the faults."""
    with TemporaryDirectory(prefix="cadogan-attack-") as folder:
        found = asyncio.run(time(Path(folder)))
    if tell:
        print("\n".join(line for one in found for line in (one.line, *(f"    WRONG: {wrong}" for wrong in one.wrong))))
    return [wrong for one in found for wrong in one.wrong]


async def time(folder: Path) -> list[Timing]:
    """Start `cadogan serve` with its defaults, and time its answers. Start it again, so that only the store has the
    room, and time them once more.

    Args:
        folder: an empty folder for the server's data and log.

    Raises:
        RuntimeError: the server does not start.
    """
    with _served(folder) as server:
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create("klondike", by_link=True, public=False)
            in_use = await _asked("a room by link in use", server.port, anna.code, 1)
    with _served(folder) as server:
        return [in_use, await _asked("a room by link at rest", server.port, anna.code, 101)]


@contextmanager
def _served(folder: Path) -> Iterator[Victim]:
    serve = [sys.executable, "-c", "from cadogan_client.cli import main; main()", "serve"]
    with victim(folder, *serve, "--port", "0", "--no-metrics", "--no-bots", "--data", str(folder / "data")) as server:
        yield server


async def _asked(what: str, port: int, code: str, network: int) -> Timing:
    """Return the times of a room's code, and of one that no room has, asked for from networks from `network` on."""
    found = Timing(what, [], [])

    for number in range(PAIRS):
        address = f"127.3.{network + number % ADDRESSES}.1"
        order = (code, NONE) if number // ADDRESSES % 2 else (NONE, code)
        waits = {each: await _answered(port, each, address) for each in order}
        found.room.append(waits[code])
        found.none.append(waits[NONE])
    return found


async def _answered(port: int, code: str, address: str) -> float:
    """Return the milliseconds from a request to the first byte of its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    began = perf_counter()
    writer.write(f"GET /r/{code} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    head = await reader.read(1)
    waited = 1000 * (perf_counter() - began)
    assert head, "the server closes the connection without an answer"
    writer.close()
    return waited
