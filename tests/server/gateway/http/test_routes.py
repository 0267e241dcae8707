"""Answers over plain HTTP on the port of the sockets."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from cadogan_server.app import Running
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json
from tests.server.wire import dial


async def test_the_page_answers_every_path_of_its_own(built: Path, serve: Serve) -> None:
    async with serve() as server:
        for path in ("/", "/r/ABCDEF", "/watch/ABCDEF", "/leaderboard?game=klondike"):
            answer, body = await fetch(server, path)
            assert answer.status == 200
            assert body.startswith(b"<!doctype html><title>Cadogan")
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            assert answer.headers["Cache-Control"] == "no-cache"
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


async def test_files_are_compressed_tagged_and_kept(built: Path, serve: Serve) -> None:
    async with serve() as server:
        answer, body = await fetch(server, "/assets/app-1a2b.js", Accept_Encoding="gzip, br")
        assert gzip.decompress(body) == (built / "assets" / "app-1a2b.js").read_bytes()
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        again, nothing = await fetch(server, "/assets/app-1a2b.js", If_None_Match=answer.headers["ETag"])
        assert (again.status, nothing) == (304, b"")
        head, nothing = await fetch(server, "/assets/app-1a2b.js", "HEAD")
        assert (head.status, nothing) == (200, b"")
        assert head.headers["Content-Length"] == "1500"


async def test_unknown_paths_are_not_found(built: Path, serve: Serve) -> None:
    async with serve() as server:
        for path in (
            "/assets/none.js",
            "/api/none",
            "/api/v1/boards/none",
            "/healthz/x",
            "/metrics",
            "/../pyproject.toml",
        ):
            assert (await fetch(server, path))[0].status == 404
        answer, _ = await fetch(server, "/", "POST")
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")
        assert (await fetch(server, "//[::1/"))[0].status == 400
        assert (await fetch(server, "/ws"))[0].status == 426


async def test_only_the_embed_page_may_be_framed_and_only_if_allowed(built: Path, serve: Serve) -> None:
    async with serve() as server:
        answer, _ = await fetch(server, "/embed/ABCDEF")
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none';" in answer.headers["Content-Security-Policy"]
    async with serve(embed_from=("https://blog.example", "https://cards.example:8443")) as server:
        answer, body = await fetch(server, "/embed/ABCDEF")
        assert body.startswith(b"<!doctype html><title>Cadogan")
        assert answer.headers["X-Frame-Options"] is None
        policy = answer.headers["Content-Security-Policy"]
        assert "frame-ancestors https://blog.example https://cards.example:8443;" in policy
        for path in ("/", "/r/ABCDEF", "/watch/ABCDEF", "/embed", "/assets/app-1a2b.js", "/api/v1/games", "/healthz"):
            answer, _ = await fetch(server, path)
            assert answer.headers["X-Frame-Options"] == "DENY", path
            assert "frame-ancestors 'none';" in answer.headers["Content-Security-Policy"], path


async def test_pages_of_any_site_may_read_public_answers_and_nothing_else(built: Path, serve: Serve) -> None:
    async with serve() as server:
        for path in (
            "/api/v1/games",
            "/api/v1/layouts",
            "/api/v1/rooms",
            "/api/v1/boards/klondike",
            "/api/v1/daily",
            "/api/none",
        ):
            answer, _ = await fetch(server, path, Origin="https://blog.example")
            assert answer.headers["Access-Control-Allow-Origin"] == "*", path
            assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin", path
        for path in ("/", "/r/ABCDEF", "/assets/app-1a2b.js", "/healthz"):
            answer, _ = await fetch(server, path, Origin="https://blog.example")
            assert answer.headers["Access-Control-Allow-Origin"] is None, path
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", path


async def test_a_fault_of_ours_is_answered_and_logged(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("freecell")

    async with serve() as server:
        monkeypatch.setattr(server.services.rooms.listing, "listed", broken)
        answer, body = await fetch(server, "/api/v1/rooms")
        assert answer.status == 500
        assert json.loads(body)["detail"] == "something went wrong here; the server's log says what"
    record = next(record for record in caplog.records if "/api/v1/rooms" in record.getMessage())
    assert record.exc_info is not None
    assert "KeyError: 'freecell'" in caplog.text


async def test_a_page_that_is_not_built_says_how(tmp_path: Path, serve: Serve) -> None:
    async with serve(page=tmp_path) as server:
        answer, body = await fetch(server, "/")
        assert answer.status == 503
        assert b"make page" in body


async def test_games_rooms_and_boards_may_be_read_without_a_socket(server: Running) -> None:
    games = (await fetch_json(server, "/api/v1/games"))["games"]
    assert "klondike" in {game["id"] for game in games}
    async with dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Anna")).create("klondike")
        await (await olga.hello("Olga")).create("klondike", public=False)
        (room,) = (await fetch_json(server, "/api/v1/rooms"))["rooms"]
        assert (room["code"], room["players"], room["phase"]) == (anna.code, ["Anna"], "lobby")
    assert (await fetch_json(server, "/api/v1/boards/klondike?metric=races&count=5"))["rows"] == []
    answer, body = await fetch(server, "/api/v1/boards/klondike?metric=luck")
    assert answer.status == 400
    assert b"best_time" in body
