"""The page without a connection."""

from __future__ import annotations

from pathlib import Path

from cadogan_games import catalogue
from cadogan_server.gateway.http.offline import html_of
from tests.server.conftest import Serve
from tests.server.fetching import fetch


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
            assert page.count("<details id=") == len(catalogue.ids())
            assert "<script" not in page
        again, _ = await fetch(
            server, "/offline/en", If_None_Match=(await fetch(server, "/offline/en"))[0].headers["ETag"]
        )
        assert again.status == 304
        for path in ("/offline", "/offline/english", "/offline/en/more"):
            assert (await fetch(server, path))[0].status == 404


def test_rules_become_html_without_foreign_markup() -> None:
    markdown = "# Aim <b>\n\nAll **home**, *soon* & `K` on\nthe ace.\n- one\n  more\n- two"
    assert html_of(markdown) == (
        "<h2>Aim &lt;b&gt;</h2>\n<p>All <strong>home</strong>, <em>soon</em> &amp; K on the ace.</p>\n"
        "<ul><li>one more</li><li>two</li></ul>\n"
    )
