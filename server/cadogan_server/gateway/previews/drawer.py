"""Pictures of links, as they are asked for: ready, kept, or drawn in a process that lets all others go first.

A game's picture was drawn when the page was built. Others are drawn one at a time, so many a second for each address, its networks,
and all together. Whoever wants more is shown a plain picture: what stands beside a link is no reason to keep a player waiting.
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
"""Seconds after which the process is ended that has not drawn a picture: a machine may be so busy that it hardly has a turn."""

IDLE = 60.0
"""Seconds after which the process is ended that draws nothing: it takes 30 MB."""


class Drawer:
    """Has pictures drawn, and keeps those that were asked for last.

    Args:
        bounds: how many are kept, and how many wait.
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
        """Return a picture as a PNG.

        Raises:
            Refused: it would have to be drawn, and too many are.
        """
        kept = self._kept.pop(picture, None)
        if kept is None:
            kept = await asyncio.shield(self._being_drawn(picture, address))
        self._kept[picture] = kept
        if len(self._kept) > self._bounds.kept:
            del self._kept[next(iter(self._kept))]
        return kept

    def of_game(self, id: str) -> bytes | None:
        """Return the picture of a game, or the plain one by its name, as it was drawn with the page; None where none was."""
        return _ready(painter.folder() / f"{id}.png")

    def plain(self) -> bytes | None:
        """Return the picture that fits everything, where it was drawn with the page."""
        return self.of_game(PLAIN)

    async def stop(self) -> None:
        """End the process."""
        tasks = list(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._end()

    def _being_drawn(self, picture: Picture, address: str) -> asyncio.Task[bytes]:
        """Return who draws a picture, whoever has asked for it first."""
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
            task.exception()  # whoever has waited for it may be gone by now

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
                await self._end()  # an answer on its way would be taken for that of the next picture
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
                start_new_session=True,  # so that Ctrl-C reaches the server alone, which then ends it in order
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
        """End the process when nothing more is drawn for a while."""
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
    """Return a file that was made with the page. They are a hundred with three megabytes, each read when it is first asked for."""
    return file.read_bytes() if file.is_file() else None
