"""What is answered over plain HTTP on the same port."""

from __future__ import annotations

import gzip
import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_server import is_compiled
from cadogan_server.app import Running
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.gateway.http.offline import html_of
from cadogan_server.gateway.sockets.outboxes import look
from tests.server.conftest import Serve
from tests.server.fetching import fetch, fetch_json, figures
from tests.server.pipe import Pipe
from tests.server.wire import dial


@pytest.fixture
def built(tmp_path: Path, usual: dict[str, Any]) -> Path:
    """A page of two files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Cadogan</title>" + " " * 500)
    (tmp_path / "assets" / "app-1a2b.js").write_text("let cards = 52;" * 100)
    usual["page"] = tmp_path
    return tmp_path


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


async def test_a_path_that_is_no_page_says_so_by_its_status_too(built: Path, serve: Serve) -> None:
    pages = [
        "/",
        "/me",
        "/leaderboard",
        "/leaderboard/klondike",
        "/daily",
        "/daily/2026-11-23?beat=AAAAAAAAAAAA",
        "/take",
    ]
    pages += ["/games/klondike", "/games/Klondike-Draw1", "/games/Die%20M%C3%BChle"]
    pages += ["/r/ABCDEF", "/watch/abcdef", "/replay/ABCDEF", "/embed/ABCDEF", "/overlay/ABCDEF", "/take/ABCDEF/"]
    missing = ["/nothing", "/games", "/games/freecell", "/leaderboard/freecell", "/daily/2026-02-30", "/daily/today"]
    missing += ["/r", "/r/ABC", "/r/ABCDEF/more", "/player/Ann", "/me/too"]
    async with serve() as server:
        assert {path: (await fetch(server, path))[0].status for path in pages} == dict.fromkeys(pages, 200)
        for path in missing:
            answer, body = await fetch(server, path)
            assert (path, answer.status) == (path, 404)
            assert b"<title>" in body, "the page itself says what is missing"
            assert (await fetch(server, path, If_None_Match=answer.headers["ETag"]))[0].status == 404


async def test_the_page_without_a_connection_has_all_rules_in_each_language(built: Path, serve: Serve) -> None:
    async with serve() as server:
        for language, title, game in (
            ("en", "You are offline", "Klondike, draw one"),
            ("de", "Du bist offline", "Klondike, eine Karte"),
            ("fr", "Vous êtes hors ligne", "Klondike, une carte"),
            ("xx", "You are offline", "Klondike, draw one"),
        ):
            answer, body = await fetch(server, f"/offline/{language}")
            page = body.decode()
            assert (answer.status, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
            assert f"<h1>{title}</h1>" in page
            assert f"<summary>{game}</summary>" in page
            assert page.count("<details>") == len(catalogue.ids())
            assert "<script" not in page
        again, _ = await fetch(
            server, "/offline/en", If_None_Match=(await fetch(server, "/offline/en"))[0].headers["ETag"]
        )
        assert again.status == 304
        for path in ("/offline", "/offline/english", "/offline/en/more"):
            assert (await fetch(server, path))[0].status == 404


def test_rules_become_html_with_nothing_in_it_that_is_not_ours() -> None:
    markdown = "# Aim <b>\n\nAll **home**, *soon* & `K` on\nthe ace.\n- one\n  more\n- two"
    assert html_of(markdown) == (
        "<h2>Aim &lt;b&gt;</h2>\n<p>All <strong>home</strong>, <em>soon</em> &amp; K on the ace.</p>\n"
        "<ul><li>one more</li><li>two</li></ul>\n"
    )


async def test_what_is_not_there_is_not_found(built: Path, serve: Serve) -> None:
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


async def test_only_the_page_for_frames_may_be_framed_and_only_where_that_is_set(built: Path, serve: Serve) -> None:
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


async def test_pages_of_any_site_may_read_what_is_open_to_all_and_nothing_else(built: Path, serve: Serve) -> None:
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


async def test_health_and_metrics(server: Running) -> None:
    assert await fetch_json(server, "/healthz") == {"status": "ok", "store": "ok"}
    async with dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        lines = await figures(server)
    assert 'cadogan_rooms{phase="lobby"} 1.0' in lines
    assert "cadogan_sockets 1.0" in lines
    assert "cadogan_messages_total 2.0" in lines
    assert "cadogan_store_backlog_bytes 0.0" in lines
    assert any(line.startswith("process_resident_memory_bytes ") for line in lines)


async def test_store_times_and_bytes_waiting_for_sockets_are_histograms(serve: Serve) -> None:
    async with serve(node="anna's") as server:
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create()
            for _ in look([0, 0, 5000], server.services.stats):
                pass
            lines = await figures(server)
        taken = next(float(line.split()[1]) for line in lines if line.startswith("cadogan_commit_seconds_count"))
        assert taken >= 1
        assert 'cadogan_commit_seconds_bucket{le="+Inf"} ' + str(taken) in lines
        assert 'cadogan_outbox_bytes_bucket{le="0"} 2.0' in lines
        assert 'cadogan_outbox_bytes_bucket{le="16384"} 3.0' in lines
        assert "cadogan_outbox_waiting_bytes 5000.0" in lines
        what = f'compiled="{"yes" if is_compiled() else "no"}",node="anna\'s",version="{version("cadogan")}"'
        assert f"cadogan_node_info{{{what}}} 1.0" in lines


async def test_waiting_bytes_of_a_socket_include_those_of_the_library(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        assert sum(server.gateway.sessions.waiting()) == 0
        (session,) = server.gateway.sessions
        own, pipe = session.outbox, Pipe()
        session.outbox, pipe.open = Outbox(pipe, own.fmt, lambda: None, 1000), False
        session.outbox.write([b"taken, and no more after it"])
        session.outbox.write([b"1234", b"56"])
        assert list(server.gateway.sessions.waiting()) == [6]
        session.outbox = own


async def test_every_game_has_a_small_drawing(server: Running) -> None:
    answer, body = await fetch(server, "/api/v1/layouts", Accept_Encoding="gzip")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")
    assert len(body) < 60_000
    drawn = json.loads(gzip.decompress(body))
    assert sorted(drawn) == sorted(catalogue.ids())
    for id, groups in drawn.items():
        game = catalogue.game(id)
        assert [group[0] for group in groups] == [group.kind for group in game.groups]
        cards = sum(abs(run) for _, _, piles in groups for pile in piles for run in pile[5])
        assert cards == sum(len(pile) for pile in game.deal(bytes(32)).piles)
    _, _, (*_, last) = drawn["klondike"][1]
    assert last == [6, 1.4, 0, 0, 0.25, [-6, 1]]
    again, nothing = await fetch(server, "/api/v1/layouts", If_None_Match=answer.headers["ETag"])
    assert (again.status, nothing) == (304, b"")
    assert (await fetch(server, "/api/v1/layouts/klondike"))[0].status == 404


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
