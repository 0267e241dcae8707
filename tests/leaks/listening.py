"""All games of one id, on a server of their own: what each process of `make leaks` does for one id after the other."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

from cadogan_games import catalogue
from cadogan_server.app import Running, running
from cadogan_server.settings import Settings
from tests.leaks.by_link import BY_LINK, ByLink, InAClub, InPrivate, Rested
from tests.leaks.met import MET, NOT_FOR_TWO, WAYS, Met
from tests.leaks.played import Partners, Played, Report
from tests.server.clocks import MovableClock


def unlimited(data: Path) -> Settings:
    """Return the settings of a server that lets listeners ask as often as they like."""
    return Settings(
        port=0,
        metrics_port=None,
        data=data,
        bots=False,
        solvers=0,
        messages_per_second=1e6,
        message_burst=10**6,
        guess_burst=10**6,
        guesses_burst=10**6,
        reads_per_address=1e6,
        reads=1e6,
        chats_per_address=1e6,
        chats=1e6,
    )


def games_of(server: Running, game: str, modes: list[str], steps: int, seed: int) -> Iterator[Played]:
    """Yield a game of an id in each mode, and in each other way in which it is played."""
    for mode in modes:
        yield Played(server, game, mode, steps, seed)
        if game in NOT_FOR_TWO:
            yield Partners(server, game, mode, steps, seed)
    for way in WAYS if game in MET else ():
        yield Met(server, game, way, steps, seed)
    if game in BY_LINK:
        yield ByLink(server, game, "fair", steps, seed)
        if game not in NOT_FOR_TWO:
            yield InPrivate(server, game, steps, seed)
            yield InAClub(server, game, steps, seed)
        if catalogue.head_of(game).kind == "duel":
            yield Rested(server, game, "fair", steps, seed)


async def listen(game: str, modes: list[str], steps: int, seed: int) -> Report:
    """Play games of one id on a new server."""
    report = Report()
    with tempfile.TemporaryDirectory() as data:
        async with running(unlimited(Path(data)), clock=MovableClock()) as server:
            for played in games_of(server, game, modes, steps, seed):
                report.add(await played.run())
    return report


def heard(modes: list[str], steps: int, seed: int, game: str) -> tuple[str, Report]:
    """Play games of one id, in a process that does this for many ids."""
    return game, asyncio.run(listen(game, modes, steps, seed))
