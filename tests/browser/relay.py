"""Between a page and its server: what the server says passes through our hands."""

from __future__ import annotations

import re

from playwright.sync_api import WebSocketRoute

from tests.browser.player import Player


class Relay:
    """Passes on all that a page and the server say to each other; `heard` may do otherwise with what the server says."""

    def __init__(self, player: Player) -> None:
        self._page: WebSocketRoute | None = None
        player.page.route_web_socket(re.compile("/ws$"), self._opened)

    def _opened(self, page: WebSocketRoute) -> None:
        self._page = page
        server = page.connect_to_server()
        page.on_message(server.send)
        server.on_message(self.heard)

    def heard(self, message: str | bytes) -> None:
        """The server has said this."""
        self.tell(message)

    def tell(self, message: str | bytes) -> None:
        """Let the page hear this from the server."""
        assert self._page is not None
        self._page.send(message)
