"""`cadogan watch`, and the files that it writes for `replay` and `export`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from cadogan_client import Client
from cadogan_protocol.notation import read
from cadogan_server.app import Running
from tests.client.commands.typed import begun, refused, run

Connect = Callable[..., Awaitable[Client]]


async def test_a_room_is_watched_kept_shown_again_and_exported(
    server: Running, url: str, connect: Connect, tmp_path: Path
) -> None:
    anna = await connect("Anna")
    room = await begun(anna)
    watched = asyncio.create_task(run("watch", room.code, "--json", "--url", url))
    await anna.until(lambda: room.state.watchers == 1)
    for _ in range(8):
        assert room.moves
        await anna.play(room.moves[0])
    await anna.undo()
    await anna.give_up()
    lines = [json.loads(line) for line in (await watched).stdout.splitlines()]
    kinds = [line["type"] if isinstance(line, dict) else line[0] for line in lines]
    assert kinds[:3] == ["joined", "room", "board"]
    assert 1 in kinds, "the moves are printed"
    assert any(isinstance(line, dict) and line.get("results") for line in lines)
    shown = await run("watch", room.code.lower(), "--url", url)
    assert (shown.exit_code, "Anna" in shown.stdout, "finished" in shown.stdout) == (0, True, True)

    text = tmp_path / "race.txt"
    answer = await run("replay", room.code, "--save", text, "--url", url)
    assert (answer.exit_code, "Anna" in answer.stdout) == (0, True), answer.output
    recording = read(text.read_text())
    assert [one.what for one in recording.happened] == ["move"] * 8 + ["undo", "stand"]
    again = await run("replay", text)
    assert (again.exit_code, "all by the rules" in again.stdout) == (0, True), again.output
    steps = [json.loads(line) for line in (await run("replay", text, "--json")).stdout.splitlines()]
    assert (len(steps), steps[0]["seat"], steps[-1]["name"], steps[-1]["verified"]) == (10, 0, "Anna", True)
    assert "exists already" in await refused("replay", room.code, "--save", text, "--url", url)
    assert read(text.read_text()) == recording, "nothing is lost"

    token = tmp_path / "me.json"
    token.write_text(json.dumps({"name": "Anna", "token": anna.token}))
    out = tmp_path / "export.json"
    assert (await run("export", "--token", token, "--out", out, "--url", url)).exit_code == 0
    kept = json.loads(out.read_text())
    assert (kept["name"], [game["room"] for game in kept["games"]]) == ("Anna", [room.code])
    printed = await run("export", "--token", "-", "--url", url, input=f"{anna.token}\n")
    assert json.loads(printed.stdout)["games"] == kept["games"]
    assert "exists already" in await refused("export", "--token", token, "--out", out, "--url", url)
    token.write_text("nobody.secret")
    assert "this token is unknown" in await refused("export", "--token", token, "--url", url)
    assert sorted(tmp_path.iterdir()) == sorted([text, token, out, *tmp_path.glob("data")])


async def test_an_unknown_room_or_server_is_named_in_one_line(server: Running, url: str, tmp_path: Path) -> None:
    assert "AAAAAA" in await refused("watch", "AAAAAA", "--url", url)
    assert "AAAAAA" in await refused("replay", "AAAAAA", "--url", url)
    for name in ("watch", "replay"):
        assert "no code of a room" in await refused(name, "x" * 10_000, "--url", url)
    for arguments in (("watch", "AAAAAA"), ("leaderboard", "klondike"), ("replay", "AAAAAA")):
        await refused(*arguments, "--url", "ws://127.0.0.1:1/ws", code=1)
    token = tmp_path / "token"
    for found, word in (("", "no token"), ("x" * 100, "no token"), ("{", "without"), ('{"token": 3}', "no token")):
        token.write_text(found)
        assert word in await refused("export", "--token", token, "--url", url)
