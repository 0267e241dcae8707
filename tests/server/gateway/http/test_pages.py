"""Paths of pages, and paths that are none."""

from __future__ import annotations

from pathlib import Path

from tests.server.conftest import Serve
from tests.server.fetching import fetch


async def test_a_path_that_is_no_page_says_so_by_its_status_too(built: Path, serve: Serve) -> None:
    pages = [
        "/",
        "/me",
        "/me/games",
        "/leaderboard",
        "/leaderboard/klondike",
        "/daily",
        "/daily/2026-11-23?beat=AAAAAAAAAAAA",
        "/take",
        "/tournaments",
        "/games",
    ]
    pages += ["/games/klondike", "/games/Klondike-Draw1", "/games/Die%20M%C3%BChle"]
    pages += ["/r/ABCDEF", "/watch/abcdef", "/replay/ABCDEF", "/embed/ABCDEF", "/overlay/ABCDEF", "/take/ABCDEF/"]
    missing = [
        "/nothing",
        "/me/games/more",
        "/games/penguin",
        "/leaderboard/penguin",
        "/daily/2026-02-30",
        "/daily/today",
    ]
    missing += [
        "/r",
        "/r/ABC",
        "/r/ABCDEF/more",
        "/player/Ann",
        "/me/too",
        "/t",
        "/tournaments/abcdef",
    ]
    async with serve() as server:
        assert {path: (await fetch(server, path))[0].status for path in pages} == dict.fromkeys(pages, 200)
        for path in missing:
            answer, body = await fetch(server, path)
            assert (path, answer.status) == (path, 404)
            assert b"<title>" in body, "the page itself says that the room is missing"
            assert (await fetch(server, path, If_None_Match=answer.headers["ETag"]))[0].status == 404
        for unknown in ("/t/abc", "/t/arena-2026-11-27"):
            assert (await fetch(server, unknown))[0].status == 404
