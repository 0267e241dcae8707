"""Forks worker processes from one that has loaded the code.

Loading takes one to two seconds of a core. When a supervisor with several workers restarts, all its players wait for
that. So its first workers are forked once the code is loaded, and before there is an event loop, a thread or a
connection that a fork would have to get rid of. This works on Linux only: the libraries of macOS don't allow it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterable
from functools import partial


class Fork:
    """A forked process, with the part of `asyncio.subprocess.Process` that its supervisor uses.

    Args:
        pid: the number of the process.
        inlet: the descriptor of the process's standard input. It is closed when the process has ended.
        outlet: the descriptor of the process's standard output.

    Attributes:
        pid, inlet, outlet: as given.
        returncode: the exit code of the process, or the negative number of the signal that ended it; None while it runs.
    """

    def __init__(self, pid: int, inlet: int, outlet: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.inlet = inlet
        self.outlet = outlet

    async def exchange(self, line: bytes) -> bytes:
        """Write a line to the process's standard input, and return the first line that it prints; b"" if it ends
        before.
        """
        try:
            os.write(self.inlet, line)  # a pipe takes that much at once
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
        """Wait for the end of the process, and return its `returncode`."""
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
        """Send the process a signal.

        Raises:
            ProcessLookupError: it has ended.
        """
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)


def can_fork() -> bool:
    """Return True if processes can be forked here, and waited for by a descriptor."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError:  # an old kernel, or one that forbids it
        return False
    return True


def forked(count: int, run: Callable[[int], None]) -> list[Fork]:
    """Fork `count` processes. Each has a session of its own, calls `run` with its number, from 1 on, and ends."""
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
    """Become the new process; nothing of the old one runs at the end."""
    code = 1
    try:
        os.setsid()  # so that Ctrl-C reaches the supervisor alone
        for descriptor, number in ((read, 0), (write, 1)):
            os.dup2(descriptor, number)
            os.close(descriptor)
        for descriptor in others:  # an open copy of another's input would hide the end of that input
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
