"""The farmed boards: one player in sixteen rated rooms at once, each against another second identity.

The second identities come from different networks, so that only the rules of the boards stand in the way. Every room is
a race of some seconds: the player makes more moves than the second identity, which plays to the end, and both give up.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from cadogan_protocol.messages import GetLeaderboard, GetPlayer, Leaderboard, Moved, PlayerPage, Stand
from tests.fuzz.server import victim
from tests.server.wire import Wire, dial

NAME = "farmed"

ROOMS = 16
GAME = "nestor"
"""Each move of it brings cards home."""

SPAN = 0.8
"""The time in seconds between two moves: no faster than hands."""

MOVES = 4
"""The number of the player's moves; the second identity makes one fewer."""

WAIT_SECONDS = 30.0
"""The time in seconds to wait for results. A store that may still lose them keeps them back."""

MOST_GAINED = 60
"""The largest gain of a rating: one game against an unknown player gives no more."""


@dataclass(frozen=True)
class Farmed:
    """The gains of the player.

    Attributes:
        seconds: the duration of the farming.
        rated: the number of games that have changed the rating.
        rating: the shown rating over all games.
        rank: the rank on the board of ratings; None: none.
        wins: the value on the board of first places.
    """

    seconds: float
    rated: int
    rating: int
    rank: int | None
    wins: float

    @property
    def wrong(self) -> list[str]:
        """The faults found."""
        found = []
        if self.rated > 1:
            found.append(f"{self.rated} games at the same moment were rated, and one may be")
        if self.rating > 1500 + MOST_GAINED:
            found.append(f"the rating is {self.rating}")
        if self.rank is not None:
            found.append(f"the rating is ranked, at place {self.rank}")
        if self.wins > 1:
            found.append(f"{self.wins:g} first places count")
        return found

    @property
    def line(self) -> str:
        """The result in one line."""
        place = "on no board" if self.rank is None else f"place {self.rank}"
        return (
            f"{NAME}: {ROOMS} rooms at once in {self.seconds:.1f} s: {self.rated} rated, rating {self.rating}, {place}, "
            f"{self.wins:g} first places"
        )


def run(*, tell: bool) -> list[str]:
    """Farm the boards of a new server. Print the result if `tell`, and return the faults."""
    with TemporaryDirectory(prefix="cadogan-attack-") as folder:
        one = asyncio.run(farm(Path(folder)))
    if tell:
        print("\n".join([one.line, *(f"    WRONG: {wrong}" for wrong in one.wrong)]), flush=True)
    return one.wrong


async def farm(folder: Path) -> Farmed:
    """Start `cadogan serve` with its defaults, and farm its boards.

    Args:
        folder: an empty folder for the server's data and log.

    Raises:
        RuntimeError: the server does not start.
    """
    serve = [sys.executable, "-c", "from cadogan_client.cli import main; main()", "serve", "--countdown", "0.05"]
    with victim(folder, *serve, "--port", "0", "--no-metrics", "--no-bots", "--data", str(folder / "data")) as server:
        began = monotonic()
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(dial(server.port))
            await first.hello("Eve")
            rooms = [await _sit_down(stack, server.port, number, first.token) for number in range(ROOMS)]
            await asyncio.gather(*(_race(cheat, second) for cheat, second in rooms))
            seconds = monotonic() - began
            return await _what_came_of_it(first, seconds)


async def _sit_down(stack: AsyncExitStack, port: int, number: int, token: str) -> tuple[Wire, Wire]:
    """Open a room as a second identity and let the player join it; return both sockets."""
    second = await stack.enter_async_context(dial(port, source=f"127.0.{100 + number}.1"))
    await second.hello(f"Second {number}")
    await second.create(GAME, seats=2)
    cheat = await stack.enter_async_context(dial(port))
    await cheat.hello("Eve", token)
    await cheat.join(second.code)
    return cheat, second


async def _race(cheat: Wire, second: Wire) -> None:
    for wire in (cheat, second):
        await wire.ready()
    for wire in (cheat, second):
        await wire.the(Moved)
    for number in range(MOVES):
        await asyncio.sleep(SPAN)
        for wire in (cheat, second)[: 1 if number == MOVES - 1 else 2]:
            if wire.moves:
                await wire.play(wire.moves[0])
    for wire in (second, cheat):
        await wire.ask(Stand)
    await cheat.phase("finished")


async def _what_came_of_it(wire: Wire, seconds: float) -> Farmed:
    """Ask for the player's gains until the results are told."""
    until = monotonic() + WAIT_SECONDS
    while True:
        page = await wire.ask(GetPlayer, player=wire.player)
        wins = await wire.ask(GetLeaderboard, game=GAME, metric="wins")
        assert isinstance(page, PlayerPage)
        assert isinstance(wins, Leaderboard)
        if (page.curve and monotonic() > until - WAIT_SECONDS / 2) or monotonic() > until:
            break
        await asyncio.sleep(1)
    board = await wire.ask(GetLeaderboard, game=GAME, metric="rating", scope="all")
    assert isinstance(board, Leaderboard)
    over_all = [point.value for point in page.curve if not point.family]
    return Farmed(
        seconds=seconds,
        rated=len(over_all),
        rating=round(over_all[-1]) if over_all else 1500,
        rank=board.mine.rank if board.mine else None,
        wins=wins.mine.value if wins.mine else 0,
    )
