"""`cadogan leaderboard`."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.client.commands.typed import refused, run


async def test_a_board_is_printed(server: Running, url: str) -> None:
    board = server.services.store.opened.connections.upkeep
    await board.zadd(keys.board("klondike", "best_time"), {f"p{number}": 61_000 + number for number in range(130)})
    rows = (
        await run("leaderboard", "Klondike", "--metric", "best_time", "--count", 120, "--json", "--url", url)
    ).stdout
    assert [json.loads(row)["player"] for row in rows.splitlines()] == [f"p{number}" for number in range(120)]
    table = await run("leaderboard", "klondike", "--metric", "best_time", "--url", url)
    assert (table.exit_code, "1:01.0" in table.stdout) == (0, True)
    assert "nobody yet" in (await run("leaderboard", "klondike", "-o", "draw=3", "--url", url)).stdout
    assert "did you mean klondike" in await refused("leaderboard", "klondyke", "--url", url)
    assert "luck" in await refused("leaderboard", "klondike", "--metric", "luck", "--url", url)
    assert "draw" in await refused("leaderboard", "klondike", "-o", "draw=9", "--url", url)
    assert "ask for less" in await refused("leaderboard", "klondike", "-o", f"draw={'9' * 10_000}", "--url", url)


async def test_a_live_board_is_printed_again_after_a_change(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def interrupted(seconds: float) -> None:
        looks.append(seconds)
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("cadogan_client.commands.boards.time", SimpleNamespace(sleep=interrupted))
    shown = await run("leaderboard", "klondike", "--live", "--url", url)
    assert (shown.exit_code, "nobody yet" in shown.stdout) == (0, True), shown.output
    looks.clear()
    told = await run("leaderboard", "klondike", "--live", "--json", "--url", url)
    assert (told.exit_code, told.stdout) == (0, '{"rows": []}\n'), "an unchanged board is not printed again"
