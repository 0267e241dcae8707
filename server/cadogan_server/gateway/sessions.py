"""The sessions of all open sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator

from cadogan_protocol.errors import CloseCode
from cadogan_server.fair_share import counted_under
from cadogan_server.gateway.session import Session
from cadogan_server.gateway.sockets.handshake import LongAnswer
from cadogan_server.gateway.sockets.keepalive import answers
from cadogan_server.gateway.sockets.socket import Socket

CLOSED_AT_ONCE = 50
"""Sockets that a node closes at once while it shuts down."""

PAUSE_SECONDS = 0.02
"""Seconds between two such groups, whose clients all go to other nodes."""

RELAY_SECONDS = 0.4
"""Seconds in which a node must answer for a socket that it relays here, when another node asks for the socket's room."""


class Sessions(dict[Session, Socket]):
    """The session of each open socket, and of each stream of a room's events, the newest last."""

    @property
    def relayed(self) -> int:
        """Number of sockets that other nodes relay here."""
        return sum(session.relayed_here for session in self)

    @property
    def own(self) -> int:
        """Number of sockets that clients have opened to this node."""
        return len(self) - self.relayed

    def waiting(self) -> Iterator[int]:
        """Yield the bytes that wait for each open socket, in its outbox and in the library's buffer."""
        for session, connection in list(self.items()):
            yield session.outbox.waiting + connection.transport.get_write_buffer_size()

    def let_go(self, key: str, count: int) -> None:
        """Close sockets of an address or network with too many over all nodes, the newest first and playing ones
        last."""
        theirs = [
            session
            for session, connection in reversed(self.items())
            if connection.counts
            and not isinstance(connection.response, LongAnswer)
            and key in counted_under(connection.address)
        ]
        for session in sorted(theirs, key=Session.plays)[:count]:
            session.close_now(CloseCode.TOO_MANY_SOCKETS, "your address has too many sockets at all servers together")

    async def drop_silent(self, rooms: Collection[str]) -> None:
        """Drop the sockets in these rooms that a node relays here which does not answer. Otherwise they look open until
        the keepalive finds them, some twenty seconds later."""
        relayed = [
            (session, connection)
            for session, connection in self.items()
            if session.relayed_here and session.presence is not None and session.presence.viewed.code in rooms
        ]
        there = await asyncio.gather(*(answers(connection, RELAY_SECONDS) for _, connection in relayed))
        for (session, connection), is_there in zip(relayed, there, strict=True):
            if not is_there and session in self:
                session.gone()
                connection.transport.abort()

    async def send_away(self) -> None:
        """Close all sockets, some at a time, so that clients go to other nodes."""
        for number, session in enumerate(list(self), 1):
            session.send_away()
            if not number % CLOSED_AT_ONCE:
                await asyncio.sleep(PAUSE_SECONDS)
