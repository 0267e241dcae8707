"""What is said through one socket: from a frame that came in to what the room or the store does about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.codec import BadMessage, Format, decode_client, decode_play, encode
from cadogan_protocol.errors import RETRY, CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import Error, Hello, Join, Message, Play, Rematch, Stand, Undo
from cadogan_server.gateway.handlers import HANDLERS
from cadogan_server.gateway.relay import NoRelay, Relay, Relays
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.leases import Elsewhere

logger = logging.getLogger(__name__)

TRIES = 3
"""So often the node of a room is looked for, which may just be changing."""

PAUSE = 0.5
"""Seconds for which nothing more is read of a socket that has sent too much. To read and refuse all that a flood brings would
keep the server busier than the flood its sender."""

AWAY = "the store does not answer just now; try again soon"

PAUSED = "the store has been away for so long that all rooms are paused, their clocks too; they go on when it is back"

HandOver = Callable[[str, bytes | str, float], Awaitable[bool]]
"""Gives a socket to a node on this machine, with what led to it, and how many messages it may send at once; returns whether that
node has it now."""

REPLACED = "another server has taken over the rooms of this one; nothing can be done here any more"


class Conversation:
    """Reads what a socket sends, keeps it within its limits, and has it answered.

    Args:
        session: the socket.
        relays: the ways to other nodes.
        hand_over: the way to those on this machine.
    """

    def __init__(self, session: Session, relays: Relays, hand_over: HandOver) -> None:
        self._session = session
        self._relays = relays
        self._hand_over = hand_over
        self._relay: Relay | None = None
        self._services = session.services
        self._bucket = session.limits.bucket()
        self._bad = 0

    @property
    def allowance(self) -> float:
        """How many messages may come at once."""
        return self._bucket.left

    @allowance.setter
    def allowance(self, messages: float) -> None:
        self._bucket.left = messages

    async def receive(self, data: bytes | str) -> None:
        """Do what a frame asks for, and answer it."""
        if self._relay is not None:
            await self._relay.send(data)
            return
        session, request, too_fast = self._session, None, False
        self._services.stats.messages += 1
        try:
            message = decode_client(data, session.outbox.fmt)
            request = message.id
            self._must_not_be_too_fast(message)
            done = self._dispatch(message)
            if done is not None:
                await self._wherever(done, message, data)
            self._bad = 0
            # Who asks and does not read is not read any further: otherwise answers of any size would pile up, all in one batch.
            # A move's answer is small, and moves are many.
            if not isinstance(message, Play):
                await session.taken()
        except BadMessage as bad:
            self._refuse(bad.re, bad.code, bad.message)
            self._count_bad()
            too_fast = self._is_too_fast()
        except Refused as refused:
            self._turn_down(request, refused)
            too_fast = refused.code is ErrorCode.TOO_FAST
            if too_fast:
                self._count_bad()
        except CatalogueError as error:
            code = ErrorCode.UNKNOWN_GAME if isinstance(error, UnknownGame) else ErrorCode.BAD_OPTION
            self._refuse(request, code, str(error))
        except STORE_AWAY as error:
            logger.warning("the store does not answer: %s", error, extra=session.about)
            self._refuse(request, ErrorCode.STORE_DOWN, AWAY)
        except Exception:
            self._failed(request)
        finally:
            if session.has_unread:
                await session.taken()
        if too_fast:
            await self._pause()

    def receive_now(self, data: bytes) -> bool:
        """Do what a frame asks for where that is a move, by far the most frequent message; else return False, and have
        done nothing."""
        session = self._session
        presence = session.presence
        if presence is None or presence.viewer.seat is None or session.outbox.fmt is not Format.MSGPACK:
            return False
        play = decode_play(data)
        if play is None or self._services.journal.full or not self._bucket.take():
            return False
        request, move = play
        self._services.stats.messages += 1
        try:
            self._count(however_many=True)
            presence.hub.play(presence.viewer.seat, move, request)
            self._bad = 0
        except Refused as refused:
            self._turn_down(request, refused)
        except Exception:
            self._failed(request)
        return True

    def _dispatch(self, message: Message) -> Awaitable[None] | None:
        session = self._session
        if session.player is None and not isinstance(message, Hello):
            session.close_after(CloseCode.NO_HELLO, "say hello first")
            raise Refused(ErrorCode.NO_HELLO, "the first message of a socket must be `hello`")
        handler = HANDLERS[type(message)]
        if handler.reads and not (session.player is not None and session.player.bot):
            session.limits.reads.take(session.address)
        if handler.writes and self._services.journal.full:
            raise Refused(ErrorCode.STORE_DOWN, REPLACED if self._services.journal.replaced else PAUSED)
        return handler.handle(session, message)

    async def stop(self) -> None:
        """The socket is gone."""
        self._session.gone()
        if self._relay is not None:
            await self._relay.stop()

    async def _wherever(self, done: Awaitable[None], message: Message, data: bytes | str) -> None:
        """Have a message answered, here or by the node that has the room which it is about."""
        for _ in range(TRIES):
            try:
                await done
                return
            except Elsewhere as elsewhere:
                if await self._handed_on(elsewhere, message, data):
                    return
            again = self._dispatch(message)  # by now the room may be here
            assert again is not None
            done = again
        done.close()  # type: ignore[attr-defined]
        raise Refused(ErrorCode.BUSY, "the server that has this room does not answer just now; try again", wait=1)

    async def _handed_on(self, elsewhere: Elsewhere, message: Message, data: bytes | str) -> bool:
        """Let another node speak through this socket from now on, or have it; return whether it could be reached."""
        session = self._session
        if isinstance(message, Rematch):  # there the socket is in no room yet
            assert session.presence is not None
            join = Join(id=message.id, room=elsewhere.code, role="player", key=session.presence.hub.key)
            data = encode(join, session.outbox.fmt)
        elif session.presence is not None:
            raise Refused(ErrorCode.IN_ROOM, "this socket is in another room; leave it first, or open another socket")
        if await self._hand_over(elsewhere.node, data, self.allowance):
            return True
        try:
            relay = await self._relays.open(elsewhere.node, session.passenger, session.outbox, session.close_now)
        except NoRelay as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            return False
        session.gone()
        self._relay = relay
        await relay.send(data)
        return True

    async def _pause(self) -> None:
        await asyncio.sleep(PAUSE)

    def _failed(self, request: int | None) -> None:
        logger.exception("a request failed", extra=self._session.about)
        self._refuse(request, ErrorCode.INTERNAL, "something went wrong here; the server's log says what")

    def _is_too_fast(self) -> bool:
        """Count what was no message as one; return whether there are too many."""
        try:
            self._must_not_be_too_fast()
        except Refused:
            return True
        return False

    def _must_not_be_too_fast(self, message: Message | None = None) -> None:
        if not self._bucket.take():
            raise Refused(ErrorCode.TOO_FAST, "you send faster than this server allows; wait a moment", wait=1)
        self._count(however_many=isinstance(message, (Play, Undo, Stand)))

    def _count(self, *, however_many: bool) -> None:
        """Count a message among those of its address; raise Refused where there are too many."""
        player = self._session.player
        if player is None or not player.bot:  # ours all come from this machine
            self._session.limits.messages.take(self._session.address, however_many=however_many)

    def _refuse(self, request: int | None, code: ErrorCode, text: str) -> None:
        self._turn_down(request, Refused(code, text))

    def _turn_down(self, request: int | None, why: Refused) -> None:
        code = why.code
        self._services.stats.refusals[code] += 1
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("refused: %s", code.value, extra=self._session.about)
        self._session.send(
            Error(re=request, code=code, message=why.message, retry=RETRY[code], wait=why.wait, rule=why.rule)
        )

    def _count_bad(self) -> None:
        self._bad += 1
        if self._bad >= MOST_BAD:
            self._session.close_after(CloseCode.TOO_MANY_ERRORS, "too many bad messages in a row")
