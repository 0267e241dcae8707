"""The browsers that people sit at: what one leaves is emptied, and given to whoever comes next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.player import Player

DESKTOP = (1280, 720)
PHONE = (390, 844)

Seats = Callable[..., Player]

OWN = "cookies,local_storage"
"""What makes a browser somebody's own. The page's files and the pictures of the cards are the same for all, and stay."""


class Desks:
    """Browsers before the pages of one server. A new one costs as much as half a page, and draws all cards anew."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._free: defaultdict[bool, list[BrowserContext]] = defaultdict(list)

    def close(self) -> None:
        """Close the browsers that nobody sits at."""
        for contexts in self._free.values():
            for context in contexts:
                context.close()
        self._free.clear()

    @contextmanager
    def seats(self) -> Iterator[Seats]:
        """Let somebody sit down at a browser of his own: `sit("Ann", size=PHONE)`. In the end all have left, and what went wrong
        on their pages is raised.

        With PHONE it is touched by a finger. The system wants less motion, as cards that glide are half of what a page costs;
        `moves=True` sees them glide. `new=True` is for a browser that has never seen the page.
        """
        taken: list[tuple[bool, BrowserContext]] = []
        faults: list[str] = []

        def watch(page: Page) -> None:
            page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
            page.on("console", lambda m: faults.append(f"{page.url}: {m.text}") if m.type == "error" else None)

        def sit_down(name: str, size: tuple[int, int] = DESKTOP, *, moves: bool = False, new: bool = False) -> Player:
            by_hand = size == PHONE
            page = self._new_page(by_hand) if new or not self._free[by_hand] else self._page_again(by_hand)
            taken.append((by_hand, page.context))
            if size not in (DESKTOP, PHONE):
                page.set_viewport_size({"width": size[0], "height": size[1]})
            if moves:
                page.emulate_media(reduced_motion="no-preference")
            page.set_default_timeout(60_000)
            watch(page)
            return Player(page, name)

        try:
            yield sit_down
        finally:
            for by_hand, context in taken:
                for page in context.pages:
                    page.close()
                context.clear_permissions()
                self._free[by_hand].append(context)
        assert not faults, "\n".join(faults)

    def _new_page(self, by_hand: bool) -> Page:
        width, height = PHONE if by_hand else DESKTOP
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            has_touch=by_hand,
            is_mobile=by_hand,
        )
        return context.new_page()

    def _page_again(self, by_hand: bool) -> Page:
        page = self._free[by_hand].pop().new_page()
        session = page.context.new_cdp_session(page)
        for name in ("127.0.0.1", "localhost"):
            origin = self._url.replace("127.0.0.1", name).replace("localhost", name)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": OWN})
        session.detach()
        return page
