"""A relay between a page and its server: the test sees the server's messages and may change them."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute

from tests.browser.player import Player


class Relay:
    """Passes on all messages between a page and the server. `heard` may do otherwise with those of the server."""

    def __init__(self, player: Player) -> None:
        self._page: WebSocketRoute | None = None
        player.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page = page
        server = page.connect_to_server()
        page.on_message(server.send)
        server.on_message(self.heard)

    def heard(self, message: str | bytes) -> None:
        """Handle a message of the server."""
        self.tell(message)

    def tell(self, message: str | bytes) -> None:
        """Send this to the page as the server's message."""
        assert self._page is not None
        self._page.send(message)

    def cut(self) -> None:
        """Cut the connection."""
        assert self._page is not None
        self._page.close()
