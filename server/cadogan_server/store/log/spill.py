"""A file for commands that the store can't take and that would otherwise be in memory only. All servers of a machine
share a folder.

Each server has its own file there and locks it. A server that starts reads the files of servers that are gone, and no
others. Commands for a store that is away are written to the file before any player is told of them, so they survive the
server if machine and disk do. The file is emptied when the store is back and has everything.

`prepare` reserves disk space at the start of the server: a full disk is the likeliest reason why a store takes nothing.
The format:

    cadogan spill 1 STORE\\n     the store that the commands are for
    run, length, crc32          of each chunk; the run changes whenever the file is emptied
    commands                    packed, end to end

The commands come in three parts, each of which may be empty. First, commands that the store took in the last seconds
and may still lose. Then, behind `TOLD`, commands that it has not taken and that players were told of. Last, behind
`HELD`, commands that nobody was told of.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from cadogan_server.store.redis.file_lock import try_lock
from cadogan_server.store.redis.writer import pack, unpack

logger = logging.getLogger(__name__)

RESERVE_BYTES = 4 << 20
"""Bytes of disk space reserved at the start."""

FULL = (errno.ENOSPC, errno.EDQUOT)
"""Error numbers of a full disk."""

TOLD, HELD = pack("PING", "told"), pack("PING", "held")
"""Commands that separate the parts of a spill file. They may be sent to the store like any other."""

_FORMAT = b"cadogan spill 1 "
_CHUNK = struct.Struct(">III")
_ENDING = ".spill"


@dataclass
class EarlierSpill:
    """The file of a server that is gone, locked by this one.

    Attributes:
        store: name of the store that the commands are for.
        commands: packed commands in order.
    """

    path: Path
    lock: int
    store: str
    commands: list[bytes]

    def remove(self) -> None:
        """Delete the file: the store has everything."""
        self.path.unlink(missing_ok=True)
        self.leave()

    def leave(self) -> None:
        """Unlock the file for the next server that starts."""
        os.close(self.lock)


class Spill:
    """This server's spill file. No disk error is raised: the store is in trouble already, and play goes on.

    Args:
        folder: folder of the file; created if missing.
        store: name of the store that the commands are for.

    Attributes:
        begun: True if the file has content.
        whole: False once the disk has refused something.
    """

    def __init__(self, folder: Path, store: str) -> None:
        self.store = store
        self._folder = folder
        self._head = b"%b%b\n" % (_FORMAT, store.encode())
        self._older: list[EarlierSpill] = []
        self._file: int | None = None
        self._end = 0
        self._run = 0
        self.path: Path | None = None
        self.begun = False
        self.whole = True

    def prepare(self) -> None:
        """Create the file and reserve disk space for it.

        Raises:
            OSError: the folder can't be written to, though its disk has space.
        """
        try:
            self._open()
        except OSError as error:
            if error.errno not in FULL:
                raise
            logger.error(
                "no disk space can be reserved in %s for changes that the store does not take: %s", self._folder, error
            )
            return
        assert self._file is not None
        if hasattr(os, "posix_fallocate"):  # not on macOS
            with contextlib.suppress(OSError):  # a full disk, or a file system that can't reserve space
                os.posix_fallocate(self._file, 0, RESERVE_BYTES)

    def _open(self) -> None:
        if self._file is not None:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{time.time_ns()}-{os.getpid()}{_ENDING}"
        self.path = path
        file = try_lock(path)
        assert file is not None, "nobody else has a file of this process"
        try:
            if os.pwrite(file, self._head, 0) < len(self._head):
                raise OSError(errno.ENOSPC, "no space left for it")
        except OSError:
            path.unlink(missing_ok=True)
            os.close(file)
            raise
        self._file, self._end = file, len(self._head)

    def add(self, commands: list[bytes]) -> None:
        """Write these commands to the file."""
        chunk = b"".join(commands)
        self.begun = True
        try:
            self._open()
            assert self._file is not None
            written = _CHUNK.pack(self._run, len(chunk), crc32(chunk)) + chunk
            if os.pwrite(self._file, written, self._end) < len(written):
                raise OSError(errno.ENOSPC, "no space left for it")
            self._end += len(written)
        except OSError as error:
            if self.whole:
                logger.error(
                    "changes that the store does not take can't be written to %s either: %s; they are in memory alone, "
                    "and lost if this "
                    "server ends before the store is back",
                    self.path or self._folder, error,
                )  # fmt: skip
            self.whole = False

    def after(self, older: list[EarlierSpill]) -> None:
        """Delete these earlier files as soon as the store has everything: their commands wait for it too."""
        self._older += older

    def clear(self) -> None:
        """Empty the file: the store has everything."""
        for older in self._older:
            older.remove()
        self._older.clear()
        if self._file is not None and self.begun:
            self._run += 1
            self._end = len(self._head)
            with contextlib.suppress(OSError):
                os.pwrite(self._file, bytes(_CHUNK.size), self._end)
        self.begun, self.whole = False, True

    def close(self) -> None:
        """Close the file, and leave it to the next server if it has content."""
        for older in self._older:
            older.leave()
        if self._file is None or self.path is None:
            return
        try:
            if self.begun:
                os.ftruncate(self._file, self._end)
                os.fsync(self._file)
            else:
                self.path.unlink(missing_ok=True)
        except OSError as error:
            logger.error("%s can't be written to the disk: %s", self.path, error)
            self.whole = False
        finally:
            os.close(self._file)
            self._file = None


def left_by_others(folder: Path) -> Iterator[EarlierSpill]:
    """Yield the spill files of servers that are gone, the oldest first. Delete empty ones on the way.

    Raises:
        OSError: the folder can't be read.
    """
    for path in sorted(folder.glob(f"*{_ENDING}")):
        lock = try_lock(path)
        if lock is None:
            continue  # its server is alive
        older = _read(path, lock)
        if older is None:
            logger.warning("%s is not a spill file that this version reads; it is left unchanged", path)
            os.close(lock)
        elif older.commands:
            yield older
        else:
            older.remove()


def _read(path: Path, lock: int) -> EarlierSpill | None:
    head, _, rest = path.read_bytes().partition(b"\n")
    if not head:
        return EarlierSpill(path, lock, "", [])
    if not head.startswith(_FORMAT):
        return None
    commands: list[bytes] = []
    run = None
    while len(rest) >= _CHUNK.size:
        its_run, length, check = _CHUNK.unpack_from(rest)
        chunk = rest[_CHUNK.size : _CHUNK.size + length]
        if not length or len(chunk) < length or crc32(chunk) != check or run not in (None, its_run):
            break  # the end, or an incomplete chunk, whose content no player was told of
        run = its_run
        commands.append(chunk)
        rest = rest[_CHUNK.size + length :]
    return EarlierSpill(path, lock, head.removeprefix(_FORMAT).decode(), commands)


def commands_of(older: EarlierSpill) -> list[list[bytes]]:
    """Return the arguments of each command in a spill file."""
    return [command for chunk in older.commands for command in unpack(chunk)]
