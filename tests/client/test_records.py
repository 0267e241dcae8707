"""The sources of a replay to check: a server, or a file."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cadogan_client.commands import program
from cadogan_client.records import BadReplay, fetch, published_day, read, write
from cadogan_server.app import Running
from tests.client.test_verify import Connect, replayed


async def test_the_published_record_of_a_day_is_read(url: str, server: Running) -> None:
    days = server.services.store.days
    today = await published_day(url, days.today)
    assert today is not None
    assert today.secret is None
    assert await published_day(url, "1999-01-01") is None
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        assert await published_day(f"http://127.0.0.1:{nobody.getsockname()[1]}", days.today) is None


def test_files_that_hold_no_replay(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"type":"ok","re":1}', "\xff"):
        bad = tmp_path / "bad.json"
        bad.write_text(text, encoding="latin-1")
        with pytest.raises(BadReplay, match=r"bad\.json"):
            read(bad)
        assert CliRunner().invoke(program.app, ["verify", str(bad)]).exit_code == 1
    with pytest.raises(BadReplay, match="can't be written"):
        write(replayed("klondike", 1), tmp_path / "nowhere" / "file")


async def test_a_room_that_is_not_over_is_not_shown(connect: Connect, url: str) -> None:
    ada = await connect("Ada")
    room = await ada.create("klondike")
    with pytest.raises(Exception, match="not finished"):
        await fetch(url, room.code)
