"""Turns the frames of one socket into requests to the room or the store, and answers them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from cadogan_games.catalogue import CatalogueError, UnknownGame
from cadogan_protocol.codec import BadMessage, Format, decode_client, decode_play, encode
from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.limits import MOST_BAD
from cadogan_protocol.messages import GetReplay, GetReplayText, Hello, Join, Message, Play, Rematch, Stand, Undo
from cadogan_server.delivery import describe
from cadogan_server.delivery.viewer import Moving
from cadogan_server.gateway.handlers.entering import follow
from cadogan_server.gateway.handlers.handlers import HANDLERS, Handler
from cadogan_server.gateway.relays.relay import MOVED, RENEWED, NoRelay, OtherVersion, Relay, Relays, reason_of
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.hub import PAUSED
from cadogan_server.hosting.opener import Renewed
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.room_leases import Elsewhere

logger = logging.getLogger(__name__)

TRIES = 3
"""Attempts to locate a room's node, which may be changing."""

IDLE = 1.0
"""Seconds to let the current request finish before the socket follows its room."""

AGAIN = 0.1
"""Seconds between two attempts to follow a room."""

AWAY = "the store does not answer just now; try again soon"


HandOver = Callable[[str, bytes | str, float], Awaitable[bool]]
"""Gives a socket to another worker of this machine, with the message that led to it and the number of messages that it
may send at once; returns True if that worker has it now."""

BOT_REPLACED = "the server that has this room now seats its own bots"

REPLACED = "another server has taken over the rooms of this one; nothing can be done here any more"


class Conversation:
    """Reads a socket's messages within its limits, and has them answered.

    Args:
        session: the socket's session.
        relays: opens relays to other nodes.
        hand_over: gives the socket to another worker of this machine.
    """

    def __init__(self, session: Session, relays: Relays, hand_over: HandOver) -> None:
        self._session = session
        self._relays = relays
        self._hand_over = hand_over
        self._relay: Relay | None = None
        self._waits: asyncio.Future[None] | None = None
        """Pending while nothing more may be handled, because the room is on its way to another node."""
        self._following: asyncio.Task[None] | None = None
        self._idle: asyncio.Future[None] | None = None
        self._dealing = False
        self._heard = 0
        """Messages handled so far, including current ones."""
        self._ends = False
        session.on_hold, session.on_moved, session.on_home = self._hold, self._room_moved, self._send_home
        self._services = session.services
        self._bucket = session.limits.bucket()
        self._bad = 0

    @property
    def allowance(self) -> float:
        """Number of messages that may come at once."""
        return self._bucket.left

    @allowance.setter
    def allowance(self, messages: float) -> None:
        self._bucket.left = messages

    async def receive(self, data: bytes | str) -> None:
        """Handle and answer a frame."""
        while self._waits is not None:
            await asyncio.shield(self._waits)
        if self._relay is not None:
            await self._relay.send(data)
        elif not self._ends:
            self._heard += 1
            self._dealing = True
            try:
                await self._deal_with(data)
            finally:
                self._dealing = False
                if self._idle is not None:
                    self._idle.set_result(None)
                    self._idle = None

    async def _deal_with(self, data: bytes | str) -> None:
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
            # Input of a socket that does not read its answers is not read any further. Otherwise large answers would
            # pile up in one batch. A move's answer is small, and moves are many.
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
        except Renewed:
            session.close_after(CloseCode.RENEWED, RENEWED)
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
        """Handle a frame if it is a move, by far the most frequent message; otherwise return False without any
        effect."""
        session = self._session
        presence = session.presence
        if presence is None or presence.viewer.seat is None or session.outbox.fmt is not Format.MSGPACK:
            return False
        if self._waits is not None:
            return False
        play = decode_play(data)
        if play is None or self._services.store.journal.full or not self._bucket.spend():
            return False
        request, move = play
        self._heard += 1
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
        await self._session.limits.turns.turn(self._session.address)
        done = handler.handle(self._session, message)
        if done is not None:
            await done

    async def stop(self) -> None:
        """End the conversation: the socket is gone."""
        self._session.gone()
        self._session.talked()
        self._ends = True
        if self._following is not None:
            self._following.cancel()
        self._go_on()
        relay, self._relay = self._relay, None
        if relay is not None:
            await relay.stop()

    async def _wherever(self, done: Awaitable[None], message: Message, data: bytes | str) -> None:
        """Have a message answered here, or by the owner of its room."""
        for _ in range(TRIES):
            try:
                await done
                return
            except Elsewhere as elsewhere:
                if await self._handed_on(elsewhere, message, data):
                    return
            again = self._dispatch(message)  # the room may be here by now
            assert again is not None
            done = again
        done.close()  # type: ignore[attr-defined]
        raise Refused(ErrorCode.BUSY, "the server that owns this room does not answer; try again", wait=1)

    async def _handed_on(self, elsewhere: Elsewhere, message: Message, data: bytes | str) -> bool:
        """Relay this socket to another node, or give it away; return True if that node could be reached."""
        session = self._session
        if isinstance(message, GetReplay | GetReplayText):
            return await self._asked_there(elsewhere, data)
        if isinstance(message, Rematch):  # at the other node the socket is in no room yet
            assert session.presence is not None
            join = Join(id=message.id, room=elsewhere.code, role="player", key=session.presence.hub.key)
            data = encode(join, session.outbox.fmt)
        elif session.presence is not None and session.presence.place.code != elsewhere.code:
            raise Refused(ErrorCode.IN_ROOM, "this socket is in another room; leave it first, or open another socket")
        if await self._hand_over(elsewhere.node, data, self.allowance):
            return True
        try:
            relay = await self._relays.open(
                elsewhere.node, session.passenger, session.outbox, session.close_now, self._relay_moved
            )
        except OtherVersion as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            session.close_after(CloseCode.GOING_AWAY, "this room is at a server of another version; come back")
            return True
        except NoRelay as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            return False
        session.gone()
        self._relay = relay
        await relay.send(data)
        return True

    async def _asked_there(self, elsewhere: Elsewhere, data: bytes | str) -> bool:
        """Have another node answer a question, and continue here; return True if that node could be reached."""
        session = self._session
        try:
            answer = await self._relays.ask(elsewhere.node, session.passenger, data, session.outbox.fmt)
        except NoRelay as error:
            logger.warning("room %s: %s", elsewhere.code, error)
            return False
        session.send_data(answer)
        return True

    # ---- following a room to another node ----------------------------------------------------------------------------

    def _hold(self) -> None:
        if self._waits is None:
            self._waits = asyncio.get_running_loop().create_future()

    def _go_on(self) -> None:
        waits, self._waits = self._waits, None
        if waits is not None and not waits.done():
            waits.set_result(None)

    async def _room_moved(self, moving: Moving | None) -> None:
        """Follow a room that was here and that another node owns now."""
        session = self._session
        if self._dealing:
            self._idle = self._idle or asyncio.get_running_loop().create_future()
            with suppress(TimeoutError):
                async with asyncio.timeout(IDLE):
                    await asyncio.shield(self._idle)
        if moving is not None and session.player is not None and session.player.bot:
            self._ends = True
            session.close_after(CloseCode.REPLACED, BOT_REPLACED)
        elif moving is None or self._dealing:
            self._ends = True
            session.close_after(CloseCode.RENEWED, RENEWED)
        elif session.handed_on:
            self._ends = True
            session.close_after(MOVED, reason_of(moving, self._heard))
        else:
            await self._go_to(moving)
        self._go_on()

    def _send_home(self) -> None:
        """Return a socket without a room to the node that holds it."""
        self._ends = True
        if self._relay is None:
            self._session.close_after(MOVED, reason_of(Moving("", "", True, False), self._heard))
        else:
            self._session.close_after(CloseCode.RENEWED, RENEWED)

    async def come(self, moving: Moving) -> None:
        """Enter a room that has come here from another node."""
        try:
            await self._arrive(moving)
        except (Refused, *STORE_AWAY) as error:
            logger.warning("nobody follows: %s", error, extra=self._session.about)
            self._ends = True
            self._session.close_after(CloseCode.RENEWED, RENEWED)

    def _relay_moved(self, moving: Moving, unheard: list[bytes | str]) -> None:
        """Follow a room that has left the node to which this socket was relayed."""
        self._hold()
        self._relay = None
        self._following = asyncio.create_task(self._go_after(moving, unheard), name=f"to {moving.node}")

    async def _go_after(self, moving: Moving, unheard: list[bytes | str]) -> None:
        try:
            await self._arrive(moving)
            for data in unheard:
                if self._relay is not None:
                    await self._relay.send(data)
                else:
                    await self._deal_with(data)
        except (Refused, *STORE_AWAY) as error:
            logger.warning("the way to node %s: %s", moving.node, error, extra=self._session.about)
            self._session.close_now(CloseCode.RENEWED, RENEWED)
        finally:
            self._go_on()

    async def _arrive(self, moving: Moving) -> None:
        if not moving.code:
            return  # it is in no room
        try:
            if moving.node == self._relays.me:
                await follow(self._session, moving)
                return
        except Elsewhere as elsewhere:
            moving = moving._replace(node=elsewhere.node)
        await self._go_to(moving)

    async def _go_to(self, moving: Moving) -> None:
        """Follow the room to another node. If that fails, let the client reconnect by itself."""
        session = self._session
        for _ in range(TRIES):
            try:
                self._relay = await self._relays.open(
                    moving.node, session.passenger, session.outbox, session.close_now, self._relay_moved, moving
                )
                return
            except (NoRelay, *STORE_AWAY) as error:
                logger.warning("the way to node %s: %s", moving.node, error, extra=session.about)
                await asyncio.sleep(AGAIN)
        self._ends = True
        session.close_now(CloseCode.RENEWED, RENEWED)

    async def _pause(self) -> None:
        await asyncio.sleep(self._services.settings.too_fast_pause)

    def _failed(self, request: int | None) -> None:
        logger.exception("a request failed", extra=self._session.about)
        self._refuse(request, ErrorCode.INTERNAL, "something went wrong here; the server's log says what")

    def _is_too_fast(self) -> bool:
        """Count an invalid frame as a message; return True if there are too many."""
        try:
            self._must_not_be_too_fast()
        except Refused:
            return True
        return False

    def _must_not_be_too_fast(self, message: Message | None = None) -> None:
        if not self._bucket.spend():
            raise Refused(ErrorCode.TOO_FAST, "you send faster than this server allows; wait a moment", wait=1)
        self._count(however_many=isinstance(message, (Play, Undo, Stand)))

    def _count(self, *, however_many: bool) -> None:
        """Count a message for its address; raise Refused if there are too many."""
        player = self._session.player
        if player is None or not player.bot:  # our bots all come from this machine
            self._session.limits.messages.spend(self._session.address, however_many=however_many)

    def _refuse(self, request: int | None, code: ErrorCode, text: str) -> None:
        self._turn_down(request, Refused(code, text))

    def _turn_down(self, request: int | None, why: Refused) -> None:
        self._services.stats.refusals[why.code] += 1
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("refused: %s", why.code.value, extra=self._session.about)
        self._session.send(describe.refusal(why, request))

    def _count_bad(self) -> None:
        self._bad += 1
        if self._bad >= MOST_BAD:
            self._session.close_after(CloseCode.TOO_MANY_ERRORS, "too many bad messages in a row")
