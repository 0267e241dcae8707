"""The bots' process: started, watched, started again. Bots are clients like any other."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import logging
import sys

logger = logging.getLogger(__name__)

MODULE = "cadogan_client.bots.process"
"""The module that the process runs. It reads one line of JSON for each bot: room, token, name, level, chances."""

STEADY_SECONDS = 10.0
"""Seconds after which a process counts as working. One that ends sooner is started again only `TRIES` times in a row.
"""

TRIES = 3
"""Starts in a row, each of a process that ends early, after which none is started until a bot is wanted again."""


class NoBots(Exception):
    """There can be no bots; the message says why."""


class BotProcessObserver:
    """Told how the bots' process fares. Each method does nothing unless it is overridden."""

    async def was_restarted(self) -> None:
        """Note that the process has died and another was started, which knows none of the bots of the first."""

    def was_given_up(self) -> None:
        """Note that no process stays alive."""


class BotProcess:
    """Starts the bots' process when the first bot is wanted, and again when it has died.

    The process ends when its standard input ends, so also when this process is killed.

    Args:
        url: the address of the server.
        pace: seconds that a bot thinks about a move; None: as long as its level does.

    Attributes:
        process: the process; None: there is none.
    """

    def __init__(self, url: str, pace: float | None = None) -> None:
        self._url = url
        self._pace = [] if pace is None else ["--pace", str(pace)]
        self._observers: list[BotProcessObserver] = []
        self.process: asyncio.subprocess.Process | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._failures = 0

    def observe(self, observer: BotProcessObserver) -> None:
        """Tell this observer, after all earlier ones, how the process fares from now on."""
        self._observers.append(observer)

    async def start(self) -> None:
        """Start the process, if it isn't running.

        Raises:
            NoBots: it can't be started.
        """
        async with self._starting:
            if self.process is None:
                if self._failures >= TRIES:
                    self._failures = 0  # a player asks for bots again, so try again
                await self._launch()
                self._watcher = asyncio.create_task(self._watch(), name="bots")

    def seat(self, room: str, token: str, name: str, level: str, chances: str = "") -> None:
        """Send a bot to its seat. It takes its random choices from the seed `chances`, if that is given.

        If the process has just died, an observer has the seats filled again.
        """
        if self.process is not None and self.process.stdin is not None and not self.process.stdin.is_closing():
            line = json.dumps({"room": room, "token": token, "name": name, "level": level, "chances": chances})
            self.process.stdin.write(line.encode() + b"\n")

    async def stop(self) -> None:
        """End the process, after 5 seconds by force."""
        if self._watcher is not None:
            self._watcher.cancel()
            await asyncio.wait([self._watcher])
        if self.process is not None:
            if self.process.stdin is not None:
                self.process.stdin.close()
            try:
                async with asyncio.timeout(5):
                    await self.process.wait()
            except TimeoutError:
                self.process.kill()
                await self.process.wait()

    async def _launch(self) -> None:
        if importlib.util.find_spec(MODULE.partition(".")[0]) is None:
            raise NoBots("this server has no bots: the package cadogan_client is not installed beside it")
        try:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                MODULE,
                "--url",
                self._url,
                *self._pace,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches the server alone, which then ends the bots in order
            )
        except OSError as error:
            raise NoBots(f"the bots' process can't be started: {error}") from error

    async def _watch(self) -> None:
        """Start the process again when it has died; give up if it dies again and again."""
        loop = asyncio.get_running_loop()
        while self.process is not None:
            started = loop.time()
            status = await self.process.wait()
            self._failures = 0 if loop.time() - started > STEADY_SECONDS else self._failures + 1
            logger.error("the bots' process ended with exit code %s", status)
            self.process = None
            if self._failures < TRIES:
                try:
                    await self._launch()
                except NoBots as error:
                    logger.error("%s", error)
                else:
                    for observer in self._observers:
                        await observer.was_restarted()
                    continue
            for observer in self._observers:
                observer.was_given_up()
