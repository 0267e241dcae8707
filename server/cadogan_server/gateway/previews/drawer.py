"""Pictures for link previews: ready, cached, or drawn in a process of low priority.

Pictures of games are drawn when the page is built. Others are drawn one at a time, with limits per address, network and
for all. A client above the limit gets a plain picture: a link preview must not make a player wait.
"""

from __future__ import annotations

import asyncio
import logging
from functools import cache
from pathlib import Path

from cadogan_protocol.errors import ErrorCode
from cadogan_server.gateway.limits.limits import Limits
from cadogan_server.gateway.previews import painter
from cadogan_server.gateway.previews.painter import PLAIN
from cadogan_server.gateway.previews.pictures import LinkPicture
from cadogan_server.helper_process import HelperProcess
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Previews

logger = logging.getLogger(__name__)


class Drawer:
    """Has pictures drawn, and caches the latest.

    Args:
        bounds: the most pictures that are cached, and that may wait.
        limits: the pictures that an address, and all together, may have drawn.
        ready: folder of the pictures that were drawn with the page.

    Attributes:
        painting: the process that draws the others.
        slow: seconds after which that process is ended if it has not finished a picture.
    """

    def __init__(self, bounds: Previews, limits: Limits, ready: Path) -> None:
        self.painting = HelperProcess(painter.__name__, lambda: bool(self._drawing))
        self.slow = bounds.slow
        self._bounds = bounds
        self._limits = limits
        self._ready = ready
        self._kept: dict[LinkPicture, bytes] = {}
        self._drawing: dict[LinkPicture, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()

    async def drawn(self, picture: LinkPicture, address: str) -> bytes:
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
                    raise Refused(ErrorCode.BUSY, "this server is stopping; try again", wait=2) from None
                raise
        self._kept[picture] = kept
        if len(self._kept) > self._bounds.kept:
            del self._kept[next(iter(self._kept))]
        return kept

    def of_game(self, id: str) -> bytes | None:
        """Return the picture of a game, or the plain one by its name, as drawn with the page; None if it was not."""
        return _read(self._ready / f"{id}.png")

    def plain(self) -> bytes | None:
        """Return the plain picture that fits every link; None if it was not drawn with the page."""
        return self.of_game(PLAIN)

    async def stop(self) -> None:
        """End the process."""
        tasks = list(self._drawing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.painting.end()

    def _being_drawn(self, picture: LinkPicture, address: str) -> asyncio.Task[bytes]:
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

    def _over(self, picture: LinkPicture, task: asyncio.Task[bytes]) -> None:
        self._drawing.pop(picture, None)
        if not task.cancelled():
            task.exception()  # nobody may be left to retrieve it

    async def _draw(self, picture: LinkPicture) -> bytes:
        async with self._turn:
            try:
                async with asyncio.timeout(self.slow):
                    drawn = await self.painting.ask(painter.packed(picture))
            except (OSError, asyncio.IncompleteReadError) as error:  # a TimeoutError is an OSError
                logger.warning("a picture can't be drawn: %s", str(error) or f"it took more than {self.slow:g} s")
                await self.painting.end()
                drawn = b""
            except asyncio.CancelledError:
                await self.painting.end()  # otherwise a late answer would be read as the next picture's
                raise
        if not drawn:
            raise Refused(ErrorCode.BUSY, "this picture can't be drawn right now; try again later", wait=60)
        return drawn


@cache
def _read(file: Path) -> bytes | None:
    """Return a file that was made with the page. There are a hundred with three megabytes, each read on first use."""
    return file.read_bytes() if file.is_file() else None
