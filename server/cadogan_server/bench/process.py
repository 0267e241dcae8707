"""Ends processes, and reads from Linux what they have used."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cadogan_server.bench.errors import BenchError

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def start(
    module: str, *arguments: str, stdin: int = subprocess.PIPE, stderr: IO[str] | None = None
) -> subprocess.Popen[str]:
    """Start a module as a program of its own, with text as its input and output."""
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=stderr, text=True)


def end(process: subprocess.Popen[str], seconds: float, ask: Callable[[], object] | None = None) -> None:
    """End a process with SIGTERM, or with `ask`; kill it if it has not ended after this many seconds."""
    (ask or process.terminate)()
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()


def must_be_linux() -> None:
    """Raise BenchError if there is no `/proc` to read."""
    if sys.platform != "linux":
        raise BenchError(
            "a load can be measured only on Linux, which reports what a process uses; `rules` runs anywhere"
        )


def cpu_seconds(pid: int) -> float:
    """Return the processor time of all threads of a process so far, precise to the nanosecond.

    Raises:
        BenchError: it is gone, or belongs to another user.
    """
    total = 0
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
                total += int((task / "schedstat").read_text(encoding="ascii").split()[0])
    except OSError as error:
        raise BenchError(f"the processor time of process {pid} can't be read: {error.strerror}") from error
    return total / 1e9


def core_seconds(core: int) -> float:
    """Return the seconds for which a processor has not been idle so far."""
    text = Path("/proc/stat").read_text(encoding="ascii")
    line = next(line for line in text.splitlines() if line.startswith(f"cpu{core} "))
    user, nice, system, _, _, *others = map(int, line.split()[1:9])
    return (user + nice + system + sum(others)) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """Return the bytes of a process in memory.

    Raises:
        BenchError: it is gone.
    """
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE_BYTES
    except OSError as error:
        raise BenchError(f"the memory of process {pid} can't be read: {error.strerror}") from error


def descendants(pid: int) -> Iterator[int]:
    """Yield all descendants of a process. It, its threads and its descendants may end meanwhile."""
    for task in Path(f"/proc/{pid}").glob("task/*/children"):
        children = ""
        with contextlib.suppress(OSError):
            children = task.read_text(encoding="ascii")
        for child in map(int, children.split()):
            yield child
            yield from descendants(child)


def command_of(pid: int) -> bytes:
    """Return the command of a process; b"" if it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@dataclass(frozen=True)
class Placement:
    """The assignment of processors; empty if nothing is separated, as on a machine with one.

    Attributes:
        workers: one processor for each serving process.
        others: processors of the store, the supervisor, and the load.
    """

    workers: tuple[int, ...] = ()
    others: tuple[int, ...] = ()

    @property
    def shared(self) -> bool:
        """True if the load has to share the server's processors."""
        return not set(self.workers).isdisjoint(self.others)

    def in_words(self) -> str:
        """Return it in words."""
        if not self.workers:
            return "anywhere"
        each = ", ".join(map(str, self.workers))
        return f"workers {each}; load and store {', '.join(map(str, self.others))}"


def placed(workers: int, beside: int = 1, number: int = 0) -> Placement:
    """Assign a processor to each worker, and the rest to everything else.

    If too few are left, everything else may use every processor. If there are fewer processors than workers, some
    workers share one.

    Args:
        workers: number of workers.
        beside: number of workers in the measurements to compare with, so that the rest stays the same; or of servers that run at
            the same time.
        number: which of those servers it is, from 0.
    """
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) == 1:
        return Placement()
    rest = allowed[max(workers, beside) :]
    return Placement(tuple(allowed[(number + each) % len(allowed)] for each in range(workers)), tuple(rest or allowed))


def pin(pid: int, cores: tuple[int, ...]) -> None:
    """Bind all threads of a process, and its future children, to some processors; with none, leave it."""
    for task in Path(f"/proc/{pid}/task").iterdir() if cores else ():
        with contextlib.suppress(ProcessLookupError):  # a thread that has just ended
            os.sched_setaffinity(int(task.name), cores)
