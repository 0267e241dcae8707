"""The process that draws pictures, as its server sees it: started when a picture is wanted, ended after a while without work."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

from cadogan_server.gateway.previews import painter
from cadogan_server.gateway.previews.painter import LENGTH

IDLE = 60.0
"""Seconds without work after which the process, which takes 30 MB, is ended."""


class Painting:
    """Has one picture after the other drawn.

    Args:
        is_wanted: returns True while pictures wait, so that the process is not ended.

    Attributes:
        process: the process that draws now; None: the next picture starts one.
    """

    def __init__(self, is_wanted: Callable[[], bool]) -> None:
        self.process: Process | None = None
        self._is_wanted = is_wanted
        self._idle: asyncio.TimerHandle | None = None

    async def draw(self, request: bytes) -> bytes:
        """Return the answer to a request, as `painter.py` describes both.

        Raises:
            OSError, asyncio.IncompleteReadError: the process can't be started, or has ended.
        """
        process = self.process
        if process is None or process.returncode is not None:
            process = self.process = await asyncio.create_subprocess_exec(
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

    async def end(self) -> None:
        """End the process at once."""
        process, self.process = self.process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def _rest(self) -> None:
        """End the process after a while without work."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(IDLE, self._let_go)

    def _let_go(self) -> None:
        if self._is_wanted():
            self._rest()
        elif self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()  # it ends by itself
            self.process = None
