"""One flood against a new server: its effect on a quiet room there, and on newcomers."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median_low
from typing import Any

from tests.attack.cores import ahead, apart
from tests.attack.floods import FLOODS
from tests.attack.newcomers import newcomers
from tests.attack.quiet import Felt, Quiet
from tests.fuzz.server import Victim, victim

WORST = 3.0
"""The quiet room's p99 must stay below this multiple of its value when the room is alone."""

RUNS = 3
"""The number of runs of a flood that the quiet room felt too much in the first; the middle ratio counts."""

PIECES = 2
"""The number of pieces in which the room plays alone before a flood, and again after it."""

MEANT = 1000
"""Requests of a flood from which on it must get the answers that it is for. A busy machine lets attackers make fewer."""

MOST_GROWTH = 256
"""MB by which the server's memory may grow in a flood at any moment."""

GRACE = 60.0
"""The time in seconds that attackers get beyond their own to count."""

PREPARES = 180.0
"""The time in seconds that they get to prepare."""


@dataclass(frozen=True)
class Suffered:
    """The result of a flood.

    Attributes:
        flood: its name.
        addresses: the number of its addresses.
        tried: the number of requests, connections or frames of the attackers.
        answers: the number of each kind of answer to them.
        pieces: the quiet room's figures alone, before and after, in several pieces.
        felt: the quiet room's figures in the flood.
        megabytes: the memory of the server's process before, after, and at most.
        lines: the number of lines that the server logged in the flood.
        complaints: the faults in the log.
        come_in: the number of newcomers who came in during the flood, each from another network, and opened a room.
        kept_out: the answers to the other newcomers.
    """

    flood: str
    addresses: int
    tried: int
    answers: dict[str, int]
    pieces: list[Felt]
    felt: Felt
    megabytes: tuple[float, float, float]
    lines: int
    complaints: list[str]
    come_in: int
    kept_out: list[str]

    @property
    def alone(self) -> Felt:
        """The figures of the room alone, in all pieces."""
        return Felt.together(self.pieces)

    @property
    def alone_p99(self) -> float:
        """The room's p99 when it is alone.

        It is the middle one of its pieces, so that one slow moment does not make every flood look light.
        """
        return median_low(piece.percentile(0.99) for piece in self.pieces)

    @property
    def ratio(self) -> float:
        """The room's p99 as a multiple of its p99 alone."""
        return self.felt.percentile(0.99) / (self.alone_p99 or 1.0)

    @property
    def is_slow(self) -> bool:
        """True if the quiet room waited too long."""
        return self.ratio >= WORST

    @property
    def faults(self) -> list[str]:
        """The faults found, but for the quiet room's waits."""
        flood = FLOODS[self.flood]
        never = [f"attackers got {one!r}" for one in flood.never if self.answers.get(one)]
        if not self.tried:
            never.append("the attackers did nothing, because other work took the processor")
        if self.tried >= MEANT:
            never += [f"attackers never got {one!r}" for one in flood.must if not self.answers.get(one)]
        before, _, most = self.megabytes
        if most - before > MOST_GROWTH:
            never.append(f"the server's memory grew by {most - before:.0f} MB")
        return [*dict.fromkeys(self.felt.wrong + self.alone.wrong + self.kept_out), *never, *self.complaints]

    @property
    def figures(self) -> dict[str, Any]:
        """All figures for JSON."""
        return {
            "flood": self.flood,
            "addresses": self.addresses,
            "tried": self.tried,
            "answers": self.answers,
            "alone": self.alone.figures | {"p99": round(self.alone_p99, 1)},
            "flooded": self.felt.figures,
            "ratio": round(self.ratio, 2),
            "megabytes": dict(zip(("before", "after", "most"), map(round, self.megabytes), strict=True)),
            "log_lines": self.lines,
            "newcomers": [self.come_in, self.come_in + len(self.kept_out)],
            "wrong": self.faults,
        }


async def suffer(
    name: str, addresses: int, seconds: float, folder: Path, alone: float | None = None, must: Iterable[str] = ()
) -> Suffered:
    """Start `cadogan serve` with its defaults, play there alone, then while it is flooded, and alone again.

    Args:
        name: the name of the flood.
        addresses: the number of its addresses, without those of the quiet room.
        seconds: its duration.
        folder: an empty folder for the server's data and log.
        alone: the seconds in all for which the room is alone; by default the duration of the flood.
        must: the answers that the attackers must all have had before the flood ends.

    Raises:
        RuntimeError: the server does not start, or the attackers have failed.
    """
    serve = [sys.executable, "-c", "from cadogan_client.cli import main; main()", "serve", "--countdown", "0.05"]
    where = ["--port", "0", "--no-metrics", "--data", str(folder / "data"), *FLOODS[name].serve]
    async with AsyncExitStack() as stack:
        server = stack.enter_context(victim(folder, *serve, *where))
        attackers = await _attackers(name, server, addresses, seconds, must)
        if FLOODS[name].rests:
            await stack.aclose()
            where[1] = str(server.port)
            server = stack.enter_context(victim(folder, *serve, *where))
        piece = (seconds if alone is None else alone) / (2 * PIECES)
        async with apart(server.process.pid):
            try:
                async with Quiet(server.port) as quiet:
                    with ahead():
                        pieces = [await quiet.play(piece) for _ in range(PIECES)]
                        before, lines = server.megabytes(), server.lines
                        done = asyncio.create_task(attackers.communicate(b"go\n"))
                        come = asyncio.create_task(newcomers(server.port, done))
                        felt = await quiet.play(seconds)
                        async with asyncio.timeout(GRACE):
                            said, _ = await done
                            come_in, kept_out = await come
                        after, more_lines = server.megabytes(), server.lines - lines
                        pieces += [await quiet.play(piece) for _ in range(PIECES)]
            finally:
                if attackers.returncode is None:
                    attackers.kill()
                    await attackers.wait()
        if attackers.returncode:
            raise RuntimeError(f"the attackers of {name} ended with {attackers.returncode}")
        counted = json.loads(said)
        return Suffered(
            name,
            addresses,
            counted["tried"],
            counted["answers"],
            pieces,
            felt,
            (before, after, server.megabytes("VmHWM")),
            more_lines,
            server.complaints,
            come_in,
            kept_out,
        )


async def _attackers(
    name: str, server: Victim, addresses: int, seconds: float, must: Iterable[str]
) -> asyncio.subprocess.Process:
    """Return the attackers' process when it is ready to begin."""
    assert name in FLOODS, name
    # Each has another network, like attackers who want to use up the limits for all.
    come_from = ",".join(f"127.1.{number}.1" for number in range(addresses))
    async with apart(server.process.pid):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.attack.attacker", name, str(server.port), come_from, str(seconds), *must),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
    assert process.stdout is not None
    async with asyncio.timeout(PREPARES):
        if await process.stdout.readline() != b"ready\n":
            raise RuntimeError(f"the attackers of {name} did not start")
    return process
