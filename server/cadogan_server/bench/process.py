"""How a process is ended, and what it has used, as Linux tells it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cadogan_server.bench.errors import BenchError

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def end(process: subprocess.Popen[str], seconds: float, ask: Callable[[], object] | None = None) -> None:
    """Ask a process to end, with SIGTERM unless `ask` does it, and end it by force when it has not within these seconds."""
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
    """Raise BenchError where there is no `/proc` to read."""
    if sys.platform != "linux":
        raise BenchError(
            "a load can be measured on Linux alone, which tells what a process uses; `rules` runs anywhere"
        )


def cpu_seconds(pid: int) -> float:
    """Return what all threads of a process have used so far, to the nanosecond.

    Raises:
        BenchError: it is gone, or somebody else's.
    """
    total = 0
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
                total += int((task / "schedstat").read_text(encoding="ascii").split()[0])
    except OSError as error:
        raise BenchError(f"process {pid} can't be looked at: {error.strerror}") from error
    return total / 1e9


def core_seconds(core: int) -> float:
    """Return for how long a processor has not been idle so far, whoever had it."""
    text = Path("/proc/stat").read_text(encoding="ascii")
    line = next(line for line in text.splitlines() if line.startswith(f"cpu{core} "))
    user, nice, system, _, _, *others = map(int, line.split()[1:9])
    return (user + nice + system + sum(others)) / os.sysconf("SC_CLK_TCK")


def memory_bytes(pid: int) -> int:
    """Return what of a process lies in memory.

    Raises:
        BenchError: it is gone.
    """
    try:
        return int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) * PAGE_BYTES
    except OSError as error:
        raise BenchError(f"process {pid} can't be looked at: {error.strerror}") from error


def descendants(pid: int) -> Iterator[int]:
    """Yield the processes that a process has started, and those that they have."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text(encoding="ascii").split()):
            yield child
            yield from descendants(child)


def command_of(pid: int) -> bytes:
    """Return the command of a process; b"" where it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


@dataclass(frozen=True)
class Placement:
    """Which processors what has; empty where nothing is kept apart, as on a machine with one.

    Attributes:
        workers: the one of each process that serves.
        others: those of the store, the supervisor, and what makes the load.
    """

    workers: tuple[int, ...] = ()
    others: tuple[int, ...] = ()

    @property
    def shared(self) -> bool:
        """Whether the load has to run where the server does."""
        return not set(self.workers).isdisjoint(self.others)

    def told(self) -> str:
        """Return it in words."""
        if not self.workers:
            return "anywhere"
        each = ", ".join(map(str, self.workers))
        return f"workers {each}; load and store {', '.join(map(str, self.others))}"


def placed(workers: int, beside: int = 1) -> Placement:
    """Return a processor for each worker, and what they leave to all else.

    Where too few are left, all else has every processor; where there are fewer than workers, some of these share one.

    Args:
        workers: how many there are.
        beside: how many others are measured with; what is to be compared leaves the same to all else.
    """
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) == 1:
        return Placement()
    rest = allowed[max(workers, beside) :]
    return Placement(tuple(allowed[number % len(allowed)] for number in range(workers)), tuple(rest or allowed))


def pin(pid: int, cores: tuple[int, ...]) -> None:
    """Keep all threads of a process, and what it starts from now on, on some processors; none: it stays where it is."""
    for task in Path(f"/proc/{pid}/task").iterdir() if cores else ():
        with contextlib.suppress(ProcessLookupError):  # a thread that has just ended
            os.sched_setaffinity(int(task.name), cores)
