"""What a terminal shows of a server: `cadogan watch`, `replay`, `leaderboard` and `export`."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner, Result

from cadogan_client import Client, Room, cli, commands
from cadogan_client.commands import drawing
from cadogan_client.commands.replaying import moments_of, play_back, tables_of
from cadogan_protocol import Replay
from cadogan_protocol.notation import checksum, read
from cadogan_server.app import Running
from cadogan_server.store import keys

Connect = Callable[..., Awaitable[Client]]


def program() -> typer.Typer:
    whole = typer.Typer(cls=cli.Program)
    whole.add_typer(commands.app)
    return whole


async def run(*arguments: object, **more: Any) -> Result:
    """Run a command while the server goes on."""
    return await asyncio.to_thread(lambda: CliRunner().invoke(program(), [*map(str, arguments)], **more))


async def refused(*arguments: object, code: int = 2, **more: Any) -> str:
    """Return the one line that a command ends with where it is refused."""
    answer = await run(*arguments, **more)
    assert (answer.exit_code, answer.stdout) == (code, ""), answer.output
    assert answer.stderr.count("\n") == 1
    assert len(answer.stderr) < 500
    return str(answer.stderr)


async def begun(client: Client, game: str = "klondike_draw1") -> Room:
    room = await client.create(game, rated=False, undo="free")
    await client.ready()
    await client.until(lambda: bool(room.known and room.state.phase == "running" and room.moves))
    return room


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
    assert 1 in kinds, "the moves are told"
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
    assert "there already" in await refused("replay", room.code, "--save", text, "--url", url)
    assert read(text.read_text()) == recording, "nothing is lost"

    token = tmp_path / "me.json"
    token.write_text(json.dumps({"name": "Anna", "token": anna.token}))
    out = tmp_path / "export.json"
    assert (await run("export", "--token", token, "--out", out, "--url", url)).exit_code == 0
    kept = json.loads(out.read_text())
    assert (kept["name"], [game["room"] for game in kept["games"]]) == ("Anna", [room.code])
    printed = await run("export", "--token", "-", "--url", url, input=f"{anna.token}\n")
    assert json.loads(printed.stdout)["games"] == kept["games"]
    assert "there already" in await refused("export", "--token", token, "--out", out, "--url", url)
    token.write_text("nobody.secret")
    assert "this token is unknown" in await refused("export", "--token", token, "--url", url)
    assert sorted(tmp_path.iterdir()) == sorted([text, token, out, *tmp_path.glob("data")])


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
    assert "shorter" in await refused("leaderboard", "klondike", "-o", f"draw={'9' * 10_000}", "--url", url)


async def test_a_board_goes_on_being_shown(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert (told.exit_code, told.stdout) == (0, '{"rows": []}\n'), "what has not changed is not told again"


async def test_what_is_no_room_and_no_server_is_said_in_a_line(server: Running, url: str, tmp_path: Path) -> None:
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


LOST = """cadogan replay 1
game klondike_draw1
revision 1
room ABCDEF
starts 2026-11-22T14:00:00.000Z
seed {seed}
secret {seed}
seat 0 - - Anna
result 0 rank=1 won=false progress=0
moves
0.5:!stand
end done 5
"""


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda text: text, "seed is not made"),
        (lambda text: text.replace("revision 1", "revision 99"), "revision 99"),
        (lambda text: text.replace("klondike_draw1", "poker"), "poker"),
        (lambda text: text.replace("0.5:", "0.x:"), "0.x:"),
        (lambda text: text.replace("seat 0 - - Anna", "seat 0 Anna"), "a seat has"),
        (lambda text: text.replace("Anna", "A" * 10_000), "at most 24"),
        (lambda text: text.replace("game ", "rule time_limit -1\ngame "), "time_limit"),
        (lambda text: text.replace("end done 5\n", ""), "lacks"),
    ],
)
async def test_a_forged_text_is_refused_in_a_line(tmp_path: Path, change: Callable[[str], str], word: str) -> None:
    text, file = change(LOST.format(seed="0" * 64)), tmp_path / "race.txt"
    file.write_text(f"{text}check {checksum(text)}\n")
    assert word in await refused("replay", file)
    file.write_text(text)
    assert "cut off" in await refused("replay", file)
    file.write_text(f"{text}check {'0' * 16}\n")
    assert "damaged" in await refused("replay", file)
    file.write_text("")
    assert "as JSON with a brace" in await refused("replay", file)
    file.write_bytes(b"cadogan \xff\xfe")
    assert "can't be read" in await refused("replay", file)


async def test_a_replay_is_shown_as_it_went(connect: Connect) -> None:
    anna = await connect("Anna")
    room = await begun(anna, "nestor")
    for _ in range(8):  # too few to come home, after which nobody could give up
        if room.moves:
            await anna.play(room.moves[0])
    await anna.give_up()
    await anna.until(lambda: room.state.phase == "finished")
    replay: Replay = await anna.replay()
    play_back(replay, moments_of(replay), 1e9, frame=0)
    console = Console(width=100, record=True, file=io.StringIO())
    (table,) = tables_of(replay)
    console.print(drawing.table(table))
    told = console.export_text()
    assert sum(told.count(suit) for suit in "♣♦♥♠") + told.count("▒▒") == 52
