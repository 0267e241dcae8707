"""A server of an earlier commit, which runs beside one of this commit while nodes are renewed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from deploy.programs import Missing
from tests.server.processes import SERVE, Process
from tests.server.wire import PATIENCE

REPOSITORY = Path(__file__).parents[2]

FOLDERS = ("server", "protocol", "client")


def check_out(folder: Path, commit: str) -> None:
    """Return a folder with the code of an earlier commit. Raises `Missing` if there is no such commit here."""
    if folder.exists():
        return
    try:
        made = subprocess.run(["git", "-C", REPOSITORY, "archive", commit, *FOLDERS], capture_output=True, check=False)
    except OSError as error:
        raise Missing("git is not installed: apt install git") from error
    if made.returncode:
        raise Missing(f"there is no commit {commit} here: {made.stderr.decode().strip()}")
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", folder], input=made.stdout, check=True)


@asynccontextmanager
async def earlier(folder: Path, data: Path, *options: str) -> AsyncIterator[Process]:
    """Run a server of the code in a folder."""
    path = os.pathsep.join(str(folder / name) for name in FOLDERS)
    usual = ("--port", "0", "--no-metrics", "--data", str(data), "--countdown", "0.05")
    command = [sys.executable, "-c", SERVE, "serve", *usual, *options]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": path}
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        assert line.startswith("Cadogan is ready: http://localhost:"), line
        yield Process(cast(Any, process), int(line.rpartition(":")[2]))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
