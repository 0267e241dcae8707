"""The browsers that people sit at. When one leaves, the browser is emptied and given to the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page

from tests.browser.player import EMPTY, Player

DESKTOP = (1280, 720)
PHONE = (390, 844)

Seats = Callable[..., Player]

OWN = "cookies,local_storage"
"""The parts of a browser that belong to its user. The page's files and the pictures of the cards are the same for all,
and stay."""

FOR_SOMEBODY_NEW = """sounds => {
  sessionStorage.clear()
  if (!sounds) localStorage.setItem('cadogan.settings', JSON.stringify({ sounds }))
}"""

LASTING = ("add_init_script", "route", "route_web_socket", "expose_function", "expose_binding")
"""The calls that change a window for all pages opened in it."""


class Desks:
    """Browsers for the pages of one server.

    A new browser costs as much as a page and draws all cards again, and its window must compile the page's code, which
    a window that has shown the page before has cached.
    """

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._free: defaultdict[bool, list[Page]] = defaultdict(list)

    def close(self) -> None:
        """Close the free browsers."""
        for windows in self._free.values():
            for window in windows:
                window.context.close()
        self._free.clear()

    @contextmanager
    def seats(self) -> Iterator[Seats]:
        """Seat people at browsers: `sit("Ann", size=PHONE)`. At the end all have left, and errors on their pages are
        raised.

        With PHONE the browser has a touch screen. The system asks for less motion and the page is silent, since gliding
        cards are half of a page's cost, and sounds a tenth; `moves=True` turns the motion on, `sounds=True` the sounds.
        `new=True` gives a browser that has never seen the page.
        """
        taken: list[Desk] = []
        faults: list[str] = []

        def sit_down(
            name: str, size: tuple[int, int] = DESKTOP, *, moves: bool = False, sounds: bool = False, new: bool = False
        ) -> Player:
            by_hand = size == PHONE
            free = self._free[by_hand]
            page = self._new_window(by_hand) if new or not free else free.pop()
            taken.append(Desk(page, by_hand, faults))
            self._clear(page, sounds)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.emulate_media(reduced_motion="no-preference" if moves else "reduce", color_scheme="light")
            return Player(page, name)

        try:
            yield sit_down
        except BaseException:
            for desk in taken:
                desk.page.context.close()
            raise
        for desk in taken:
            self._free[desk.by_hand].append(desk.left())
        assert not faults, "\n".join(faults)

    def _new_window(self, by_hand: bool) -> Page:
        width, height = PHONE if by_hand else DESKTOP
        context = self._browser.new_context(
            base_url=self._url,
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            service_workers="block",  # the cache of one player's worker must not be there for the next
            has_touch=by_hand,
            is_mobile=by_hand,
        )
        return window_of(context)

    def _clear(self, page: Page, sounds: bool) -> None:
        """Remove the last player's data from the browser."""
        session = page.context.new_cdp_session(page)
        for name in ("127.0.0.1", "localhost"):
            origin = self._url.replace("127.0.0.1", name).replace("localhost", name)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": OWN})
        session.detach()
        page.evaluate(FOR_SOMEBODY_NEW, sounds)


class Desk:
    """A window while somebody sits at it."""

    def __init__(self, page: Page, by_hand: bool, faults: list[str]) -> None:
        self.page = page
        self.by_hand = by_hand
        self._faults = faults
        self._is_changed = False
        page.on("pageerror", self._failed)
        page.on("console", self._said)
        for name in LASTING:
            setattr(page, name, self._changing(getattr(page, name)))

    def left(self) -> Page:
        """Return the window after its user has left, or a new one if it was changed for good."""
        context = self.page.context
        for page in context.pages:
            if page is not self.page or self._is_changed:
                page.close()
        context.clear_permissions()
        if self._is_changed:
            return window_of(context)
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._said)
        for name in LASTING:
            delattr(self.page, name)
        self.page.mouse.move(0, 0)
        self.page.goto(EMPTY)
        return self.page

    def _changing(self, does: Callable[..., Any]) -> Callable[..., Any]:
        def change(*args: Any, **how: Any) -> Any:
            self._is_changed = True
            return does(*args, **how)

        return change

    def _failed(self, error: Error) -> None:
        self._faults.append(f"{self.page.url}: {error}")

    def _said(self, message: ConsoleMessage) -> None:
        # For a response that is not our page, Chromium looks for an icon, and reports a path without one.
        of = message.location["url"]
        is_missing_page = of == self.page.url and "404 (Not Found)" in message.text
        if message.type == "error" and not of.endswith("/favicon.ico") and not is_missing_page:
            self._faults.append(f"{self.page.url}: {message.text}")


def window_of(context: BrowserContext) -> Page:
    """Open a window at an address of the server."""
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(EMPTY)
    return page
