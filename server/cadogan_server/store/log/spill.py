"""A file for what the store can't take: commands that would otherwise be in memory alone, in a folder for all of a machine.

Each server has a file of its own there and holds a lock on it, so that whoever starts reads the files of those that are gone,
and of no other. Into it goes what waits for a store that is away, before anybody is told of it: so it outlives the server,
however that ends, if the machine and its disk do. When the store is back and has all, the file is empty again.

Where the folder is known to be needed, space is set aside for it at the start, as a disk that is full is the likeliest reason
for a store that takes nothing.

    cadogan spill 1 STORE\\n     which store the commands are for
    run, length, crc32          of each chunk; the run differs from that of chunks that were there before the file was emptied
    commands                    packed, end to end

The commands come in three parts, each of which may be empty: what the store had taken in the last seconds and may yet lose; behind
`TOLD` what it has not taken and players were told of; behind `HELD` what nobody was told of.
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
"""How much space is set aside."""

FULL = (errno.ENOSPC, errno.EDQUOT)
"""What a disk says that is full."""

TOLD, HELD = pack("PING", "told"), pack("PING", "held")
"""Stand between the parts of what was spilled. The store may be sent them like any other command."""

_FORMAT = b"cadogan spill 1 "
_CHUNK = struct.Struct(">III")
_ENDING = ".spill"


@dataclass
class EarlierSpill:
    """The file of a server that is gone, locked until it is let go of.

    Attributes:
        store: which store its commands are for.
        commands: packed, in order.
    """

    path: Path
    lock: int
    store: str
    commands: list[bytes]

    def remove(self) -> None:
        """Delete it: the store has all."""
        self.path.unlink(missing_ok=True)
        self.leave()

    def leave(self) -> None:
        """Leave it to whoever starts next."""
        os.close(self.lock)


class Spill:
    """The file of this server. Nothing here raises because of a disk: the store is in trouble already, and play goes on.

    Args:
        folder: where it is; made where it is missing.
        store: which store the commands are for.

    Attributes:
        begun: whether something is in it.
        whole: whether all that was to be in it is: the disk has taken everything.
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
        """Make the file, and set space aside for it.

        Raises:
            OSError: the folder can't be written to, though its disk has space.
        """
        try:
            self._open()
        except OSError as error:
            if error.errno not in FULL:
                raise
            logger.error("no space can be set aside in %s for what the store does not take: %s", self._folder, error)
            return
        assert self._file is not None
        if hasattr(os, "posix_fallocate"):  # not on macOS
            with contextlib.suppress(OSError):  # a full disk, or a file system that knows no such thing
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
        """Take these down."""
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
                    "what the store does not take can't be written to %s either: %s; it is in memory alone, and lost if this "
                    "server ends before the store is back",
                    self.path or self._folder, error,
                )  # fmt: skip
            self.whole = False

    def after(self, older: list[EarlierSpill]) -> None:
        """Delete these as soon as the store has all: what is in them waits for it, too."""
        self._older += older

    def clear(self) -> None:
        """Empty the file: the store has all."""
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
        """Let go of the file: leave it to the next server where something is in it."""
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
    """Yield what servers that are gone have left in a folder, the oldest first. What is empty is deleted on the way.

    Raises:
        OSError: it can't be read.
    """
    for path in sorted(folder.glob(f"*{_ENDING}")):
        lock = try_lock(path)
        if lock is None:
            continue  # its server lives
        older = _read(path, lock)
        if older is None:
            logger.warning("%s is no spill file that this version reads; it is left as it is", path)
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
            break  # the end, or one that was not written whole: then nobody was told of it
        run = its_run
        commands.append(chunk)
        rest = rest[_CHUNK.size + length :]
    return EarlierSpill(path, lock, head.removeprefix(_FORMAT).decode(), commands)


def commands_of(older: EarlierSpill) -> list[list[bytes]]:
    """Return the arguments of each command in a file."""
    return [command for chunk in older.commands for command in unpack(chunk)]
