"""Turns the frames of one socket into requests to the room or the store, and answers them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.codec import BadMessage, decode_client
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import Hello, Message, Play, Stand, Undo
from cadogan_server.delivery import describe
from cadogan_server.delivery.audience import PAUSED
from cadogan_server.delivery.viewer import Moving
from cadogan_server.fair_queue import Rank
from cadogan_server.fair_share import widest
from cadogan_server.gateway.escort import TRIES, Escort
from cadogan_server.gateway.handlers.handlers import HANDLERS, Handler
from cadogan_server.gateway.journey import JourneyState
from cadogan_server.gateway.moves import Moves
from cadogan_server.gateway.relays.relay import RENEWED, Relays
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.hosting.opener import NodeLeaving
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0
"""Seconds to let the current request finish before the socket follows its room."""

UNREACHABLE = (
    "the server that owns this room can't be reached from here; try again: the room comes here unless players are there"
)

STORE_SILENT = "the store does not answer just now; try again soon"

REPLACED = "another server has taken over the rooms of this one; nothing can be done here any more"


class Conversation:
    """Reads a socket's messages within its limits, and has them answered.

    Args:
        make: makes the session of the socket, by the escort of its player.
        relays: opens relays to other nodes.
        giver: gives the socket to other workers of this machine.

    Attributes:
        session: the socket's session.
    """

    def __init__(self, make: Callable[[Escort], Session], relays: Relays, giver: Giver) -> None:
        self._escort = Escort(relays, giver, self)
        self.session = session = make(self._escort)
        self._journey = session.journey
        self._answering = False
        self._answered: asyncio.Future[None] | None = None
        self._services = session.services
        self._moves = Moves(session, widest(session.address))

    @property
    def allowance(self) -> float:
        """Number of messages that may come at once."""
        return self._moves.bucket.left

    @allowance.setter
    def allowance(self, messages: float) -> None:
        self._moves.bucket.left = messages

    @property
    def handled(self) -> int:
        """Number of messages handled so far, including the one at hand."""
        return self._moves.handled

    def rank(self) -> Rank:
        """Count an input, and return the rank at which it waits."""
        return self._moves.rank()

    async def receive(self, data: bytes | str) -> None:
        """Handle and answer a frame."""
        where = self._journey
        if where.state is JourneyState.MOVING:
            await where.settled()
        if where.state is JourneyState.RELAYED and where.relay is not None:
            await where.relay.send(data)
        elif where.answers_here:
            self._moves.handled += 1
            self._answering = True
            try:
                await self._handle(data)
            finally:
                self._answering = False
                if self._answered is not None:
                    self._answered.set_result(None)
                    self._answered = None

    async def has_answered(self) -> bool:
        """Wait until the message at hand is answered; return False if that takes too long."""
        if self._answering:
            self._answered = self._answered or asyncio.get_running_loop().create_future()
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    await asyncio.shield(self._answered)
        return not self._answering

    async def hear_again(self, data: bytes | str) -> None:
        """Answer a message that another node has not handled."""
        await self._handle(data)

    async def _handle(self, data: bytes | str) -> None:
        """Decode a message within the limits, and have it answered, if only by a refusal."""
        session, request, too_fast = self.session, None, False
        self._moves.count_message()
        try:
            message = decode_client(data, session.outbox.fmt)
            request = message.id
            self._must_not_be_too_fast(message)
            done = self._dispatch(message)
            if done is not None:
                await self._answer_anywhere(done, message, data)
            self._moves.bad = 0
            # Input of a socket that does not read its answers is not read any further. Otherwise large answers would
            # pile up in one batch. A move's answer is small, and moves are many.
            if not isinstance(message, Play):
                await session.flushed()
        except BadMessage as bad:
            self._refuse(bad.re, bad.code, bad.message)
            self._count_bad()
            too_fast = self._is_too_fast()
        except Refused as refused:
            self._turn_down(request, refused)
            too_fast = refused.code is ErrorCode.TOO_FAST
            if too_fast:
                self._count_bad()
        except NodeLeaving:
            session.close_after(CloseCode.RENEWED, RENEWED)
        except CatalogueError as error:
            code = ErrorCode.UNKNOWN_GAME if isinstance(error, UnknownGame) else ErrorCode.BAD_OPTION
            self._refuse(request, code, str(error))
        except STORE_AWAY as error:
            logger.warning("the store does not answer: %s", error, extra=session.about)
            self._refuse(request, ErrorCode.STORE_DOWN, STORE_SILENT)
        except Exception:
            self._failed(request)
        finally:
            if session.has_unread:
                await session.flushed()
        if too_fast:
            await self._pause()

    def receive_now(self, data: bytes) -> bool:
        """Handle a frame if it is a move, by far the most frequent message; otherwise return False without any
        effect."""
        try:
            return self._moves.receive(data)
        except Refused as refused:
            self._turn_down(self._moves.request, refused)
        except Exception:
            self._failed(self._moves.request)
        return True

    def _dispatch(self, message: Message) -> Awaitable[None] | None:
        session = self.session
        if session.player is None and not isinstance(message, Hello):
            session.close_after(CloseCode.NO_HELLO, "say hello first")
            raise Refused(ErrorCode.NO_HELLO, "the first message of a socket must be `hello`")
        handler = HANDLERS[type(message)]
        ours = session.player is not None and session.player.bot
        if handler.reads and not ours:
            session.limits.reads.spend(session.address)
        if handler.writes and self._services.store.journal.full:
            raise Refused(ErrorCode.STORE_DOWN, REPLACED if self._services.store.journal.replaced else PAUSED)
        if handler.keeps or (handler.begins and session.waits_in_lobby):
            self._services.store.memory.must_take_more()
        waits = (handler.reads or handler.waits) and not ours
        return self._in_turn(handler, message) if waits else handler.handle(session, message)

    async def _in_turn(self, handler: Handler, message: Message) -> None:
        """Handle a slow request when the players leave enough time for it."""
        await self.session.limits.turns.turn(self.session.address)
        done = handler.handle(self.session, message)
        if done is not None:
            await done

    async def come(self, moving: Moving) -> None:
        """Enter a room that has come here from another node."""
        await self._escort.come(self.session, moving)

    async def stop(self) -> None:
        """End the conversation: the socket is gone."""
        self.session.gone()
        self.session.services.tournaments.guests.go(self.session.journey)
        await self._escort.close(self.session)

    async def _answer_anywhere(self, done: Awaitable[None], message: Message, data: bytes | str) -> None:
        """Have a message answered here, or by the owner of its room."""
        asked = False
        for _ in range(TRIES):
            try:
                await done
                return
            except Elsewhere as elsewhere:
                if await self._escort.hand_on(self.session, elsewhere, message, data):
                    return
                code, owner = elsewhere.code, elsewhere.node
            if not asked:
                asked = True
                await self._services.rooms.handover.ask_for(code, owner)
            again = self._dispatch(message)  # the room may be here by now
            assert again is not None
            done = again
        done.close()  # type: ignore[attr-defined]
        raise Refused(ErrorCode.BUSY, UNREACHABLE, wait=1)

    async def _pause(self) -> None:
        await asyncio.sleep(self._services.settings.too_fast_pause)

    def _failed(self, request: int | None) -> None:
        logger.exception("a request failed", extra=self.session.about)
        self._refuse(request, ErrorCode.INTERNAL, "something went wrong here; the server's log says what")

    def _is_too_fast(self) -> bool:
        """Count an invalid frame as a message; return True if there are too many."""
        try:
            self._must_not_be_too_fast()
        except Refused:
            return True
        return False

    def _must_not_be_too_fast(self, message: Message | None = None) -> None:
        if not self._moves.bucket.spend():
            raise Refused(ErrorCode.TOO_FAST, "you are sending faster than this server allows; wait a moment", wait=1)
        self._moves.count_for_address(only_address=isinstance(message, (Play, Undo, Stand)))

    def _refuse(self, request: int | None, code: ErrorCode, text: str) -> None:
        self._turn_down(request, Refused(code, text))

    def _turn_down(self, request: int | None, why: Refused) -> None:
        self._services.stats.refusals[why.code] += 1
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("refused: %s", why.code.value, extra=self.session.about)
        self.session.send(describe.refusal(why, request))

    def _count_bad(self) -> None:
        self._moves.bad += 1
        if self._moves.bad >= MOST_BAD:
            self.session.close_after(CloseCode.TOO_MANY_ERRORS, "too many bad messages in a row")
