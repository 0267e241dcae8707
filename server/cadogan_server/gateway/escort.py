"""Takes the player of one socket to the room: to another worker or node, and after a room that moves."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Protocol

from cadogan_protocol.codec import encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Join, Message, Rematch
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.handlers.entering import follow
from cadogan_server.gateway.handlers.handlers import HANDLERS
from cadogan_server.gateway.journey import JourneyState
from cadogan_server.gateway.relays.relay import MOVED, RENEWED, NoRelay, OtherVersion, Relays, reason_of
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere

logger = logging.getLogger(__name__)

TRIES = 3
"""Attempts to locate a room's node, which may be changing."""

AGAIN = 0.1
"""Seconds between two attempts to follow a room."""

BOT_REPLACED = "the server that has this room now seats its own bots"


class Hearer(Protocol):
    """The conversation of the socket, as far as a room that moves concerns it."""

    @property
    def handled(self) -> int:
        """Number of messages handled so far, including the one at hand."""

    @property
    def allowance(self) -> float:
        """Number of messages that may come at once."""

    async def has_answered(self) -> bool:
        """Wait until the message at hand is answered; return False if that takes too long."""

    async def hear_again(self, data: bytes | str) -> None:
        """Answer a message that another node has not handled."""


class Escort:
    """Takes the player of one socket to the room, step by step through the session's `Journey`.

    Args:
        relays: opens relays to other nodes.
        giver: gives the socket to other workers.
        hearer: the conversation of the socket.

    Attributes:
        giver: gives the socket to other workers.
    """

    def __init__(self, relays: Relays, giver: Giver, hearer: Hearer) -> None:
        self._relays = relays
        self.giver = giver
        self._hearer = hearer
        self._on_the_way: asyncio.Task[None] | None = None

    async def close(self, session: Session) -> None:
        """End all ways, and forget the conversation, as the two refer to each other: the socket is gone."""
        where = session.journey
        where.end()
        del self._hearer
        if self._on_the_way is not None:
            self._on_the_way.cancel()
        relay, where.relay = where.relay, None
        if relay is not None:
            await relay.stop()

    # ---- to the room of a request ------------------------------------------------------------------------------------

    async def hand_on(self, session: Session, elsewhere: Elsewhere, message: Message, data: bytes | str) -> bool:
        """Have the owner of a room answer a message; return True if that node could be reached.

        Raises:
            Refused: the player is in another room.
        """
        if HANDLERS[type(message)].from_outside:
            return await self._ask(session, elsewhere, data)
        if isinstance(message, Rematch):  # at the other node the socket is in no room yet
            assert session.presence is not None
            join = Join(id=message.id, room=elsewhere.code, role="player", key=session.presence.hub.key)
            data = encode(join, session.outbox.fmt)
        elif session.presence is not None and session.presence.viewed.code != elsewhere.code:
            raise Refused(ErrorCode.IN_ROOM, "this socket is in another room; leave it first, or open another socket")
        where = session.journey
        # On the way other messages wait here, which would be lost with the socket.
        gives = where.state is not JourneyState.MOVING
        if gives and await self.giver.give(session, elsewhere.node, data, self._hearer.allowance):
            session.gone()
            where.give()
            return True
        try:
            await self._carry(session, elsewhere.node)
        except OtherVersion as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            session.close_after(CloseCode.GOING_AWAY, "this room is at a server of another version; come back")
            return True
        except NoRelay as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            return False
        if where.relay is not None:
            await where.relay.send(data)
        return True

    async def _ask(self, session: Session, elsewhere: Elsewhere, data: bytes | str) -> bool:
        """Have another node answer a question, and continue here; return True if that node could be reached."""
        try:
            answer = await self._relays.ask(elsewhere.node, session.passenger, data, session.outbox.fmt)
        except NoRelay as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            return False
        session.send_data(answer)
        return True

    async def _carry(self, session: Session, node: str, moving: Moving | None = None) -> None:
        """Relay the socket to a node from now on.

        Raises:
            NoRelay: the node can't be reached.
            redis.RedisError: the store does not answer.
        """
        moved = partial(self._relay_moved, session)
        relay = await self._relays.open(node, session.passenger, session.outbox, session.close_now, moved, moving)
        if session.journey.state is JourneyState.ENDED:  # the socket has gone meanwhile
            await relay.stop()
            return
        session.gone()
        session.journey.carry(relay)

    # ---- after a room that moves -------------------------------------------------------------------------------------

    async def follow(self, session: Session, moving: Moving | None) -> None:
        """Follow a room that was here and that another node owns now. None: no owner is known."""
        where = session.journey
        if session.presence is None:  # the player has left meanwhile, or the socket is gone
            return
        hearer = self._hearer
        where.depart()
        answered = await hearer.has_answered()
        if where.state is not JourneyState.MOVING or where.presence is not None or where.relay is not None:
            where.settle()  # the message at hand has led elsewhere
            return
        if moving is not None and session.player is not None and session.player.bot:
            where.end()
            session.close_after(CloseCode.REPLACED, BOT_REPLACED)
        elif moving is None or not answered:
            where.end()
            session.close_after(CloseCode.RENEWED, RENEWED)
        elif session.relayed_here:
            where.end()
            session.close_after(MOVED, reason_of(moving, hearer.handled))
        else:
            await self._go_to(session, moving)
        where.settle()

    def send_home(self, session: Session) -> None:
        """Return a socket without a room to the node that holds it."""
        if session.journey.state is JourneyState.ENDED:
            return
        relayed = session.journey.relay is not None
        session.journey.end()
        if relayed:
            session.close_after(CloseCode.RENEWED, RENEWED)
        else:
            session.close_after(MOVED, reason_of(Moving("", "", True, False), self._hearer.handled))

    async def come(self, session: Session, moving: Moving) -> None:
        """Enter a room that has come here from another node. That node relays this socket, which follows its room."""
        try:
            await self._arrive(session, moving)
        except (Refused, *STORE_AWAY) as error:
            logger.warning("the player of a socket can't follow the room: %s", error, extra=session.about)
            session.journey.end()
            session.close_after(CloseCode.RENEWED, RENEWED)

    def _relay_moved(self, session: Session, moving: Moving, unheard: list[bytes | str]) -> None:
        """Follow a room that has left the node to which this socket was relayed."""
        if session.journey.state is JourneyState.ENDED:
            return
        session.journey.set_out()
        on_the_way = self._go_after(session, self._hearer, moving, unheard)
        self._on_the_way = asyncio.create_task(on_the_way, name=f"to {moving.node}")

    async def _go_after(self, session: Session, hearer: Hearer, moving: Moving, unheard: list[bytes | str]) -> None:
        """Enter a room at its new owner, and repeat there the messages that the old one has not handled."""
        where = session.journey
        try:
            await self._arrive(session, moving)
            for data in unheard:
                if where.relay is not None:
                    await where.relay.send(data)
                else:
                    await hearer.hear_again(data)
        except (Refused, *STORE_AWAY) as error:
            logger.warning("a socket can't follow its room to node %s: %s", moving.node, error, extra=session.about)
            where.end()
            session.close_now(CloseCode.RENEWED, RENEWED)
        finally:
            where.settle()

    async def _arrive(self, session: Session, moving: Moving) -> None:
        """Enter a room at the node that owns it now."""
        if not moving.code:
            return  # it is in no room
        try:
            if moving.node == self._relays.me:
                await follow(session, moving)
                return
        except Elsewhere as elsewhere:
            moving = moving._replace(node=elsewhere.node)
        await self._go_to(session, moving)

    async def _go_to(self, session: Session, moving: Moving) -> None:
        """Follow the room to another node. If that fails, let the client reconnect by itself."""
        for _ in range(TRIES):
            try:
                await self._carry(session, moving.node, moving)
                return
            except (NoRelay, *STORE_AWAY) as error:
                logger.warning("a socket can't follow its room to node %s: %s", moving.node, error, extra=session.about)
                await asyncio.sleep(AGAIN)
        session.journey.end()
        session.close_now(CloseCode.RENEWED, RENEWED)
