"""A page of another site shows a room in a frame if the server allows it, and nobody can be tricked into playing there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, Page, expect

from cadogan_protocol.messages import Stand
from tests.browser.conftest import QUICK
from tests.browser.desks import Desks, Seats
from tests.browser.rival import rival
from tests.browser.server import PAGE, ServedPage, serve

pytestmark = pytest.mark.browser


@contextmanager
def blog() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield another site: its origin, and its pages by their paths. Pages may be added meanwhile."""
    pages: dict[str, str] = {}

    class Blog(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "").encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Blog)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", pages
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def site() -> Iterator[tuple[str, dict[str, str]]]:
    """The blog that may show frames."""
    with blog() as it:
        yield it


@pytest.fixture(scope="module")
def served_to_blog(tmp_path_factory: pytest.TempPathFactory, site: tuple[str, dict[str, str]]) -> Iterator[ServedPage]:
    """A server whose rooms the blog may show."""
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path_factory.mktemp("framed"), *QUICK, "--embed-from", site[0]) as server:
        yield server


@pytest.fixture(scope="module")
def desks(browser: Browser, served_to_blog: ServedPage) -> Iterator[Desks]:
    """The browsers before the pages of that server, for `sit`."""
    with closing(Desks(browser, served_to_blog.url)) as desks:
        yield desks


def framing(url: str) -> str:
    return f'<!doctype html><title>Blog</title><iframe src="{url}" width="800" height="600"></iframe>'


def test_a_race_is_shown_in_a_frame_and_its_player_stays_at_the_table(
    sit: Seats, served_to_blog: ServedPage, site: tuple[str, dict[str, str]]
) -> None:
    ann = sit("Ann")
    ann.arrive()
    code = ann.open_room("klondike_draw1")
    ann.ready()
    ann.wait_for_cards()
    origin, pages = site
    pages["/race"] = framing(f"{served_to_blog.url}/embed/{code}")
    # The same browser would be the same player, if this were no frame.
    reader = ann.page.context.new_page()
    reader.goto(f"{origin}/race")
    frame = reader.frame_locator("iframe")
    expect(frame.locator(".card")).to_have_count(52)
    expect(frame.get_by_role("heading", name="Klondike, draw one")).to_be_visible()
    for hidden in ("Settings", "Rules", "Invite"):
        expect(frame.get_by_role("button", name=hidden)).to_have_count(0)
    turn = ann.page.get_by_role("button", name="Turn", exact=True)
    turn.click()
    ann.wait_for_answer()
    with ann.page.context.expect_page() as opened:
        frame.get_by_role("link", name="Open in a window").click()
    opened.value.wait_for_url(f"**/watch/{code}")
    opened.value.close()


def test_the_overlay_shows_boards_and_plates_on_transparency(sit: Seats, served_to_blog: ServedPage) -> None:
    with rival(served_to_blog.url, "Bob") as bob:
        ann = sit("Ann")
        ann.arrive()
        code = ann.open_room("klondike_draw1")
        bob.do(bob.wire.join(code))
        bob.do(bob.wire.ready())
        expect(ann.page.locator(".lobby li")).to_have_count(2)
        ann.ready()
        ann.wait_for_cards()
        # The same browser would be the same player, if this were no overlay.
        film = ann.page.context.new_page()
        film.goto(f"/overlay/{code}")
        expect(film.locator(".card")).to_have_count(104)
        expect(film.locator(".plate")).to_have_count(2)
        expect(film.get_by_role("timer")).to_be_visible()
        assert (
            film.evaluate("[document.documentElement, document.body].map(e => getComputedStyle(e).backgroundColor)")
            == ["rgba(0, 0, 0, 0)"] * 2
        )
        for role in ("button", "link", "heading"):
            expect(film.get_by_role(role)).to_have_count(0)
        turn = ann.page.get_by_role("button", name="Turn", exact=True)
        turn.click()
        ann.wait_for_answer()
        expect(ann.page.get_by_text("watching")).to_have_count(0)

        film.goto(f"/overlay/{code}?seat=2&names=0&clock=0")
        expect(film.locator(".card")).to_have_count(52)
        expect(film.locator("[data-board]")).to_have_attribute("data-board", "1")
        expect(film.locator(".plate, [role=timer]")).to_have_count(0)
        film.goto(f"/overlay/{code}?boards=0")
        expect(film.locator(".plate")).to_have_count(2)
        expect(film.locator(".card")).to_have_count(0)

        # The result, and on to the rematch.
        ann.give_up()
        bob.do(bob.wire.ask(Stand))
        expect(film.locator(".plate").first).to_contain_text("1.")
        ann.page.get_by_role("button", name="Rematch").click()
        film.wait_for_url(lambda url: code not in url and url.endswith("?boards=0"))
        expect(film.locator(".plate")).to_have_count(1)


def test_no_other_page_is_shown_in_a_frame(
    browser: Browser, served_to_blog: ServedPage, site: tuple[str, dict[str, str]]
) -> None:
    _, pages = site
    context = browser.new_context()
    reader = context.new_page()
    with blog() as (stranger, others):
        for path in ("/", "/watch/ABCDEF", "/r/ABCDEF"):
            pages["/other"] = framing(served_to_blog.url + path)
            assert not shows_something(reader, f"{site[0]}/other"), path
        others["/race"] = framing(f"{served_to_blog.url}/embed/ABCDEF")
        assert not shows_something(reader, f"{stranger}/race")
        pages["/race"] = others["/race"]
        assert shows_something(reader, f"{site[0]}/race"), "otherwise nothing was proved"
    context.close()


def shows_something(page: Page, url: str) -> bool:
    """Return True if the frame of a page shows Cadogan's page, once it has loaded or was refused."""
    page.goto(url, wait_until="load")
    (frame,) = page.frames[1:]
    return frame.locator("#app").count() > 0
