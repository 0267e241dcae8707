"""What is said through one socket: from a frame that came in to what the room or the store does about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.codec import BadMessage, Format, decode_client, decode_play
from cadogan_protocol.errors import RETRY, CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import Error, Hello, Message, Play, Stand, Undo
from cadogan_server.gateway.handlers import HANDLERS
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.leases import Elsewhere

logger = logging.getLogger(__name__)

PAUSE = 0.5
"""Seconds for which nothing more is read of a socket that has sent too much. To read and refuse all that a flood brings would
keep the server busier than the flood its sender."""

AWAY = "the store does not answer just now; try again soon"

PAUSED = "the store has been away for so long that all rooms are paused, their clocks too; they go on when it is back"

REPLACED = "another server has taken over the rooms of this one; nothing can be done here any more"


class Conversation:
    """Reads what a socket sends, keeps it within its limits, and has it answered.

    Args:
        session: the socket.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._services = session.services
        self._bucket = session.limits.bucket()
        self._bad = 0

    async def receive(self, data: bytes | str) -> None:
        """Do what a frame asks for, and answer it."""
        session, request, too_fast = self._session, None, False
        self._services.stats.messages += 1
        try:
            message = decode_client(data, session.outbox.fmt)
            request = message.id
            self._must_not_be_too_fast(message)
            done = self._dispatch(message)
            if done is not None:
                await done
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
        except Elsewhere as elsewhere:
            why = f"room {elsewhere.code} is at another server just now; try again"
            self._turn_down(request, Refused(ErrorCode.BUSY, why, wait=1))
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
