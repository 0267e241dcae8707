"""Opens a socket to a server, and tells passing faults from lasting ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI, WebSocketException
from websockets.typing import Subprotocol

from cadogan_client.errors import CannotConnect
from cadogan_protocol import Format

LARGEST_FRAME = 16 * 1024 * 1024
"""The largest message that the client accepts, in bytes. A replay of 64 boards needs one or two million."""

FIRST_DELAY, LONGEST_DELAY = 0.2, 10.0
"""The largest delay in seconds before the first attempt to reconnect, and between two attempts."""


async def dial(url: str, fmt: Format) -> ClientConnection:
    """Return an open socket that speaks `fmt`.

    Raises:
        CannotConnect: nothing answers there, or nothing that speaks this protocol.
        OSError, TimeoutError: the server cannot be reached now.
    """
    try:
        socket = await connect(url, subprotocols=[Subprotocol(fmt.value)], compression=None, max_size=LARGEST_FRAME)
    except InvalidURI as error:
        raise CannotConnect(f"{url!r} is no address of a server; it looks like ws://localhost:8000/ws") from error
    except InvalidStatus as error:
        status = error.response.status_code
        if status >= 500 or status == 429:
            raise ConnectionError(f"{url} answers with status {status}") from error
        raise CannotConnect(f"{url} answers with status {status}; is the path right? It ends in /ws") from error
    except InvalidHandshake as error:
        raise CannotConnect(f"{url} does not answer as a WebSocket server does: {error}") from error
    except WebSocketException as error:
        raise ConnectionError(f"{url}: {error}") from error
    if socket.subprotocol != fmt.value:
        await socket.close()
        raise CannotConnect(f"the server at {url} does not speak {fmt.value}")
    return socket


def delays(chance: random.Random, first: float) -> Iterator[float]:
    """Yield the seconds to wait before each attempt to reconnect. They grow, and differ for each client.

    A thousand clients that lost the same server must not all return at the same moment.

    Args:
        chance: shortens each delay at random.
        first: the largest first delay, in seconds.
    """
    most = first
    while True:
        yield chance.uniform(most / 2, most)
        most = min(2 * most, LONGEST_DELAY)
