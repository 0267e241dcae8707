"""Programs forked from a process that has loaded the server's code: real processes that need only half of the usual
start.

A fork has its own memory, descriptors, event loop and end, and can be killed or stopped like any process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import IO

SET_TO = """
from functools import partialmethod
from cadogan_server.settings import Settings
from cadogan_server.store.log.bounds import Bounds
Settings.__init__ = partialmethod(Settings.__init__, {})
"""
"""The beginning of a program whose servers need settings that the command lacks: `SET_TO.format("ping=0.2")`."""

_forks = multiprocessing.get_context("forkserver")
_forks.set_forkserver_preload(["tests.server.prepared", __name__])


class Forked:
    """A forked program, with the interface of `asyncio.subprocess.Process`."""

    def __init__(self, process: ForkServerProcess, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader) -> None:
        self._process = process
        self.stdout = stdout
        self.stderr = stderr
        assert process.pid is not None
        self.pid = process.pid

    @property
    def returncode(self) -> int | None:
        """The exit code, or minus the number of a signal; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Raises ProcessLookupError if the process has ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it. Raises ProcessLookupError if the process has ended."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait until it has ended, and return its exit code."""
        if self.returncode is None:
            loop, ended = asyncio.get_running_loop(), asyncio.Event()
            loop.add_reader(self._process.sentinel, ended.set)
            try:
                await ended.wait()
            finally:
                loop.remove_reader(self._process.sentinel)
            self._process.join()
        assert self.returncode is not None
        return self.returncode


def fork(
    program: str, arguments: tuple[str, ...], *, keep_errors: bool = False, folder: Path | None = None
) -> tuple[ForkServerProcess, list[Connection]]:
    """Run a Python program with these arguments, in a folder of its own if one is given.

    Returns the process, its output, and its errors if they are kept.
    """
    pipes = [_forks.Pipe(duplex=False) for _ in range(1 + keep_errors)]
    process = _forks.Process(target=_run, args=(program, arguments, [inlet for _, inlet in pipes], folder), daemon=True)
    process.start()
    for _, inlet in pipes:
        inlet.close()
    return process, [outlet for outlet, _ in pipes]


class ForkedModule:
    """A forked module of ours, with the interface of `subprocess.Popen` as `cadogan bench` uses it.

    Args:
        module, arguments: what `python -m` would be given.
        stdin: `subprocess.PIPE` to write to its input.
        stderr: the file of its errors.
    """

    def __init__(
        self, module: str, *arguments: str, stdin: int = subprocess.PIPE, stderr: IO[str] | None = None
    ) -> None:
        inlet: Connection | None = None
        self.stdin: IO[str] | None = None
        if stdin == subprocess.PIPE:
            inlet, self.stdin = _piped(to_write=True)
        outlet, self.stdout = _piped(to_write=False)
        errors = stderr.name if stderr is not None else None
        how = (module, arguments, inlet, outlet, errors)
        self._process = _forks.Process(target=_run_module, args=how, daemon=True)
        self._process.start()
        for end in (inlet, outlet):
            if end is not None:
                end.close()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def terminate(self) -> None:
        """End it with SIGTERM."""
        self._process.terminate()

    def kill(self) -> None:
        """Kill it."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code when it has ended. Raises subprocess.TimeoutExpired after this many seconds."""
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return self._process.exitcode


def _piped(*, to_write: bool) -> tuple[Connection, IO[str]]:
    """Return both ends of a pipe: that of a forked process, and a file for this one."""
    reader, writer = _forks.Pipe(duplex=False)
    theirs, ours = (reader, writer) if to_write else (writer, reader)
    file = os.fdopen(os.dup(ours.fileno()), "w" if to_write else "r", encoding="utf-8")
    ours.close()
    return theirs, file


def _run_module(
    module: str, arguments: tuple[str, ...], inlet: Connection | None, outlet: Connection, errors: str | None
) -> None:
    for number, end in enumerate((inlet, outlet)):
        if end is not None:
            os.dup2(end.fileno(), number)
            end.close()
    if errors is not None:
        os.dup2(os.open(errors, os.O_WRONLY | os.O_APPEND), 2)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)  # multiprocessing has put another in its place
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _run(program: str, arguments: tuple[str, ...], inlets: list[Connection], folder: Path | None) -> None:
    if folder is not None:
        os.chdir(folder)
    for number, inlet in enumerate(inlets, 1):
        os.dup2(inlet.fileno(), number)
        inlet.close()
    sys.argv = ["cadogan", *arguments]
    exec(program, {"__name__": "__main__"})


@asynccontextmanager
async def forked(
    program: str, *arguments: str, keep_errors: bool = False, folder: Path | None = None
) -> AsyncIterator[Forked]:
    """Like `fork`, but the end of the block kills the process if it still runs."""
    process, outlets = await asyncio.to_thread(fork, program, arguments, keep_errors=keep_errors, folder=folder)
    readers, transports = [], []
    for outlet in outlets:
        reader = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda reader=reader: asyncio.StreamReaderProtocol(reader),  # type: ignore[misc]
            os.fdopen(os.dup(outlet.fileno()), "rb", buffering=0),
        )
        outlet.close()
        readers.append(reader)
        transports.append(transport)
    it = Forked(process, readers[0], readers[-1])
    try:
        yield it
    finally:
        if it.returncode is None:
            it.kill()
            await it.wait()
        for transport in transports:
            transport.close()
        process.close()
