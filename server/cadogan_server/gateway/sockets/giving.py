"""Gives a socket to another worker of this machine."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from websockets.exceptions import ConnectionClosed
from websockets.protocol import OPEN

from cadogan_server.gateway.relays.siblings import Parcel, Siblings
from cadogan_server.gateway.sockets.socket import Socket

logger = logging.getLogger(__name__)

IDLE_SECONDS = 2.0
"""Seconds that a socket has to drain its output. After that it is relayed instead of given to another worker."""


class Counts(Protocol):
    """Counts of the server's acts.

    Attributes:
        given: number of sockets given away.
    """

    given: int


class Giving:
    """Gives sockets to the other workers of this machine.

    Args:
        siblings: the other workers; None without any.
        counts: gets the number of sockets given away.
    """

    def __init__(self, siblings: Siblings | None, counts: Counts) -> None:
        self._siblings = siblings
        self._counts = counts

    def reaches(self, node: str) -> bool:
        """Return True if a node is another worker of this machine."""
        return self._siblings is not None and self._siblings.number_of(node) is not None

    def one_of_few(self, node: str, code: str) -> bool:
        """Return True if a node's room has few spectators here, so that one more is given to it; count that one."""
        return self.reaches(node) and self._siblings is not None and self._siblings.one_of_few(code)

    async def give(self, connection: Socket, node: str, parcel: Parcel) -> bool:
        """Give a connection with this parcel and its unread input to a node that is another worker of this machine;
        return True if that has it.

        A socket that doesn't drain its output, or has sent far too much, stays here.
        """
        siblings = self._siblings
        number = siblings.number_of(node) if siblings is not None else None
        if siblings is None or number is None:
            return False
        try:
            async with asyncio.timeout(IDLE_SECONDS):
                await _finish_output(connection)
                while _is_idle(connection):
                    descriptor: int = connection.transport.get_extra_info("socket").fileno()
                    if siblings.give(number, parcel._replace(unread=connection.unread), descriptor):
                        connection.given_away()
                        self._counts.given += 1
                        return True
                    await siblings.room_for_more(number)
                    await _finish_output(connection)
        except (OSError, ConnectionClosed) as error:  # a TimeoutError is an OSError
            logger.warning("a socket can't be given to worker %d: %s", number, str(error) or "it takes nothing")
        # Reading goes on by itself after the message at hand.
        connection.transport.set_write_buffer_limits(connection.write_limit_high, connection.write_limit_low)
        return False


async def _finish_output(connection: Socket) -> None:
    """Stop reading, and wait until the system has accepted all output.

    Raises:
        ConnectionClosed: the connection is closed.
    """
    connection.stop_reading()
    connection.transport.set_write_buffer_limits(0)
    await connection.drain()


def _is_idle(connection: Socket) -> bool:
    """Return True if nothing is under way: the socket is open, no output waits, and no message is half read."""
    return (
        connection.protocol.state is OPEN
        and not connection.transport.is_closing()
        and not connection.transport.get_write_buffer_size()
        and not connection.in_parts
    )
