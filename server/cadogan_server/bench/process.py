"""How a process is ended, and what it has used, as Linux tells it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
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


def shared_out() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the processors for the server, one, and for all that loads it; nothing is kept apart on a machine with one."""
    allowed = sorted(os.sched_getaffinity(0))
    return (tuple(allowed[:1]), tuple(allowed[1:])) if len(allowed) > 1 else ((), ())
