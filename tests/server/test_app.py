"""The assembly of a server from its parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cadogan_server.addresses import bots_url
from cadogan_server.app import running
from cadogan_server.gateway.api import games
from cadogan_server.open_store import StartError
from cadogan_server.settings import Settings


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


async def test_documents_are_made_before_a_lease_is_taken(tmp_path: Path) -> None:
    """That takes half a second in which nothing renews the lease."""
    games.documents.cache_clear()
    games.prepare.cache_clear()
    with pytest.raises(StartError):
        async with running(Settings(port=0, redis="nonsense://", data=tmp_path)):
            pass
    assert games.documents.cache_info().currsize == 1
