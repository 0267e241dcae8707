"""The operator's guide on backups: the data folder may be copied while the server runs, and a server can start from the
copy."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

from redis.asyncio import Redis

from cadogan_protocol.messages import Moved, Step
from tests.server.processes import process
from tests.server.wire import dial


async def test_a_game_goes_on_from_a_backup_made_during_it(tmp_path: Path) -> None:
    data, restored = tmp_path / "data", tmp_path / "restored"
    async with process(data, "--no-bots", "--rate", "10000") as first, dial(first.port) as anna:
        await (await anna.hello("Anna")).create("klondike", time_limit=0)
        await anna.ready()
        await anna.the(Moved)
        for _ in range(20):
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        board = anna.boards[1]
        async with Redis(unix_socket_path=str(data / "redis" / "redis.sock")) as redis:
            await redis.config_set("auto-aof-rewrite-percentage", 0)
            while (await redis.info("persistence"))["aof_rewrite_in_progress"]:
                pass
            await redis.execute_command("WAITAOF", 1, 0, 5000)  # acknowledged writes are then on the disk
            shutil.copytree(data, restored, ignore=shutil.ignore_patterns("*.sock", "*.lock"))
        for _ in range(3):
            assert isinstance(await anna.play(anna.moves[0]), Step | Moved)
        await first.end(signal.SIGKILL)
    async with process(restored, "--no-bots") as second, dial(second.port, first_id=1000) as again:
        await (await again.hello("Anna", anna.token)).join(anna.code)
        await again.the(Moved)
        assert again.room is not None
        assert (again.room.phase, again.room.seats[0].moves) == ("running", 20)
        assert again.boards[1] == board
        assert isinstance(await again.play(again.moves[0]), Step | Moved)
