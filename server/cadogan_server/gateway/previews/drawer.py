"""Pictures for link previews: ready, cached, or drawn in a process of low priority.

Pictures of games are drawn when the page is built. Others are drawn one at a time, with limits per address, network and
for all. A client above the limit gets a plain picture: a link preview must not make a player wait.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from functools import cache
from pathlib import Path

from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.previews import painter
from cadogan_server.gateway.previews.painter import LENGTH, PLAIN
from cadogan_server.gateway.previews.pictures import Picture
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Previews

logger = logging.getLogger(__name__)

SLOW = 20.0
"""Seconds after which a process that has not finished a picture is ended. On a busy machine it may hardly run."""

IDLE = 60.0
"""Seconds without work after which the process, which takes 30 MB, is ended."""


class Drawer:
    """Has pictures drawn, and caches the latest.

    Args:
        bounds: how many are cached, and how many may wait.
        limits: how many an address, and all together, may have drawn.
    """

    def __init__(self, bounds: Previews, limits: Limits) -> None:
        self._bounds = bounds
        self._limits = limits
        self._kept: dict[Picture, bytes] = {}
        self._drawing: dict[Picture, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def drawn(self, picture: Picture, address: str) -> bytes:
        """Return a picture as PNG.

        Raises:
            Refused: it would have to be drawn, and too many are; or the server stops.
        """
        kept = self._kept.pop(picture, None)
        if kept is None:
            task = self._being_drawn(picture, address)
            try:
                kept = await asyncio.shield(task)
            except asyncio.CancelledError:
                if task.cancelled():  # by `stop`; the request itself goes on
                    raise Refused(ErrorCode.BUSY, "this server stops; try again", wait=2) from None
                raise
        self._kept[picture] = kept
        if len(self._kept) > self._bounds.kept:
            del self._kept[next(iter(self._kept))]
        return kept

    def of_game(self, id: str) -> bytes | None:
        """Return the picture of a game, or the plain one by its name, as drawn with the page; None if it was not."""
        return _ready(painter.folder() / f"{id}.png")

    def plain(self) -> bytes | None:
        """Return the plain picture that fits every link; None if it was not drawn with the page."""
        return self.of_game(PLAIN)

    async def stop(self) -> None:
        """End the process."""
        tasks = list(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._end()

    def _being_drawn(self, picture: Picture, address: str) -> asyncio.Task[bytes]:
        """Return the task that draws a picture, which all requests for it share."""
        task = self._drawing.get(picture)
        if task is None:
            if len(self._drawing) >= self._bounds.waiting:
                raise Refused(ErrorCode.BUSY, "too many pictures are being drawn; try again", wait=2)
            self._limits.pictures.spend(address)
            task = asyncio.create_task(self._draw(picture), name="picture")
            self._drawing[picture] = task
            task.add_done_callback(lambda done: self._over(picture, done))
        return task

    def _over(self, picture: Picture, task: asyncio.Task[bytes]) -> None:
        self._drawing.pop(picture, None)
        if not task.cancelled():
            task.exception()  # nobody may be left to retrieve it

    async def _draw(self, picture: Picture) -> bytes:
        async with self._turn:
            try:
                async with asyncio.timeout(SLOW):
                    drawn = await self._ask(painter.packed(picture))
            except (OSError, asyncio.IncompleteReadError) as error:  # a TimeoutError is an OSError
                logger.warning("a picture can't be drawn: %s", str(error) or f"it took more than {SLOW:g} s")
                await self._end()
                drawn = b""
            except asyncio.CancelledError:
                await self._end()  # otherwise a late answer would be read as the next picture's
                raise
        if not drawn:
            raise Refused(ErrorCode.BUSY, "this picture can't be drawn just now; try again later", wait=60)
        return drawn

    async def _ask(self, request: bytes) -> bytes:
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", painter.__name__),
                stdin=PIPE,
                stdout=PIPE,
                # Ctrl-C reaches only the server, which then ends the process in order. A session of its own would do that too,
                # but Linux shares processors out by sessions (autogroup): the low priority would not count beside the server.
                process_group=0,
            )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(request)
        await process.stdin.drain()
        (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        drawn = await process.stdout.readexactly(size)
        self._rest()
        return drawn

    def _rest(self) -> None:
        """End the process after a while without work."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._let_go)

    def _let_go(self) -> None:
        if self._drawing:
            self._rest()
        elif self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()  # it ends by itself
            self._process = None

    async def _end(self) -> None:
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


@cache
def _ready(file: Path) -> bytes | None:
    """Return a file that was made with the page. There are a hundred with three megabytes, each read on first use."""
    return file.read_bytes() if file.is_file() else None
