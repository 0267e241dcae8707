"""A process of low priority that answers one request after the other: both its ends.

It is started by the first request, and ended after a while without work. Requests and answers are bytes, each preceded by
its length in four bytes, the most significant first.
"""

from __future__ import annotations

import asyncio
import os
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress

LENGTH = struct.Struct(">I")

NICE = 19
"""Nice value: the processor is for players."""

IDLE = 60.0
"""Seconds without work after which the process, which takes 30 MB or more, is ended."""


class HelperProcess:
    """A helper process, as its server sees it. It answers one request at a time.

    Args:
        module: the module that the process runs, which calls `answer_all`.
        is_wanted: returns True while requests wait, so that the process is not ended.
    """

    def __init__(self, module: str, is_wanted: Callable[[], bool]) -> None:
        self._module = module
        self._is_wanted = is_wanted
        self._start: asyncio.Task[Process] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._endings: set[asyncio.Task[None]] = set()

    @property
    def process(self) -> Process | None:
        """The process that answers now; None: the next request starts one."""
        start = self._start
        return start.result() if start is not None and start.done() and start.exception() is None else None

    async def ask(self, request: bytes) -> bytes:
        """Return the answer to a request. If this is cancelled, call `end` before the next request.

        Raises:
            OSError, asyncio.IncompleteReadError: the process can't be started, or has ended.
        """
        if self._start is None or (
            self._start.done() and (self.process is None or self.process.returncode is not None)
        ):
            self._start = asyncio.create_task(self._launch(), name=self._module)
        process = await asyncio.shield(self._start)  # a start that is given up half-way would leave a process behind
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed(request))
        await process.stdin.drain()
        (size,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        answer = await process.stdout.readexactly(size)
        self._rest()
        return answer

    async def end(self) -> None:
        """End the process at once. Wait also for one that is ending because an earlier caller was cancelled."""
        start, self._start = self._start, None
        if self._idle is not None:
            self._idle.cancel()
        if start is not None:
            ending = asyncio.create_task(self._killed(start), name=f"end of {self._module}")
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)
        if self._endings:
            await asyncio.wait(set(self._endings))  # a caller who is cancelled leaves no process behind

    async def _launch(self) -> Process:
        return await asyncio.create_subprocess_exec(sys.executable, "-m", self._module, stdin=PIPE, stdout=PIPE)

    async def _killed(self, start: asyncio.Task[Process]) -> None:
        with suppress(OSError):  # it could not be started, or has ended
            process = await start
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
            self._start = None


def packed(message: bytes) -> bytes:
    """Return a request or an answer, preceded by its length."""
    return LENGTH.pack(len(message)) + message


def answer_all(answer: Callable[[bytes], bytes]) -> None:
    """Answer the requests on standard input, with low priority, until there are no more."""
    # Ctrl-C reaches only the server, which then ends the process in order. A session of its own would do that too, but
    # Linux shares processors out by sessions (autogroup): the low priority would not count beside the server. The server
    # can't give the process its group, because uvloop refuses `process_group`.
    os.setpgid(0, 0)
    with suppress(OSError):
        os.nice(NICE)
    while head := sys.stdin.buffer.read(LENGTH.size):
        sys.stdout.buffer.write(packed(answer(sys.stdin.buffer.read(*LENGTH.unpack(head)))))
        sys.stdout.buffer.flush()
