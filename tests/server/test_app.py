"""How the parts of a server are put together."""

from __future__ import annotations

import pytest

from cadogan_server.addresses import bots_url


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "ws://127.0.0.1:80/ws"),
        ("0.0.0.0", "ws://127.0.0.1:80/ws"),
        ("::", "ws://[::1]:80/ws"),
        ("192.168.1.5", "ws://192.168.1.5:80/ws"),
    ],
)
def test_bots_find_a_server_wherever_it_listens(host: str, url: str) -> None:
    assert bots_url(host, 80) == url
