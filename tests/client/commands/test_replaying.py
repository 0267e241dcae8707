"""`cadogan replay` of a text that may be forged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cadogan_protocol.notation import checksum
from tests.client.commands.typed import refused

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
