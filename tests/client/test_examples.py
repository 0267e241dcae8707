"""The programs at the beginning of PROTOCOL.md play against a real server, and the document has them as they are."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from cadogan_protocol.documents.opening import EXAMPLES
from cadogan_protocol.generate import ROOT
from cadogan_protocol.limits import SUBPROTOCOL_JSON

PLAYED = r"Ada: \d+ cards? home in 20 moves\n"


async def played(*command: str) -> str:
    """Run a program, and return its output. It must end with exit code 0 and print no error."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe)
    out, err = await process.communicate()
    assert (process.returncode, err.decode()) == (0, "")
    return out.decode()


async def test_the_program_in_python_plays(url: str) -> None:
    assert re.fullmatch(PLAYED, await played(sys.executable, str(EXAMPLES / "race.py"), url))


async def test_the_program_in_javascript_plays(url: str) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on PATH")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    behind = ["--experimental-websocket", "--no-warnings"] if int(version[1:].split(".")[0]) < 22 else []
    assert re.fullmatch(PLAYED, await played(node, *behind, str(EXAMPLES / "race.mjs"), url))


def test_the_document_begins_with_both() -> None:
    text = (ROOT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    programs = re.findall(r"```(?:python|javascript)\n(.*?)```", text.partition("## Connecting")[0], re.DOTALL)
    assert programs == [(EXAMPLES / name).read_text(encoding="utf-8") for name in ("race.py", "race.mjs")]
    assert all(len(program.splitlines()) <= 35 for program in programs)


async def test_requests_sent_ahead_are_carried_out_and_answered_in_order(url: str) -> None:
    answered: list[int] = []

    async def until(done: Callable[[Any], bool]) -> None:
        while True:
            message = json.loads(await socket.recv())
            request = message[1] if isinstance(message, list) and message[0] in (2, 3) else 0
            request = message.get("re", 0) if isinstance(message, dict) else request
            if request:
                answered.append(request)
            if done(message):
                return

    async with connect(url, subprotocols=[Subprotocol(SUBPROTOCOL_JSON)]) as socket:
        for text in (
            {"type": "hello", "id": 1, "name": "Ada"},
            {"type": "create", "id": 2, "game": "klondike_draw1", "rules": {"seats": 1, "public": False}},
            {"type": "ready", "id": 3},
        ):
            await socket.send(json.dumps(text))
        await until(lambda message: isinstance(message, list) and message[0] == 3)
        for number, move in enumerate((["turn"], [0, 0, 9], ["turn"], ["turn"]), start=4):
            await socket.send(json.dumps(["m", number, move]))
        await socket.send(json.dumps({"type": "ping", "id": 8}))
        await until(lambda message: isinstance(message, dict) and message.get("re") == 8)
    assert answered == [1, 2, 3, 4, 5, 6, 7, 8]
