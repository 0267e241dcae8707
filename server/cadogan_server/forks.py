"""Processes that are forked from this one, so that they need not load the code anew.

Loading takes one to two seconds of a core. A supervisor with several workers that is started again has all its players waiting for
that. So its first workers are forked once the code is loaded, and before there is an event loop, a thread or a store that a fork
would have to get rid of. Only on Linux: on macOS the system's libraries don't bear it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial


class Fork:
    """A forked process, with what of `asyncio.subprocess.Process` its supervisor uses.

    Args:
        pid: its number.
        inlet: the descriptor of what it reads as its standard input. It is closed when the process has ended.
        outlet: that of what it prints.

    Attributes:
        pid: the same.
        inlet, outlet: the same.
        returncode: how it has ended, a signal's number with a minus; None while it runs.
    """

    def __init__(self, pid: int, inlet: int, outlet: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.inlet = inlet
        self.outlet = outlet

    async def told(self, line: bytes) -> bytes:
        """Write a line to its standard input, and return the first that it prints; b"" where it ends before that."""
        try:
            os.write(self.inlet, line)  # a pipe takes as much at once
        except BrokenPipeError:
            os.close(self.outlet)
            return b""
        reader = asyncio.StreamReader()
        pipe = os.fdopen(self.outlet, "rb", buffering=0)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), pipe
        )
        try:
            return await reader.readline()
        finally:
            transport.close()

    async def wait(self) -> int:
        """Wait until it has ended, and return how."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        watched = os.pidfd_open(self.pid)
        loop.add_reader(watched, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(watched)
            os.close(watched)
        self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])  # noqa: ASYNC222 - it has ended
        os.close(self.inlet)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Raises ProcessLookupError where it has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)


def can_fork() -> bool:
    """Whether processes can be forked here, and waited for by a descriptor."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # an old kernel, or one that is not let
        return False
    return True


def forked(count: int, run: Callable[[int], None]) -> list[Fork]:
    """Return so many processes, each in a session of its own, that run something with their number, from 1 on, and end."""
    forks: list[Fork] = []
    for number in range(1, count + 1):
        (read, inlet), (outlet, write) = os.pipe(), os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        held = [end for fork in forks for end in (fork.inlet, fork.outlet)]
        pid = os.fork()
        if pid == 0:
            _become(read, write, (inlet, outlet, *held), partial(run, number))
        os.close(read)
        os.close(write)
        forks.append(Fork(pid, inlet, outlet))
    return forks


def _become(read: int, write: int, others: Iterable[int], run: Callable[[], None]) -> None:
    """Be the new process: nothing of the old one's is run through at the end."""
    code = 1
    try:
        os.setsid()  # so that Ctrl-C reaches the supervisor alone
        for descriptor, number in ((read, 0), (write, 1)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        for descriptor in others:  # whoever held another's input would keep that one from seeing its end
            os.close(descriptor)
        run()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
