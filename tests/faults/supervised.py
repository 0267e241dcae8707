"""Three workers whose supervisor is killed, and started again at once on the same port, as a service manager does."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

from tests.faults.scenes import OPTIONS, Scene
from tests.server.wire import PATIENCE


class Supervised(Scene):
    """A real `cadogan serve --workers`, which loads its code, with a store of its own."""

    async def begin(self) -> None:
        """Start all processes."""
        await self.started(0)

    async def started(self, port: int) -> None:
        """Start it on a port."""
        command = (Path(sys.executable).with_name("cadogan"), "serve", "--port", str(port), "--data", str(self.data))
        usual = ("--no-metrics", "--countdown", "0.05", "--workers", "3", *OPTIONS)
        process: Any = await asyncio.create_subprocess_exec(*command, *usual, stdout=PIPE)
        self.supervisor = process
        self.stack.push_async_callback(self._ended, process)
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        assert line.startswith("Cadogan is ready: http://localhost:"), line
        self.ports[:] = [int(line.rpartition(":")[2])]

    async def over(self) -> None:
        """End the processes that write to the store, so that it can be read."""
        await self._ended(self.supervisor)

    @staticmethod
    async def _ended(process: asyncio.subprocess.Process) -> None:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def supervisor_killed(scene: Supervised) -> None:
    """The supervisor is killed while people play, and started again at once."""
    playing = asyncio.create_task(scene.play(300))
    await asyncio.sleep(0.1 + scene.chance.random() * 0.2)
    scene.supervisor.kill()
    await scene.supervisor.wait()
    await scene.started(scene.ports[0])
    await playing


SUPERVISED = {"the supervisor of three workers is killed, and started again": supervisor_killed}
